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
  /** Its third letter, or -1. */
  third: number
  /** The patterns by their place, and the bits of the lists that it stands in. */
  uses: { place: number; bit: number }[]
}

/** A power of two. */
const starts = 2_048
/** So many lists of a pattern have a bit. */
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
  needed.set(text, { text, third: text.length > 2 ? text.charCodeAt(2) : -1, uses })
  return uses
}

type ByStart = readonly (readonly Needed[] | undefined)[]

/** By the first two characters, and behind those by a single one. */
function sortedByStart(needed: Iterable<Needed>): ByStart {
  const byStart = new Array<Needed[] | undefined>(2 * starts).fill(undefined)
  for (const one of needed) {
    const first = one.text.charCodeAt(0)
    const start = one.text.length === 1 ? singleStart(first) : startOf(first, one.text.charCodeAt(1))
    byStart[start] = [...(byStart[start] ?? []), one]
  }
  return byStart
}

function startOf(first: number, second: number): number {
  return (first * 127 + second) & (starts - 1)
}

function singleStart(first: number): number {
  return starts + (first & (starts - 1))
}

/** Of the wanted bits of each pattern, those of the lists that have no text in the given one. */
function missingIn(text: string, byStart: ByStart, wanted: readonly number[]): readonly number[] {
  const missing = wanted.slice()
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at)
    const candidates = byStart[startOf(first, text.charCodeAt(at + 1))]
    if (candidates !== undefined) strike(missing, candidates, text, at)
    const single = first < firstLoneCharacter ? undefined : byStart[singleStart(first)]
    if (single !== undefined) strike(missing, single, text, at)
  }
  return missing
}

function strike(missing: number[], candidates: readonly Needed[], text: string, at: number): void {
  const third = text.charCodeAt(at + 2)
  for (const one of candidates) {
    if ((one.third >= 0 && one.third !== third) || !text.startsWith(one.text, at)) continue
    for (const { place, bit } of one.uses) missing[place] = (missing[place] ?? 0) & ~bit
  }
}

/** In lower case; the long s, which patterns that ignore the case take for an s, is one. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ſ') ? lower.replaceAll('ſ', 's') : lower
}
