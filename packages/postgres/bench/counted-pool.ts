import type pg from 'pg'
import type { PostgresPool } from '../src/index.ts'

/** A pool that counts: each query is one message to the server and one answer. */
export interface CountedPool extends PostgresPool {
  /** Round trips since it was asked last. */
  take(): number
}

export function countedPool(pool: pg.Pool): CountedPool {
  let trips = 0
  return {
    take() {
      const taken = trips
      trips = 0
      return taken
    },
    async connect() {
      const client = await pool.connect()
      return {
        query(text: string, values?: unknown[]) {
          trips += 1
          return client.query(text, values)
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}
