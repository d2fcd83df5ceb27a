import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { asked, isLost, isPassing, storageError } from './failures.ts'
import { createLoans, type Loan, type Loans, lostLockError } from './loans.ts'
import type { PostgresClient, PostgresPool, PostgresResult } from './pool.ts'
import { createReads } from './reads.ts'
import { beginRead, beginWrite, lockKey, type Place, type Session, sessionOn } from './session.ts'

/** How a transaction writes. */
export interface WriteOptions {
  /** Excludes every other write of the namespace with this word. */
  lock?: string
  /** Whether it waits for the disk. @default true */
  durable?: boolean
}

/** The rows of one namespace, in transactions that are repeated when the server was gone for a moment. */
export interface Database {
  readonly place: Place
  readonly loans: Loans
  /**
   * Reads one moment, with all that is read at the same time: two messages more than the statements, and the caller
   * waits for one of them, or in pipeline mode for none.
   */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Makes all of `work`'s changes once, or none: two messages more than the statements; in pipeline mode the first of
   * them goes out with the first statement. `work` may be run again.
   */
  write<T>(work: (session: Session) => Promise<T>, options?: WriteOptions): Promise<T>
}

/** What a database is made of. */
export interface DatabaseOptions {
  pool: PostgresPool
  place: Place
  /** How long a transaction is repeated while the server cannot be reached. */
  patienceMs: number
}

const tidySql = "DELETE FROM commits WHERE namespace = $1 AND at < now() - interval '1 hour'"
const writesPerTidying = 256

/** The database of one namespace. */
export function createDatabase({ pool, place, patienceMs }: DatabaseOptions): Database {
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
      // In pipeline mode the first statement goes with it: what reads may be sent before it is known to have begun.
      if (loan.client.pipeline !== true) await begun
      const [result] = await Promise.all([work(sessionOn(loan.client, place)), begun])
      // Nothing depends on its end, so it is not awaited.
      const ended = end(loan, 'COMMIT')
      if (loan.isHeld && loan.client.pipeline === true) loan.giveBack(false)
      void ended
      return result
    } catch (error) {
      await undo(loan, error)
      throw error
    }
  }

  /** Answers what the transaction of this key answered, when an earlier attempt was committed after all. */
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

  /** A lock went with its connection. What was to be written is there, or never will be: asking waits for its end. */
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
    read: createReads({
      once: readOnce,
      patiently: (work) => retried(() => readOnce(work)),
      place: loans.place,
    }),
    write<T>(work: (session: Session) => Promise<T>, { lock, durable = true }: WriteOptions = {}) {
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

/** One transaction through all its attempts. */
interface Write<T> {
  work: (session: Session) => Promise<T>
  /** Stored with it, so that it is made once. */
  id: string
  lock: ReturnType<typeof lockKey> | undefined
  durable: boolean
  /** What the attempt answered whose commit may have succeeded. */
  done?: { result: T }
}

async function commit<T>(loan: Loan, place: Place, write: Write<T>): Promise<T> {
  const { client } = loan
  const begun = begin(client, place, write)
  // What may be there already is not sent once more before that is known.
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

/** Answers false when the transaction of this key is there already; waits for it while it is under way. */
async function begin<T>(client: PostgresClient, place: Place, { id, lock, durable }: Write<T>): Promise<boolean> {
  const results: unknown = await asked(() => client.query(beginWrite(place, id, { lock, durable })))
  const inserted = Array.isArray(results) ? results.find(isInsertion) : undefined
  return inserted?.rowCount === 1
}

function isInsertion(result: PostgresResult & { command?: string }): boolean {
  return result.command === 'INSERT'
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
    // The connection is gone, and the transaction with it: that is what was wanted, or nothing hangs on it.
    loan.giveBack(true)
  }
}
