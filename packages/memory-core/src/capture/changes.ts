import { claimsOf } from '../claims/claims-of.ts'
import { seriously } from '../claims/statement.ts'
import type { Clause } from './sentences.ts'

const maxStatements = 8
const maxText = 400

/**
 * The sentences of a message, given as its clauses, that claim something, and so may change what is known: `I moved to Munich`. Without code,
 * quotations, questions and what others said. Linear; at most 8, each once.
 */
export function claimingSentences(clauses: readonly Clause[]): string[] {
  const asked = new Set<string>()
  const sentences = new Set<string>()
  const all: string[] = []
  for (const { sentence, isQuestion, masked } of clauses) {
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
