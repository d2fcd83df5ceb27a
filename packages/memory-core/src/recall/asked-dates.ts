import { patternOf } from '../text/regex.ts'

/** The time a question asks about: parts of a date, or a span. */
export type AskedTime = DateParts | TimeSpan

/** Parts of a date: "8 May 2023" has three, "in May" one. Months count from 0. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  /** The other reading of a date such as "05/03/2026", and another date beside it: "in March and April". */
  or?: DateParts
}

/** A span of time in ms since 1970; the end is exclusive. */
export interface TimeSpan {
  from: number
  to: number
  /** The moment until which "last week" and the like are sometimes meant to reach. */
  until?: number
  /** Its ends are named: "in May 2023", "between 6 and 10 March", not "three weeks ago". */
  isExact?: boolean
}

/** A time, and the words for it. */
export interface SaidTime {
  time: AskedTime
  said: string
}

/** The number of each word; those of a row are separated by blanks. */
export function byWord(rows: Iterable<readonly [number, string]>): ReadonlyMap<string, number> {
  return new Map([...rows].flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)))
}

const months = byWord(
  [
    'january jan januar janvier enero janeiro gennaio januari января январь',
    'february feb februar février febrero fevereiro febbraio februari февраля февраль',
    'march mar märz mars marzo março maart марта март',
    'april apr avril abril aprile апреля апрель',
    'may mai mayo maio maggio mei мая май',
    'june jun juni juin junio junho giugno июня июнь',
    'july jul juli juillet julio julho luglio июля июль',
    'august aug août agosto augustus августа август',
    'september sep sept septembre septiembre setembro settembre сентября сентябрь',
    'october oct oktober okt octobre octubre outubro ottobre октября октябрь',
    'november nov novembre noviembre novembro ноября ноябрь',
    'december dec dezember dez décembre diciembre dezembro dicembre декабря декабрь',
  ].entries(),
)
const monthNames = [...months.keys()].join('|')
const monthWord = `(?<!\\p{L})(?:${monthNames})(?!\\p{L})`
/** Names of months that are no other word and no name of a person. */
const plainMonth = /^(?:january|february|july|september|october|november|december)$/

const isoDays = /\b(?<year>(?:19|20)\d\d)-(?<month>\d\d)(?:-(?<day>\d\d))?\b/g
/** No part of a version or a path, and no quoted title. */
const figures =
  /(?<![\p{L}\d./"'“„«‘-])(?<first>\d{1,2})(?<mark>[./])(?<second>\d{1,2})\k<mark>(?<year>(?:19|20)\d\d)(?!\p{L}|\d|[./-]\d)/gu
const named = patternOf(
  `(?:(?<before>\\b\\d{1,2})(?:st|nd|rd|th|\\.|er|º)? (?:(?:of|de|di) )?)?(?<month>${monthWord})\\.?(?: (?<after>\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?,?(?: (?:of |de )?(?<year>(?:19|20)\\d\\d)\\b)?`,
  'gu',
)
const years = /(?<![\d.,-])(?<year>(?:19|20)\d\d)(?![\d.,-]?\d)/g

/** A date that a text names, and where. */
interface NamedDate {
  start: number
  end: number
  time: DateParts
  /** Whether the name of a month cannot be another word here: not "may" in "may I" or "June" in "from June". */
  isSure: boolean
}

type Groups = Readonly<Record<string, string | undefined>>

/** The words that say which part of a date, or which time beside it, is meant; in eight languages. */
const parts = {
  early:
    'early|(?:beginning|start|first (?:half|weeks?|weekend|days?)) of|anfang|début|principios de|início de|inizio(?: di)?|begin|начале',
  mid: 'mid|middle of|mitte|mi|mediados de|meados de|metà|half|midden|середине',
  late: '(?:very )?late|(?:end|close|second half|(?:last|final) (?:few )?(?:weeks?|weekend|days?)) (?:of|in)|ende|fin|finales de|fi(?:m|nal) de|fine(?: di)?|eind|конце',
}
const bounds = {
  since: 'since|seit|ab|depuis|dès|desde|dal?|sinds|vanaf|с',
  after: 'after|following|nach|après|después de|depois de|dopo|na|после',
  before: 'before|prior to|preceding|vor|avant|antes de|prima di|voor|до',
  until: "until|till|up to|by|bis|jusqu'(?:à|en|au)|hasta|até|fino a|tot",
  between: 'between|zwischen|entre|tra|fra|tussen|между',
}
const grouped = (words: Groups): string =>
  Object.entries(words)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|')
const article = "(?:(?:the|dem|der|den|le|la|el|o|il|het|de) |l')?"
const part = `${article}(?:(?:${grouped(parts)})[ -])?${article}`
const beforeDate = patternOf(`(?<![\\p{L}\\d])(?:(?:${grouped(bounds)}) )?${part}$`, 'u')
const beforeMonth = patternOf(
  `(?<![\\p{L}\\d])(?:in|during|throughout|until|im|en|em|nel|в|${[bounds.since, ...Object.values(parts)].join('|')})[ -]$`,
  'u',
)
/** Between the two ends of a span; "and" and its like only after "between". */
const link = "(?:(?<and>and|und|et|y|e|en|и)|to|through|thru|until|till|bis|au|à|jusqu'au|al?|ao|até|tot|по|до|-|–)"
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th|\\.|er|º)?'
const linked = patternOf(`^,? ?${link} ?${part}$`, 'u')
const dayAfter = patternOf(
  `^ ?${link} ?${article}${day}(?![\\p{L}\\d./-]| (?:de |of )?(?:${monthNames})(?!\\p{L}))(?:,? (?<year>(?:19|20)\\d\\d)\\b)?`,
  'u',
)
const dayBefore = patternOf(`(?<![\\p{L}\\d./-])${day} ?${link} ?${article}$`, 'u')
/** Between two dates of which either is meant. */
const beside = /^,? (?:and|or|und|oder|et|ou|y|o|e|en|of|и|или) (?:in |im |on |am )?$/u
/** Maximum characters between a date and the words that belong to it. */
const reach = 40

/** The dates that a text in lower case names, in its order. */
function datesIn(text: string): NamedDate[] {
  const found: NamedDate[] = []
  const add = (pattern: RegExp, read: (groups: Groups) => DateParts | undefined): void => {
    for (const { 0: said, index, groups = {} } of text.matchAll(pattern)) {
      const end = index + said.length
      const time = found.some((one) => index < one.end && end > one.start) ? undefined : read(groups)
      const isBare = groups['month'] !== undefined && groups['year'] === undefined && time?.day === undefined
      const isSure = !isBare || plainMonth.test(groups['month'] ?? '') || beforeMonth.test(textBefore(text, index))
      if (time) found.push({ start: index, end, time, isSure })
    }
  }
  add(isoDays, (groups) => dateOf(groups['year'], Number(groups['month']) - 1, groups['day']))
  add(figures, inFigures)
  add(named, ({ month = '', before, after, year }) => dateOf(year, months.get(month), before ?? after))
  add(years, ({ year }) => ({ year: Number(year) }))
  return found.sort((a, b) => a.start - b.start)
}

/** The months that the words for a time name. */
export function monthsIn(said: string): string[] {
  return said.match(new RegExp(monthWord, 'gu')) ?? []
}

function textBefore(text: string, end: number): string {
  return text.slice(Math.max(0, end - reach), end)
}

/** With dots, the day comes first; with slashes, either may. */
function inFigures({ first = '', mark, second = '', year }: Groups): DateParts | undefined {
  const found = dateOf(year, Number(second) - 1, first)
  const other = mark === '/' && first !== second ? dateOf(year, Number(first) - 1, second) : undefined
  return found && other ? { ...found, or: other } : (found ?? other)
}

/** A month, of one year or of any year, or a day in it. Undefined for impossible numbers. */
function dateOf(year: string | undefined, month = -1, ofMonth?: string): DateParts | undefined {
  if (month < 0 || month > 11 || Number(ofMonth ?? 1) < 1 || Number(ofMonth ?? 1) > 31) return undefined
  return { ...(year && { year: Number(year) }), month, ...(ofMonth && { day: Number(ofMonth) }) }
}

/**
 * The date that a text in lower case names, or the span: "between 6 and 10 March", "from April 17 to May 2", "since
 * 2022", "before 18 January", "early May", seen from `at` (ms), in eight languages. Undefined for none. Linear.
 */
export function saidDate(text: string, at: number): SaidTime | undefined {
  const dates = datesIn(text)
  for (const [i, date] of dates.entries()) {
    const span = spanFrom(text, date, dates[i + 1], at) ?? (date.isSure ? spanBeside(text, date, at) : undefined)
    if (span) return span
  }
  const sure = dates.filter(({ isSure }) => isSure)
  const date = sure.find(({ time }) => time.month !== undefined) ?? sure[0]
  if (!date) return undefined
  const { time, start, end } = date
  const next = dates[dates.indexOf(date) + 1]
  if (!next || !beside.test(text.slice(end, next.start))) return { time, said: text.slice(start, end) }
  const { year = next.time.year } = time
  return { time: { ...time, ...(year && { year }), or: next.time }, said: text.slice(start, next.end) }
}

/** The span whose first end is a date, as "6" in "between 6 and 10 March". */
function spanFrom(text: string, date: NamedDate, next: NamedDate | undefined, at: number): SaidTime | undefined {
  const { time } = date
  const first = time.day === undefined ? null : dayBefore.exec(textBefore(text, date.start))
  const start = date.start - (first?.[0].length ?? 0)
  const opening = beforeDate.exec(textBefore(text, start))
  const isLink = ({ groups }: RegExpExecArray): boolean =>
    groups?.['and'] === undefined || opening?.groups?.['between'] !== undefined
  const said = (end: number): string => text.slice(start - (opening?.[0].length ?? 0), end)
  if (first && isLink(first)) return between(dayOf(time, first.groups), time, said(date.end), at)
  const last = time.day === undefined ? null : dayAfter.exec(text.slice(date.end, date.end + reach))
  if (last && isLink(last)) return between(time, dayOf(time, last.groups), said(date.end + last[0].length), at)
  const joint = next && linked.exec(text.slice(date.end, next.start))
  if (!joint || !isLink(joint)) return undefined
  return between(time, next.time, said(next.end), at, opening?.groups, joint.groups)
}

/** Another day of a month: "10, 2022" in "March 6–10, 2022". */
function dayOf(date: DateParts, { day: named, year }: Groups = {}): DateParts {
  return { ...date, day: Number(named), ...(year !== undefined && { year: Number(year) }) }
}

/** A part of the date, or the time before or after it. */
function spanBeside(text: string, { start, end, time }: NamedDate, at: number): SaidTime | undefined {
  const { 0: opening = '', groups = {} } = beforeDate.exec(textBefore(text, start)) ?? {}
  const { from, to } = partOf(spanOf(time, time.year ?? yearOf(time, at)), groups)
  const said = text.slice(start - opening.length, end)
  if (groups['since'] && from < at) return { said, time: { from, to: at, isExact: true } }
  if (groups['after'] && to < at) return { said, time: { from: to, to: at, isExact: true } }
  if (groups['before'] && !countedBack.test(textBefore(text, start - opening.length)))
    return { said, time: { from: 0, to: from, isExact: true } }
  if (groups['until']) return { said, time: { from: 0, to, isExact: true } }
  return (groups['early'] ?? groups['mid'] ?? groups['late']) ? { said, time: { from, to, isExact: true } } : undefined
}

/** "The week before 5 May" is near to that day. */
const countedBack = /(?:days?|weeks?|weekend|months?|nights?|\w+day) $/

/** The last year in which a date began before `at`. */
function yearOf(time: DateParts, at: number): number {
  const year = new Date(at).getUTCFullYear()
  return spanOf(time, year).from <= at ? year : year - 1
}

function between(
  first: DateParts,
  last: DateParts,
  said: string,
  at: number,
  ofFirst: Groups = {},
  ofLast: Groups = {},
): SaidTime | undefined {
  const year = last.year ?? first.year ?? yearOf(last, at)
  const inYear = (date: DateParts, groups: Groups, one: number): TimeSpan => partOf(spanOf(date, one), groups)
  const [start, end] = [inYear(first, ofFirst, first.year ?? year), inYear(last, ofLast, year)]
  // Over the turn of a year, one of them is in the next.
  const isOver = start.from >= end.to
  const { from } = isOver && first.year === undefined ? inYear(first, ofFirst, year - 1) : start
  const { to } = isOver && first.year !== undefined && last.year === undefined ? inYear(last, ofLast, year + 1) : end
  return from < to ? { said, time: { from, to, isExact: true } } : undefined
}

/** Early, mid and late are thirds. */
function partOf({ from, to }: TimeSpan, groups: Groups): TimeSpan {
  const third = (to - from) / 3
  if (groups['early']) return { from, to: from + third }
  if (groups['mid']) return { from: from + third, to: to - third }
  return groups['late'] ? { from: to - third, to } : { from, to }
}

/** The span of a date in a year. */
export function spanOf({ month, day: ofMonth }: DateParts, year: number): TimeSpan {
  if (month === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
  if (ofMonth === undefined) return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
  return { from: Date.UTC(year, month, ofMonth), to: Date.UTC(year, month, ofMonth + 1) }
}
