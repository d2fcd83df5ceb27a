import process from 'node:process'
import { isFailure } from './failures.ts'
import type { Session } from './session.ts'

/** A read, in a transaction that it may share with others. It may run again. */
export type Reading<T> = (session: Session) => Promise<T>

type Run = <T>(work: Reading<T>) => Promise<T>

interface Waiting {
  /** Returns the error to report. */
  run(session: Session): Promise<() => void>
  alone(): void
  reject(error: unknown): void
}

/** Many reads of one moment are spread over several connections. */
const mostTogether = 16
const noLock = {}

/**
 * Reads requested at the same moment share a transaction, and so a snapshot: its begin and end, and the connection, are
 * paid for once. They are answered together, too, so that follow-up reads are requested together again. A failing read
 * does not affect the others. `once` runs a read in a transaction, `patiently` repeats it while the server is unavailable;
 * `place` is the lock of the present caller, if any: only reads with the same lock share a transaction.
 */
export function createReads(once: Run, patiently: Run, place: () => object | undefined): Run {
  const waiting = new Map<object, Waiting[]>()

  function begin(key: object): void {
    const reads = waiting.get(key) ?? []
    waiting.delete(key)
    for (let from = 0; from < reads.length; from += mostTogether) void runAll(reads.slice(from, from + mostTogether))
  }

  async function runAll(reads: readonly Waiting[]): Promise<void> {
    const outcomes = reads.length > 1 ? await together(reads) : []
    for (const [index, read] of reads.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || (outcome.status === 'rejected' && isFailure(outcome.reason))) read.alone()
      else if (outcome.status === 'rejected') read.reject(outcome.reason)
      else outcome.value()
    }
  }

  async function together(reads: readonly Waiting[]): Promise<PromiseSettledResult<() => void>[]> {
    try {
      return await once((session) => Promise.allSettled(reads.map((read) => read.run(session))))
    } catch {
      // Each read is repeated alone, and waits if waiting helps.
      return []
    }
  }

  return <T>(work: Reading<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<T>>()
    const key = place() ?? noLock
    const known = waiting.get(key)
    const reads = known ?? []
    reads.push({
      async run(session) {
        const result = await work(session)
        return () => resolve(result)
      },
      alone: () => void patiently(work).then(async (result) => resolve(await result), reject),
      reject,
    })
    // By the next tick, everything that can be requested has been.
    if (!known) {
      waiting.set(key, reads)
      process.nextTick(begin, key)
    }
    return promise
  }
}
