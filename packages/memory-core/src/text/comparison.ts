import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { cached } from './plain-text.ts'

const keyLength = 4_000
const blank = 0x20
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

/** The words of a bare text, with a bit of 256 for each, and the number of words with repetitions. */
export interface BareWords {
  bits: Int32Array
  count: number
  all: () => ReadonlySet<string>
}

/** Prepares a text for {@link areSimilar}. Costs about 1 µs for 500 characters. */
export function wordsOfBare(bare: string): BareWords {
  const bits = new Int32Array(8)
  let [count, hash] = [0, 0]
  for (let at = 0; at <= bare.length; at++) {
    const code = at < bare.length ? bare.charCodeAt(at) : blank
    if (code !== blank) {
      hash = Math.imul(hash ^ code, 0x01000193)
      continue
    }
    const place = (hash >>> 13) & 7
    bits[place] = (bits[place] ?? 0) | (1 << (hash >>> 16))
    count++
    hash = 0
  }
  let all: ReadonlySet<string> | undefined
  return { bits, count, all: () => (all ??= new Set(bare.split(' '))) }
}

/** The words of a text for {@link areSimilar}. Cached like {@link bareWords}. */
export const wordsToCompare: (text: string) => BareWords = cached(
  (text) => wordsOfBare(bareWords(text)),
  rememberedTexts,
  longestRemembered,
)

/** {@link isSimilar} for texts of which most are not: their bits differ in more places than those of similar sets can. */
export function areSimilar(a: BareWords, b: BareWords, threshold: number): boolean {
  // |A △ B| ≤ (1 − t) / (1 + t) · (|A| + |B|) where |A ∩ B| / |A ∪ B| ≥ t.
  const most = ((1 - threshold) / (1 + threshold)) * (a.count + b.count) + rounding
  let differing = 0
  for (let i = 0; i < a.bits.length && differing <= most; i++) differing += onesIn((a.bits[i] ?? 0) ^ (b.bits[i] ?? 0))
  return differing <= most && isSimilar(a.all(), b.all(), threshold)
}

function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
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
