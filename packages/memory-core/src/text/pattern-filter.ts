import { compile } from './regex.ts'

/** Known properties of the matches of a part of a pattern. */
interface Part {
  /** Every match contains a text of each of these lists. */
  needs: readonly (readonly string[])[]
  /** The text it matches, if there is only one. */
  exact?: string
}

const nothingKnown: Part = { needs: [] }
const empty: Part = { needs: [], exact: '' }
const shortest = 2
/** The first code of characters that are as distinctive as a word: Han, Kana, Hangul. */
const firstLoneCharacter = 0x2e80
/** Characters with a context-free lower case that only their own upper case maps to. */
const plainCharacter = /^[\0-\u00b4\u00b6-\u00ff\u2e80-\ud7ff]$/u

/**
 * Texts that a pattern requires, in lower case: every text it matches in contains at least one of each list. Derived
 * from its source; none for constructs that are not understood. Texts with `ſ`, another form of `s`, need separate
 * treatment.
 */
export function neededTexts({ source, flags }: RegExp): readonly (readonly string[])[] {
  if (flags.includes('v')) return []
  const reader = createReader(source)
  const part = reader.alternatives()
  if (!reader.isAtEnd()) return []
  return needsOf(part)
}

const bar = /\|/uy
const border = /\^|\$|\\[bB]/uy
const assertionStart = /\((?:\?(?:[=!]|<[=!]))/uy
const groupStart = /\((?:\?:|\?<[^>=!][^>]*>|(?!\?))/uy
const groupEnd = /\)/uy
const anyOfClass = /\[(?:\\.|[^\]\\])*\]|\.|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\[dDsSwW1-9]/uy
const escapedSign = /\\[^a-zA-Z0-9]/uy
/** Letters of which none is repeated. */
const run = /[a-z ]+(?![*+?{])/uy
const ownCharacter = /[^\\()[\]{}*+?|]/uy
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy
/** Characters that may not stand for themselves. */
const special: ReadonlySet<string> = new Set('^$\\([.')

function createReader(source: string) {
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
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const exact = take(run)
      parts.push(exact === undefined ? quantified(atom()) : { needs: [], exact })
    }
    return inOrder(parts)
  }

  function atom(): Part {
    if (!special.has(source[at] ?? '')) return literal()
    if (take(border) !== undefined) return empty
    const isAssertion = take(assertionStart) !== undefined
    if (isAssertion || take(groupStart) !== undefined) {
      const inner = alternatives()
      take(groupEnd)
      return isAssertion ? empty : inner
    }
    return take(anyOfClass) === undefined ? literal() : nothingKnown
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
    return /^(?:[*?]|\{0)/.test(count) ? nothingKnown : { needs: needsOf(part) }
  }

  return { alternatives, isAtEnd: () => at === source.length }
}

/** The needed texts of a part, its own included if that is long enough. */
function needsOf({ needs, exact = '' }: Part): Part['needs'] {
  const isShort = exact.length < shortest && !(exact.charCodeAt(0) >= firstLoneCharacter)
  return isShort ? needs : [...needs, [exact]]
}

/** A sequence of parts, with neighbouring characters joined. */
function inOrder(parts: readonly Part[]): Part {
  const joined: Part[] = [empty]
  for (const part of parts) {
    const exact = joined.at(-1)?.exact
    if (exact === undefined || part.exact === undefined) joined.push(part)
    else joined[joined.length - 1] = { needs: [], exact: exact + part.exact }
  }
  const [first = empty] = joined
  return joined.length === 1 ? first : { needs: joined.flatMap(needsOf) }
}

/** Alternatives: one list with a required text of each. */
function anyOf(parts: readonly Part[]): Part {
  const lists = parts.map((part) => longest(needsOf(part)))
  return lists.every((list) => list !== undefined) ? { needs: [lists.flat()] } : nothingKnown
}

function longest(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const least = (list: readonly string[]): number => Math.min(...list.map(({ length }) => length))
  return lists.toSorted((a, b) => least(b) - least(a) || a.length - b.length)[0]
}

/** Whether a pattern can match in a text, so that it has to be tried. */
export type CanMatch = (pattern: RegExp) => boolean

/** Selects the patterns that can match in a text. */
export interface Matchable {
  can: CanMatch
  patterns(): RegExp[]
}

interface Needed {
  text: string
  /** The patterns that require it, with the bits of their lists. */
  uses: { place: number; bit: number }[]
}

/** Table sizes, powers of two: for texts of at least three characters, and for shorter ones. */
const longStarts = 8_192
const shortStarts = 1_024
/** Maximum lists of a pattern, one bit each. */
const mostLists = 30

/**
 * Determines for many patterns at once which can match in a text, or in any part of it, by their required texts ({@link
 * neededTexts}). A pattern without known texts always can. Takes one pass over the text, about 10 ns a character; trying
 * a single pattern takes up to a microsecond.
 */
export function createPatternFilter(patterns: readonly RegExp[]): (text: string) => Matchable {
  const all = [...new Set(patterns)]
  const places = new Map(all.map((pattern, place) => [pattern, place]))
  /** The bits that each pattern requires. */
  const wanted: number[] = []
  const needed = new Map<string, Needed>()
  for (const [place, pattern] of all.entries()) {
    const lists = neededTexts(pattern).slice(0, mostLists)
    wanted.push(2 ** lists.length - 1)
    for (const [list, texts] of lists.entries())
      for (const text of texts) {
        const one: Needed = needed.get(text) ?? { text, uses: [] }
        one.uses.push({ place, bit: 1 << list })
        needed.set(text, one)
      }
  }
  const byStart = sortedByStart(needed.values())
  const uncompiled = new Set(all)

  return (text) => {
    const missing = missingIn(folded(text), byStart, wanted)
    return {
      can(pattern) {
        const place = places.get(pattern)
        if (place === undefined) return true
        if (missing[place] !== 0) return false
        if (uncompiled.delete(pattern)) compile(pattern)
        return true
      },
      patterns: () => all.filter((_, place) => missing[place] === 0),
    }
  }
}

type ByStart = readonly (readonly Needed[] | undefined)[]

/** Arranges required texts by a hash of their first three characters, or of two or one if they are shorter. */
function sortedByStart(needed: Iterable<Needed>): ByStart {
  const byStart = new Array<Needed[] | undefined>(longStarts + 2 * shortStarts).fill(undefined)
  for (const one of needed) {
    const startOf = [singleStart, shortStart][one.text.length - 1] ?? longStart
    const start = startOf(one.text.charCodeAt(0), one.text.charCodeAt(1), one.text.charCodeAt(2))
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

/** For each pattern, the bits of its lists without any text in the given one. */
function missingIn(text: string, byStart: ByStart, wanted: readonly number[]): readonly number[] {
  const missing = wanted.slice()
  let first = codeAt(text, 0)
  let second = codeAt(text, 1)
  for (let at = 0; at < text.length; at++) {
    const third = codeAt(text, at + 2)
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

/** 0 behind the end: NaN there makes V8 give up its machine code, again with each text. */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0
}

function strike(missing: number[], candidates: readonly Needed[], text: string, at: number): void {
  for (const one of candidates)
    if (text.startsWith(one.text, at))
      for (const { place, bit } of one.uses) missing[place] = (missing[place] ?? 0) & ~bit
}

/** A text in lower case with `ſ` as `s`, as patterns that ignore case match it. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ſ') ? lower.replaceAll('ſ', 's') : lower
}
