/** A phrase that is looked for in texts, whatever the case, the width of letters and the white space between words. */
export interface Phrase {
  /** Whether a text says it. Linear. */
  isIn(text: string): boolean
  /** The lines of a text, from 0, that say it: all of those over which it runs. Linear. */
  linesOf(text: string): Set<number>
  /** Whether any text in a JSON value says it, names of fields included. */
  isInJson(value: unknown): boolean
}

/** Makes the phrase of a text. An empty one is in nothing. */
export function createPhrase(text: string): Phrase {
  const wanted = foldedText(text)
  const isIn = (other: string): boolean => wanted !== '' && foldedText(other).includes(wanted)

  function linesOf(other: string): Set<number> {
    const { joined, starts } = foldedLines(other)
    const found = new Set<number>()
    let line = 0
    for (let at = find(joined, 0); at >= 0; at = find(joined, at + 1)) {
      while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++
      for (let last = line; (starts[last] ?? Number.POSITIVE_INFINITY) < at + wanted.length; last++) found.add(last)
    }
    return found
  }

  const find = (joined: string, from: number): number => (wanted === '' ? -1 : joined.indexOf(wanted, from))

  return { isIn, linesOf, isInJson: (value) => textsIn(value).some(isIn) }
}

/**
 * A text for comparisons: compatibility forms and case are folded, invisible format characters are gone, white space is
 * one blank.
 */
export function foldedText(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}+/gu, '')
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/g, ' ').trim()
}

/** Every text in a JSON value, names of fields included. Walks without recursion: a value may be nested deeply. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') texts.push(next)
    if (typeof next === 'number') texts.push(String(next))
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) texts.push(name)
      open.push(inner)
    }
  }
  return texts
}

/** The folded lines as one text, with a blank between two that say something, and where each begins in it. */
function foldedLines(text: string): { joined: string; starts: number[] } {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  for (const line of text.split('\n')) {
    const folded = foldedText(line)
    starts.push(length)
    if (folded === '') continue
    parts.push(folded)
    length += folded.length + 1
  }
  return { joined: parts.join(' '), starts }
}
