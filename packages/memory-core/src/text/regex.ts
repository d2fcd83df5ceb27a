type Tag = (pattern: TemplateStringsArray, ...parts: readonly string[]) => RegExp

const uncompiled: RegExp[] = []
/** A text of the length from which V8 compiles a pattern to machine code at its first use. */
const long = '\u0001'.repeat(1_000)

function tags(of: (flags: string) => Tag) {
  const [i, u, g] = [of('i'), of('u'), of('g')]
  return Object.assign(of(''), { i, u, iu: of('iu'), g, gi: of('gi'), gu: of('gu'), giu: of('giu') })
}

/** A tag for parts of patterns, with backslashes as in a literal. */
export const source = String.raw

/** Template tags for patterns that contain others, one for each set of flags: regex.i`\b${name}\b`. */
export const regex = tags(
  (flags) =>
    (pattern, ...parts) =>
      new RegExp(source(pattern, ...parts), flags),
)

/** Like {@link regex}, for patterns of a thousand characters or more, which {@link compileLarge} compiles. */
export const largeRegex = tags((flags) => (pattern, ...parts) => {
  const made = new RegExp(source(pattern, ...parts), flags)
  uncompiled.push(made)
  return made
})

/**
 * Compiles a pattern. At its first use with a short text, V8 would compile it to bytecode, which takes four times as
 * long as machine code: 300 ms in place of 70 for all patterns of a first message.
 */
export function compile(pattern: RegExp): void {
  pattern.test(long)
  pattern.lastIndex = 0
}

/** Compiles the large patterns made since the last call: for the first reading 50 ms, then nothing. */
export function compileLarge(): void {
  for (const pattern of uncompiled.splice(0)) compile(pattern)
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
