import { createBackoff, inTime } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Report } from '../events.ts'
import type { RerankFunction, RerankOptions } from '../model.ts'
import { redact } from '../privacy/redact.ts'
import type { FoundPassage } from './selection.ts'

/** Hits in the reranker's order, as far as it ranked them. */
export interface Reranked {
  hits: FoundPassage[]
  /** Why the reranker was not used. */
  degraded?: string
}

export interface Reranking {
  /** Maximum hits passed to the reranker. */
  candidates: number
  /** Rejects only with the reason of the signal. */
  rerank(query: string, hits: readonly FoundPassage[], signal?: AbortSignal): Promise<Reranked>
}

const defaults = { candidates: 30, timeoutMs: 2_000 }
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Creates the reranking for the option `rerank`. After a failure the reranker is not called for a while. */
export function createReranking(option: RerankFunction | RerankOptions, report: Report): Reranking {
  const { rerank, ...given } = typeof option === 'function' ? { rerank: option } : option
  const { candidates = defaults.candidates, timeoutMs = defaults.timeoutMs } = given
  const backoff = createBackoff(firstPauseMs, longestPauseMs)
  let failure: string | undefined

  async function scoresOf(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]> {
    const answer: unknown = await inTime((own) => rerank(query, texts, own), timeoutMs, 'the reranker', signal)
    if (isScores(answer) && answer.length === texts.length) return answer
    throw new MemoryError(
      'model-failed',
      `the reranker answered ${shown(answer)}, expected ${texts.length} finite numbers, one for each text`,
    )
  }

  return {
    candidates,
    async rerank(query, hits, signal) {
      if (hits.length === 0) return { hits: [] }
      if (failure !== undefined && !backoff.isOver())
        return { hits: [...hits], degraded: `${failure} (a moment ago; retried later)` }
      const first = hits.slice(0, candidates)
      try {
        const scores = await scoresOf(
          query,
          first.map(({ passage }) => passage.text),
          signal,
        )
        failure = undefined
        backoff.worked()
        return { hits: reordered(hits, scores) }
      } catch (error) {
        signal?.throwIfAborted()
        const message = redact(error instanceof Error ? error.message : String(error)).text
        if (failure === undefined)
          report({ type: 'recall-degraded', level: 'warn', message: `recall is not reranked: ${message}`, error })
        failure = message
        backoff.failed()
        return { hits: [...hits], degraded: message }
      }
    },
  }
}

/** Sorts the scored hits. Unscored hits follow, with the same gaps between their scores. */
function reordered(hits: readonly FoundPassage[], scores: readonly number[]): FoundPassage[] {
  const first = scores.flatMap((score, i) => {
    const hit = hits[i]
    return hit ? [{ ...hit, score, parts: { rerank: score } }] : []
  })
  first.sort((a, b) => b.score - a.score)
  const rest = hits.slice(scores.length)
  const lowest = first.at(-1)?.score ?? 0
  const highest = rest[0]?.score ?? 0
  return [...first, ...rest.map((hit) => ({ ...hit, score: lowest - (highest - hit.score) }))]
}

function isScores(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one))
}
