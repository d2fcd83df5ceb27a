import { MemoryError, type Storage } from '@daybook/memory-core'
import { checkNode, createInFlight, didYouMean, guardedStorage, safeName } from '@daybook/memory-core/storage'
import { createDatabase } from './database.ts'
import { createPostgresFiles } from './files.ts'
import { createPostgresItems } from './items.ts'
import { createPostgresLeases } from './leases.ts'
import { createPostgresLock } from './locks.ts'
import { isCurrent, isForbidden, migrate } from './migrations.ts'
import { createPostgresPassages, forgetOrigins } from './passages.ts'
import type { PostgresPool } from './pool.ts'
import { createPostgresRecords } from './records.ts'
import { createPostgresVectors } from './vectors.ts'

/** The schema, and how to create it. */
export interface PostgresSchemaOptions {
  /** A pool of `pg`, or of anything with its `connect`. The caller owns it: the storage never ends it. */
  pool: PostgresPool
  /** The schema of all tables: lower-case letters, digits and `_`. @default 'daybook' */
  schema?: string | undefined
  /** Hash partitions of the large tables, fixed at creation. Above 64: for 10^8 memories and more. @default 16 */
  partitions?: number | undefined
}

/** Where a PostgreSQL storage is, and how long it waits. */
export interface PostgresStorageOptions extends PostgresSchemaOptions {
  /**
   * The owner of the memory: every row begins with it, and no statement sees rows of another. One to four texts of 1 to
   * 16,384 characters, joined without ambiguity: `[user, agent]`, where an undefined agent is left out.
   */
  namespace: string | readonly (string | undefined)[]
  /** How long `lock` waits before it throws `locked`, in milliseconds. @default 30000 */
  lockTimeoutMs?: number | undefined
  /** How long a lease outlives its last renewal, in milliseconds; it is renewed three times in that time. @default 15000 */
  leaseMs?: number | undefined
  /** How long a call is repeated while the server restarts or a conflict lasts, in milliseconds. @default 10000 */
  patienceMs?: number | undefined
}

const defaults = { schema: 'daybook', partitions: 16, lockTimeoutMs: 30_000, leaseMs: 15_000, patienceMs: 10_000 }
const schemaNames = ['pool', 'schema', 'partitions']
const optionNames = [...schemaNames, 'namespace', 'lockTimeoutMs', 'leaseMs', 'patienceMs']

/** Only the server can clean deleted rows, for all memories at once, perhaps with rights that the storage lacks. */
export const leftBehind: string =
  'PostgreSQL keeps removed rows on its pages until VACUUM, and in its write-ahead log and your backups for as long as these are kept'

/** Schemas known to be complete, so that opening a memory costs no round trip. */
const complete = new WeakMap<PostgresPool, Map<string, Promise<void>>>()

/**
 * A storage in PostgreSQL: one memory for agents on many machines. The first storage of a pool checks the schema, and
 * creates it if absent; later ones open without a round trip.
 * @throws MemoryError `bad-option` for an invalid value, `storage-failed` when the server refuses, `newer-format` if a
 * newer version created the schema
 */
export async function postgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { pool, parts, schema, partitions, lockTimeoutMs, leaseMs, patienceMs } = resolveOptions(options)
  // Safe names contain no slash: the user `ada/bot` is not the agent `bot` of `ada`.
  const namespace = parts.map((part) => safeName(part, 'namespace')).join('/')
  await ready(pool, schema, partitions)
  const database = createDatabase(pool, { schema, namespace }, patienceMs)
  const leases = createPostgresLeases(database, leaseMs)
  return guardedStorage({
    files: createPostgresFiles(database),
    records: createPostgresRecords(database),
    items: createPostgresItems(database),
    passages: createPostgresPassages(database),
    vectors: createPostgresVectors(database),
    lock: createPostgresLock(pool, database, lockTimeoutMs),
    lease: leases.take,
    async purge({ logsOnly = false } = {}) {
      if (logsOnly) return []
      await forgetOrigins(database)
      return [leftBehind]
    },
    inFlight: createInFlight('storage'),
    release: leases.close,
  })
}

/**
 * Creates the schema, or brings it to this version's format, for deployments whose application may not create tables.
 * Concurrent calls wait for each other.
 * @throws MemoryError `bad-option`, `storage-failed`, `newer-format`
 */
export async function migratePostgres(options: PostgresSchemaOptions): Promise<void> {
  checkNode()
  refuseUnknown(options, schemaNames)
  const { pool, schema = defaults.schema, partitions = defaults.partitions } = options
  checkSchema({ pool, schema, partitions })
  if (!(await isCurrent(pool, schema))) await migrate(pool, schema, partitions)
}

async function ready(pool: PostgresPool, schema: string, partitions: number): Promise<void> {
  const schemas = complete.get(pool) ?? new Map<string, Promise<void>>()
  complete.set(pool, schemas)
  const known = schemas.get(schema) ?? migratePostgres({ pool, schema, partitions })
  schemas.set(schema, known)
  try {
    await known
  } catch (error) {
    schemas.delete(schema)
    if (!isForbidden(error)) throw error
    const wayOut = 'run migratePostgres with a role that may, and grant this one the tables'
    const message = `the schema ${JSON.stringify(schema)} does not exist or has an older format, and this role may not create it: ${wayOut}`
    throw new MemoryError('storage-failed', message, { cause: error })
  }
}

function resolveOptions(options: PostgresStorageOptions) {
  checkNode()
  refuseUnknown(options, optionNames)
  const { pool, schema = defaults.schema, partitions = defaults.partitions } = options
  const { lockTimeoutMs = defaults.lockTimeoutMs, leaseMs = defaults.leaseMs } = options
  const { patienceMs = defaults.patienceMs } = options
  checkSchema({ pool, schema, partitions })
  const parts = partsOf(options.namespace)
  for (const [name, value] of Object.entries({ lockTimeoutMs, leaseMs, patienceMs }))
    if (!(Number.isFinite(value) && value > 0 && value <= 2_147_483_647))
      refuse(name, value, 'a number of milliseconds above 0')
  return { pool, parts, schema, partitions, lockTimeoutMs, leaseMs, patienceMs }
}

/** The parts of a namespace. @throws MemoryError `bad-option`; only an agent at the end may be undefined */
function partsOf(namespace: unknown): string[] {
  const parts: unknown[] = Array.isArray(namespace) ? [...namespace] : [namespace]
  if (parts.length > 1 && parts.at(-1) === undefined) parts.pop()
  if (parts.length < 1 || parts.length > 4) refuse('namespace', `a list of ${parts.length}`, '1 to 4 texts')
  return parts.map((part) => {
    if (typeof part !== 'string' || part === '' || part.length > 16_384 || !part.isWellFormed())
      refuse('namespace', part, '1 to 16,384 characters of well-formed text, or a list of such texts')
    return part
  })
}

function checkSchema({ pool, schema, partitions }: Readonly<Record<string, unknown>>): void {
  if (typeof pool !== 'object' || pool === null || typeof Reflect.get(pool, 'connect') !== 'function')
    refuse('pool', typeof pool, 'a pool of pg, or of anything with its connect()')
  // A client has a connect(), too.
  if (typeof Reflect.get(pool, 'getTypeParser') === 'function')
    refuse('pool', 'a Client', 'a Pool: new pg.Pool(…) with the same options')
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_'))
    refuse('schema', schema, 'a name of lower-case letters, digits and _ that does not begin with "pg_"')
  if (!(typeof partitions === 'number' && Number.isInteger(partitions) && partitions >= 1 && partitions <= 1024))
    refuse('partitions', partitions, 'a whole number from 1 to 1024')
}

function refuseUnknown(options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    refuse('the argument', options, `an object with ${names.join(', ')}`)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const known = `there are ${names.join(', ')}${didYouMean(unknown, names)}`
  throw new MemoryError('bad-option', `there is no option ${JSON.stringify(unknown)}; ${known}`)
}

function refuse(name: string, value: unknown, expected: string): never {
  const found = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value)
  throw new MemoryError('bad-option', `${name} is ${found}, expected ${expected}`)
}
