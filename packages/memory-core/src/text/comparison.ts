import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { cached } from './plain-text.ts'

const keyLength = 4_000
const ascii = /^[\t\n\r -~]*$/
/** A bullet with an optional category, or the speaker in a history of whole turns. */
const lead = /^(?:[-*+][ \t]+(?:\[[^[\]]*\][ \t]+)?|(?:User|Agent): )/
const speakerAndDate = /^(?:[^()]*, )?\d{4}-\d{2}-\d{2}$/

/**
 * The words of a text for comparisons, without bullet and category, and without the quotes, speaker and date of a
 * statement quoted in MEMORY.md. A longer text gives those of its first 4,000 characters, and its length.
 */
export function statementKey(text: string): string {
  const said = statementText(text)
  return said.length > keyLength ? `${bareWords(said.slice(0, keyLength))} ${said.length}` : bareWords(said)
}

/** A speaker's name for comparisons; "" without one. */
export function speakerKey(name = ''): string {
  return bareWords(name) || name.trim()
}

/**
 * A line of MEMORY.md without bullet and category, and without the quotes, speaker and date of a quoted statement:
 * `- I prefer tea (Ada, 2026-01-01)` and `"I prefer tea" (2026-01-01)` → `I prefer tea`.
 */
export function statementText(line: string): string {
  const text = line.trim().replace(lead, '')
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : 0
  if (open <= 0 || !speakerAndDate.test(text.slice(open + 2, -1))) return text
  return text.slice(0, open).replace(/^"(.*)"$/s, '$1')
}

/** Maximum texts cached, about two megabytes. The texts of an index are compared with each question. */
const rememberedTexts = 4_000
const longestRemembered = 600

/** A text without case and punctuation, its words separated by single blanks. */
export const bareWords: (text: string) => string = cached(wordsOf, rememberedTexts, longestRemembered)

function wordsOf(text: string): string {
  const lower = text.toLowerCase()
  return (lower.match(ascii.test(lower) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Whether the Jaccard similarity of two sets, |A ∩ B| / |A ∪ B|, is at least `threshold`; 0 if both are empty. */
export function isSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>, threshold: number): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  // |A ∩ B| / (|A| + |B| − |A ∩ B|) ≥ t where |A ∩ B| ≥ t · (|A| + |B|) / (1 + t).
  const least = (threshold * (a.size + b.size)) / (1 + threshold) - rounding
  let both = small.size
  if (both < least) return false
  for (const token of small) if (!large.has(token) && --both < least) return false
  const either = a.size + b.size - both
  return (either === 0 ? 0 : both / either) >= threshold
}

/**
 * An index that finds sets that may be similar to a given one, without comparing all: inverted, over the rarest tokens of
 * each set. Two sets whose similarity reaches the threshold t differ in size
 * by a factor of t at most, and share one of their |A| − ⌈t·|A|⌉ + 1 rarest tokens (prefix filter), so that a word
 * that every set has costs nothing. `all` are the sets to be added, for the tokens' frequencies; t is above 0.
 * `mostPerToken` limits the sets found by one token, which bounds the cost for any input but may miss similar sets.
 */
export function createJaccardIndex(
  all: readonly ReadonlySet<string>[],
  threshold: number,
  mostPerToken = Number.POSITIVE_INFINITY,
) {
  const frequency = new Map<string, number>()
  for (const set of all) for (const token of set) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  const byToken = new Map<string, { number: number; size: number }[]>()

  function rarest(set: ReadonlySet<string>): string[] {
    const byRarity = [...set].sort(
      (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : Number(a > b)),
    )
    return byRarity.slice(0, set.size - Math.ceil(threshold * set.size - rounding) + 1)
  }

  return {
    /** Numbers of added sets, ascending: all whose similarity reaches the threshold, and few others. */
    candidates(set: ReadonlySet<string>): number[] {
      const found = new Set<number>()
      for (const token of rarest(set))
        for (const { number, size } of byToken.get(token) ?? [])
          if (size >= threshold * set.size - rounding && size * threshold <= set.size + rounding) found.add(number)
      return [...found].sort((a, b) => a - b)
    },
    add(number: number, set: ReadonlySet<string>): void {
      for (const token of rarest(set)) {
        const sets = byToken.get(token)
        if (!sets) byToken.set(token, [{ number, size: set.size }])
        else if (sets.length < mostPerToken) sets.push({ number, size: set.size })
      }
    },
  }
}

/** Tolerance of the bounds, so that they exclude no set when 0.7 × 10 computes to 7.000000000000001. */
const rounding = 1e-9

/**
 * The SHA-256 of a text's UTF-8 bytes, as 64 hex digits. Synchronous and without `node:`, so that it works in workers.
 * A lone surrogate counts as U+FFFD, as it does on disk.
 */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
