import type { Report } from '../events.ts'
import { redact } from '../privacy/redact.ts'
import { compareHits } from '../storage/passage-query.ts'
import type { Candidate, PassageHit, PassageQuery } from '../storage/passages.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { Embedder } from './embedder.ts'
import { joinScores } from './join-scores.ts'
import { likenessInContext } from './likeness.ts'
import { createPatience } from './patience.ts'
import type { Ranked, ScoreParts } from './rank.ts'

/** What was found by its meaning alone; its score is joined already. */
export interface Near extends PassageHit {
  parts: ScoreParts
}

/** What was found by words, joined with what is near in meaning. */
export interface Joined {
  /** Best first. */
  found: (Ranked | Near)[]
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
  /** Sends a question to the embedder; what else is to be done goes on meanwhile. */
  ask(query: string, signal?: AbortSignal): AskedMeaning
}

type Asked = { vector: Float32Array } | { degraded: string }

/** So many of each kind are joined at least. */
const fewest = 100
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Makes the search by meaning. An embedder that fails is left alone for a while, so that not every question waits for it;
 * the first failure in a row is reported.
 */
export function createMeaning(vectors: VectorIndex, embedder: Embedder, report: Report): Meaning {
  const patience = createPatience(firstPauseMs, longestPauseMs)
  let failure: string | undefined

  function degraded(error: unknown): { degraded: string } {
    const message = redact(error instanceof Error ? error.message : String(error)).text
    if (failure === undefined)
      report({ type: 'recall-degraded', level: 'warn', message: `recall goes by words alone: ${message}`, error })
    failure = message
    patience.failed()
    return { degraded: message }
  }

  async function vectorOf(query: string, signal: AbortSignal | undefined): Promise<Asked> {
    if (failure !== undefined && !patience.isOver())
      return { degraded: `${failure} (a moment ago; it is asked again later)` }
    try {
      const [vector] = await embedder.vectors([query], 'query', signal)
      failure = undefined
      patience.worked()
      return vector ? { vector } : { degraded: 'the embedder gave no vector' }
    } catch (error) {
      // Whoever does not want the answer any more says nothing of the embedder.
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
): (Ranked | Near)[] {
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
