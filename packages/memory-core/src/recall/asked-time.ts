import { byWord, dayMs, relativeTime, type TimeSpan } from './relative-time.ts'

/** The time a question asks about: parts of a date, or a span. */
export type AskedTime = DateParts | TimeSpan

/** Parts of a date: "8 May 2023" has three, "in May" one. Months count from 0. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  /** The other reading of a date such as "05/03/2026". */
  or?: AskedTime
}

export interface SaidTime {
  time: AskedTime
  said: string
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
/** Maximum characters scanned. A longer question names its time at the beginning. */
const searched = 1_000

/**
 * Finds the time a question asks about, seen from `at` (ms): a date ("8 May 2023", "in May", "2023-05-08",
 * "08.05.2023", "08/05/2023", "in 2022") or a relative time ("yesterday", "last week", "three months ago", see {@link relativeTime}), in eight languages.
 * Undefined for none. A name such as "may" or "mars" counts as a month only beside a number or after "in". Linear.
 */
export function saidTime(question: string, at: number): SaidTime | undefined {
  const text = question.slice(0, searched).toLowerCase().replaceAll('’', "'")
  return isoDay(text) ?? dayInFigures(text) ?? namedMonth(text) ?? plainYear(text) ?? relativeTime(text, at)
}

function isoDay(text: string): SaidTime | undefined {
  const [said = '', year, month, day] = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/.exec(text) ?? []
  return year === undefined ? undefined : dateOf(said, year, Number(month) - 1, day)
}

/** No part of a version or a path, and no quoted title. */
const figures = /(?<![\p{L}\d./"'“„«‘-])(\d{1,2})([./])(\d{1,2})\2((?:19|20)\d\d)(?!\p{L}|\d|[./-]\d)/u

/** With dots, the day comes first; with slashes, either may. */
function dayInFigures(text: string): SaidTime | undefined {
  const [said = '', first = '', mark, second = '', year] = figures.exec(text) ?? []
  const found = dateOf(said, year, Number(second) - 1, first)
  const other = mark === '/' && first !== second ? dateOf(said, year, Number(first) - 1, second) : undefined
  return found && other ? { said, time: { ...found.time, or: other.time } } : (found ?? other)
}

const monthWord =
  /(?:(?<before>\b\d{1,2})(?:st|nd|rd|th|\.|er|º)? (?:(?:of|de|di) )?)?(?<in>(?:^|\s)(?:in|during|since|im|en|em|nel|в) )?(?<month>(?<!\p{L})\p{L}{3,9}(?!\p{L}))\.?(?: (?<after>\d{1,2})(?:st|nd|rd|th)?(?!\d))?,?(?: (?:of |de )?(?<year>(?:19|20)\d\d)\b)?/gu

function namedMonth(text: string): SaidTime | undefined {
  for (const { 0: said, groups } of text.matchAll(monthWord)) {
    const month = months.get(groups?.['month'] ?? '')
    const { before, after, year } = groups ?? {}
    if (month === undefined) continue
    const day = before ?? after
    if (day === undefined && year === undefined && groups?.['in'] === undefined) continue
    return dateOf(said, year, month, day)
  }
  return undefined
}

function plainYear(text: string): SaidTime | undefined {
  const [year] = /(?<![\d.,-])(?:19|20)\d\d(?![\d.,-]?\d)/.exec(text) ?? []
  return year === undefined ? undefined : { said: year, time: { year: Number(year) } }
}

/** A month, of one year or of any year, or a day in it. Undefined for impossible numbers. */
function dateOf(said: string, year: string | undefined, month: number, day: string | undefined): SaidTime | undefined {
  if (month < 0 || month > 11 || Number(day ?? 1) < 1 || Number(day ?? 1) > 31) return undefined
  return { said, time: { ...(year && { year: Number(year) }), month, ...(day && { day: Number(day) }) } }
}

/** People talk about an event soon after it, so a day before the span costs as much as two after it. */
const earlyPenalty = 2
/** Days outside the span at which the fit is 1/e. */
const fadingDays = 8

export function readingsOf(asked: AskedTime): AskedTime[] {
  return 'or' in asked && asked.or ? [asked, asked.or] : [asked]
}

/** For each part of the date, or once for a span, how well a moment fits it, from 0 to 1. */
export function fittings(asked: AskedTime): ((moment: number) => number)[] {
  if ('from' in asked) return [(moment) => nearness(asked, moment)]
  const datesOf = (date: Date): number[] => [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return [asked.year, asked.month, asked.day].flatMap((part, at) =>
    part === undefined ? [] : [(moment: number) => Number(datesOf(new Date(moment))[at] === part)],
  )
}

/** How near a moment is to a span: 1 within it, falling to 0 outside. */
export function nearness({ from, to }: TimeSpan, moment: number): number {
  const early = from - moment
  const days = (early > 0 ? early * earlyPenalty : Math.max(0, moment - to)) / dayMs
  return Math.exp(-days / fadingDays)
}
