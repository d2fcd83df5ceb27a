import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { asked, isLost, isPassing, storageError } from './failures.ts'
import { createLoans, type Loan, lostLockError } from './loans.ts'
import type { PostgresClient, PostgresPool, PostgresResult } from './pool.ts'
import { createReads } from './reads.ts'
import { beginRead, beginWrite, lockKey, type Place, type Session, sessionOn } from './session.ts'

export interface WriteOptions {
  /** Excludes other writes of the namespace with this name. */
  lock?: string
  /** Whether the commit waits for the disk. @default true */
  durable?: boolean
}

/** The rows of one namespace. Transactions are repeated if the server was unavailable for a moment. */
export type Database = ReturnType<typeof createDatabase>

const tidySql = "DELETE FROM commits WHERE namespace = $1 AND at < now() - interval '1 hour'"
const writesPerTidying = 256

/** While the server cannot be reached, a transaction is repeated for `patienceMs` milliseconds. */
export function createDatabase(pool: PostgresPool, place: Place, patienceMs: number) {
  const loans = createLoans(pool)
  let writes = 0

  async function retried<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + patienceMs
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, 500)) {
      try {
        return await attempt()
      } catch (error) {
        if (!isPassing(error) || performance.now() + pauseMs > deadline) throw storageError(error)
      }
      await delay(pauseMs / 2 + (Math.random() * pauseMs) / 2)
    }
  }

  async function readOnce<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const loan = await loans.borrow()
    try {
      const begun = asked(() => loan.client.query(beginRead(place)))
      // In pipeline mode the first statement goes out with BEGIN: reads may be sent before it has succeeded.
      if (loan.client.pipeline !== true) await begun
      const [result] = await Promise.all([work(sessionOn(loan.client, place)), begun])
      // Nothing depends on the end of a read, so it is not awaited.
      const ended = end(loan, 'COMMIT')
      if (loan.isHeld && loan.client.pipeline === true) loan.giveBack(false)
      void ended
      return result
    } catch (error) {
      await undo(loan, error)
      throw error
    }
  }

  /** Returns the result of an earlier attempt if its commit succeeded after all. */
  async function writeOnce<T>(write: Write<T>): Promise<T> {
    const loan = await loans.borrow()
    try {
      return await commit(loan, place, write)
    } catch (error) {
      await undo(loan, error)
      if (!loan.isHeld || !isLost(error)) throw error
      return settle(write, error)
    }
  }

  /** The lock was lost with its connection. Querying the key waits until the transaction has ended. */
  async function settle<T>(write: Write<T>, cause: unknown): Promise<T> {
    const isKnown = await retried(async () => {
      const loan = await loans.fresh()
      try {
        const isNew = await begin(loan.client, place, write)
        await end(loan, 'ROLLBACK')
        return !isNew
      } catch (error) {
        await undo(loan, error)
        throw error
      }
    })
    if (isKnown && write.done) return write.done.result
    throw lostLockError(cause)
  }

  return {
    place,
    loans,
    /**
     * Reads one snapshot, shared by all reads of the same moment. Costs two messages besides the statements; the caller
     * waits for one of them, in pipeline mode for none.
     */
    read: createReads(readOnce, (work) => retried(() => readOnce(work)), loans.place),
    /**
     * Makes all of `work`'s changes exactly once, or none. Costs two messages besides the statements; in pipeline mode the
     * first goes out with the first statement. `work` may run again.
     */
    write<T>(work: (session: Session) => Promise<T>, { lock, durable = true }: WriteOptions = {}): Promise<T> {
      const key = lock === undefined ? undefined : lockKey(place, 'write', lock)
      const isTidying = writes % writesPerTidying === 0
      writes += 1
      const tidied = async (session: Session): Promise<T> => {
        if (isTidying) await session.run(tidySql)
        return work(session)
      }
      const write: Write<T> = { work: tidied, id: randomUUID(), lock: key, durable }
      return retried(() => writeOnce(write))
    },
  }
}

/** One transaction with all its attempts. */
interface Write<T> {
  work: (session: Session) => Promise<T>
  /** Stored with the changes, so that they are made once. */
  id: string
  lock: ReturnType<typeof lockKey> | undefined
  durable: boolean
  /** The result of an attempt whose commit may have succeeded. */
  done?: { result: T }
}

async function commit<T>(loan: Loan, place: Place, write: Write<T>): Promise<T> {
  const { client } = loan
  const begun = begin(client, place, write)
  // Not repeated before it is known whether the earlier attempt was committed.
  if (client.pipeline !== true || write.done) {
    const isNew = await begun
    if (!isNew && write.done) {
      await end(loan, 'ROLLBACK')
      return write.done.result
    }
  }
  const [result] = await Promise.all([write.work(sessionOn(client, place)), begun])
  write.done = { result }
  await asked(() => client.query('COMMIT'))
  loan.giveBack(false)
  return result
}

/** Returns false if the transaction with this key was committed; waits for it while it is running. */
async function begin<T>(client: PostgresClient, place: Place, { id, lock, durable }: Write<T>): Promise<boolean> {
  const results: unknown = await asked(() => client.query(beginWrite(place, id, { lock, durable })))
  const all: (PostgresResult & { command?: string })[] = Array.isArray(results) ? results : []
  return all.find(({ command }) => command === 'INSERT')?.rowCount === 1
}

async function undo(loan: Loan, error: unknown): Promise<void> {
  if (isLost(error)) loan.giveBack(true)
  else await end(loan, 'ROLLBACK')
}

async function end(loan: Loan, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await loan.client.query(sql)
    loan.giveBack(false)
  } catch {
    // The connection is gone, and the transaction with it.
    loan.giveBack(true)
  }
}
