import { lazy } from './plain-text.ts'

type Tag<Made> = (pattern: TemplateStringsArray, ...parts: readonly string[]) => Made

/** A text of the length from which V8 compiles a pattern to machine code at its first use. */
const long = '\u0001'.repeat(1_000)

function tags<Made>(of: (flags: string) => Tag<Made>) {
  const [i, u, g] = [of('i'), of('u'), of('g')]
  return Object.assign(of(''), { i, u, iu: of('iu'), g, gi: of('gi'), gu: of('gu'), giu: of('giu') })
}

/** A tag for parts of patterns, with backslashes as in a literal. */
export const source = String.raw

/** Template tags for patterns that contain others, one for each set of flags: regex.i`\b${name}\b`. */
export const regex = tags(
  (flags) =>
    (pattern, ...parts) =>
      patternOf(source(pattern, ...parts), flags),
)

/**
 * Like {@link regex}, for patterns of a thousand characters or more: made and compiled at the first use, 1 ms for each
 * 1,500 characters, because most processes use few of them.
 */
export const largeRegex = tags(
  (flags) =>
    (pattern, ...parts) =>
      lazy(() => {
        const made = patternOf(source(pattern, ...parts), flags)
        compile(made)
        return made
      }),
)

const anyCase = { letters: 'a-zß-῿ぁ-퟿', property: /\\p\{L[lu]?\}/g }
const inCase = { letters: 'A-Za-zÀ-ÖØ-öø-῿ぁ-퟿', property: /\\p\{L\}/g }
const classOrProperty = /\[(?:\\.|[^\]\\])*\]|\\p\{L[lu]?\}/g

/**
 * Makes a pattern that compiles to a third of the machine code and matches in a fourth less time. V8 compiles a group,
 * and what follows one with alternatives or a loop, up to ten times, for the ways that lead there, but once behind an
 * empty lookahead. For letters it compiles all those beyond U+FFFF, too, and with the flags i and u each letter as a
 * class of characters.
 */
export function patternOf(source: string, flags: string): RegExp {
  if (!flags.includes('u')) return new RegExp(divided(source), flags)
  const { letters, property } = flags.includes('i') ? anyCase : inCase
  const ranged = source.replaceAll(classOrProperty, (part) =>
    part.replaceAll(property, part.startsWith('[') ? letters : `[${letters}]`),
  )
  const needsUnicode = !flags.includes('i') || /\\[pP]\{|\\u\{|[\ud800-\udfff]/.test(ranged)
  return new RegExp(divided(ranged), needsUnicode ? flags : flags.replace('u', ''))
}

const sign = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|<\w+>|:))?|[|^]|\)(?:[*+?]|\{[\d,]+\})?\??/gs
const mark = '(?=)'

/** Adds an empty lookahead at each group within an alternative: before it, and behind one with alternatives or a loop. */
function divided(given: string): string {
  // Those that the patterns in it have already.
  const source = given.replaceAll(mark, '')
  const groups: { isAssertion: boolean; hasMany: boolean }[] = []
  let text = ''
  let done = 0
  /** Where an alternative begins, or behind the last empty lookahead. */
  let clear = 0
  const divide = (at: number): void => {
    if (at === clear) return
    text += source.slice(done, at) + mark
    done = at
    clear = at
  }
  sign.lastIndex = 0
  for (let found = sign.exec(source); found !== null; found = sign.exec(source)) {
    const [part] = found
    const group = groups.at(-1)
    if (part.startsWith('(')) {
      const isAssertion = /[=!]/.test(part)
      if (!isAssertion) divide(found.index)
      groups.push({ isAssertion, hasMany: false })
    } else if (group && part === '|') group.hasMany = true
    else if (group && part.startsWith(')')) {
      groups.pop()
      const next = source[sign.lastIndex] ?? ')'
      if (next === ')' || next === '|' || group.isAssertion || !(group.hasMany || /[*+{]/.test(part))) continue
      divide(sign.lastIndex)
    }
    if (/^[(|^]/.test(part)) clear = sign.lastIndex
  }
  return text + source.slice(done)
}

/**
 * Compiles a pattern. At its first use with a short text, V8 would compile it to bytecode, which takes four times as
 * long as machine code.
 */
export function compile(pattern: RegExp): void {
  pattern.test(long)
  pattern.lastIndex = 0
}

/** The matches of a global pattern from a position on. Unlike `matchAll`, it does not copy the pattern. */
export function matchesOf(pattern: RegExp, text: string, from = 0): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return found
}
