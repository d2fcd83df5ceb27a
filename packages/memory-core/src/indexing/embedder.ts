import { inTime } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { EmbedFunction, EmbedOptions, Vector } from '../model.ts'
import { withoutUndefined } from '../option-checks.ts'

export type ResolvedEmbedOptions = { [Name in keyof EmbedOptions]-?: Exclude<EmbedOptions[Name], undefined> }

const defaults: Omit<ResolvedEmbedOptions, 'embed'> = {
  name: 'unnamed',
  dimensions: 0,
  batch: 64,
  maxChars: 8_000,
  batchTimeoutMs: 30_000,
  timeoutMs: 800,
  weight: 0.2,
  least: 0.35,
}

/** An embedder whose answers are checked. */
export interface Embedder extends Omit<ResolvedEmbedOptions, 'embed'> {
  /**
   * Returns one vector for each text, all of the same length. Times out if the embedder does not answer.
   * @throws MemoryError `model-failed` for an invalid answer or none in time. Rethrows the embedder's errors.
   */
  vectors(texts: readonly string[], use: 'document' | 'query', signal?: AbortSignal): Promise<Float32Array[]>
}

export function createEmbedder(option: EmbedFunction | EmbedOptions): Embedder {
  const { embed, ...given } = typeof option === 'function' ? { embed: option } : option
  const options = { ...defaults, ...withoutUndefined(given) }
  /** Fixed by the first vector: an embedder with varying lengths would have everything embedded anew each time. */
  let { dimensions } = options

  return {
    ...options,
    async vectors(texts, use, signal) {
      const ms = use === 'query' ? options.timeoutMs : options.batchTimeoutMs
      // Cut, and made well-formed for transport; what is cut off is not found by its meaning.
      const cut = texts.map((text) => text.slice(0, options.maxChars).toWellFormed())
      const answer: unknown = await inTime((own) => embed(cut, own, use), ms, 'the embedder', signal)
      const vectors = toVectors(answer, texts.length)
      const expected = dimensions || (vectors[0]?.length ?? 0)
      const other = vectors.find(({ length }) => length !== expected)
      if (other) throw failed(`gave a vector of ${other.length} numbers, expected ${expected} as before`)
      dimensions = expected
      return vectors
    },
  }
}

function toVectors(answer: unknown, count: number): Float32Array[] {
  if (!Array.isArray(answer)) throw failed(`answered ${shown(answer)}, expected a list of vectors`)
  if (answer.length !== count) throw failed(`gave ${answer.length} vectors for ${count} texts`)
  return answer.map((one: unknown) => {
    if (!isVector(one)) throw failed(`gave ${shown(one)}, expected a vector: numbers in a Float32Array or a list`)
    const vector = Float32Array.from(one)
    if (vector.length > 0 && vector.every(Number.isFinite)) return vector
    throw failed('gave a vector that is empty or has a number that is not finite')
  })
}

function isVector(value: unknown): value is Vector {
  return value instanceof Float32Array || (Array.isArray(value) && value.every((one) => typeof one === 'number'))
}

function failed(what: string): MemoryError {
  return new MemoryError('model-failed', `the embedder ${what}`)
}
