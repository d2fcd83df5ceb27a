import type { Report } from '../events.ts'
import type { PassageHit, PassageQuery } from '../storage/passages.ts'
import { compareSimilar } from '../storage/vector-order.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { Embedder } from './embedder.ts'
import { joinScores } from './join-scores.ts'
import { createPatience } from './patience.ts'
import type { RankedHit } from './ranked-hit.ts'

/** What was found by words, joined with what is near in meaning. */
export interface Joined {
  /** Best first. */
  hits: RankedHit[]
  /** Why it was not joined: the hits are those that were given. */
  degraded?: string
}

/** A question on its way to its vector. */
export interface AskedMeaning {
  /**
   * Joins the candidates that the words have found, as many as there are, with those nearest to the question. Never
   * rejects, but with the reason of the signal.
   */
  join(query: PassageQuery, lexical: readonly PassageHit[]): Promise<Joined>
}

/** The search by meaning. */
export interface Meaning {
  /** Sends a question to the embedder; what else is to be done goes on meanwhile. */
  ask(query: string, signal?: AbortSignal): AskedMeaning
}

type Asked = { vector: Float32Array } | { degraded: string }

/** So many are taken for their meaning alone. */
const fewestNear = 100
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
    const message = error instanceof Error ? error.message : String(error)
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

  async function joined(vector: Float32Array, query: PassageQuery, lexical: readonly PassageHit[]): Promise<Joined> {
    const stored = await vectors.model()
    if (stored?.name !== embedder.name || stored.dimensions !== vector.length)
      return { hits: [...lexical], degraded: `no text has a vector of the model "${embedder.name}" yet` }
    const { terms: _, ...scope } = query
    const also = lexical.map(({ passage }) => passage.id)
    const limit = Math.max(query.limit, fewestNear)
    const near = await vectors.nearest({ ...scope, model: stored, vector, limit, also })
    return { hits: ranked(lexical, near.nearest, near.also, embedder.weight) }
  }

  return {
    ask(query, signal) {
      const asked = vectorOf(query, signal)
      return {
        async join(wanted, lexical) {
          const answer = await asked
          signal?.throwIfAborted()
          if ('degraded' in answer) return { hits: [...lexical], degraded: answer.degraded }
          try {
            return await joined(answer.vector, wanted, lexical)
          } catch (error) {
            return { hits: [...lexical], ...degraded(error) }
          }
        },
      }
    },
  }
}

function ranked(
  lexical: readonly PassageHit[],
  nearest: readonly PassageHit[],
  also: ReadonlyMap<string, number>,
  weight: number,
): RankedHit[] {
  const similar = new Map(also)
  const hits = new Map<string, PassageHit>()
  for (const hit of nearest) {
    similar.set(hit.passage.id, hit.score)
    hits.set(hit.passage.id, hit)
  }
  for (const hit of lexical) hits.set(hit.passage.id, hit)
  const scores = joinScores(new Map(lexical.map(({ passage, score }) => [passage.id, score])), similar, weight)
  const found = [...hits].flatMap(([id, { passage }]): RankedHit[] => {
    const joint = scores.get(id)
    if (!joint) return []
    const { score, words, meaning } = joint
    return [{ passage, score, parts: { words, ...(meaning === undefined ? {} : { meaning }) } }]
  })
  return found.sort(compareSimilar)
}
