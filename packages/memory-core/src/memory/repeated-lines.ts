import type { ResolvedFactsOptions } from '../documents/facts-file.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { tokenize } from '../text/analyse.ts'
import { speakerKey } from '../text/comparison.ts'

/** A line says the same as another if it has this share of its words, and all of its names, numbers and negations. */
const sameShare = 0.8
/** Lines of at least this rank stay while MEMORY.md has room. */
export const highRank = 0.6
/** Words that negate. */
export const negation = /\b(?:not|no|never|nor|without|\p{L}+n't)\b/u
/** The start of a line that tells which tools one has. */
const using =
  /^(?:i|we)(?:['’](?:m|ve|re)| am| are| have)? (?:(?:also|already|been|currently|mainly|now|still) )*(?:us(?:e|ing)|running|working with|got|chosen|integrated|set up) /i
/** Names, numbers and negations, which both texts must have. */
const decisive = new RegExp(`\\p{N}(?:[\\p{N}.,:]*\\p{N})?|(?<=\\S )\\p{Lu}[\\p{L}\\p{N}'-]*|${negation.source}`, 'gu')

/** What lines are compared by. */
export function comparable(text: string, speaker: string | undefined) {
  const names = text.match(decisive) ?? []
  return {
    tokens: new Set(tokenize(text)),
    names: names.map((name) => name.toLowerCase()),
    speaker: speakerKey(speaker),
    isNegative: negation.test(text),
    tellsTools: using.test(text),
  }
}

type Comparable = ReturnType<typeof comparable>

/** Whether `line` says what `other` says, possibly with other or more words. */
export function says(line: Comparable, other: Comparable): boolean {
  if (line.speaker !== '' && other.speaker !== '' && line.speaker !== other.speaker) return false
  if (!other.names.every((name) => line.names.includes(name))) return false
  let both = 0
  for (const token of other.tokens) if (line.tokens.has(token)) both++
  return both >= sameShare * other.tokens.size
}

/**
 * The lines that a later one of the same speaker and of no lower rank says again, and of those that tell which tools one
 * has, what the others say together.
 */
export function saidAgain<Line extends Comparable & { rank: number }>(lines: readonly Line[]): ReadonlySet<Line> {
  const places = lines.map((line, at) => ({ line, at })).filter(({ line }) => !line.isNegative)
  const words = places.flatMap((place) => Array.from(place.line.tokens, (token) => ({ ...place, token })))
  const byToken = Map.groupBy(words, ({ token }) => token)
  const isAgain = (one: Line, from: number): boolean => {
    const lists = [...one.tokens].map((token) => byToken.get(token) ?? []).sort((a, b) => a.length - b.length)
    // A line that lacks no more than a fifth of the words has one of the rarest, if these are more than a fifth.
    const mostMissing = lists.length - Math.ceil(sameShare * lists.length)
    return lists
      .slice(0, mostMissing + 1)
      .some((list) =>
        list.some(
          ({ line, at }) => at > from && line.rank >= one.rank && line.speaker === one.speaker && says(line, one),
        ),
      )
  }
  const again = new Set(lines.filter(isAgain))
  const ofSpeakers = Map.groupBy(
    lines.filter((line) => line.tellsTools && !line.isNegative && !again.has(line)),
    ({ speaker }) => speaker,
  )
  return new Set([...again, ...[...ofSpeakers.values()].flatMap(saidTogether)])
}

/** Maximum words of a purpose ("for my layout") that are not said elsewhere, where a version is. */
const purposeWords = 2

/** The lines whose names and most of whose words the others, of no lower rank or of a high one, have together. */
function saidTogether<Line extends Comparable & { rank: number }>(lines: readonly Line[]): readonly Line[] {
  const [tokens, names] = [new Map<string, number>(), new Map<string, number>()]
  const count = (line: Line, by: 1 | -1): void => {
    for (const token of line.tokens) tokens.set(token, (tokens.get(token) ?? 0) + by)
    for (const name of line.names) names.set(name, (names.get(name) ?? 0) + by)
  }
  for (const line of lines) count(line, 1)
  return lines
    .toSorted((a, b) => Math.min(a.rank, highRank) - Math.min(b.rank, highRank) || a.tokens.size - b.tokens.size)
    .filter((line) => {
      count(line, -1)
      const missing = [...line.tokens].filter((token) => !tokens.get(token)).length
      const most = Math.max(
        (1 - sameShare) * line.tokens.size,
        line.names.some((name) => /\p{N}/u.test(name)) ? purposeWords : 0,
      )
      const isSaid = missing <= most && line.names.every((name) => names.get(name))
      if (!isSaid && line.rank >= highRank) count(line, 1)
      return isSaid
    })
}

/** Whether a record may get a line: captured, current, without scope, and of a kind that every context contains. */
export function isPlaceable(record: MemoryRecord, at: string, { tell }: ResolvedFactsOptions): boolean {
  const { kind, about, worth, scope, archivedAt, validTo, supersededBy, until } = record
  return (
    kind === 'semantic' &&
    about !== undefined &&
    worth !== undefined &&
    scope === undefined &&
    archivedAt === undefined &&
    supersededBy === undefined &&
    (validTo === undefined || Date.parse(validTo) > Date.parse(at)) &&
    (until === undefined || until >= at.slice(0, 10)) &&
    (tell[about] ?? 'always') === 'always'
  )
}
