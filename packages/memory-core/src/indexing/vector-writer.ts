import { createBackoff, inTime, letOthersRun, sleep } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import type { EmbedFunction, EmbedOptions, Vector } from '../model.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { Setting } from '../storage/storage.ts'
import type { PassageText, PassageVector, VectorIndex } from '../storage/vectors.ts'

export type VectorWriter = ReturnType<typeof createVectorWriter>

const leaseName = 'vectors'
const attempts = 3
const firstPauseMs = 200
/** The first and the longest pause after giving up. */
const firstRestMs = 30_000
const longestRestMs = 600_000
/** If this many texts of a failed batch fail one by one and none succeeds, the embedder is at fault, not the texts. */
const mostLoneFailures = 5

/** Embeds new passages in the background, from `wake` on. A lease ensures that one process at a time embeds. */
export function createVectorWriter({ storage, report }: Setting, vectors: VectorIndex, embedder: Embedder) {
  const { name, batch } = embedder
  const rest = createBackoff(firstRestMs, longestRestMs)
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let isAgain = false
  /** Whether vectors of this model were seen: if another model's appear later, another process has put them. */
  let isOurs = false
  let isRenewed = false

  function failed(message: string, error?: unknown): void {
    report({ type: 'embedding-failed', level: 'warn', message, ...(error === undefined ? {} : { error }) })
  }

  async function withRetries(texts: readonly PassageText[]): Promise<PassageVector[]> {
    const plain = texts.map(({ text }) => text)
    for (let attempt = 1; ; attempt++) {
      const started = performance.now()
      try {
        const found = await embedder.vectors(plain, 'document', signal)
        return texts.map((text, i) => ({ ...text, vector: found[i] }))
      } catch (error) {
        // An embedder that takes half the timeout to fail is not retried at once.
        const isSlow = performance.now() - started > embedder.batchTimeoutMs / 2
        if (signal.aborted || isSlow) throw error
        if (attempt === attempts) return oneByOne(texts, error)
        await sleep(firstPauseMs * 2 ** (attempt - 1), signal)
      }
    }
  }

  /** Embeds texts one by one after a batch failed. A text that the embedder refuses gets no vector. */
  async function oneByOne(texts: readonly PassageText[], cause: unknown): Promise<PassageVector[]> {
    const done: PassageVector[] = []
    let refused = 0
    for (const one of texts) {
      try {
        const [vector] = await embedder.vectors([one.text], 'document', signal)
        done.push({ ...one, vector })
      } catch {
        refused += 1
        done.push({ ...one, vector: undefined })
      }
      if (signal.aborted || (refused === done.length && refused >= Math.min(mostLoneFailures, texts.length)))
        throw cause
    }
    if (refused > 0)
      failed(`the embedder refuses ${refused} texts: they are found by their words alone (${String(cause)})`, cause)
    return done
  }

  /** Embeds a batch. Resolves to whether there may be more. */
  async function embedSome(): Promise<boolean> {
    const stored = await vectors.model()
    if (stored && stored.name !== name && isOurs) {
      stopping.abort()
      const other = `another process embeds this memory with the model "${stored.name}"`
      failed(`${other}, so this one stops embedding with "${name}"`)
      return false
    }
    isOurs ||= stored?.name === name
    const texts = await vectors.missing(name, batch)
    if (texts.length === 0) return false
    const embedded = await withRetries(texts)
    const dimensions = embedded.find(({ vector }) => vector)?.vector?.length ?? 0
    await vectors.put({ name, dimensions }, embedded)
    isOurs = true
    return true
  }

  async function work(): Promise<void> {
    if ((await vectors.missing(name, 1)).length === 0) return
    const lease = await storage.lease(leaseName)
    if (!lease) return
    try {
      while (!signal.aborted && (await embedSome())) {
        await lease.check()
        await letOthersRun()
      }
    } finally {
      await lease.release()
    }
  }

  async function run(): Promise<void> {
    try {
      do {
        isAgain = false
        await work()
      } while (isAgain && !signal.aborted)
      rest.worked()
    } catch (error) {
      if (signal.aborted) return
      rest.failed()
      failed(`texts are not embedded, and are found by their words alone: ${String(error)}`, error)
    } finally {
      running = undefined
    }
  }

  function wake(): void {
    isAgain = true
    if (!running && !signal.aborted && rest.isOver()) running = run()
  }

  return {
    /** Starts a run, since there may be new texts. */
    wake: (): void => wake(),
    /** Removes the vectors of another length, and embeds all texts again: once in a process. */
    again(dimensions: number): void {
      if (isRenewed) return
      isRenewed = true
      vectors.put({ name, dimensions }, []).then(wake, (error: unknown) => {
        isRenewed = false
        failed(String(error), error)
      })
    },
    /** Resolves when every text has its vector, or this process gave up for now, or another process is embedding. */
    async idle(): Promise<void> {
      wake()
      await running
    },
    /** Aborts a run; the rest is embedded when the memory is open again. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the memory is closed'))
      await running
    },
  }
}

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
