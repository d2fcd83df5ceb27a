import type { Report } from '../events.ts'
import { createBackoff } from '../indexing/backoff.ts'
import type { Embedder } from '../indexing/embedder.ts'
import { redact } from '../privacy/redact.ts'
import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import { compareHits } from '../storage/passage-query.ts'
import type { Candidate, PassageHit, PassageQuery } from '../storage/passages.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { Ranked, ScoreParts } from './rank.ts'
import type { FoundPassage } from './selection.ts'

/** Candidates found by words, merged with those near in meaning. */
export interface MergedHits {
  /** Best first: candidates found by words, and passages found by meaning alone. */
  found: (Ranked | FoundPassage)[]
  /** Why meaning was not used; `found` then holds the candidates found by words. */
  degraded?: string
}

/** A question whose vector is being computed. */
export interface AskedMeaning {
  /**
   * Merges the best of `lexical` with the passages nearest to the question. `candidates` also contain the neighbours of
   * messages. Rejects only with the reason of the signal.
   */
  merge(query: PassageQuery, lexical: readonly Ranked[], candidates: readonly Candidate[]): Promise<MergedHits>
}

/** The search by meaning. */
export interface Meaning {
  /** Sends a question to the embedder without waiting for the vector. */
  ask(query: string, signal?: AbortSignal): AskedMeaning
}

type Asked = { vector: Float32Array } | { degraded: string }

/** Minimum hits of each kind that are merged. */
const fewest = 100
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Creates the search by meaning. After a failure the embedder is not called for a while, so that not every question
 * waits for it; the first failure in a row is reported.
 */
export function createMeaning(vectors: VectorIndex, embedder: Embedder, report: Report): Meaning {
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

  async function vectorOf(query: string, signal: AbortSignal | undefined): Promise<Asked> {
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

  async function merged(
    vector: Float32Array,
    query: PassageQuery,
    lexical: readonly Ranked[],
    candidates: readonly Candidate[],
  ): Promise<MergedHits> {
    const stored = await vectors.model()
    if (stored?.name !== embedder.name || stored.dimensions !== vector.length)
      return { found: [...lexical], degraded: `no text has a vector of the model "${embedder.name}" yet` }
    const { terms: _, ...scope } = query
    const limit = Math.max(query.limit, fewest)
    const best = lexical.slice(0, limit)
    const also = candidates.map(({ id }) => id)
    const near = await vectors.nearest({ ...scope, model: stored, vector, limit, also })
    const similar = new Map(near.also)
    for (const { passage, score } of near.nearest) similar.set(passage.id, score)
    const alike = near.nearest.filter(({ score }) => score >= embedder.least)
    return { found: inOrder(best, alike, similarityInContext(candidates, similar), embedder.weight) }
  }

  return {
    ask(query, signal) {
      const asked = vectorOf(query, signal)
      return {
        async merge(wanted, lexical, candidates) {
          const answer = await asked
          signal?.throwIfAborted()
          if ('degraded' in answer) return { found: [...lexical], degraded: answer.degraded }
          try {
            return await merged(answer.vector, wanted, lexical, candidates)
          } catch (error) {
            return { found: [...lexical], ...degraded(error) }
          }
        },
      }
    },
  }
}

function inOrder(
  lexical: readonly Ranked[],
  nearest: readonly PassageHit[],
  likeness: ReadonlyMap<string, number>,
  weight: number,
): (Ranked | FoundPassage)[] {
  const ids = new Set([...lexical.map(({ candidate }) => candidate.id), ...nearest.map(({ passage }) => passage.id)])
  const similar = new Map([...likeness].filter(([id]) => ids.has(id)))
  const words = new Map(lexical.map(({ candidate, score }) => [candidate.id, score]))
  const scores = mergeScores(words, similar, weight)
  const found = [
    ...lexical.map(({ candidate, parts }) => {
      const { score = 0, ...merged } = scores.get(candidate.id) ?? {}
      return { id: candidate.id, one: { candidate, score, parts: mergedParts(parts, merged, weight) } }
    }),
    ...nearest
      .filter(({ passage }) => !words.has(passage.id))
      .map(({ passage }) => {
        const score = scores.get(passage.id)?.score ?? 0
        return { id: passage.id, one: { passage, score, parts: { meaning: score } } }
      }),
  ]
  found.sort((a, b) => compareHits({ score: a.one.score, id: a.id }, { score: b.one.score, id: b.id }))
  return found.map(({ one }) => one)
}

/** The parts of the lexical score, scaled to their share of the merged score, and the part of the meaning. */
function mergedParts(
  parts: ScoreParts,
  merged: { words?: number; meaning?: number | undefined },
  weight: number,
): ScoreParts {
  const { words = 0, meaning } = merged
  const whole = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const share = whole > 0 ? ((meaning === undefined ? 1 : 1 - weight) * words) / whole : 0
  const lexical = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part * share]))
  return meaning === undefined ? lexical : { ...lexical, meaning: weight * meaning }
}

/** The merged score of one candidate, and its two parts. */
interface MergedScore {
  score: number
  /** The lexical part, from 0 to 1: 1 is the best of these candidates. */
  words: number
  /** The part of the meaning, from 0 to 1 likewise; undefined without a vector. */
  meaning: number | undefined
}

/**
 * Merges lexical scores and cosines of the candidates of one question: (1 - weight) × words + weight × meaning. Lexical
 * scores are divided by the best one. Cosines, whose narrow range differs from embedder to embedder, are stretched to 0
 * for the least similar candidate and 1 for the most similar. A candidate that the words did not find has 0 for words;
 * one without a vector is scored by its words alone. Scores are merged, not ranks: the first hit of a weak embedder is
 * far less certain than its rank suggests.
 */
export function mergeScores(
  lexical: ReadonlyMap<string, number>,
  similar: ReadonlyMap<string, number>,
  weight: number,
): Map<string, MergedScore> {
  let best = 0
  for (const score of lexical.values()) best = Math.max(best, score)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const cosine of similar.values()) {
    least = Math.min(least, cosine)
    most = Math.max(most, cosine)
  }
  const merged = new Map<string, MergedScore>()
  for (const id of new Set([...lexical.keys(), ...similar.keys()])) {
    const words = best > 0 ? Math.max(0, lexical.get(id) ?? 0) / best : 0
    const cosine = similar.get(id)
    const meaning = cosine === undefined ? undefined : most > least ? (cosine - least) / (most - least) : 1
    merged.set(id, { score: (1 - weight) * words + weight * (meaning ?? words), words, meaning })
  }
  return merged
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
