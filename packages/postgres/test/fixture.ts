import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Storage } from '@daybook/memory-core'
import pg from 'pg'
import { type PostgresStorageOptions, postgresStorage } from '../src/index.ts'

/** Whether the long form of the tests was asked for: `npm run test:faults:postgres`. */
export const isLong: boolean = process.env['DAYBOOK_FAULTS'] === 'long'

/** How often a property is tried. */
export const numRuns: number = isLong ? 300 : 20

/** Where the server of the tests is. */
export const url: string = process.env['DAYBOOK_TEST_POSTGRES'] ?? ''

/** One schema for all tests: they differ in their namespaces. */
export const schema = 'daybook_tests'

/** A pool that outlives the connections that a test ends. */
export function createPool(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, ...options })
  pool.on('error', () => undefined)
  return pool
}

/** A storage with a namespace of its own, unless one is given. */
export function openStorage(pool: pg.Pool, options: Partial<PostgresStorageOptions> = {}): Promise<Storage> {
  return postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID(), ...options })
}
