import { createBackoff } from '../async.ts'
import type { Report } from '../events.ts'
import type { Embedder } from '../indexing/vector-writer.ts'
import { redact } from '../privacy/redact.ts'
import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import { compareHits } from '../storage/passage-query.ts'
import type { Candidate, PassageHit, PassageQuery } from '../storage/passages.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { Ranked } from './rank.ts'
import type { FoundPassage } from './selection.ts'

/** Candidates found by words, merged with those near in meaning. */
export interface MergedHits {
  /** Best first: candidates found by words, and passages found by meaning alone. */
  found: (Ranked | FoundPassage)[]
  /** Why meaning was not used; `found` then holds the candidates found by words. */
  degraded?: string
}

/** Sends a question to the embedder without waiting for the vector. */
export type Meaning = (question: string, signal?: AbortSignal) => MergeMeaning

/**
 * Merges the best of `lexical` with the passages nearest to the question. `candidates` also contain the neighbours of
 * messages. Rejects only with the reason of the signal.
 */
export type MergeMeaning = (
  query: PassageQuery,
  lexical: readonly Ranked[],
  candidates: readonly Candidate[],
) => Promise<MergedHits>

/** Minimum hits of each kind that are merged. */
const fewest = 100
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Creates the search by meaning. After a failure the embedder is not called for a while, so that not every question
 * waits for it; the first failure in a row is reported.
 */
export function createMeaning(
  vectors: VectorIndex,
  embedder: Embedder,
  report: Report,
  /** Has all texts embedded again, with vectors of this length. */
  embedAgain: (dimensions: number) => void,
): Meaning {
  const backoff = createBackoff(firstPauseMs, longestPauseMs)
  let failure: string | undefined

  function degraded(error: unknown): { degraded: string } {
    const message = redact(error instanceof Error ? error.message : String(error)).text
    if (failure === undefined)
      report({ type: 'recall-degraded', level: 'warn', message: `recall uses words alone: ${message}`, error })
    failure = message
    backoff.failed()
    return { degraded: message }
  }

  async function vectorOf(
    query: string,
    signal?: AbortSignal,
  ): Promise<{ vector: Float32Array } | { degraded: string }> {
    if (failure !== undefined && !backoff.isOver()) return { degraded: `${failure} (a moment ago; retried later)` }
    try {
      const [vector] = await embedder.vectors([query], 'query', signal)
      failure = undefined
      backoff.worked()
      return vector ? { vector } : { degraded: 'the embedder gave no vector' }
    } catch (error) {
      // An aborted call says nothing about the embedder.
      if (signal?.aborted) return { degraded: 'aborted' }
      return degraded(error)
    }
  }

  async function merged(vector: Float32Array, ...given: Parameters<MergeMeaning>): Promise<MergedHits> {
    const [query, lexical, candidates] = given
    const stored = await vectors.model()
    const isSame = stored?.name === embedder.name
    if (isSame && stored.dimensions !== vector.length) embedAgain(vector.length)
    if (!isSame || stored.dimensions !== vector.length)
      return { found: [...lexical], degraded: `no text has a vector of the model "${embedder.name}" yet` }
    const { terms: _, ...scope } = query
    const limit = Math.max(query.limit, fewest)
    const best = lexical.slice(0, limit)
    const also = candidates.map(({ id }) => id)
    const near = await vectors.nearest({ ...scope, model: stored, vector, limit, also })
    const similar = new Map(near.also)
    for (const { passage, score } of near.nearest) similar.set(passage.id, score)
    const alike = near.nearest.filter(({ score }) => score >= embedder.least)
    return { found: mergeFound(best, alike, similarityInContext(candidates, similar), embedder.weight) }
  }

  return (question, signal) => {
    const asked = vectorOf(question, signal)
    return async (query, lexical, candidates) => {
      const answer = await asked
      signal?.throwIfAborted()
      if ('degraded' in answer) return { found: [...lexical], degraded: answer.degraded }
      try {
        return await merged(answer.vector, query, lexical, candidates)
      } catch (error) {
        return { found: [...lexical], ...degraded(error) }
      }
    }
  }
}

/**
 * Merges candidates found by words with the passages nearest in meaning, best first. The score is (1 - weight) × words +
 * weight × meaning. Lexical scores are divided by the best one. Cosines, whose narrow range differs from embedder to
 * embedder, are stretched to 0 for the least similar candidate and 1 for the most similar. A candidate that the words did
 * not find has 0 for words; one without a vector is scored by its words alone. Scores are merged, not ranks: the first
 * hit of a weak embedder is far less certain than its rank suggests. The parts of the lexical score are scaled to their
 * share of the merged score.
 */
export function mergeFound(
  lexical: readonly Ranked[],
  nearest: readonly PassageHit[],
  likeness: ReadonlyMap<string, number>,
  weight: number,
): (Ranked | FoundPassage)[] {
  const ids = new Set(lexical.map(({ candidate }) => candidate.id))
  const found = [
    ...lexical.map((one) => ({ id: one.candidate.id, one })),
    ...nearest.flatMap(({ passage }) =>
      ids.has(passage.id) ? [] : [{ id: passage.id, one: { passage, score: 0, parts: {} } }],
    ),
  ]
  const best = Math.max(0, ...found.map(({ one }) => one.score))
  const cosines = found.flatMap(({ id }) => likeness.get(id) ?? [])
  const [least, most] = [Math.min(...cosines), Math.max(...cosines)]
  const merged = found.map(({ id, one }) => {
    const words = best > 0 ? Math.max(0, one.score) / best : 0
    const cosine = likeness.get(id)
    const meaning = cosine === undefined ? undefined : most > least ? (cosine - least) / (most - least) : 1
    const score = (1 - weight) * words + weight * (meaning ?? words)
    const whole = Object.values(one.parts).reduce((sum, part) => sum + part, 0)
    const share = whole > 0 ? ((meaning === undefined ? 1 : 1 - weight) * words) / whole : 0
    const ofWords = Object.entries(one.parts).map(([name, part]) => [name, part * share] as const)
    const parts = { ...Object.fromEntries(ofWords), ...(meaning !== undefined && { meaning: weight * meaning }) }
    return { id, one: { ...one, score, parts } }
  })
  merged.sort((a, b) => compareHits({ score: a.one.score, id: a.id }, { score: b.one.score, id: b.id }))
  return merged.map(({ one }) => one)
}

/** Weights of the cosines of the messages before and after a message, relative to its own; tuned on conversations. */
const shares = { before: 0.8, after: 0.5 } as const

/**
 * Averages the cosine of each message with those of its two neighbours, because an answer resembles what its question
 * resembles. A neighbour that is unknown or has no vector counts with the message's own cosine. Other passages keep
 * theirs.
 */
export function similarityInContext(
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
