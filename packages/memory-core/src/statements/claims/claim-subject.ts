/** The person or thing that a statement is about. */
interface Subject {
  /** `me`, `us`, or a noun with its owner: `my sister`, `repo`. */
  name: string
  /** Whether the statement calls it new: `my new boss`. */
  isNew: boolean
}

/** The subject and the attribute of a claim. */
export interface ClaimPlace {
  subject: string
  attribute: string
  /** Whether it has only one value at a time. */
  isOne: boolean
  isNew: boolean
  /** Whether the subject is a thing or a role, and not a person. */
  isThing: boolean
}

const mine = /^(?:i|me|ich|yo)$/
const ours = /^(?:we|us|wir|nosotros|(?:our|the|my) team|(?:the|our) project)$/
/** Words that name no person or thing, or one that only the conversation shows. */
const unknown =
  /^(?:he|she|it|they|you|this|that|these|those|there|one|everyone|everybody|nobody|someone|er|sie|es|man|él|ella|some|many|most|people|and|but|or|not)\b/u
/** Words that are never part of a subject. With one of them, the pattern matched too much. */
const predicate =
  /\b(?:not|is|are|am|was|were|do|does|did|has|have|and|or|but|that|which|who|because|nicht|kein|keine|ist|sind|hat|und|oder|aber|dass|es|está|y|que|no)\b/u
/** Words for one among several, or for a former one. */
const others =
  /\b(?:another|other|second|third|old|former|previous|ex|last|first|some|every|each|zweite|andere|alte|frühere|otro|otra|antiguo|segundo)\b/u

/** Reads a subject; undefined if only the conversation shows who it is. */
export function subjectOf(text: string): Subject | undefined {
  const said = text.trim().replace(/'s$/, '')
  if (mine.test(said)) return { name: 'me', isNew: false }
  if (ours.test(said)) return { name: 'us', isNew: false }
  if (unknown.test(said) || predicate.test(said) || others.test(said) || said.split(' ').length > 6) return undefined
  const isNew = /\b(?:new|neue[rsn]?|nuev[oa])\b/u.test(said)
  const noun = said.replace(/\b(?:new|neue[rsn]?|nuev[oa]) /u, '')
  if (/^(?:my|mein|meine|mi|mis)$/u.test(noun)) return { name: 'me', isNew }
  if (/^(?:our|the|unser|unsere|nuestro|nuestra)$/u.test(noun)) return { name: 'us', isNew }
  return { name: bareNoun(noun), isNew }
}

/** `our repo`, `the repo` and `repo` are one thing; `my phone` is mine. */
function bareNoun(noun: string): string {
  return noun
    .replace(/^(?:our|the|unser|unsere|unseren|der|die|das|den|nuestro|nuestra|el|la) /u, '')
    .replace(/^(?:mein|meine|meinen|mi) /u, 'my ')
}

/** People of whom "is" gives the name: `my boss is Ada`. */
const roles =
  /\b(?:boss|manager|supervisor|cto|ceo|cfo|coo|lead|doctor|dentist|therapist|lawyer|landlord|roommate|wife|husband|girlfriend|boyfriend|partner|teacher|coach|chef|chefin|ärztin|arzt|jefe|jefa|médico)$/u
/** Things with one value at a time. */
const single =
  /(?:\b(?:name|surname|nachname|familienname|apellidos?|e-?mail|mail|phone|number|address|birthday|password|passcode|pin|time ?zone|deadline|due date|date|budget|favorite [\p{L}\d -]+|color|port|version|limit|branch|database|editor|salary|rent|weight|height|url|domain|username|handle|nickname|size|target|price|rate|schedule|location|office|language|theme|framework|licen[cs]e|plan|diet|employer|hometown|coverage|presupuesto|alquiler|sueldo|miete|gehalt|lieblings\p{L}+|adresse|e-?mail-?adresse|telefonnummer|nummer|passwort|geburtstag|frist|correo(?: electrónico)?|dirección|teléfono|número|contraseña|cumpleaños|[\p{L}]+ favorit[oa]|plazo)|(?:manager|tool|runner|provider|branch|key))$/u

/** Reads the thing that an attribute belongs to: `my phone number`; undefined if it is one among several. */
export function thingOf(text: string): ClaimPlace | undefined {
  const subject = subjectOf(text)
  if (!subject || /^(?:me|us)$/.test(subject.name)) return undefined
  const { name, isNew } = subject
  const isRole = roles.test(name)
  return { subject: name, attribute: isRole ? 'name' : 'is', isOne: isRole || single.test(name), isNew, isThing: true }
}

/** People and pets of whom there may be several, so that another name means another one. */
const several =
  /^my (?:dog|cat|pet|puppy|kitten|horse|rabbit|hamster|bird|parrot|fish|chicken|son|daughter|child|kid|twin|brother|sister|cousin|aunt|uncle|niece|nephew|friend|colleague|coworker|neighbou?r|grandson|granddaughter|hund|hündin|katze|kater|sohn|tochter|kind|bruder|schwester|freund|freundin|kollege|kollegin|nachbar|nachbarin|perro|perra|gato|gata|hijo|hija|hermano|hermana|amigo|amiga|primo|prima)$/u

/** Whether there may be several of a subject: `my dog`. */
export function isOneOfSeveral(subject: string): boolean {
  return several.test(subject)
}

/** A verb without its ending, the same for `smoke`, `smokes` and `smoking`. */
export function verbStem(verb: string): string {
  const stem = verb.replace(/(?:ing|es|e|s|en|n|st|t)$/u, '')
  return stem.length < 2 || stem === verb ? verb : verbStem(stem.replace(/([^aeioul])\1$/u, '$1'))
}
