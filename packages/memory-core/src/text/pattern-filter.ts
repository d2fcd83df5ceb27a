import { neededTexts } from './needed-texts.ts'

/** Whether a pattern can match in a text: the others need not be tried. */
export type CanMatch = (pattern: RegExp) => boolean

/** A text that patterns need, its third letter, and the lists that it stands in. */
interface Needed {
  text: string
  third: number
  lists: number[]
}

/** A power of two. */
const starts = 16_384

/**
 * Tells of many patterns at once which of them can match in a text, or in any part of it, by the texts that they need
 * ({@link neededTexts}). A pattern of which nothing is known always can. One walk through the text: about 10 ns a
 * character, where trying one pattern costs up to a microsecond.
 */
export function createPatternFilter(patterns: readonly RegExp[]): (text: string) => CanMatch {
  const places = new Map<RegExp, number>()
  /** How many lists a pattern needs a text of, by its place. */
  const counts: number[] = []
  /** The place of the pattern that a list belongs to. */
  const owners: number[] = []
  const needed = new Map<string, Needed>()
  for (const pattern of new Set(patterns)) {
    const lists = neededTexts(pattern)
    if (lists.length === 0) continue
    places.set(pattern, counts.length)
    for (const texts of lists) {
      for (const text of texts) listed(needed, text).push(owners.length)
      owners.push(counts.length)
    }
    counts.push(lists.length)
  }
  const byStart = sortedByStart(needed.values())
  const wanted = Uint8Array.from(counts)

  return (text) => {
    const isFound = new Uint8Array(owners.length)
    const missing = wanted.slice()
    eachNeeded(folded(text), byStart, isFound, owners, missing)
    return (pattern) => {
      const place = places.get(pattern)
      return place === undefined || missing[place] === 0
    }
  }
}

function listed(needed: Map<string, Needed>, text: string): number[] {
  const known = needed.get(text)
  if (known) return known.lists
  const lists: number[] = []
  needed.set(text, { text, third: text.length > 2 ? text.charCodeAt(2) : -1, lists })
  return lists
}

type ByStart = readonly (readonly Needed[] | undefined)[]

function sortedByStart(needed: Iterable<Needed>): ByStart {
  const byStart = new Array<Needed[] | undefined>(starts).fill(undefined)
  for (const one of needed) {
    const place = placeOf(one.text.charCodeAt(0), one.text.charCodeAt(1))
    byStart[place] = [...(byStart[place] ?? []), one]
  }
  return byStart
}

function placeOf(first: number, second: number): number {
  return (first * 127 + second) & (starts - 1)
}

/** Counts down what is missing for each list of which a text stands in the given one. */
function eachNeeded(
  text: string,
  byStart: ByStart,
  isFound: Uint8Array,
  owners: readonly number[],
  missing: Uint8Array,
): void {
  let first = text.charCodeAt(0)
  for (let at = 1; at < text.length; at++) {
    const second = text.charCodeAt(at)
    const candidates = byStart[placeOf(first, second)]
    first = second
    if (candidates === undefined) continue
    const third = text.charCodeAt(at + 1)
    for (const one of candidates) {
      if ((one.third >= 0 && one.third !== third) || !text.startsWith(one.text, at - 1)) continue
      for (const list of one.lists) {
        if (isFound[list] === 1) continue
        isFound[list] = 1
        const owner = owners[list] ?? 0
        missing[owner] = (missing[owner] ?? 0) - 1
      }
    }
  }
}

/** In lower case; the long s, which patterns that ignore the case take for an s, is one. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ſ') ? lower.replaceAll('ſ', 's') : lower
}
