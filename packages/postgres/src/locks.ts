import { setTimeout as delay } from 'node:timers/promises'
import type { Storage } from '@daybook/memory-core'
import { createLockQueue, type LockQueue, lockedError } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { asked, isPassing, storageError } from './failures.ts'
import type { Loan } from './loans.ts'
import type { PostgresPool } from './pool.ts'
import { type LockKey, lockKey } from './session.ts'

const tryLocksSql = `
  SELECT a, b, pg_try_advisory_lock(a, b) AS got FROM unnest($1::integer[], $2::integer[]) AS keys (a, b)`
const unlockSql = 'SELECT pg_advisory_unlock(a, b) FROM unnest($1::integer[], $2::integer[]) AS keys (a, b)'
const longestPauseMs = 25

/** Queues within this process, for all storages of one pool: an advisory lock can be taken again by its own connection. */
const queues = new WeakMap<PostgresPool, LockQueue>()

/**
 * Locks by name: first a queue within this process, then advisory locks of a connection that does all work under the
 * lock, and frees them when it ends. A waiter retries every few milliseconds and holds no connection in between.
 */
export function createPostgresLock(pool: PostgresPool, database: Database, lockTimeoutMs: number): Storage['lock'] {
  const { place, loans } = database
  const queue = queues.get(pool) ?? createLockQueue()
  queues.set(pool, queue)

  async function acquire(keys: readonly LockKey[], deadline: number, signal?: AbortSignal): Promise<Loan> {
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      signal?.throwIfAborted()
      const loan = await tryLocks(keys, deadline)
      if (loan) return loan
      if (performance.now() + pauseMs > deadline) throw lockedError(lockTimeoutMs)
      await delay(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }

  /**
   * A connection with all the locks, or undefined if one is taken. While time is left, a server that is unavailable for a
   * moment counts as a taken lock; other failures are thrown.
   */
  async function tryLocks(keys: readonly LockKey[], deadline: number): Promise<Loan | undefined> {
    try {
      const loan = await loans.fresh()
      if (await takeAll(loan, keys)) return loan
      loan.giveBack(false)
      return undefined
    } catch (error) {
      if (isPassing(error) && performance.now() + longestPauseMs < deadline) return undefined
      throw storageError(error)
    }
  }

  return (names, fn, { signal } = {}) => {
    const deadline = performance.now() + lockTimeoutMs
    const keys = [...new Set(names)].map((name) => lockKey(place, 'lock', name))
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof fn>>>()
    const locked = async (): Promise<void> => {
      const loan = await acquire(keys, deadline, signal)
      try {
        resolve(await loans.within(loan, fn))
      } catch (error) {
        reject(error)
      }
      // The next holder waits for it, not the caller, whose work is done.
      await free(loan, keys)
    }
    queue.run(keys.map(String), locked, { signal, timeoutMs: lockTimeoutMs }).catch(reject)
    return promise
  }
}

async function takeAll(loan: Loan, keys: readonly LockKey[]): Promise<boolean> {
  try {
    const { rows } = await asked(() => loan.client.query(tryLocksSql, columns(keys)))
    const taken = (rows as { a: number; b: number; got: boolean }[]).filter(({ got }) => got)
    if (taken.length === keys.length) return true
    const partly = taken.map(({ a, b }): LockKey => [a, b])
    if (partly.length > 0) await asked(() => loan.client.query(unlockSql, columns(partly)))
    return false
  } catch (error) {
    loan.giveBack(true)
    throw error
  }
}

/** A connection that cannot unlock is closed, which frees its locks, too. */
async function free(loan: Loan, keys: readonly LockKey[]): Promise<void> {
  await asked(() => loan.client.query(unlockSql, columns(keys))).then(
    () => loan.giveBack(false),
    () => loan.giveBack(true),
  )
}

function columns(keys: readonly LockKey[]): unknown[] {
  return [keys.map(([a]) => a), keys.map(([, b]) => b)]
}
