import { largeRegex, regex, source } from '../../text/regex.ts'
import { acquaintance, female, male, pets, relatives } from '../persons.ts'
import { sentencesOf } from '../stated-sentences.ts'
import type { Statement } from '../statement.ts'
import { feelingAbout, noun } from './leaning.ts'
import { givenName } from './spelling.ts'

/*
 * Words of a clause of which only what was said before shows what they mean: "I've scheduled them for October 10", "We
 * met in 2018", "I chose 7 PM over 9".
 */

/** A name, and no "I", day or month, nor the first word of a sentence. */
const name = source`(?<![\p{L}'])(?!(?:\p{Lu}\p{Ll}+day|(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)|May|I\p{Ll}?|In|On|At|As|So|Of|My|We|He|Our|The|They|She|You|But|And|For|Now|Then|Also|Just|Last|Next|This|That|When|With|Since|After|Before|While|Still|Maybe|Today|Got|AI|TV|OK|PC)\b)\p{Lu}[\p{L}\d]+`
const people = source`(?:${relatives}|${pets}|people|guys?|man|woman|lady|girls?|boys?|nurse|vet|chef|gp|police|staff|couple|someone|anyone|everyone|who|(?:my|our|the|an?|this|that|another|some) (?:[a-zà-ž-]+ ){0,2}[a-zà-ž]{3,}(?:er|or|ist|ian))`
const somebody = regex.u`${name}|\b${people}\b|\bwith (?!the\b)[a-zà-ž]{4,},|^(?!when|since|because|though|now|then|that|also)[a-zà-ž]{3,} $`
const several = regex.u`¤|${name}|\b${people}\b|\b(?!always|sometimes|perhaps|does|goes|says|thinks|knows|loves|hates|likes|wants|gets|takes)[a-zà-ž]{3,}s\b|\b(?:[Mm]y|[Oo]ur|[Tt]he|[Tt]h(?:is|at)|[Tt]heir) [a-zà-ž]{2}`
const something = regex.u`[;:¤]|${name}|(?:^|\s)(?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur) [\p{L}\d]|${noun.source}|\b[a-zà-ž]{3,}ing\b(?! *$)|\S \S+ \S.* (?:and|but|or|so|because|cause|since|although|though|when|while) `
/** A time, and a person, whom "it" cannot mean. */
const noThing = regex.gu`\b(?:\d+|an?|one|two|three|four|some|few|every|each|this|last|next|than|the)[- ](?:[a-zà-ž]+[- ])?(?:hours?|hrs|min(?:ute)?s?|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|times?)\b|\b\d+ (?:and|or|but|so)\b|${acquaintance.source}(?: \p{Lu}\p{Ll}+)?`
/** The subject of a pronoun's verb, which the pronoun does not mean: "Carl has them". */
const onlySubject = /^\p{Lu}\p{Ll}+ (?!.*(?:[,;:]|\b(?:and|but|so|or|because|since|who|that|when|while|if|with|to)\b))/u

/** Pronouns, and whether a word before one shows what it means. */
const pronouns: readonly (readonly [pronoun: RegExp, isShown: (before: string) => boolean])[] = [
  [/\b(?:s?he|him|hers?|his)\b/i, (before) => somebody.test(before)],
  [/(?<!\/)\bth(?:ey|em|eirs?)\b(?!\/)/i, (before) => several.test(before.replace(onlySubject, ''))],
  [
    /\bit\b(?!['’]s| (?:is|was|takes|took|would|will|has|had|can|comes|rains|snows|easy|easier|hard|harder|possible|difficult|clear|important|that|when|if|how|here|quiet)\b| ¤|(?<=\b(?:tak|mak|found|find|made|took)\S* it) (?:to|an?|work|into|back|home|through|out|up|on|slow))/i,
    (before) => something.test(`${before.charAt(0).toLowerCase()}${before.slice(1)}`.replaceAll(noThing, '')),
  ],
]
/** Whom "we" means, unless the clause says with whom: "We met in 2018". */
const weTwo = regex.i`^(?:[^,]{3,30}, )?we(?:['’](?:ve|re)| have| are)?(?: (?:both|always|also|only|first|just|already))* (?:met|been (?:together|partners|friends|dating)|compromised|agreed (?:to split|on an? (?:price|deal))|meet|meeting|share|break up|broke up|have a relationship|seem to)\b(?!.*\b(?:with|${people})\b)`
/** A measure without what it measures, and other things of which a part was said before. */
const partly = largeRegex.i`^(?:i|we)(?:['’]ve| have)?(?: [a-zà-ž]+ly)? (?:chose|picked|approved|(?:agreed|compromised|settled) (?:to|on)(?: only)?) (?:about )?[$€£]?\d[\d.,:]*k?(?: ?[ap]m)?(?= (?:over|starting|from|by|until|an?|per|each)\b|[,.!]*$)|\b(?:do|have|take|manage|make|get|eat|drink) (?:\d\d?|one|two|three|four|five|half|some|a few|a couple) (?:(?:an?|per|each|every) (?:day|week|month|year|morning|evening|night)|(?:with|at|for|before|after) (?:breakfast|lunch|dinner|supper|tea|bed))\b|\b(?:me|us|myself) (?:back )?(?:down|up) to (?:one|two|three|half|none)(?: (?:a|per) (?:day|week))?[.!]*$|\b(?:when|if|whenever) one [a-zà-ž]+s\b|\bopen to other options\b|\ba similar [a-zà-ž]+\b(?! (?:[a-zà-ž]+ )?to\b)|\ball (?:of )?those [a-zà-ž]+s[.!]*$| there[.!]*$(?<!\b(?:in|at|on|to|from|near|visit(?:ed)?) (?:[a-zà-ž]+ )?[a-zà-ž-]+ .*)(?<!\b(?:is|are|was|were|been|out|up|down|over|hi|hey) there[.!]*)|^[$€£]?\d[\d.,:]*k? (?:(?:an?|per) (?:day|week|month|hour)\b|for (?:me|us)\b)|^(?:mon|tues|wednes|thurs|fri|satur|sun)days (?:is|are)\b|^(?:flying|leaving|arriving|back) (?:on|at|from) |^(?:bought|sold|ordered|booked|fixed|paid|found|returned)(?:,| (?:it|them|and)\b)|^we (?!rent|foster|divorced|separated|homeschool)[a-zà-ž]{3,}[.!]*$|^(?:i|we)(?:['’]ll| will| just| also| finally)* (?:got|bought|picked up|ordered|go (?:for|with)|went (?:for|with)|cho(?:se|ose)(?: to [a-zà-ž]+)?) the (?:(?:job|place|flat|room|role|offer|book|house)(?: for [$€£]?\d.*)?[.!]*$|(?:\S+ ){0,3}(?:version|plan|option|edition|package|one|approach)\b(?! (?:of|for|from|that|with)\b))`
/** Without one of these none of this can be. */
const cheap = regex.i`\b(?:it|s?he|him|hers?|his|th(?:ey|em|eirs?|ere|ose)|one|options|similar)\b|^(?:[^,]{3,30}, )?we\b|^i\b.* (?:the|chose|picked|approved|agreed|compromised|settled) |\b(?:\d\d?|two|three|four|five|half|some|few|couple) (?:an?|per|each|every|with|at|for|before|after) |\bto (?:two|three|half|none)\b|^[$€£\d]|^[a-zà-ž]{3,6}days |^(?:flying|leaving|arriving|back|bought|sold|ordered|booked|fixed|paid|found|returned)\b`

/** What a clause needs before it. */
interface Needed {
  /** The place of the word that needs it; 0 if it is the clause. */
  at: number
  /** Whether what was said before shows it. */
  isShown: (before: string) => boolean
}

/** What a reader of a clause needs before it; undefined if it can be understood by itself. */
export function headNeeded(clause: string): Needed | undefined {
  if (!cheap.test(clause)) return undefined
  const said = clause.replace(feelingAbout(), '')
  for (const [pronoun, isShown] of pronouns) {
    const at = said.search(pronoun)
    if (at > 0 && !isShown(said.slice(0, at))) return { at, isShown: (before) => isShown(`${before} `) }
  }
  if (weTwo.test(said)) return { at: 0, isShown: (before) => somebody.test(before) }
  return partly().test(said) ? { at: 0, isShown: (before) => / .* /.test(before) } : undefined
}

/** People and pets in a sentence. Of those with a mere name, and of others than the speaker's, too little is known. */
const everyone = regex.gu`(?<![\p{L}'’-])${givenName}|\b(?:(?<my>[Mm]y|[Oo]ur) (?:[a-zà-ž-]+ ){0,2}?|[a-zà-ž]+ )(?<noun>(?![a-z-]+(?:(?<!bos)s|ren)\b(?!['’]))(?:${relatives}|${pets})|man|woman|boy|girl|lady|guy|patient|client|guest|someone)(?:[- ]in[- ]law)?(?: \p{Lu}\p{Ll}+)?\b`
/** Whether "he" or "she" may refer to something in a text. */
export function mayNamePerson(text: string): boolean {
  return somebody.test(text) || /\b(?:s?he|his|hers?|him|my|our)\b/i.test(text)
}

const theirs = /^(?:(?:oh|and|but|also|so|plus|btw)\b,? )*(?=(?:(?<she>she)|he)\b)/i

/** A danger to the health of "him" or "her" with whose it is, if the last sentence before it that names people names one. */
export function ownDanger(one: Statement, conversation: string): Statement {
  const { 0: lead, groups = {} } = (one.kind === 'health' && one.isBinding && theirs.exec(one.text)) || {}
  if (lead === undefined) return one
  const before = sentencesOf(conversation.slice(0, Math.max(conversation.lastIndexOf(one.sentence), 0)))
  const people = before.map((sentence) => [...sentence.matchAll(everyone)]).findLast(({ length }) => length > 0) ?? []
  const [whose, another] = people.filter(
    ({ groups: { noun = '' } = {} }) => !(groups['she'] ? male : female).test(noun),
  )
  const isPlain = whose?.groups?.['my'] !== undefined && another === undefined
  return isPlain ? { ...one, text: `${whose[0]}: ${one.text.slice(lead.length)}` } : one
}
