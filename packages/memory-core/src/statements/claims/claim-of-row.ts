import { regex } from '../../text/regex.ts'
import type { Claim, ClaimRow, Stance } from './claim.ts'
import { anyBeing, form } from './claim-forms.ts'
import { claimKindOf, isNamed, normalValue, ofRole, placeKindOf, toolKindOf, typeOf } from './claim-value.ts'

/** Maximum words of a value; a longer one is a story. */
const maxWords = 8

/** Properties of a clause that are known before it is matched with rows. */
export interface Manner {
  mark: Claim['mark']
  isAdditional: boolean
  stance: Stance
  replaces: string | undefined
  /** The name of the person who says "I", if that is not the user. */
  speaker: string
}

type Groups = Readonly<Record<string, string | undefined>>

/** The claims of a clause that matches a row; none if only the conversation shows who it is about. */
export function claimsOfRow(given: ClaimRow, groups: Groups, manner: Manner): Claim[] {
  const said = given.value ?? groups['v'] ?? ''
  const { mark: _mark, ...unmarked } = given
  const row: ClaimRow = isOneOfWishes(given, said) ? unmarked : given
  const place = placeOf(row, groups, said)
  if (!place) return []
  const isLongHome = row.attribute === 'home' && said.split(' ').length > maxWords
  const value = normalValue(isLongHome ? townOf(said) : said)
  // A tool is no home ("moved to Zed") and nothing that people eat, drink or play ("gave up VS Code").
  const isOfPeople = row.attribute === 'home' || (row.stance === 'ended' && row.attribute?.startsWith('do '))
  if (row.isKnownPlace && placeKindOf(value) === '') return []
  // Nor is a town a tool, or that of a company the speaker's home.
  if (row.attribute === 'use' && placeKindOf(value) !== '') return []
  if (row.attribute === 'home' && / company$/.test(groups['s'] ?? '')) return []
  if (value.split(' ').length > maxWords || (isOfPeople && isNamed(value))) return []
  const replaces = groups['o'] ?? manner.replaces
  const mark = row.mark === 'clear' || manner.mark === 'clear' ? 'clear' : (row.mark ?? manner.mark)
  const type = typeOf(said) || typeOf(value)
  const addsUp = row.attribute === 'name' && several.test(place.subject)
  const isTyped = place.isThing && type !== ''
  const claim: Omit<Claim, 'key'> = {
    value,
    stance: manner.stance === 'holds' ? (row.stance ?? 'holds') : manner.stance,
    cardinality: addsUp ? 'several' : isTyped || place.isOne ? 'one' : row.cardinality,
    mark: place.isNew && mark === 'none' ? 'weak' : mark,
    isAdditional: manner.isAdditional,
    ...(replaces === undefined ? {} : { replaces: normalValue(replaces) }),
  }
  const key = (subject: string): string =>
    [/^(?:me|us|my)\b/.test(subject) ? manner.speaker.toLowerCase() : '', subject, place.attribute].join('|')
  const isTool =
    place.attribute === 'use' &&
    (mark === 'clear' || (mark === 'weak' && /[a-zà-ž] v?\d/u.test(value))) &&
    /^(?:me|us)$/.test(place.subject)
  const other = place.subject === 'me' ? 'us' : 'me'
  const twin = isTool ? [other] : place.isThing && mark !== 'none' ? [twinOf(place.subject)] : []
  const subjects = [place.subject, ...twin].map(compound)
  const claims: Claim[] = subjects.map((subject) => ({ ...claim, key: key(subject) }))
  const head = place.isThing ? place.subject.replace(detail, '') : place.subject
  if (head !== place.subject) claims.push({ ...claim, key: key(head), isPartial: true })
  // Who says "Maxine, not Max" is not called Max any more, either.
  if (place.subject === 'me' && place.attribute === 'name' && replaces !== undefined)
    claims.push({ ...claim, key: key('me').replace(/name$/, `${form.address.claims.attribute}`) })
  const name = ofPerson.test(place.attribute) ? ownName.exec(place.subject)?.[1] : undefined
  if (name !== undefined) claims.push({ ...claim, key: key(name), introduces: true })
  // On one device only.
  if (/^(?:use|prefer)$/.test(place.attribute) && / on (?:my|the) [a-zà-ž]/u.test(said))
    return claims.map((one) => ({ ...one, isPartial: true }))
  const purpose = groups['f']
  if (purpose === undefined || wholly.test(purpose)) return [...claims, ...endedTools(claims)]
  const area = areaOf(purpose, groups['s'])
  const partial = claims.map((one) => ({ ...one, isPartial: true as const }))
  if (area === undefined) return partial
  // A new choice for a purpose replaces the old one, but with a weak mark it may be a second one beside it.
  return [...partial, { ...claim, key: key(area), cardinality: row.mark === 'weak' ? row.cardinality : 'marked' }]
}

/** Whether a wish is one of several about a thing: of quiet hotels and small ones, both may hold. */
function isOneOfWishes({ attribute, mark }: ClaimRow, said: string): boolean {
  return attribute === 'prefer' && mark === 'weak' && claimKindOf(normalValue(said)).startsWith('-')
}

/** What people have by their names, too: "my daughter Zosia" is "Zosia". */
const ofPerson = /^(?:age|home|employer|job|marital status|birthday|birthplace)$/
const ownName = /^my (?:[a-zà-ž]+ )?[a-zà-ž]+ ([a-zà-ž]+)$/u

/** The detail of "my exam in pharmacology", which "the exam" means afterwards. */
const detail = / (?:in|for|of|with|at|on|to) .+$/u

/** `my flight to Rome` and `my Rome flight` are one thing, and a deadline is that of its thing: `my thesis deadline`. */
function compound(subject: string): string {
  return subject
    .replace(
      /^(my )?(.+?) (?:in|for|of|with|at|on|to) (?!law\b)(?:the |my |our )?(.+)$/u,
      (_, my = '', noun, of) => `${my}${of} ${noun}`,
    )
    .replace(/(?<=^(?:my )?(?!my\b|due\b|birth|start\b|end\b)[a-zà-ž][^|]*) (?:deadline|due date|date|day)$/u, '')
}

/** The same thing with or without "my": "the exam" that was moved is the one called "my exam" before. */
function twinOf(subject: string): string {
  return subject.startsWith('my ') ? subject.slice(3) : `my ${subject}`
}

/** A place within a town, which shows that "moved to" is about a home, unlike "moved to microservices, with …". */
const whereabouts =
  /^[^,]+, (?:up in|near|next to|close to|on an? (?:[a-zà-ž]+ )?(?:street|road|lane|avenue|square))\b/u

/** The town in a long description of a home, without street and floor. */
function townOf(said: string): string {
  const town = said.split(',', 1)[0] ?? ''
  return placeKindOf(town) !== '' || whereabouts.test(said) ? town : said
}

/** The claims that a tool given up or replaced is no longer the favourite of its kind: `my favorite editor`. */
function endedTools(claims: readonly Claim[]): Claim[] {
  return claims.flatMap(({ key, stance, value, mark, replaces = value }) => {
    const [speaker = '', subject, attribute] = key.split('|')
    const kind = toolKindOf(replaces)
    const isOver = stance === 'ended' || (replaces !== value && toolKindOf(value) === kind)
    if (kind === '' || subject !== 'me' || attribute !== 'use' || !isOver) return []
    return [`my favorite ${kind}`, `my ${kind}`].map((thing) => ({
      key: [speaker, thing, 'is'].join('|'),
      value: replaces,
      stance: 'ended' as const,
      cardinality: 'many' as const,
      mark,
      isAdditional: false,
    }))
  })
}

/** A purpose that includes all others. */
const wholly = /^(?:everything|all\b|(?:our|my|the|this) (?:project|team|company|stack)$)/u

/** The purpose of something as a subject: "recipes" said by "I" are "my recipes". */
function areaOf(purpose: string, s = ''): string | undefined {
  const isMine = s === 'i' && !/^(?:my|our|the|this) /u.test(purpose)
  const name = subjectOf(isMine ? `my ${purpose}` : purpose.replace(/^an? /u, ''))?.name
  return name === 'me' || name === 'us' ? undefined : name
}

function placeOf({ attribute, subject: fixed, mark }: ClaimRow, groups: Groups, value: string): ClaimPlace | undefined {
  const isWeak = mark === 'weak'
  const { s = fixed, a = '' } = groups
  if (attribute === undefined && s === undefined) {
    const thing = thingOf(a, value)
    // Of a person, "moved to" tells the home.
    if (!thing || (mark === 'clear' && isBeing.test(thing.subject))) return undefined
    return { ...thing, isNew: thing.isNew || isWeak }
  }
  const about = subjectOf(fixed ?? wholeSubject(groups))
  if (!about) return undefined
  if (attribute === undefined)
    return { subject: about.name, attribute: `do ${verbStem(a)}`, isOne: false, isNew: false, isThing: false }
  // "We live in …" is about the speaker.
  const subject = /^(?:home|count)$/.test(attribute) && about.name === 'us' ? 'me' : about.name
  return { subject, attribute, isOne: false, isNew: about.isNew || isWeak, isThing: false }
}

/** The subject with its noun: "my name" is mine, "my sister's name" hers, "we renamed the repo" is about the repo. */
function wholeSubject({ s = '', n }: Groups): string {
  if (n === undefined) return s
  if (/^(?:my|our|the|mein|meine|meinen|mi) /u.test(n)) return n
  if (/^(?:my|our|the|mein|meine|mi)$|'s$/u.test(s)) return `${s} ${n}`
  return /^(?:i|ich)$/.test(s) ? `my ${n}` : `the ${n}`
}

/** The person or thing that a statement is about. */
interface Subject {
  /** `me`, `us`, or a noun with its owner: `my sister`, `repo`. */
  name: string
  /** Whether the statement calls it new: `my new boss`. */
  isNew: boolean
}

/** The subject and the attribute of a claim. */
interface ClaimPlace {
  subject: string
  attribute: string
  /** Whether it has only one value at a time. */
  isOne: boolean
  isNew: boolean
  /** Whether the subject is a thing or a role, and not a person. */
  isThing: boolean
}

const mine = /^(?:i|me|ich|yo)$/
const ours = /^(?:we|us|wir|nosotros|(?:our|the|my) team|(?:our|my) company|(?:the|our) project)$/
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
function subjectOf(text: string): Subject | undefined {
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

/** A person or an animal of the speaker. */
const isBeing = regex.u`^my (?:[a-zà-ž]+ )?(?:${anyBeing})$`
/** People of whom "is" gives the name, `my boss is Ada`, unless it gives a state: `my boss is pregnant`. */
const roles = regex.u`\b(?:${ofRole}|chef|chefin|ärztin|arzt|jefe|jefa|médico)$`
const state =
  /^(?:an?|the|my|our|on|in|at|from|near|by|next|around|close|down|up|not|very|so|really|too|still|back|off|away|[a-zà-ž]{3,}(?:ing|ed|ful|less|ish|ous))(?= |$)|^(?:pregnant|happy|busy|tired|angry|away|ok|okay|fine|new|vegan|vegetarian|diabetic|c(?:o?e)liac|allergic|autistic|deaf|blind|sick|ill|nice|great|strict|kind|good|bad|expensive|cheap|thorough|patient|friendly|rude|slow|fast|quick|late|early|open|gone|free|full|lovely|young|old|local|private|competent|efficient|reliable|brilliant|excellent|indian|german|french|american|italian|chinese|russian|japanese)\b/u
/** Things with one value at a time. */
const single = regex.u`(?:\b(?:name|surname|nachname|familienname|apellidos?|e-?mail|mail|phone|number|address|birthday|password|passcode|pin|pronouns|time ?zone|deadline|due date|date|budget|favorite [a-zà-ž\d -]+|color|port|version|limit|branch|database|editor|salary|rent|weight|height|url|domain|username|handle|nickname|size|target|price|rate|fee|schedule|location|office|language|theme|framework|licen[cs]e|plan|diet|employer|hometown|coverage|presupuesto|alquiler|sueldo|miete|gehalt|lieblings[a-zà-ž]+|adresse|e-?mail-?adresse|telefonnummer|nummer|passwort|geburtstag|frist|correo(?: electrónico)?|dirección|teléfono|número|contraseña|cumpleaños|[a-zà-ž]+ favorit[oa]|plazo)|(?:manager|tool|runner|provider|branch|key))$`

/** Reads the thing that an attribute belongs to: `my phone number`; undefined if it is one among several. */
function thingOf(text: string, value: string): ClaimPlace | undefined {
  const subject = subjectOf(text)
  if (!subject || /^(?:me|us)$/.test(subject.name)) return undefined
  const { name, isNew } = subject
  const isRole = roles.test(name) && !state.test(value)
  return { subject: name, attribute: isRole ? 'name' : 'is', isOne: isRole || single.test(name), isNew, isThing: true }
}

/** People and pets of whom there may be several, so that another name means another one. */
const several =
  /^my (?:dog|cat|pet|puppy|kitten|horse|rabbit|hamster|bird|parrot|fish|chicken|son|daughter|child|kid|twin|brother|sister|cousin|aunt|uncle|niece|nephew|friend|colleague|coworker|neighbou?r|grandson|granddaughter|hund|hündin|katze|kater|sohn|tochter|kind|bruder|schwester|freund|freundin|kollege|kollegin|nachbar|nachbarin|perro|perra|gato|gata|hijo|hija|hermano|hermana|amigo|amiga|primo|prima)$/u

/** A verb without its ending, the same for `smoke`, `smokes` and `smoking`. */
export function verbStem(verb: string): string {
  const stem = verb.replace(regex.u`(?:ing|es|e|s|en|n|st|t)$`, '')
  return stem.length < 2 || stem === verb ? verb : verbStem(stem.replace(/([^aeioul])\1$/u, '$1'))
}
