import { stemOf } from '../../text/analysis/word-forms.ts'
import { largeRegex, regex, source } from '../../text/regex.ts'
import { sentencesOf } from '../stated-sentences.ts'
import type { Statement } from '../statement.ts'
import { isTime, type TimeSaid, timesIn, withTime } from './times-said.ts'

/*
 * Corrections and new times of what was said in another message: "it's not Whinfell, it's Sherwood", "they put the knee
 * back to 29 June". The statement that has the wrong word, or names the thing, is said again with the right one. Where
 * several may be meant, or it is not sure that the new one fits, none is.
 */

/** What a statement says of an earlier one. */
export interface Amendment {
  /** The words by which it names the thing; none for "it". */
  head: readonly string[]
  /** Whether the thing is the speaker's own: "my wedding". */
  isOwn: boolean
  /** The wrong words; undefined where it names only the thing. */
  old: string | undefined
  /** The right words, or the new times. */
  right: string
  /** Whether it says that it corrects something. */
  isSure: boolean
  /** Whether its sentence says little else. */
  isAlone: boolean
}

/** What a correction surely begins with, and what it may begin with. */
const sure =
  'no,? wait|wait,? no|correction|typo|i meant?(?: to (?:say|write|type))?|(?:scratch|strike) that|my mistake|i misspoke|(?:i )?beg your pardon|i got (?:that|it) wrong|or rather|i should have said|i was wrong(?: about (?:(?:my|our|the) [^,:;.]{2,30}|that|it)(?=[,:;.]))?|i mixed (?:that|it|them) up|let me correct (?:that|myself)'
const mark = largeRegex.i`^(?:ok(?:ay)?[\s,.]+)?(?:(?:${sure}|make (?:it|that)|(?:(?:it|that) )?should(?:'ve| have)? (?:be|been|read|say)|oh|ah|oops|whoops|ugh|er+m?|hm+|wait|hang on|hold on|(?:so |i'm )?s(?:or)?ry|apologies|well|no|nope|nah|actually|rather|my bad|edit|\*)(?:(?<=\*)|[\s,.:;!…–—-]+|$))+(?:(?:it|that|she|he|they)(?:'s|'re| is) )?`
export const isSure: RegExp = regex.i`(?:${sure})\b|^\*`
/** What the sentence of a correction has anywhere, and what it may begin with. */
const correcting = regex.i`\b(?:${sure}|s(?:or)?ry|oops|whoops|my bad)\b|^(?:oh )?(?:no|nope|nah|actually|wait|hang on|hold on)\b|^\*`

/** The words that a sentence may begin with as a correction; "" without any. */
export function openingOf(sentence: string): string {
  return mark().exec(sentence)?.[0] ?? ''
}

const start = source`(?:^|[,;:–—] |\b(?:and|but|so) )`
const thing = source`(?!(?:it|that|this|he|she|they|there|these|those|what|which|who|everything|something|someone|his|her|their|your|in|i|we|you)(?:['’](?:s|re|ve|m|d|ll))? )(?<head>[\p{L}\d][^,;:!?()]{1,50}?)`
const word = source`[^\s,;!?]*[^\s,;:!?.]`
const few = (name: string): string =>
  source`(?:(?:on|at|in|to|from|with|called|named) )?(?:the )?(?<${name}>${word}(?: ${word}){0,3}?)`
const is = source`(?:['’]s| is| are| was|['’]re)`
const stop = source`(?=[.!]*$|[,;!] |\. | now\b)`
/** "It's not X, it's Y", "the wedding is not in X but in Y". */
const notThis = regex.iu`${start}(?:${thing}${is}|(?:(?:it|that|he|she|they)${is} )?)(?: |(?<=^|\s))not ${few('old')}(?: (?:that |who )?(?:i|we)(?:['’](?:m|ve|re|ll))? (?<of>[^,;:.!]{3,40}?))?(?:,|;| -| –|\.)? (?:(?:but|rather|it${is}|he${is}|she${is}|that${is}) )+${few('right')}${stop}`
/** "The clinic is on Y, not X", "I meant Y, not X, for the therapist". */
const thisNot = regex.iu`${start}(?:${thing}${is} |(?:(?:it|that|he|she|they)${is} |(?:i|we) meant? )?)${few('right')}(?:(?:,|;| and|, and)|(?<=\d(?:st|nd|rd|th| ?[ap]m)?|days?)) not ${few('old')}(?: for (?:the|my) (?<of>[\p{L}-]+))?${stop}`
const adverbs = source`(?: (?:has|have|had|is|was|are|been|being|got|gets|just|now|also|all|finally|again|had to be|cancell?ed and))*`
const moved =
  '(?:moved|pushed|put|shifted|slipped|postponed|rescheduled|rebooked|delayed|brought|changed|switched|extended)'
const away = '(?: (?:back|forward|off|out|up|over))?'
const to = source`(?: (?:by )?(?:an?|one|two|three|\d) (?:days?|weeks?|months?|hours?))?(?: from [^,;]{2,25})?(?: (?:to|until|till|for|onto|by)(?= )|(?<open>(?=[.!]*$|[,;] )))`
/** "The choir's moved to", "they have put the knee back to"; open, if the new time follows. */
const isMoved = regex.iu`${start}(?:(?:(?<mine>my|our) |the )?${thing}(?:['’]s|['’]ve)?${adverbs} |[^,;:]{1,40}?(?:['’]s|['’]ve)?${adverbs} (?=${moved} (?:(?:the|my|our) |\p{Ll}{3,}(?: \p{Ll}+)? (?:to|until|till) )))${moved}${away}(?: (?:the |(?<my>my|our) )?(?!(?:to|until|till|from|for|onto|by|an?|one|two|three|\d)\b)(?<of>[^,;:]{2,40}?)${away})?${to}`
/** "Choir's Mondays", said as a correction, or "swimming is now on Sundays". */
const isAt = regex.iu`${start}(?:(?<mine>my|our) |the )?${thing}(?:['’]s|['’]re| is| are)(?<now> now| from now on)?(?= )`
/** The new time after what was moved: "now 11 July", "it's the 17th of May now". */
const newTime = regex.iu`${start}(?=.*\b(?:now|new|instead|it['’]s|it is)\b)(?:(?:it${is}|that${is}|(?:the )?new (?:date|time|day)(?: is)?|now|instead) ?)*(?<at>[\p{L}\d].+)`
const needed = regex.i`\b(?:not|now|${moved})\b`
/** What may not be so, or only for once. */
const unsure = regex.iu`[?？]|\b(?:if|whether|unless|might|may (?:be|have|get)|could|would|should|hope|hoping|wish|want|wants|maybe|perhaps|probably|possibly|think|thought|said|says|told|heard|hear|apparently|asked|pretend|imagine|suppose|almost|nearly|sure|this (?:week|month|time|once)|next (?:week|time)|today|tonight|tomorrow|just (?:this )?once|for once|kidding|joke|dream|according to|only for|for (?:the other|his|her|their)|(?:in|at) [a-zà-ž]+['’]s (?=[a-zà-ž])|in the u[sk])\b|^(?:in|at|for) (?!the end\b|fact\b|\d)[^,]{2,40}, |^(?:my|our|his|her) [a-zà-ž ]{2,30}: `
const lead = /^(?:on |at |in |around |about |the )*$/i
const clauseEnd = /[,;!](?= |$)|\.(?= |$)| (?:because|since|as|but|so|instead) /

/** The amendments that the statements of a message make, in their order. Linear. */
export function amendmentsIn(
  message: string,
  statements: readonly Statement[],
): { amendment: Amendment; statement: Statement }[] {
  return statements.flatMap((statement) => {
    const { text, sentence, span } = statement
    const isSure = correcting.test(sentence)
    const isMeant = statement.isExplicit === undefined && statement.isForgetting === undefined && span !== 'local'
    if (!isMeant || !(isSure || needed.test(text))) return []
    const [, behind = ''] = message.split(sentence, 2)
    const next = sentencesOf(behind.slice(0, longest))
      .map((one) => one.trim())
      .filter(Boolean)
    const opening = openingOf(text)
    const made = amendmentsOf(text.slice(opening.length), { isSure, next: next.slice(0, 2) })
    // "I was wrong about the caterer, it's not 28."
    const about = wordsOf(/ about (?:my|our|the) ([^,:;.]+)/i.exec(opening)?.[1])
    return made.map((one) => ({ amendment: one.head.length === 0 ? { ...one, head: about } : one, statement }))
  })
}

/** The amendments that a sentence without its opening makes; `next` are the ones behind it. Linear. */
export function amendmentsOf(
  text: string,
  { isSure, next = [] }: { isSure: boolean; next?: readonly string[] },
): Amendment[] {
  if (text.length > longest || unsure.test(text)) return []
  const made = wordAmended(text, isSure) ?? timeAmended(text, next, isSure)
  if (made === undefined) return []
  const at = text.indexOf(made.right)
  const rest = at < 0 ? '' : text.slice(at + made.right.length)
  const isAlone = (rest.match(/\p{L}+/gu) ?? []).length <= mostBeside
  // "And it's the 4th to the 7th" goes on about the same.
  const more = goingOn(next[0] ?? '')
  return [made, more].flatMap((one) =>
    one ? [{ isOwn: false, old: undefined, head: [], isSure, isAlone, ...one }] : [],
  )
}

/** Maximum words behind the right ones in a sentence that says little else. */
const mostBeside = 6
const longest = 200
type Made = Partial<Amendment> & Pick<Amendment, 'right'>

function wordAmended(text: string, isSure: boolean): Made | undefined {
  if (!/\bnot\b/i.test(text)) return undefined
  const { head, of = head, old = '', right = '' } = (notThis.exec(text) ?? thisNot.exec(text))?.groups ?? {}
  // "28 a head" was the figure 28, where the right one is 31.
  const wrong = /^[$€£]?\d[\d.,]*$/.test(right) ? (/^[$€£]?\d[\d.,]*(?= an? | per )/.exec(old)?.[0] ?? old) : old
  const isFit = [old, right].every((one) => exact.test(one) || (isSure && lone.test(one)))
  return isFit ? { head: wordsOf(of), old: wrong, right, isOwn: isOwned(text, of) } : undefined
}

/** Names, numbers, days and persons, of which one is said for another; in a correction also a word in small letters. */
const exact =
  /^(?:\p{Lu}(?!['’])|[$€£]?\d|(?:my|our) |(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:in )?(?:january|february|march|april|may|june|july|august|september|october|november|december)$|noon|midnight)/u
const lone = /^\p{L}{3,}(?: \p{L}{3,})?$/u

function isOwned(text: string, head = ''): boolean {
  return /^(?:my|our) /i.test(head) || regex.i`\b(?:my|our) ${head.replaceAll(/[^\p{L}\d -]/gu, '.')}`.test(text)
}

function timeAmended(text: string, next: readonly string[], isSure: boolean): Made | undefined {
  const put = isMoved.exec(text)
  if (put) {
    const { head, of = head, open, mine, my = mine } = put.groups ?? {}
    const rest = text.slice(put.index + put[0].length)
    const said = open === undefined ? [rest] : [rest, ...next].map((one) => newTime.exec(one)?.groups?.['at'] ?? '')
    return aboutThing(of, said, my)
  }
  const at = isAt.exec(text)
  if (!at || (at.groups?.['now'] === undefined && !isSure && !/ now[.!]*$/i.test(text))) return undefined
  return aboutThing(at.groups?.['head'], [text.slice(at.index + at[0].length)], at.groups?.['mine'])
}

function aboutThing(thing: string | undefined, said: readonly string[], owner: string | undefined): Made | undefined {
  const head = wordsOf(thing)
  const right = said.map(timeAt).find((one) => one !== undefined)
  return head.length === 0 || right === undefined ? undefined : { head, right, isOwn: owner !== undefined }
}

/** The times that a text begins with. */
function timeAt(text: string): string | undefined {
  const [right = ''] = text.trimStart().split(clauseEnd)
  const [first] = timesIn(behindTo(right))
  return first && lead.test(behindTo(right).slice(3, first.index)) ? right : undefined
}

function goingOn(sentence: string): Made | undefined {
  const right = timeAt(/^(?:and |oh,? and )?it(?:['’]s| is)(?= )(?<at>.+)$/i.exec(sentence)?.groups?.['at'] ?? '')
  return right === undefined ? undefined : { right }
}

const empty =
  /^(?:it|he|she|they|this|that|i|we|you|ve|but|the|my|our|an?|of|for|at|in|on|and|with|to|new|old|date|time|day|both|all|just|now|actually|will|be|has|have|been|got|mon|tues?|wed|thu|fri|sat|sun|\p{L}{3,6}days?)$/u

function wordsOf(head = ''): string[] {
  const words =
    head
      .toLowerCase()
      .replaceAll(/['’]s?(?!\p{L})/gu, '')
      .match(/[\p{L}\d]+/gu) ?? []
  return words.filter((one) => !empty.test(one)).map(stemOf)
}

/** Whether a text may be what is amended, by the words of its thing. */
function isAbout(text: string, { head, isOwn }: Amendment): boolean {
  const words = new Set(wordsOf(text))
  if (!head.every((one) => words.has(one))) return false
  const last = head.at(-1) ?? ''
  return !isOwn || last === '' || !regex.iu`(?:['’]s|\b(?:his|her|their)) (?:[\p{L}-]+ )?${last}`.test(text)
}

/**
 * A text with what an amendment says in it; undefined if it is not about it, or not surely. What the next sentence
 * corrects (`isNext`), it need not name.
 */
export function amended(text: string, amendment: Amendment, isNext = false): string | undefined {
  if (!isAbout(text, amendment)) return undefined
  const { old, right } = amendment
  const times = timesIn(behindTo(right))
  if (old === undefined) return withTimes(text, times, amendment)
  const [said, other] = [times, timesIn(behindTo(old))]
  const [one, wrong] = [said[0], other[0]]
  if (one && wrong && said.length === 1 && other.length === 1) {
    const meant = timesIn(text).filter((known) => isTime(known, wrong))
    return meant.length === 1 && meant[0] ? withTime(text, meant[0], one) : undefined
  }
  return said.length + other.length === 0 ? withWord(text, amendment, isNext) : undefined
}

const sorry = /\b(?:s(?:or)?ry|oops|my bad)\b/i
/** Maximum characters of a reply that are read. */
export const longestReply = 4_000

/** Whether a correction that names no thing is one of the reply before it: "The answer is 8." "No, it's not 8, it's 9." */
export function isOfReply(amendment: Amendment, said: string, reply = ''): boolean {
  if (amendment.head.length > 0 || amendment.old === undefined || isSure.test(said) || sorry.test(said)) return false
  const parts = sentencesOf(reply.slice(0, longestReply)).filter((one) => !/\b(?:you|your|noted)\b/i.test(one))
  return parts.some((one) => amended(one, amendment, true) !== undefined)
}

/** Some words behind one that a month has before it. */
function behindTo(words: string): string {
  return `to ${words}`
}

/** A text with new times in place of its own, if there are as many; of a list, those of the part about the thing. */
function withTimes(text: string, times: readonly TimeSaid[], { head }: Amendment): string | undefined {
  const known = timesIn(text)
  const ofKind =
    (isClock: boolean) =>
    (one: TimeSaid): boolean =>
      one.isClock === isClock
  let changed = text
  // From the last to the first, so that the places stay right.
  const pairs = [true, false].flatMap((isClock) => {
    const [newer, older] = [times.filter(ofKind(isClock)), known.filter(ofKind(isClock))]
    const meant = newer.length === older.length ? older : partAbout(text, older, head)
    return newer.map((one, at) =>
      newer.length === meant.length ? ([meant[at], one] as const) : ([undefined, one] as const),
    )
  })
  for (const [older, newer] of pairs.sort(([a], [b]) => (b?.index ?? 0) - (a?.index ?? 0))) {
    const next = older && withTime(changed, older, newer)
    if (next === undefined) return undefined
    changed = next
  }
  return pairs.length === 0 ? undefined : changed
}

/** The times in the one part of a list that has most words of the thing: "biology 10 June" of "chemistry 3 June, …". */
function partAbout(text: string, times: readonly TimeSaid[], head: readonly string[]): readonly TimeSaid[] {
  const ends = [...text.matchAll(/[,;:] | and |$/g)].map(({ index }) => index)
  const parts = ends.map((end, at) => {
    const from = ends[at - 1] ?? 0
    const words = new Set(wordsOf(text.slice(from, end)))
    const own = times.filter(({ index }) => index >= from && index < end)
    return { own, count: own.length === 0 ? 0 : head.filter((one) => words.has(one)).length }
  })
  const most = Math.max(...parts.map(({ count }) => count))
  const [best, ...others] = parts.filter(({ count }) => count === most)
  return best && most > 0 && others.length === 0 ? best.own : []
}

/** A text with the right words in place of the wrong ones, if these stand there once and are of the same kind. */
function withWord(text: string, { old = '', right, head, isSure }: Amendment, isNext: boolean): string | undefined {
  const isNumber = /^[$€£]?\d/.test(old)
  const ofDay = isNumber && head.length > 0 ? timesIn(text).filter(({ day }) => `${day}` === old) : []
  const [day] = timesIn(`to the ${right}${/\d$/.test(right) ? 'th' : ''}`)
  if (ofDay.length === 1 && ofDay[0] && day?.day !== undefined) return withTime(text, ofDay[0], day)
  const places = placesOf(text, old)
  const [place] = places
  if (place === undefined || places.length > 1) return undefined
  const found = text.slice(place, place + old.length)
  const [unit, same] = [old, right].map((one) => one.replace(/^[$€£]?\d[\d.,]*/, ''))
  const isName = isNamed(found) && (isNamed(right) || !isNamed(old)) && place > 0
  const isFit = isNumber
    ? /^[$€£]?\d/.test(right) && unit === same && (head.length > 0 || unit !== '' || isNext)
    : isName || (/^(?:my|our) /.test(old) && /^(?:my|our) /.test(right))
  // What "it" is, may be in the talk of the moment: "it's not Python, it's Go".
  const isClear = head.length > 0 || isNext || (isSure && !(isName && tooled.test(text)))
  if (!isFit || !isClear) return undefined
  const said = isName && !isNamed(right) ? right.replaceAll(/(?<=^| )\p{Ll}/gu, (one) => one.toUpperCase()) : right
  return `${text.slice(0, place)}${said}${text.slice(place + old.length)}`
}

/** Of tools, the talk of the moment is full; an allergy is not changed in passing. */
const tooled =
  /\b(?:al+ergi\w*|intoleran\w*|us(?:e|es|ing)|cod(?:e|ing)|program(?:s|ming)?|deploy(?:s|ed)?|built|written|runs?|stack)\b/i

function isNamed(words: string): boolean {
  return words.split(' ').every((one) => /^\p{Lu}/u.test(one))
}

/** Where a text has these words as whole ones. */
function placesOf(text: string, words: string): number[] {
  const [all, wanted] = [text.toLowerCase(), words.toLowerCase()]
  const places: number[] = []
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
    if (!/[\p{L}\d]$/u.test(all.slice(0, at)) && !/^(?:[\p{L}\d-]|[.:]\d)/u.test(all.slice(at + wanted.length)))
      places.push(at)
  return places
}
