/** More alternatives than this, or braces deeper than `deepest`, are no braces: the text is taken as it stands. */
const mostAlternatives = 256
const deepest = 16
/** The most characters of all alternatives together. */
const mostCharacters = 1_000_000

type Part = string | Sequence[]
type Sequence = Part[]

/**
 * `a{b,c{d,e}}` → `ab`, `acd`, `ace`: every alternative, in order. Braces nest. `\` keeps the next character from
 * counting and stays in the text; `{x}` without a comma and what is not closed are no braces. A text whose braces would
 * give over 256 alternatives (or a million characters, or nest deeper than 16) is answered as it is. Linear in the answer.
 */
export function expandBraces(text: string): string[] {
  if (!text.includes('{')) return [text]
  const sequence = parse(text)
  if (!sequence) return [text]
  const count = countOf(sequence)
  if (count > mostAlternatives || count * text.length > Math.max(mostCharacters, text.length)) return [text]
  return expand(sequence)
}

/** Undefined when it nests too deep, or has too many alternatives in one place. */
function parse(text: string): Sequence | undefined {
  const whole: Sequence = []
  const open: Sequence[][] = []
  for (const [token] of text.matchAll(/\\.?|[{},]|[^\\{},]+/gs)) {
    const choices = open.at(-1)
    const current = choices?.at(-1) ?? whole
    if (token === '{') {
      if (open.push([[]]) > deepest) return undefined
    } else if (token === ',' && choices) {
      if (choices.push([]) > mostAlternatives) return undefined
    } else if (token === '}' && choices) {
      open.pop()
      const outer = open.at(-1)?.at(-1) ?? whole
      if (choices.length > 1) outer.push(choices)
      else append(outer, ['{', ...current, '}'])
    } else append(current, [token])
  }
  for (let choices = open.pop(); choices; choices = open.pop()) {
    const outer = open.at(-1)?.at(-1) ?? whole
    append(
      outer,
      choices.flatMap((sequence, n) => [n === 0 ? '{' : ',', ...sequence]),
    )
  }
  return whole
}

/** Text joins the text before it. */
function append(sequence: Sequence, parts: Sequence): void {
  for (const part of parts) {
    const last = sequence.at(-1)
    if (typeof last === 'string' && typeof part === 'string') sequence[sequence.length - 1] = last + part
    else sequence.push(part)
  }
}

function countOf(sequence: Sequence): number {
  return sequence.reduce(
    (count, part) => count * (typeof part === 'string' ? 1 : part.reduce((sum, choice) => sum + countOf(choice), 0)),
    1,
  )
}

function expand(sequence: Sequence): string[] {
  return sequence.reduce<string[]>(
    (texts, part) => {
      const endings = typeof part === 'string' ? [part] : part.flatMap(expand)
      return texts.flatMap((text) => endings.map((ending) => text + ending))
    },
    [''],
  )
}
