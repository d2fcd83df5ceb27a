/** The time that a question speaks of: parts of a date, or a span. */
export type AskedTime = DateParts | Span

/** Parts of a date: "8 May 2023" has three, "in May" one. Months are counted from 0. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
}

/** A span of time, in ms since 1970, the end exclusive. */
export interface Span {
  from: number
  to: number
}

/** How well a moment fits one thing that is asked for, from 0 to 1. */
export type Fitting = (moment: number) => number

const dayMs = 86_400_000
const monthNames: Readonly<Record<string, number>> = Object.fromEntries(
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
  ].flatMap((names, month) => names.split(' ').map((name) => [name, month] as const)),
)
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const amounts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }
/** "Three weeks ago" means about that. */
const looseness = 0.6
/** Longer questions are not asked; their beginning says when. */
const searched = 1_000

/**
 * The time that a question speaks of, as seen from `at` (ms): a date ("8 May 2023", "in May", "2023-05-08", "in 2022"; months
 * in eight languages), or, in English, "yesterday", "last week", "three months ago", "last Friday", "the past two weeks".
 * Undefined for none. A word such as "may" or "mars" alone is no month; it has to stand beside a number or after "in". Linear.
 */
export function askedTime(question: string, at: number): AskedTime | undefined {
  const text = question.slice(0, searched).toLowerCase()
  return isoDay(text) ?? namedMonth(text) ?? plainYear(text) ?? relativeTime(text, at)
}

function isoDay(text: string): AskedTime | undefined {
  const [, year, month, day] = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/.exec(text) ?? []
  if (year === undefined) return undefined
  return partsOf(year, Number(month) - 1, day)
}

const monthWord =
  /(?:(?<before>\b\d{1,2})(?:st|nd|rd|th|\.|er|º)? (?:(?:of|de|di) )?)?(?<in>(?:^|\s)(?:in|during|since|im|en|em|nel|в) )?(?<month>(?<!\p{L})\p{L}{3,9}(?!\p{L}))\.?(?: (?<after>\d{1,2})(?:st|nd|rd|th)?(?!\d))?,?(?: (?:of |de )?(?<year>(?:19|20)\d\d)\b)?/gu

function namedMonth(text: string): AskedTime | undefined {
  for (const { groups } of text.matchAll(monthWord)) {
    const month = monthNames[groups?.['month'] ?? '']
    const { before, after, year } = groups ?? {}
    if (month === undefined) continue
    const day = before ?? after
    if (day === undefined && year === undefined && groups?.['in'] === undefined) continue
    return partsOf(year, month, day)
  }
  return undefined
}

function plainYear(text: string): AskedTime | undefined {
  const [year] = /(?<![\d.,-])(?:19|20)\d\d(?![\d.,-]?\d)/.exec(text) ?? []
  return year === undefined ? undefined : { year: Number(year) }
}

/** A month, of a year or of any, or a day of it. */
function partsOf(year: string | undefined, month: number, day: string | undefined): DateParts | undefined {
  if (month < 0 || month > 11 || Number(day ?? 1) < 1 || Number(day ?? 1) > 31) return undefined
  return {
    ...(year === undefined ? {} : { year: Number(year) }),
    month,
    ...(day === undefined ? {} : { day: Number(day) }),
  }
}

function relativeTime(text: string, at: number): AskedTime | undefined {
  const today = Math.floor(at / dayMs) * dayMs
  const within = (from: number, to: number): Span => ({ from, to })
  const ago = /\b(a couple of|a few|[a-z]+|\d{1,3}) (day|week|month|year)s? ago\b/.exec(text)
  const count = ago && amountOf(ago[1])
  if (count) {
    const unit = (unitDays[ago[2] ?? ''] ?? 1) * dayMs
    const middle = at - count * unit
    return within(middle - looseness * unit, middle + looseness * unit)
  }
  if (/\b(?:yesterday|last night)\b/.test(text)) return within(today - dayMs, today)
  if (/\b(?:today|this morning|tonight)\b/.test(text)) return within(today, today + dayMs)
  const [, past, pastUnit] = /\b(?:past|last) (couple of|few|[a-z]+|\d{1,3}) (day|week|month|year)s?\b/.exec(text) ?? []
  const pastCount = past === undefined ? undefined : amountOf(past)
  if (pastCount) return within(at - pastCount * (unitDays[pastUnit ?? ''] ?? 1) * dayMs, at)
  const [, last] = /\blast (week|weekend|month|year|[a-z]+day)\b/.exec(text) ?? []
  return last === undefined ? undefined : lastOne(last, at, today)
}

/** "Last week" is said of the days before this one, too: the spans reach up to now. */
function lastOne(what: string, at: number, today: number): AskedTime | undefined {
  const reach: Readonly<Record<string, readonly [number, number]>> = {
    week: [10, 0],
    weekend: [8, 0],
    month: [45, 0],
    year: [500, 30],
  }
  const [from, to] = reach[what] ?? []
  if (from !== undefined && to !== undefined) return { from: today - from * dayMs, to: at - to * dayMs }
  const weekday = weekdays.indexOf(what)
  if (weekday < 0) return undefined
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7 || 7
  return { from: today - back * dayMs, to: today - (back - 1) * dayMs }
}

function amountOf(text: string | undefined): number | undefined {
  const word = (text ?? '').replace(/^a (?=couple|few)/, '').replace(/ of$/, '')
  const count = amounts[word] ?? Number(word)
  return Number.isFinite(count) && count > 0 ? count : undefined
}

/** What is told is told soon after: days after the span count once, days before it twice. */
const earlyPenalty = 2
/** After so many days, what is left is e⁻¹. */
const fadingDays = 8

/** What is asked for, one by one: each part of a date, or the span as a whole. */
export function fittings(asked: AskedTime): Fitting[] {
  if ('from' in asked) return [(moment) => nearness(asked, moment)]
  const { year, month, day } = asked
  const parts: Fitting[] = []
  if (year !== undefined) parts.push((moment) => Number(new Date(moment).getUTCFullYear() === year))
  if (month !== undefined) parts.push((moment) => Number(new Date(moment).getUTCMonth() === month))
  if (day !== undefined) parts.push((moment) => Number(new Date(moment).getUTCDate() === day))
  return parts
}

/** How near a moment is to a span: 1 within it, falling to 0 outside. */
export function nearness({ from, to }: Span, moment: number): number {
  const early = from - moment
  const days = (early > 0 ? early * earlyPenalty : Math.max(0, moment - to)) / dayMs
  return Math.exp(-days / fadingDays)
}
