import { tokenize } from '../text/analyse.ts'
import { speakerKey } from '../text/comparison.ts'

/** A line says the same as another if it has this share of its words, and all of its names, numbers and negations. */
const sameShare = 0.8
/** Words that negate. */
export const negation = /\b(?:not|no|never|nor|without|\p{L}+n't)\b/u
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

/** The lines that a later one of the same speaker and of no lower rank says again. */
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
  return new Set(lines.filter(isAgain))
}
