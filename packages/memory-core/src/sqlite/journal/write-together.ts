import type { createSerialQueue } from '../../async.ts'
import type { JournalName } from './journal-text.ts'
import type { JournalDraft, Operation, WriteOptions } from './table-changes.ts'

/** What to do once an operation is durable. */
type Done = () => void

interface Waiting extends Operation<Done> {
  name: JournalName
  isRefused: boolean
  reject(error: unknown): void
}

/** How operations are made: all or none. */
interface Maker {
  queue: ReturnType<typeof createSerialQueue>
  underLock<T>(work: () => Promise<T>): Promise<T>
  make(name: JournalName, operations: readonly Operation<Done>[]): Promise<Done[]>
}

/** Operations that share one append and one fsync. */
const mostTogether = 100

/**
 * Returns a function that makes an operation. Those that were called while the queue was busy share the lock, the
 * transaction, the append and the fsync, and each has succeeded only after that. The error of an operation's own work
 * reaches that operation only, an error of the disk all of them.
 */
export function createWriteTogether({ queue, underLock, make }: Maker) {
  const waiting: Waiting[] = []

  /** Makes those that wait, up to the first of the other journal. */
  async function writeWaiting(): Promise<void> {
    const name = waiting[0]?.name
    // It went together with an earlier one.
    if (name === undefined) return
    const other = waiting.findIndex((operation) => operation.name !== name)
    const batch = waiting.splice(0, Math.min(other < 0 ? mostTogether : other, mostTogether))
    try {
      for (const done of await underLock(() => makeAll(name, batch))) done()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function makeAll(name: JournalName, batch: readonly Waiting[]): Promise<Done[]> {
    try {
      return await make(name, batch)
    } catch (error) {
      if (batch.length === 1 || !batch.some(({ isRefused }) => isRefused)) throw error
    }
    const all: Done[] = []
    for (const one of batch) all.push(...(await makeAll(name, [one]).catch((error) => [() => one.reject(error)])))
    return all
  }

  return <T>(name: JournalName, work: (draft: JournalDraft) => T, options: WriteOptions = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      function noted(draft: JournalDraft): Done {
        operation.isRefused = true
        const result = work(draft)
        operation.isRefused = false
        return () => resolve(result)
      }
      const operation: Waiting = { name, options, work: noted, isRefused: false, reject }
      waiting.push(operation)
      void queue.run(writeWaiting)
    })
}
