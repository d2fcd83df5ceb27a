import process from 'node:process'
import { isFailure } from './failures.ts'
import type { Session } from './session.ts'

/** What reads, in a transaction that it may share with others. It may be run again. */
export type Reading<T> = (session: Session) => Promise<T>

/** How reads are run. */
export interface ReadsOptions {
  /** Runs it in a transaction, once. */
  once<T>(work: Reading<T>): Promise<T>
  /** The same, and again while the server is away. */
  patiently<T>(work: Reading<T>): Promise<T>
  /** What the reads of one transaction have in common, as the caller stands now: the lock that they are under. */
  place(): object | undefined
}

interface Waiting {
  /** Answers what tells the caller. */
  run(session: Session): Promise<() => void>
  alone(): void
  reject(error: unknown): void
}

/** Many reads of one moment are spread over some connections. */
const mostTogether = 16
const noLock = {}

/**
 * Reads that are asked for at the same moment share a transaction, and so see the same moment: its beginning and its end
 * are paid for once, and with them the connection. They are answered at the same moment, too: what follows from them is
 * asked for together again. One that fails does not take the others with it.
 */
export function createReads({ once, patiently, place }: ReadsOptions): <T>(work: Reading<T>) => Promise<T> {
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
      // Each of them finds out by itself, and waits where waiting helps.
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
    // Everything that can be asked for now has been, when the next tick comes.
    if (!known) {
      waiting.set(key, reads)
      process.nextTick(begin, key)
    }
    return promise
  }
}
