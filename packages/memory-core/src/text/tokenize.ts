import { normalForm } from '../normal-form.ts'
import { isStopWord } from './analysis/english-words.ts'
import { cutWord } from './analysis/fold-letters.ts'

/** Negations. They are tokens, so that "uses X" and "does not use X" differ. */
const negations: ReadonlySet<string> = new Set(['not', 'no', 'nor', 'never', 'cannot', 'without'])

/**
 * A text → the words by which searches in documents and compaction compare it: lower case, in order, without stemming.
 * Words are runs of at least two letters, digits or underscores of any script, without English stop words; "n't"
 * becomes `not`. Runs of Hangul and of scripts without spaces give overlapping pairs of characters; a single such
 * character gives itself. Linear; reads the first 64 code units of a word.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = []
  for (const { 0: match, groups } of normalForm(text, 'NFKC').toLowerCase().matchAll(word)) {
    if (groups?.['dense']) pushPairs(tokens, groups['dense'])
    else if (negated.test(match)) tokens.push('not')
    else if (match.length > 1 && (negations.has(match) || !isStopWord(match))) tokens.push(cutWord(match))
  }
  return tokens
}

const negated = /^[a-z]+n['’]t$/
/** Letters of scripts without blanks between words, and of Hangul, whose words end with particles. */
export const dense =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{Script=Hangul}]'
const letter = '[\\p{L}\\p{N}_]'
const word: RegExp = new RegExp(
  `(?<dense>(?:(?=${letter})${dense}\\p{M}*)+)|[a-z]+n['’]t(?!${letter})|(?:(?!${dense})${letter}\\p{M}*)+`,
  'gu',
)
const character = /\P{M}\p{M}*/gu

function pushPairs(tokens: string[], run: string): void {
  const characters = run.match(character) ?? []
  if (characters.length === 1) tokens.push(cutWord(run))
  for (let at = 1; at < characters.length; at++) tokens.push(cutWord(`${characters[at - 1]}${characters[at]}`))
}
