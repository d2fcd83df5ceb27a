import { AsyncLocalStorage } from 'node:async_hooks'
import { MemoryError } from '@daybook/memory-core'
import { type PostgresPool, type TakenClient, takeClient } from './pool.ts'

/** A connection that is used by one transaction at a time. */
export interface Loan extends TakenClient {
  /** Whether it is the connection of a lock, which no other may replace. */
  isHeld: boolean
}

export type Loans = ReturnType<typeof createLoans>

interface Held {
  loan: Loan
  tail: Promise<void>
  isBroken: boolean
  isOver: boolean
}

/**
 * Lends connections of a pool. Under a lock, everything runs on its connection: a holder never waits for a second one
 * of an exhausted pool, and cannot write after it lost the lock with its connection and the next holder started.
 */
export function createLoans(pool: PostgresPool) {
  const context = new AsyncLocalStorage<Held>()

  async function fresh(): Promise<Loan> {
    if (pool.ended) throw new MemoryError('closed', 'the pool was ended: close the storage first, then end its pool')
    return { ...(await takeClient(pool)), isHeld: false }
  }

  async function turn(held: Held): Promise<Loan> {
    const before = held.tail
    const { promise, resolve } = Promise.withResolvers<void>()
    held.tail = promise
    await before
    if (held.isBroken) {
      resolve()
      throw lostLockError()
    }
    return {
      client: held.loan.client,
      isHeld: true,
      giveBack(isBroken) {
        held.isBroken ||= isBroken
        resolve()
      },
    }
  }

  function current(): Held | undefined {
    const held = context.getStore()
    return held && !held.isOver ? held : undefined
  }

  return {
    /** A connection of the pool, even under a lock. */
    fresh,
    /** The lock whose connection is used here, if any. */
    place: (): object | undefined => current(),
    /** A connection: under a lock that of the lock, when it is free, else one of the pool. */
    borrow(): Promise<Loan> {
      const held = current()
      return held ? turn(held) : fresh()
    },
    /** Runs `fn` so that everything it borrows is this connection. */
    async within<T>(loan: Loan, fn: () => Promise<T>): Promise<T> {
      const held: Held = { loan, tail: Promise.resolve(), isBroken: false, isOver: false }
      try {
        return await context.run(held, fn)
      } finally {
        held.isOver = true
        await held.tail
      }
    },
  }
}

/** The error of a call under a lock whose connection is lost. */
export function lostLockError(cause?: unknown): MemoryError {
  const message =
    'the lock was lost with its connection, and nothing of this call is stored: call again, from the lock on if you took it'
  return new MemoryError('storage-failed', message, { cause })
}
