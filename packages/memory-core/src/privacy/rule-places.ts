import type { KnownRule, RuleStart } from './secret-rule.ts'

/** The positions where a rule may match. */
export interface RulePlaces {
  rule: KnownRule
  /** The positions of its starts, ascending. */
  places: number[]
}

/** The result of one pass over a text. */
interface FoundPlaces {
  /** Rules that may match somewhere, in order. */
  due: RulePlaces[]
  /** Whether the text has a character that is invisible inside a secret. */
  hasInvisible: boolean
}

/** A start, prepared for comparison. */
interface Start {
  /** The numbers of its rules. */
  rules: number[]
  /** The codes of its characters from the second on, in both cases. */
  codes: readonly number[]
  others: readonly number[]
  /** By code: whether the character excludes a start after it. */
  isNotAfter: Uint8Array
  /** By the last five bits of a code: whether it may be the third character, in either case. */
  thirds: number
}

/** The positions found so far, by number of a rule. */
type Places = (number[] | undefined)[]

const ascii = 128
const loop = 2048
const smallA = 97
const smallZ = 122
/** Soft hyphens, zero-width and direction marks. */
const invisible: ReadonlySet<number> = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff])

/**
 * Creates the pass that finds starts of all rules in a text. About three nanoseconds for each character where nothing
 * begins.
 */
export function createPlaces(rules: readonly KnownRule[]): (text: string) => FoundPlaces {
  const { lists, pairs, wide } = tablesOf(rules)
  // Characters that may begin a word, and those that may be inside one.
  const beginning = thirdsOf(lists)
  const inside = thirdsOf(lists.map((starts) => starts.filter((start) => !start.isNotAfter[smallA])))

  function add(list: number, text: string, place: number, found: Places): void {
    const before = place > 0 ? text.charCodeAt(place - 1) : 0
    const third = place + 2 < text.length ? text.charCodeAt(place + 2) : 0
    const starts = lists[list] ?? []
    for (let at = 0; at < starts.length; at++) {
      const start = starts[at]
      if (
        !start ||
        ((start.thirds >>> third) & 1) === 0 ||
        (before < ascii && start.isNotAfter[before] === 1) ||
        !fits(start, text, place + 1)
      )
        continue
      for (const rule of start.rules) {
        const places = found[rule]
        if (places) places.push(place)
        else found[rule] = [place]
      }
    }
  }

  /**
   * Works in limited stretches: a loop over a megabyte would be recompiled while it runs. Returns whether it saw an
   * invisible character.
   */
  function look(text: string, from: number, to: number, found: Places): boolean {
    let hasInvisible = false
    let before = from > 0 ? text.charCodeAt(from - 1) : 0
    let code = text.charCodeAt(from)
    for (let place = from; place < to; place++) {
      const next = place + 1 < text.length ? text.charCodeAt(place + 1) : 0
      if (code >= ascii) {
        const list = wide.get(code)
        if (list !== undefined) add(list, text, place, found)
        else hasInvisible ||= invisible.has(code)
      } else if (next < ascii) {
        const list = pairs[code * ascii + next] ?? 0
        if (list !== 0) {
          const third = place + 2 < text.length ? text.charCodeAt(place + 2) : 0
          const thirds = (before | 32) >= smallA && (before | 32) <= smallZ ? inside : beginning
          if ((((thirds[list] ?? 0) >>> third) & 1) === 1) add(list, text, place, found)
        }
      }
      before = code
      code = next
    }
    return hasInvisible
  }

  return (text) => {
    const found: Places = []
    let hasInvisible = false
    for (let from = 0; from < text.length; from += loop)
      if (look(text, from, Math.min(text.length, from + loop), found)) hasInvisible = true
    const due = found.flatMap((places, at) => (places && rules[at] ? [{ rule: rules[at], places }] : []))
    return { due, hasInvisible }
  }
}

/** Sticky forms of patterns. */
const stickies = new WeakMap<RegExp, RegExp>()

/** Passes on matches from left to right that begin at the given positions. */
export function eachMatch(
  pattern: RegExp,
  places: readonly number[],
  text: string,
  take: (match: RegExpExecArray) => void,
): void {
  const sticky = stickies.get(pattern) ?? new RegExp(pattern, `${pattern.flags}y`)
  stickies.set(pattern, sticky)
  let end = 0
  for (const place of places) {
    if (place < end) continue
    sticky.lastIndex = place
    const match = sticky.exec(text)
    if (!match) continue
    end = sticky.lastIndex
    take(match)
  }
}

function fits({ codes, others }: Start, text: string, place: number): boolean {
  if (place + codes.length > text.length) return false
  for (let at = 0; at < codes.length; at++) {
    const code = text.charCodeAt(place + at)
    if (code !== codes[at] && code !== others[at]) return false
  }
  return true
}

function thirdsOf(lists: readonly (readonly Start[])[]): Int32Array {
  return Int32Array.from(lists, (starts) => starts.reduce((all, start) => all | start.thirds, 0))
}

interface Tables {
  /** Starts grouped by their beginning; the first group is empty. */
  lists: Start[][]
  /** The group by the codes of two ASCII characters. */
  pairs: Uint16Array
  /** The group by the code of any other character. */
  wide: Map<number, number>
}

function tablesOf(rules: readonly KnownRule[]): Tables {
  const tables: Tables = { lists: [[]], pairs: new Uint16Array(ascii * ascii), wide: new Map() }
  const known = new Map<string, Start>()
  for (const [rule, { starts }] of rules.entries())
    for (const start of starts) {
      const name = JSON.stringify(start)
      const same = known.get(name)
      if (same) same.rules.push(rule)
      else {
        const made = compiled(start, rule)
        known.set(name, made)
        for (const [first, second] of beginnings(start)) add(tables, first, second, made)
      }
    }
  return tables
}

function add({ lists, pairs, wide }: Tables, first: number, second: number, start: Start): void {
  const known = first < ascii ? pairs[first * ascii + second] : wide.get(first)
  const list = known || lists.push([]) - 1
  lists[list]?.push(start)
  if (first < ascii) pairs[first * ascii + second] = list
  else wide.set(first, list)
}

/** The codes of the first two characters in every form of a start. */
function beginnings(start: RuleStart): [first: number, second: number][] {
  const forms = (text: string): number[] => {
    const cases = 'text' in start && start.isAnyCase ? [text, text.toLowerCase(), text.toUpperCase()] : [text]
    return [...new Set(cases.map((form) => form.charCodeAt(0)))]
  }
  const [firsts, seconds] =
    'text' in start
      ? [forms(start.text.charAt(0)), forms(start.text.charAt(1))]
      : [codesOf(start.first), codesOf(start.second)]
  return firsts.flatMap((first) =>
    // Starts beyond ASCII are grouped by their first character alone.
    (first < ascii ? seconds : [0]).map((second): [number, number] => [first, second]),
  )
}

function compiled(start: RuleStart, rule: number): Start {
  const rest = 'text' in start ? start.text.slice(1) : ''
  const isAnyCase = 'text' in start && start.isAnyCase === true
  const isNotAfter = new Uint8Array(ascii)
  for (const code of codesOf(start.notAfter ?? '')) isNotAfter[code] = 1
  const [, third] = codesOf(rest)
  return {
    thirds: third === undefined || third >= ascii ? -1 : 1 << third,
    rules: [rule],
    codes: codesOf(isAnyCase ? rest.toLowerCase() : rest),
    others: codesOf(isAnyCase ? rest.toUpperCase() : rest),
    isNotAfter,
  }
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
