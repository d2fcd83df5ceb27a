import type { FoundValue, ReadValue } from './read-value.ts'
import { characterKind } from './secret-values.ts'

/** A match of a rule. */
export interface SecretMatch {
  /** The name of the rule. */
  rule: string
  /** The text to be replaced. It is the secret itself: keep it out of logs. */
  secret: string
  /** The whole text. */
  text: string
  /** Where `secret` begins in `text`. */
  index: number
}

/** A rule that recognises secrets. */
export interface SecretRule {
  /** The name in the marker `[redacted: name]`. Lower-case letters, digits and hyphens. */
  name: string
  /**
   * Matches the secret. With a group named `secret`, only that is replaced. It is applied to every stored text:
   * unbounded backtracking makes hostile messages expensive.
   */
  pattern: RegExp
  /** Whether a match is a secret: checksums, decoding, placeholders. @default every match is */
  isSecret?: (match: SecretMatch) => boolean
}

/** A match of a built-in rule. */
export interface KnownMatch extends SecretMatch {
  /** How the value was written, if the rule has `read`. */
  form?: FoundValue['form'] | undefined
}

/**
 * A built-in rule. Its pattern is tried only at its starts and must match there; a part of the secret before the start is a
 * group named `before` in a lookbehind.
 */
export interface KnownRule extends Omit<SecretRule, 'isSecret'> {
  /** The texts with which matches begin; one pass finds them for all rules. */
  starts: readonly RuleStart[]
  /** Reads the secret behind the name that the pattern matches. @default the match is the secret */
  read?: ReadValue
  isSecret?: (match: KnownMatch) => boolean
}

/** A text, or two characters with alternatives each. At least two characters; pairs are ASCII. */
export type RuleStart = ({ text: string; isAnyCase?: boolean } | { first: string; second: string }) & {
  /** ASCII characters that exclude a start after them. @default none */
  notAfter?: string
}

/** For {@link RuleStart.notAfter}. */
export const digits = '0123456789'
/** For {@link RuleStart.notAfter}. */
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** For {@link RuleStart.notAfter}: the characters of tokens. */
export const ofTokens: string = `${letters}${digits}_-`

/**
 * The pattern of a beginning that is not within a word of such characters. An encoded character of a URL (`%3D`) and
 * underscores for emphasis are not part of the word behind them.
 */
export function startOf(characters: string): string {
  return `(?<![${characters}](?<!%[0-9A-F]{2}|(?<![${characters}])_{1,3}))`
}

/** The pattern of the beginning of a token. */
export const tokenStart: string = startOf('A-Za-z0-9_-')
/** The pattern of the end of a token, which underscores for emphasis may follow. */
export const tokenEnd = '(?!_{0,3}[A-Za-z0-9-])'

/** Any of these texts, exactly. */
export function exactly(...texts: readonly string[]): RuleStart[] {
  return texts.map((text) => ({ text }))
}

/** Any of these texts, in any case. */
export function anyOf(...texts: readonly string[]): RuleStart[] {
  return texts.map((text) => ({ text, isAnyCase: true }))
}

/** The positions where a rule may match. */
export interface RulePlaces {
  rule: KnownRule
  /** The positions of its starts, ascending. */
  places: number[]
}

/** One form of a start, prepared for comparison. */
interface Start {
  /** The number of its rule. */
  rule: number
  /** See {@link pairOf}. */
  pair: number
  /** The code of its third character; -1 if it has none. */
  third: number
  /** In lower case if any case fits; "" for two characters with alternatives. */
  text: string
  isAnyCase: boolean
  /** The characters that exclude it after them. */
  notAfter: string
}

const ascii = 128

/**
 * Creates the pass that finds starts of all rules in a text, at four nanoseconds a character where nothing begins. `due` are
 * the rules that may match somewhere, in order; `hasHidden` says whether the text has characters that may hide a secret.
 */
export function createPlaces(rules: readonly KnownRule[]): (text: string) => { due: RulePlaces[]; hasHidden: boolean } {
  // Not `Map.groupBy`: an older Node must get as far as the error that says which one is needed.
  const starts = new Map<number, Start[]>()
  // Most characters are ASCII, for which an array is twice as fast as the map.
  const asciiStarts = new Array<Start[] | undefined>(ascii * ascii).fill(undefined)
  for (const start of rules.flatMap(startsOf)) {
    const known = starts.get(start.pair)
    if (known) known.push(start)
    else starts.set(start.pair, [start])
  }
  for (const [pair, of] of starts) {
    const [first, second] = [pair >>> 16, pair & 0xff_ff]
    if (first < ascii && second < ascii) asciiStarts[first * ascii + second] = of
  }

  function add(beginning: readonly Start[], text: string, place: number, found: (number[] | undefined)[]): void {
    const third = place + 2 < text.length ? text.charCodeAt(place + 2) : 0
    for (const start of beginning) {
      // The third character alone excludes most of them.
      if ((start.third !== third && start.third !== -1) || !isAt(start, text, place)) continue
      const places = found[start.rule]
      if (places) places.push(place)
      else found[start.rule] = [place]
    }
  }

  return (text) => {
    const found: (number[] | undefined)[] = []
    let hasHidden = false
    let code = text.charCodeAt(0)
    for (let place = 0; place < text.length; place++) {
      // Without this comparison, the NaN behind the end makes the whole loop twice as slow.
      const next = place + 1 < text.length ? text.charCodeAt(place + 1) : 0
      const isAscii = code < ascii && next < ascii
      const beginning = isAscii ? asciiStarts[code * ascii + next] : starts.get(pairOf(code, next))
      if (beginning) add(beginning, text, place, found)
      if ((code < 32 && (code < 9 || code > 13)) || code > 126)
        hasHidden ||= code === 27 || (next > 32 && next < 127 && isBehindHidden(text, place + 1))
      code = next
    }
    const due = found.flatMap((places, at) => (places && rules[at] ? [{ rule: rules[at], places }] : []))
    return { due, hasHidden }
  }
}

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

/** Whether a start whose first characters are there fits as a whole. */
function isAt({ text, isAnyCase, notAfter }: Start, all: string, place: number): boolean {
  if (place > 0 && notAfter.includes(all.charAt(place - 1)) && !isTokenStart(all, place)) return false
  return isAnyCase ? all.slice(place, place + text.length).toLowerCase() === text : all.startsWith(text, place)
}

const start = new RegExp(tokenStart, 'y')

/** Whether a word may begin behind a character of words, see {@link tokenStart}. The comparisons are the cheap part. */
function isTokenStart(text: string, place: number): boolean {
  const isUnderscore = text.charCodeAt(place - 1) === 95 && characterKind(text.charCodeAt(place - 2)) === 3
  if (!isUnderscore && text.charCodeAt(place - 3) !== 37) return false
  start.lastIndex = place
  return start.test(text)
}

function pairOf(first: number, second: number): number {
  return (first << 16) | second
}

/** The starts of a rule in each form of their first characters. */
function startsOf({ starts }: KnownRule, rule: number): Start[] {
  return starts.flatMap((start) => {
    const isAnyCase = 'text' in start && start.isAnyCase === true
    const text = 'text' in start ? start.text : ''
    const own = {
      rule,
      text: isAnyCase ? text.toLowerCase() : text,
      isAnyCase,
      notAfter: start.notAfter ?? '',
    }
    return beginnings(start).map((form) => {
      const third = form.length > 2 ? form.charCodeAt(2) : -1
      return { ...own, pair: pairOf(form.charCodeAt(0), form.charCodeAt(1)), third }
    })
  })
}

/** The first three characters of a start, or two if it has no more, in every form. */
function beginnings(start: RuleStart): string[] {
  const alternatives =
    'text' in start
      ? Array.from(start.text.slice(0, 3), (one) => (start.isAnyCase ? [one.toLowerCase(), one.toUpperCase()] : [one]))
      : [start.first, start.second]
  return alternatives.reduce<string[]>(
    (forms, next) => forms.flatMap((form) => [...new Set(next)].map((one) => form + one)),
    [''],
  )
}

const [escapeCode, blank, lineBreak] = ['\u001B', '\v', '\f']

/** Escaped line breaks, other escaped ASCII characters, and terminal colours, escaped or not. */
const escapes = new RegExp(
  `\\\\+(?:(?<line>[nr])|t|(?:u001[bB]|x1[bB]|033|e)(?<colour>\\[[\\d;]{0,16}[A-Za-z])|u00[0-7][0-9a-fA-F])|(?<=${escapeCode})\\[[\\d;]{0,16}[A-Za-z]`,
  'g',
)

/**
 * The text with its escapes blanked, so that their letters do not count as part of the word behind them, and an escaped
 * line break ends a value. All positions stay. Form feeds replace line breaks, vertical tabs the rest; a colour keeps its
 * escape character.
 */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\') && !text.includes(escapeCode)) return text
  return text.replaceAll(escapes, (found, line?: string, colour?: string) =>
    colour ? escapeCode + blank.repeat(found.length - 1) : (line ? lineBreak : blank).repeat(found.length),
  )
}

const colour = `(?:${escapeCode}|\\\\+(?:u001[bB]|x1[bB]|033|e))\\[[\\d;]{0,16}[A-Za-z]`
/** Control and format characters, and others that are drawn as nothing; not white space. */
const invisible = '[\\0-\\x08\\x0E-\\x1F\\x7F-\\x9F\\p{Cf}\\p{Default_Ignorable_Code_Point}]'
const hidden = new RegExp(`${colour}|${invisible}`, 'gu')
const isInvisible = new RegExp(invisible, 'u')
/** The answers for codes below 65,536: 1 for yes, 2 for no. */
const invisibleCodes = new Uint8Array(65_536)

/** Whether the visible character at a position may be hidden from a search: behind a colour, or an invisible character. */
function isBehindHidden(text: string, place: number): boolean {
  const code = text.charCodeAt(place - 1)
  // Half of a character beyond 65,535.
  if (code >= 0xdc00 && code <= 0xdfff) return isInvisible.test(text.slice(Math.max(0, place - 2), place))
  if (invisibleCodes[code] === 0) invisibleCodes[code] = isInvisible.test(text.charAt(place - 1)) ? 1 : 2
  return invisibleCodes[code] === 1
}

/** The text without invisible characters and terminal colours, and the position of each character that is left. */
export function withoutHidden(text: string): { shown: string; places: number[] } {
  const places: number[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(hidden)) {
    for (; from < index; from++) places.push(from)
    from = index + found.length
  }
  for (; from < text.length; from++) places.push(from)
  return { shown: text.replaceAll(hidden, ''), places }
}
