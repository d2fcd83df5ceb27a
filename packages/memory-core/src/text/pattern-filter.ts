/** What a part of a pattern matches, as far as it is known. */
interface Part {
  /** Each of these lists has a text that whatever matches has in it. */
  needs: readonly (readonly string[])[]
  /** The one text that it matches, where it can match no other. */
  exact?: string
}

const nothingKnown: Part = { needs: [] }
const empty: Part = { needs: [], exact: '' }
const shortest = 2
/** From here on, one character says as much as a word: Han, Kana, Hangul. */
const firstLoneCharacter = 0x2e80
/** Lists of more texts cost more than they spare. */
const longestList = 80
/** Characters whose lower case depends on nothing else, and which only their own upper case stands for. */
const plainCharacter = /^[\0-\u00b4\u00b6-\u00ff\u2e80-\ud7ff]$/u

/**
 * Texts that a pattern needs, in lower case: of each list, one at least stands in the lower case of every text that the
 * pattern matches in. Read off its source; none where that says nothing, or is not understood. A text with `ſ` may be
 * matched without (it is another `s`).
 */
export function neededTexts({ source, flags }: RegExp): readonly (readonly string[])[] {
  if (flags.includes('v')) return []
  const reader = createReader(source)
  const part = reader.alternatives()
  if (!reader.isAtEnd()) return []
  return withExact(part).needs.filter((texts) => texts.length <= longestList)
}

const bar = /\|/uy
const border = /\^|\$|\\[bB]/uy
const assertionStart = /\((?:\?(?:[=!]|<[=!]))/uy
const groupStart = /\((?:\?:|\?<[^>=!][^>]*>|(?!\?))/uy
const groupEnd = /\)/uy
const anyOfClass = /\[(?:\\.|[^\]\\])*\]|\.|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\[dDsSwW1-9]/uy
const escapedSign = /\\[^a-zA-Z0-9]/uy
const ownCharacter = /[^\\()[\]{}*+?|]/uy
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy
/** All else begins nothing but itself. */
const special: ReadonlySet<string> = new Set('^$\\([.')

interface Reader {
  alternatives(): Part
  isAtEnd(): boolean
}

function createReader(source: string): Reader {
  let at = 0

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    at += found?.length ?? 0
    return found
  }

  function alternatives(): Part {
    const first = sequence()
    const others: Part[] = []
    while (take(bar) !== undefined) others.push(sequence())
    return others.length === 0 ? first : anyOf([first, ...others])
  }

  function sequence(): Part {
    const parts: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom()))
    return inOrder(parts)
  }

  function atom(): Part {
    const isPlain = !special.has(source[at] ?? '')
    if (isPlain) return literal()
    if (take(border) !== undefined) return empty
    if (take(assertionStart) !== undefined) return assertion()
    if (take(groupStart) !== undefined) return group()
    if (take(anyOfClass) !== undefined) return nothingKnown
    return literal()
  }

  function assertion(): Part {
    group()
    return empty
  }

  function group(): Part {
    const inner = alternatives()
    take(groupEnd)
    return inner
  }

  function literal(): Part {
    const escaped = take(escapedSign)
    const character = escaped?.slice(1) ?? take(ownCharacter)
    if (character === undefined) at = Number.POSITIVE_INFINITY
    if (character === undefined || !plainCharacter.test(character)) return nothingKnown
    return { needs: [], exact: character.toLowerCase() }
  }

  function quantified(part: Part): Part {
    const count = take(quantifier)
    if (count === undefined) return part
    return /^(?:[*?]|\{0)/.test(count) ? nothingKnown : { needs: withExact(part).needs }
  }

  return { alternatives, isAtEnd: () => at === source.length }
}

function withExact({ needs, exact = '' }: Part): Part {
  return exact.length < shortest && !(exact.charCodeAt(0) >= firstLoneCharacter)
    ? { needs }
    : { needs: [...needs, [exact]] }
}

/** Neighbouring characters make one text. */
function inOrder(parts: readonly Part[]): Part {
  const needs: (readonly string[])[] = []
  let run = ''
  for (const part of parts) {
    if (part.exact !== undefined && part.needs.length === 0) run += part.exact
    else {
      needs.push(...withExact({ needs: [], exact: run }).needs, ...part.needs)
      run = ''
    }
  }
  if (parts.every(({ exact }) => exact !== undefined)) return { needs: [], exact: run }
  return { needs: [...needs, ...withExact({ needs: [], exact: run }).needs] }
}

/** One text of each alternative's longest list. */
function anyOf(parts: readonly Part[]): Part {
  const lists = parts.map((part) => longest(withExact(part).needs))
  return lists.every((list) => list !== undefined) ? { needs: [lists.flat()] } : nothingKnown
}

function longest(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const least = (list: readonly string[]): number => Math.min(...list.map(({ length }) => length))
  return lists.toSorted((a, b) => least(b) - least(a) || a.length - b.length)[0]
}

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
