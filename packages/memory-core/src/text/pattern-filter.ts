import { firstLoneCharacter, neededTexts } from './needed-texts.ts'

/** Whether a pattern can match in a text: the others need not be tried. */
export type CanMatch = (pattern: RegExp) => boolean

/** Which patterns can match in a text. */
export interface Matchable {
  can: CanMatch
  /** Those of the given patterns that can. */
  patterns(): RegExp[]
}

/** A text that patterns need. */
interface Needed {
  text: string
  /** The patterns by their place, and the bits of the lists that it stands in. */
  uses: { place: number; bit: number }[]
}

/** Powers of two: where texts of three characters and more begin, and those of two or one. */
const longStarts = 8_192
const shortStarts = 1_024
/** Maximum word lists of a pattern: each has a bit. */
const mostLists = 30

/**
 * Tells of many patterns at once which of them can match in a text, or in any part of it, by the texts that they need
 * ({@link neededTexts}). A pattern of which nothing is known always can. One walk through the text: about 10 ns a
 * character, where trying one pattern costs up to a microsecond.
 */
export function createPatternFilter(patterns: readonly RegExp[]): (text: string) => Matchable {
  const all = [...new Set(patterns)]
  const places = new Map(all.map((pattern, place) => [pattern, place]))
  /** The bits of the lists that each pattern needs a text of. */
  const wanted: number[] = []
  const needed = new Map<string, Needed>()
  for (const [place, pattern] of all.entries()) {
    const lists = neededTexts(pattern).slice(0, mostLists)
    wanted.push(2 ** lists.length - 1)
    for (const [list, texts] of lists.entries())
      for (const text of texts) usesOf(needed, text).push({ place, bit: 1 << list })
  }
  const byStart = sortedByStart(needed.values())

  return (text) => {
    const missing = missingIn(folded(text), byStart, wanted)
    return {
      can: (pattern) => (missing[places.get(pattern) ?? -1] ?? 0) === 0,
      patterns: () => all.filter((_, place) => missing[place] === 0),
    }
  }
}

function usesOf(needed: Map<string, Needed>, text: string): Needed['uses'] {
  const known = needed.get(text)
  if (known) return known.uses
  const uses: Needed['uses'] = []
  needed.set(text, { text, uses })
  return uses
}

type ByStart = readonly (readonly Needed[] | undefined)[]

/** By their first three characters, behind those by two, and behind those by a single one. */
function sortedByStart(needed: Iterable<Needed>): ByStart {
  const byStart = new Array<Needed[] | undefined>(longStarts + 2 * shortStarts).fill(undefined)
  for (const one of needed) {
    const [first, second, third] = [0, 1, 2].map((at) => one.text.charCodeAt(at))
    const start =
      one.text.length === 1
        ? singleStart(first ?? 0)
        : one.text.length === 2
          ? shortStart(first ?? 0, second ?? 0)
          : longStart(first ?? 0, second ?? 0, third ?? 0)
    byStart[start] = [...(byStart[start] ?? []), one]
  }
  return byStart
}

function longStart(first: number, second: number, third: number): number {
  return ((first * 31 + second) * 31 + third) & (longStarts - 1)
}

function shortStart(first: number, second: number): number {
  return longStarts + ((first * 31 + second) & (shortStarts - 1))
}

function singleStart(first: number): number {
  return longStarts + shortStarts + (first & (shortStarts - 1))
}

/** Of the wanted bits of each pattern, those of the lists that have no text in the given one. */
function missingIn(text: string, byStart: ByStart, wanted: readonly number[]): readonly number[] {
  const missing = wanted.slice()
  let first = text.charCodeAt(0)
  let second = text.charCodeAt(1)
  for (let at = 0; at < text.length; at++) {
    const third = text.charCodeAt(at + 2)
    const long = byStart[longStart(first, second, third)]
    if (long !== undefined) strike(missing, long, text, at)
    const short = byStart[shortStart(first, second)]
    if (short !== undefined) strike(missing, short, text, at)
    const single = first < firstLoneCharacter ? undefined : byStart[singleStart(first)]
    if (single !== undefined) strike(missing, single, text, at)
    first = second
    second = third
  }
  return missing
}

function strike(missing: number[], candidates: readonly Needed[], text: string, at: number): void {
  for (const one of candidates)
    if (text.startsWith(one.text, at))
      for (const { place, bit } of one.uses) missing[place] = (missing[place] ?? 0) & ~bit
}

/** In lower case; the long s, which patterns that ignore the case take for an s, is one. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ſ') ? lower.replaceAll('ſ', 's') : lower
}
