import type { Report } from '../events.ts'
import { createBackoff } from '../indexing/backoff.ts'
import type { Embedder } from '../indexing/embedder.ts'
import { redact } from '../privacy/redact.ts'
import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import { compareHits } from '../storage/passage-query.ts'
import type { Candidate, PassageHit, PassageQuery } from '../storage/passages.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { FoundPassage } from './choice.ts'
import type { Ranked, ScoreParts } from './rank.ts'

/** What was found by words, joined with what is near in meaning. */
export interface Joined {
  /** Best first: candidates of the words, and passages that were found by their meaning alone. */
  found: (Ranked | FoundPassage)[]
  /** Why it was not joined: what was given is answered. */
  degraded?: string
}

/** A question on its way to its vector. */
export interface AskedMeaning {
  /**
   * Joins what the words have found, as far as it is the best, with what is nearest to the question. Never rejects, but with
   * the reason of the signal. `candidates` have the neighbours of messages, too.
   */
  join(query: PassageQuery, lexical: readonly Ranked[], candidates: readonly Candidate[]): Promise<Joined>
}

/** The search by meaning. */
export interface Meaning {
  /** Sends a question to the embedder without waiting for the vector. */
  ask(query: string, signal?: AbortSignal): AskedMeaning
}

type Asked = { vector: Float32Array } | { degraded: string }

/** Minimum number of hits of each kind that are joined. */
const fewest = 100
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Makes the search by meaning. An embedder that fails is left alone for a while, so that not every question waits for it;
 * the first failure in a row is reported.
 */
export function createMeaning(vectors: VectorIndex, embedder: Embedder, report: Report): Meaning {
  const backoff = createBackoff(firstPauseMs, longestPauseMs)
  let failure: string | undefined

  function degraded(error: unknown): { degraded: string } {
    const message = redact(error instanceof Error ? error.message : String(error)).text
    if (failure === undefined)
      report({ type: 'recall-degraded', level: 'warn', message: `recall goes by words alone: ${message}`, error })
    failure = message
    backoff.failed()
    return { degraded: message }
  }

  async function vectorOf(query: string, signal: AbortSignal | undefined): Promise<Asked> {
    if (failure !== undefined && !backoff.isOver())
      return { degraded: `${failure} (a moment ago; it is asked again later)` }
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

  async function joined(
    vector: Float32Array,
    query: PassageQuery,
    lexical: readonly Ranked[],
    candidates: readonly Candidate[],
  ): Promise<Joined> {
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
    return { found: inOrder(best, alike, likenessInContext(candidates, similar), embedder.weight) }
  }

  return {
    ask(query, signal) {
      const asked = vectorOf(query, signal)
      return {
        async join(wanted, lexical, candidates) {
          const answer = await asked
          signal?.throwIfAborted()
          if ('degraded' in answer) return { found: [...lexical], degraded: answer.degraded }
          try {
            return await joined(answer.vector, wanted, lexical, candidates)
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
  const joinable = new Set([
    ...lexical.map(({ candidate }) => candidate.id),
    ...nearest.map(({ passage }) => passage.id),
  ])
  const similar = new Map([...likeness].filter(([id]) => joinable.has(id)))
  const words = new Map(lexical.map(({ candidate, score }) => [candidate.id, score]))
  const scores = joinScores(words, similar, weight)
  const found = [
    ...lexical.map(({ candidate, parts }) => {
      const { score = 0, ...joined } = scores.get(candidate.id) ?? {}
      return { id: candidate.id, one: { candidate, score, parts: joinedParts(parts, joined, weight) } }
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

/** The parts of the words' score, made as small as the whole became, and the meaning. */
function joinedParts(
  parts: ScoreParts,
  joined: { words?: number; meaning?: number | undefined },
  weight: number,
): ScoreParts {
  const { words = 0, meaning } = joined
  const whole = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const share = whole > 0 ? ((meaning === undefined ? 1 : 1 - weight) * words) / whole : 0
  const lexical = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part * share]))
  return meaning === undefined ? lexical : { ...lexical, meaning: weight * meaning }
}

/** The score of one candidate, and what it was made of. */
interface JoinedScore {
  score: number
  /** The words' part, from 0 to 1: 1 is the best of these candidates. */
  words: number
  /** The meaning's part, from 0 to 1 likewise; undefined without a vector. */
  meaning: number | undefined
}

/**
 * Joins what words and what vectors say of the candidates of one question: (1 - weight) × words + weight × meaning. Words
 * are shares of the best score; cosines, which lie in another narrow band with each embedder, are stretched from the least
 * alike candidate to the most. A candidate that the words did not find has 0 of them; one without a vector is judged by its
 * words alone. Ranks would not do: a weak embedder's first is far less sure than its place says.
 */
export function joinScores(
  lexical: ReadonlyMap<string, number>,
  similar: ReadonlyMap<string, number>,
  weight: number,
): Map<string, JoinedScore> {
  let best = 0
  for (const score of lexical.values()) best = Math.max(best, score)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const cosine of similar.values()) {
    least = Math.min(least, cosine)
    most = Math.max(most, cosine)
  }
  const joined = new Map<string, JoinedScore>()
  for (const id of new Set([...lexical.keys(), ...similar.keys()])) {
    const words = best > 0 ? Math.max(0, lexical.get(id) ?? 0) / best : 0
    const cosine = similar.get(id)
    const meaning = cosine === undefined ? undefined : most > least ? (cosine - least) / (most - least) : 1
    joined.set(id, { score: (1 - weight) * words + weight * (meaning ?? words), words, meaning })
  }
  return joined
}

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
