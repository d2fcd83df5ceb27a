import { isoTime } from '../clock.ts'
import { withoutUndefined } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { originOf } from '../storage/numbering.ts'
import type { Candidate, PassageQuery, TimedQuery } from '../storage/passages.ts'
import { type AskedTime, spanOf, type TimeSpan } from './asked-dates.ts'
import { dayMs, isPeriod, readingsOf } from './asked-time.ts'
import { compareRanked, type Ranked } from './rank.ts'

/** Maximum years searched for a month without a year. */
const mostYears = 5
/** Parts into which a long span is divided, so that its end does not fill the answer. */
const pieces = 8
/** Maximum passages of a period that are ranked beside those of all times. */
const mostOfPeriod = 60
/** ISO times sort as text only between these moments, whose years have four digits. */
const earliest = Date.parse('0000-01-01T00:00:00Z')
const latest = Date.UTC(9999, 11, 31)

export const wholeSpan = { since: isoTime(earliest), until: isoTime(latest) }

/** The query for everything said at a time, until `untilMs`. Undefined if nothing can be from that time. */
export function timedQuery(
  time: AskedTime,
  search: PassageQuery,
  atMs: number,
  untilMs: number,
): TimedQuery | undefined {
  const { limit, layers, types, sessions } = search
  const spans = spansWithin(time, search, atMs, untilMs)
  if (spans.length === 0) return undefined
  const parts = spans.flatMap((span) => divided(span, Math.ceil(pieces / spans.length)))
  return {
    spans: parts.map(({ from, to }) => ({ since: isoTime(from), until: isoTime(to) })),
    limit: Math.ceil(limit / parts.length),
    ...withoutUndefined({ layers, types, sessions }),
  }
}

/** The search for a question's words in what was said in a month or another period, until `untilMs`, of any year the last. */
export function periodQuery(
  time: AskedTime,
  search: PassageQuery,
  atMs: number,
  untilMs: number,
): PassageQuery | undefined {
  const spans = isPeriod(time) ? spansWithin(time, search, atMs, untilMs) : []
  if (spans.length === 0) return undefined
  const to = Math.max(...spans.map((span) => span.to))
  const from = Math.min(...spans.flatMap((span) => (to - span.to < 365 * dayMs ? [span.from] : [])))
  return { ...search, since: isoTime(from), until: isoTime(to), limit: mostOfPeriod }
}

/** The parts of a time in which a search may find anything; both ends are inclusive. */
function spansWithin(time: AskedTime, search: PassageQuery, atMs: number, untilMs: number): TimeSpan[] {
  const { since = wholeSpan.since, until = wholeSpan.until } = search
  const [first, last] = [Math.max(Date.parse(since), earliest), Math.min(Date.parse(until), untilMs, latest)]
  return spansOf(time, atMs).flatMap(({ from, to }): TimeSpan[] => {
    const [start, end] = [Math.max(from, first), Math.min(to - 1, last)]
    return start <= end ? [{ from: start, to: end }] : []
  })
}

/** Whether a time is a day or a span such as "ten days ago", not a whole month or year or from one date to another. */
export function isSpan(time: AskedTime): boolean {
  return !isPeriod(time) && ('from' in time || time.day !== undefined)
}

/** The passages found by a query for a time. */
export interface SaidThen extends Pick<TimedQuery, 'spans'> {
  found: readonly Candidate[]
}

/** The newest of them, equally many of each span. */
export function newestOf({ found, spans }: SaidThen, most: number): Candidate[] {
  const newest = found.toSorted((a, b) => compareTexts(b.createdAt ?? '', a.createdAt ?? '') || b.number - a.number)
  return spans.flatMap(({ since, until }) =>
    newest
      .filter(({ createdAt = '' }) => createdAt >= since && createdAt <= until)
      .slice(0, Math.ceil(most / spans.length)),
  )
}

function spansOf(time: AskedTime, atMs: number): TimeSpan[] {
  if ('from' in time) return time.until === undefined ? [time] : [time, { from: time.to, to: time.until }]
  const latestYear = new Date(atMs).getUTCFullYear()
  return readingsOf(time).flatMap((reading): TimeSpan[] => {
    if ('from' in reading) return [reading]
    if (reading.year !== undefined) return [spanOf(reading, reading.year)]
    return Array.from({ length: mostYears + 1 }, (_, back) => spanOf(reading, latestYear - back))
      .filter(({ from }) => from <= atMs)
      .slice(0, mostYears)
  })
}

/** Divides a span into at most `most` parts of at least a day; both ends of a part are inclusive. */
function divided({ from, to }: TimeSpan, most: number): TimeSpan[] {
  const count = Math.max(1, Math.min(most, Math.floor((to - from) / dayMs)))
  const length = (to + 1 - from) / count
  return Array.from({ length: count }, (_, i) => ({
    from: Math.ceil(from + i * length),
    to: Math.ceil(from + (i + 1) * length) - 1,
  }))
}

/** The weights of being from the asked time, which the days since "last week" are not, and of being the newest. */
const weights = {
  time: 4,
  newest: 1,
  /** For each e-fold of length, up to `mostTokens`. */
  length: 0.6,
  mostTokens: 100,
  /** A question is rarely what happened. */
  asks: -0.8,
  /** A derived statement says more than one message. */
  statement: 1,
  /** For a named speaker; outweighs all other parts together. */
  speaker: 20,
  /** For each better candidate of the same session. */
  session: -0.5,
} as const

/** Ranks what was said at a time: first by named speakers, then by how new and informative, something of each session. */
export function rankTimed(candidates: readonly Candidate[], time: AskedTime, named: ReadonlySet<string>): Ranked[] {
  const moments = new Map(candidates.map(({ number, createdAt = '' }) => [number, Date.parse(createdAt)]))
  const [oldest, newest] = [Math.min(...moments.values()), Math.max(...moments.values())]
  const told = candidates.map((candidate): Ranked => {
    const { number, length, speech } = candidate
    const moment = moments.get(number) ?? oldest
    const age = newest > oldest ? (newest - moment) / (newest - oldest) : 0
    const isSince = 'from' in time && moment >= time.to
    const parts = {
      time: (isSince ? 0 : weights.time) + weights.newest * (1 - age),
      length: weights.length * Math.log(1 + Math.min(length, weights.mostTokens)),
      question: speech?.asks ? weights.asks : 0,
      statement: speech ? 0 : weights.statement,
      speaker: speech?.speaker.some((token) => named.has(token)) ? weights.speaker : 0,
    }
    return { candidate, parts, score: parts.time + parts.length + parts.question + parts.statement + parts.speaker }
  })
  return spread(told.sort(compareRanked)).sort(compareRanked)
}

function spread(ranked: readonly Ranked[]): Ranked[] {
  const better = new Map<number, number>()
  return ranked.map((one) => {
    const { candidate, parts, score } = one
    if (!candidate.speech) return one
    const origin = originOf(candidate.number)
    const count = better.get(origin) ?? 0
    better.set(origin, count + 1)
    const session = count === 0 ? 0 : weights.session * count
    return { candidate, parts: { ...parts, session }, score: score + session }
  })
}
