import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import type { Candidate } from '../storage/passages.ts'

/** How much the messages before and after a message count beside it, tuned on conversations; its own likeness counts 1. */
const shares = { before: 0.8, after: 0.5 } as const

/**
 * The cosines of messages with those of the messages next to them: an answer is alike to what its question is alike to. Of
 * a neighbour that is not known, or has no vector, the message's own stands in. What is no message stands for itself.
 */
export function likenessInContext(
  candidates: readonly Candidate[],
  cosines: ReadonlyMap<string, number>,
): Map<string, number> {
  const byNumber = new Map(candidates.map((candidate) => [candidate.number, candidate]))
  const likeness = new Map(cosines)
  for (const { id, number, speech } of candidates) {
    const own = cosines.get(id)
    if (own === undefined || !speech) continue
    const near = (other: number): number => {
      const neighbour = isSameOrigin(other, number) ? byNumber.get(other) : undefined
      return (neighbour && cosines.get(neighbour.id)) ?? own
    }
    const sum =
      own + shares.before * near(textOf(number) - partsOfText) + shares.after * near(textOf(number) + partsOfText)
    likeness.set(id, sum / (1 + shares.before + shares.after))
  }
  return likeness
}
