import type pg from 'pg'
import type { PostgresPool } from '../src/index.ts'

/** What went to the server and back. */
export interface Trips {
  /** Queries, each with its answer. */
  messages: number
  /** How often an answer was waited for; calls that go out together, in pipeline mode, count once. */
  waits: number
}

/** A pool that counts. */
export interface CountedPool extends PostgresPool {
  /** What was counted since it was asked last. */
  take(): Trips
}

/** Nothing depends on these answers, and nothing waits for them. */
const unlock = 'SELECT pg_advisory_unlock('

export function countedPool(pool: pg.Pool): CountedPool {
  let trips: Trips = { messages: 0, waits: 0 }
  return {
    take() {
      const taken = trips
      trips = { messages: 0, waits: 0 }
      return taken
    },
    async connect() {
      const client = await pool.connect()
      let underWay = 0
      let isReading = false
      return {
        pipeline: client.pipeline === true,
        async query(text: string, values?: unknown[]) {
          if (text.startsWith('BEGIN')) isReading = text.includes('READ ONLY')
          const isWaitedFor = !((text === 'COMMIT' && isReading) || text.startsWith(unlock))
          trips.messages += 1
          if (isWaitedFor && underWay === 0) trips.waits += 1
          underWay += isWaitedFor ? 1 : 0
          try {
            return await client.query(text, values)
          } finally {
            underWay -= isWaitedFor ? 1 : 0
          }
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}
