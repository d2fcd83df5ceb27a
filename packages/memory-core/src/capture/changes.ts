import { claimsOf } from '../claims/claims-of.ts'
import { seriously } from '../claims/statement.ts'
import { withoutControls } from '../text/control-characters.ts'
import { clausesOf } from './sentences.ts'

/** As in capture by rule: what somebody wants to be remembered is not said below a pasted book. */
const maxCharacters = 20_000
const maxStatements = 8
const maxText = 400

/**
 * The sentences of a message that claim something, and so may change what is known: `I moved to Munich`. Without code,
 * quotations, questions and what others said. Linear; at most 8, each once.
 */
export function claimingSentences(text: string): string[] {
  const asked = new Set<string>()
  const sentences = new Set<string>()
  const all: string[] = []
  for (const { sentence, isQuestion, masked } of clausesOf(withoutControls(text.slice(0, maxCharacters)))) {
    if (all.at(-1) !== sentence) all.push(sentence)
    if (isQuestion || masked.includes('¤')) asked.add(sentence)
    else if (sentence.length <= maxText) sentences.add(sentence)
  }
  const meant = new Set(seriously(all))
  return [...sentences]
    .filter((sentence) => meant.has(sentence) && !asked.has(sentence) && claimsOf(sentence).length > 0)
    .map((sentence) => sentence.trim().toWellFormed())
    .slice(0, maxStatements)
}
