import { isSecret } from './orders.ts'
import type { SaidSentence } from './said-parts.ts'

/* Sentences that say nothing by themselves, but change what was said beside them. */

const longestSecrecy = 150

/** Takes out what makes a secret of the sentence before it, or after it, and puts it behind that one. */
export function joinSecrecy(sentences: readonly SaidSentence[]): void {
  for (const [at, sentence] of sentences.entries()) {
    const secret = sentence.parts.find(({ masked }) => isSecret.test(masked))
    if (!secret) continue
    const left = sentence.parts.filter(({ masked }) => !isSecret.test(masked))
    const isFirst = secret === sentence.parts[0]
    const before = isFirst ? sentences.slice(0, at).findLast(tellsMore) : sentence
    const said = before ?? (left.length > 0 ? undefined : sentences.slice(at + 1).find(tellsMore))
    if (!said) continue
    said.secrecy += isFirst ? ` ${sentence.text.slice(0, longestSecrecy)}` : `, ${secret.text}`
    sentence.parts = left
  }
}

/** Whether a sentence states more than a figure about the one before it: "9 weeks." */
function tellsMore({ parts: [first] }: SaidSentence): boolean {
  return first !== undefined && !/^\d/.test(first.masked)
}
