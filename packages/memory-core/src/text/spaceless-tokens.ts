import { cutWord, spellMarks } from './fold-letters.ts'

const character = /\P{M}\p{M}*/gu
const han = /^\p{Script=Han}$/u

let segmenter: Intl.Segmenter | undefined

/**
 * A run of a script without spaces → every overlapping pair of characters, then the words of other lengths that the
 * dictionary of `Intl.Segmenter` finds. Pairs find a word wherever the dictionary would have cut; single characters are
 * kept only where one is a word of its own (Han), or the whole run.
 */
export function spacelessTokens(run: string): string[] {
  const characters = run.match(character) ?? []
  if (characters.length < 2) return characters.map(asToken)
  const tokens = pairs(characters)
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  for (const { segment } of segmenter.segment(run)) {
    const length = segment.match(character)?.length ?? 0
    if (length > 2 || han.test(segment)) tokens.push(asToken(segment))
  }
  return tokens
}

/** A run of Hangul → the word as it stands and, for three syllables and more, every overlapping pair of them. */
export function syllableTokens(run: string): string[] {
  const syllables = run.match(character) ?? []
  return syllables.length > 2 ? [asToken(run), ...pairs(syllables)] : [asToken(run)]
}

function pairs(characters: readonly string[]): string[] {
  const found: string[] = []
  let previous = ''
  for (const next of characters) {
    if (previous !== '') found.push(asToken(previous + next))
    previous = next
  }
  return found
}

function asToken(text: string): string {
  return cutWord(spellMarks(text))
}
