import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { medicineEndings, medicines } from './claim-forms.ts'
import { month } from './claim-value.ts'
import { claim } from './named-claims.ts'

/*
 * When something takes place, and how much of a medicine is taken. A later sentence that calls itself a change gives
 * another time or dose, whatever verb the earlier one had: "I have physio every Thursday", "physio is now on Wednesday".
 */

const weekday = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tue|wed|thu|thurs|fri)(?![a-z])'
const days = source`${weekday}(?:(?:,| and| to| till|-| &|\/)+ ?${weekday})*`
const date = source`(?:${month}\.? \d{1,2}(?:st|nd|rd|th)?(?!\d)|\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}(?![a-z]))`
const when = (of = ''): string => source`(?:(?<days${of}>${days})|(?:${weekday},? )?(?<date${of}>${date}))`
const noun = (of = ''): string =>
  source`(?:(?:my|the|our|his|her|a|an) )?(?<noun${of}>(?!(?:i|we|he|she|it|they|you|that|this|there|what|which|who|today|tomorrow|my|the|our|his|her|from|until|if|when|only|not|no|so|and|but|or|on|in|at|by|every|next|last)\b)[a-zà-ž][a-zà-ž'-]*(?: (?!(?:is|are|was|were|has|have|had|i|we|and|but|or|every|on|now|by)\b)[a-zà-ž'-]+){0,4}?)`
const opening = source`(?:(?:and|also|so|then|but|ok|okay|yes|btw|by the way|oh|well|update|actually|plus),? )*`
const be = source`(?:'s|'re| is| are| was| were| has| have| been| got| just| only| now)`
const set =
  '(?: (?:is|are|starts?|begins?|falls|launches|booked|scheduled|set|due|every|each|on|for|this|next|coming|in|at|from|around|[ap]m|\\d\\d?(?:[.:]\\d\\d)?(?:[ap]m)?|(?:in the )?(?:mornings?|afternoons?|evenings?)))'
const moved =
  '(?:moved|moves|pushed|postponed|rescheduled|rebooked|shifted|slipped|slips|delayed|changed|switched|brought forward|put (?:back|off|forward))'
const further =
  '(?:,? (?:back|forward|up|out|by|an?|one|two|three|four|\\d+|days?|weeks?|months?|so|now|it|is|on|to|until|till|(?:from|by) \\S+(?: \\S+)?))*'

/** "I have physio every Thursday", "public beta is 15 June". */
const held = largeRegex`^${opening}(?:(?:i|we)(?:'ve| have| had| got| go to| do| teach| attend| also| now)+ |(?:(?:my|our|his|her) )?[a-zà-ž]+ (?:has|does|goes to|attends) )?${noun()}${set}{0,4} ${when()}`
/** "Physio is now on Wednesday", "respite is Mondays now", "the beta slipped two weeks, so 29 June". */
const newer = largeRegex`^${opening}(?:${noun()}(?:(?=${be}+${set}{0,3} [^,.;]{3,40} now\b|${be}* now )${be}+|${be}+(?=[^,.;]{3,40} instead\b)|${be}*,? ${moved}${further}|,? now)${set}{0,3} ${when()}|(?:they|she|he|we|i|(?:the|my|our) [a-z]+|[a-z]+)(?: (?:have|has|just|had to))* ${moved} ${noun('Moved')}${further} ${when('Moved')})`
const open =
  /\?|^(?:if|unless|when|maybe|perhaps|what|is|are|was|were|could|can|should|would|might|do|does|did|will|let)\b|\b(?:might|may be|could|would|should|if|not|never|hop(?:e|ing)|want|wish|maybe|probably|used to|instead of)\b|n't\b/
/** Words that many things share: alone they name one, beside others they do not. */
const generic =
  /^(?:class(?:es)?|lessons?|sessions?|appointments?|date|day|launch|training|practice|meeting|exam|test|call|visit|course|event|shifts?|deadline|group|time|trip|flight|party|interview)$/
/** Words that say nothing beside another one: "the dissertation deadline". */
const filling = /^(?:deadline|date|appointments?|class(?:es)?|lessons?|sessions?)$/
const empty = /^(?:at|with|of|for|the|my|our|a|an|in|to|is)$/
/** "The wedding's off". */
const off = regex`^${opening}${noun()}${be}*(?: off| cancell?ed| called off| not happening)(?: now| after all)?[.!]*$`
const maxSentence = 200
/** A statement that calls itself a change. */
const isNewValue = { stance: 'holds', mark: 'clear', cardinality: 'several' } as const

/** Whether a claim with this key is about when something takes place, or about a dose. */
export function isOfTimeOrDose(key: string): boolean {
  return key.startsWith('|time|') || key.startsWith('|dose|')
}

/** The time of what a sentence names, and its new time, or that it is off. Linear. */
export function timesOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'").trim()
  if (value.length > maxSentence || open.test(value)) return []
  const gone = off.exec(value)?.groups
  const change = gone ?? newer().exec(value)?.groups
  const found: Readonly<Record<string, string | undefined>> = change ?? held().exec(value)?.groups ?? {}
  const date = found['date'] ?? found['dateMoved']
  const time = date ?? found['days'] ?? found['daysMoved']
  const own = wordsOf(found['noun'] ?? found['nounMoved'] ?? '')
  const whole = own.join(' ')
  if (whole === '') return []
  // What is on each Monday is mostly off once.
  if (gone) return [claim(`|time|date ${whole}`, { stance: 'ended', mark: 'clear' })]
  if (time === undefined) return []
  const isGeneric = own.every((word) => generic.test(word))
  const pairs = own.slice(1).map((word, at) => `${own[at]} ${word}`)
  const parts = new Set([...own.filter((word) => isGeneric || !generic.test(word)), ...pairs])
  parts.delete(whole)
  const known = { value: plainTime(time) }
  const kind = date === undefined ? 'days' : 'date'
  return [
    claim(`|time|${kind} ${whole}`, change ? { ...known, ...isNewValue } : known),
    ...[...parts].map((part) => claim(`|time|${kind} ${part}`, known)),
  ]
}

/** The words of a noun that tell it from others. */
function wordsOf(name: string): string[] {
  const words = (name.replace(/'s\b/g, '').match(/[a-zà-ž-]+/g) ?? []).filter((word) => !empty.test(word))
  const telling = words.filter((word) => !filling.test(word))
  return telling.length > 0 ? telling : words
}

/** `thursdays and fri` → `thu fri`; `june 3rd` → `3 jun`. */
function plainTime(time: string): string {
  const [number = ''] = /\d+/.exec(time) ?? []
  const words = time.match(regex.g`${month}|${weekday}`) ?? []
  return [number, ...words.map((word) => word.slice(0, 3))].filter(Boolean).join(' ')
}

const name = source`(?:[a-z]{3,}(?:${medicineEndings})|${medicines})`
const medicine = largeRegex.g`\b${name}\b`
const unit = '(?:mg|mcg|µg|g|ml|units?|iu)'
const taken = largeRegex.g`\b(?<by>${name})(?:'s| is| at| now| dose| of|,)* (?<after>\d[\d.]*)(?! ?(?:%|years?|months?|weeks?|days?|pounds?|times?|hours?)\b)|\b(?<before>\d[\d.]*) ?${unit} (?:of )?(?<of>${name})\b`
const dosed = regex`\b(?:up|down|back|raised|upped|increased|bumped|reduced|lowered|cut|went|gone|changed|moved|halved|doubled)(?: (?:up|down|dose|it))* (?:to|at) (?<to>\d[\d.]*)|(?:'s|\bis|\bat|\bon) (?:at |up to |down to )?(?<now>\d[\d.]*) ?${unit}(?: [a-z ]{1,20})? now\b|\bnow (?:on |at |up to |down to )?(?<then>\d[\d.]*) ?${unit}`
/** "No more Lantus", of whomever. */
const stopped = largeRegex`\b(?:no more|off|came off|done with)(?: the)? (?:${name})\b`
const untold =
  /\?|\b(?:trials?|stud(?:y|ies)|novel|book|until|till|temporarily|before|brand|packaging|price|patients?|ward|never|instead of|accident(?:ally)?|mistake|if|maybe|might|should|could|would|not|want(?:s|ed)? to|allerg\w*)\b|n't\b/
/** Of several figures, the last may be that of another time of day. */
const severalFigures = /\d.*\s\d/
/** Those at home, and not a doctor who prescribes it. */
const relative =
  /\b(?:wife|husband|partner|girlfriend|boyfriend|mum|mom|mother|dad|father|son|daughter|sister|brother|gran|grandma|grandmother|nan|grandpa|grandfather|uncle|aunt|baby|toddler|dog|cat)\b/

/** The dose of a medicine, and the new one, of whomever it is. Linear. */
export function dosesOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'")
  const names = new Set(value.match(medicine()))
  if (names.size === 0 || value.length > maxSentence || untold.test(value)) return []
  const [only = ''] = names
  const owner = ownerIn(value)
  const at = partOfDay(value)
  const {
    to,
    now = to,
    then: dose = now,
  } = (names.size === 1 && !severalFigures.test(value) ? dosed.exec(value)?.groups : undefined) ?? {}
  if (owner === 'of' && names.size === 1 && stopped().test(value))
    return [claim(`|dose|of ${only}`, { stance: 'ended', mark: 'clear' })]
  if (dose !== undefined)
    return [claim(keyOfDose(owner, only, at), { value: dose, ...isNewValue })].concat(knownDose(owner, only, at, dose))
  return [...value.matchAll(taken())].flatMap(({ groups = {} }) => {
    const { by, of = by, after, before: known = after ?? '' } = groups
    return of === undefined ? [] : knownDose(owner, of, at, known)
  })
}

/** The parts of a day at which a dose may be another one: the insulin at breakfast, and that at night. */
const partsOfDay = [
  [/\b(?:mornings?|breakfast)\b/, 'morning'],
  [/\b(?:noon|midday|lunch(?:time)?|afternoons?)\b/, 'noon'],
  [/\b(?:evenings?|dinner|supper|teatime)\b/, 'evening'],
  [/\b(?:nights?|bed(?:time)?)\b/, 'night'],
] as const

/** The one part of a day that a sentence in lower case names; undefined for none and for several. */
export function partOfDay(value: string): string | undefined {
  const found = partsOfDay.filter(([pattern]) => pattern.test(value))
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Whether two statements tell doses of one medicine at different parts of a day: neither replaces the other. */
export function areDosesApart(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const [at, then] = [partOfDay(a), partOfDay(b)]
  if (at === undefined || then === undefined || at === then || !/\d/.test(a) || !/\d/.test(b)) return false
  const names = new Set(a.match(medicine()))
  return (b.match(medicine()) ?? []).some((found) => names.has(found))
}

function keyOfDose(owner: string, name: string, at: string | undefined): string {
  return `|dose|${owner} ${name}${at === undefined ? '' : ` ${at}`}`
}

/** A known dose, which a later sentence may name without its owner or its part of the day. */
function knownDose(owner: string, name: string, at: string | undefined, value: string): Claim[] {
  const keys = [owner, 'of'].flatMap((one) => [keyOfDose(one, name, at), keyOfDose(one, name, undefined)])
  return [...new Set(keys)].map((key) => claim(key, { value }))
}

/** Whose medicine it is: the word for a person, "me", "other" for one of whom only "he" or "her" tells, or else "of". */
function ownerIn(value: string): string {
  // "Mum told me that her ramipril is 10 mg now" is about hers.
  const person = relative.exec(value)?.[0]
  if (person !== undefined) return person
  if (/\b(?:i|me|my)\b/.test(value)) return 'me'
  return /\b(?:he|she|him|his|her)\b/.test(value) ? 'other' : 'of'
}
