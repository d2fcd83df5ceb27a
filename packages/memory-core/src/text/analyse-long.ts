import { analyse, analysedLength } from './analyse.ts'

/** So much of a long text is searched at all: ten times what counts in full, 20 ms more of work for English. */
const searchedLength = 200_000
/** So many words more than the beginning has, at the most: an index pays for each. */
const mostFurther = 20_000
/** A piece does not end within a word, if it can be helped. */
const wordLength = 64

/**
 * A text of any length → the tokens under which it is indexed: those of its first 20,000 characters as {@link analyse} gives
 * them, and each further one of the next 180,000 once: a pasted document is found by any word in it, and what stands at its
 * beginning counts for more. Linear.
 */
export function analyseLong(text: string): string[] {
  const tokens = analyse(text)
  if (text.length <= analysedLength) return tokens
  const known = new Set(tokens)
  const further: string[] = []
  for (const piece of piecesOf(text.slice(0, searchedLength))) {
    for (const token of analyse(piece)) {
      if (further.length >= mostFurther) return [...tokens, ...further]
      if (known.has(token)) continue
      known.add(token)
      further.push(token)
    }
  }
  return [...tokens, ...further]
}

/** What stands behind the beginning, with the word that it ends in, in pieces that are analysed whole. */
function* piecesOf(text: string): Generator<string> {
  for (let from = wordStart(text, analysedLength); from < text.length; ) {
    const end = Math.min(text.length, from + analysedLength)
    const to = end === text.length ? end : wordStart(text, end)
    yield text.slice(from, to)
    from = to
  }
}

function wordStart(text: string, at: number): number {
  for (let start = at; start > at - wordLength; start--) if (/\s/.test(text[start - 1] ?? ' ')) return start
  return at
}
