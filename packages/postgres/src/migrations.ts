import { MemoryError } from '@daybook/memory-core'
import { asked, stateOf, storageError } from './failures.ts'
import { fileTables } from './file-sql.ts'
import { itemTable } from './item-sql.ts'
import { leaseTable } from './leases.ts'
import { dropPassagesSql, passageTables } from './passage-sql.ts'
import { type PostgresClient, type PostgresPool, takeClient } from './pool.ts'
import { recordTables, wholeMarksSql } from './record-sql.ts'
import { lockKey } from './session.ts'
import type { Table } from './table.ts'
import { vectorTables } from './vector-sql.ts'

/** Identifies a transaction whose commit was never confirmed to the client. */
const commitTable: Table = {
  name: 'commits',
  columns: 'id uuid NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (namespace, id)',
}

const firstTables: readonly Table[] = [commitTable, leaseTable, ...fileTables, ...recordTables, itemTable]

/** The derived tables; those of older formats are dropped. */
const indexTables: readonly Table[] = [...passageTables, ...vectorTables]

/** From format n to n + 1. All formats exist: only add to the end, and change only what a later one drops. */
const migrations: readonly ((partitions: number) => string[])[] = [
  (partitions) => firstTables.flatMap((table) => tableSql(table, partitions)),
  () => [wholeMarksSql],
  () => [],
  () => [],
  () => [],
  () => [],
  (partitions) => [dropPassagesSql, ...indexTables.flatMap((table) => tableSql(table, partitions))],
]

/** Whether a schema has the newest format. @throws MemoryError `newer-format` */
export async function isCurrent(pool: PostgresPool, schema: string): Promise<boolean> {
  return onClient(pool, async (client) => {
    await client.query(`BEGIN READ ONLY; SET LOCAL search_path TO "${schema}", pg_temp`)
    try {
      return (await formatOn(client, schema))?.version === migrations.length
    } finally {
      await client.query('ROLLBACK')
    }
  })
}

/** Creates a schema or brings it to the newest format, in one transaction. Concurrent calls wait for the first. */
export async function migrate(pool: PostgresPool, schema: string, partitions: number): Promise<void> {
  const [high, low] = lockKey({ schema, namespace: '' }, 'migration', '')
  await onClient(pool, async (client) => {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${high}, ${low})`)
    try {
      await refuseOtherEncoding(client)
      await makeSchema(client, schema)
      await client.query(`SET LOCAL search_path TO "${schema}", pg_temp`)
      await client.query('CREATE TABLE IF NOT EXISTS format (version integer NOT NULL, partitions integer NOT NULL)')
      const known = await formatOn(client, schema)
      const parts = known?.partitions ?? partitions
      for (const migration of migrations.slice(known?.version)) await client.query(migration(parts).join(';\n'))
      if (!known) await client.query('INSERT INTO format VALUES ($1, $2)', [migrations.length, parts])
      else await client.query('UPDATE format SET version = $1', [migrations.length])
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  })
}

async function onClient<T>(pool: PostgresPool, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  let isBroken = true
  try {
    const { client, giveBack } = await takeClient(pool)
    try {
      const result = await asked(() => work(client))
      isBroken = false
      return result
    } finally {
      giveBack(isBroken)
    }
  } catch (error) {
    throw MemoryError.isInstance(error) ? error : storageError(error)
  }
}

interface Format {
  version: number
  partitions: number
}

/** The format of a schema; undefined if it does not exist. */
async function formatOn(client: PostgresClient, schema: string): Promise<Format | undefined> {
  const { rows: found } = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [`"${schema}".format`])
  if (!(found as { there: boolean }[])[0]?.there) return undefined
  const { rows } = await client.query('SELECT version, partitions FROM format')
  const format = (rows as Format[])[0]
  if (!format || format.version <= migrations.length) return format
  const message = `the schema ${JSON.stringify(schema)} has format ${format.version}, this version of Daybook reads up to ${migrations.length}: upgrade @daybook/postgres`
  throw new MemoryError('newer-format', message)
}

/** Checked first: IF NOT EXISTS needs the right to create schemas even if it creates nothing. */
async function makeSchema(client: PostgresClient, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS there', [schema])
  if (!(rows as { there: boolean }[])[0]?.there) await client.query(`CREATE SCHEMA "${schema}"`)
}

async function refuseOtherEncoding(client: PostgresClient): Promise<void> {
  const { rows } = await client.query('SHOW server_encoding')
  const encoding = (rows as { server_encoding: string }[])[0]?.server_encoding
  if (encoding === 'UTF8') return
  const wayOut = "make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
  throw new MemoryError('storage-failed', `the database's encoding is ${encoding}, expected UTF8: ${wayOut}`)
}

/**
 * A table whose rows are visible to their own namespace only, even for the role that owns it. Partitions have no policy
 * of their own: queried directly, they show nothing.
 */
function tableSql({ name, isPartitioned, columns, indexes = [] }: Table, partitions: number): string[] {
  const parts = isPartitioned ? Array.from({ length: partitions }, (_, index) => `${name}_${index}`) : []
  const isOwn = "namespace = current_setting('daybook.namespace', true)"
  return [
    `CREATE TABLE ${name} (namespace text COLLATE "C" NOT NULL, ${columns})${isPartitioned ? ' PARTITION BY HASH (namespace)' : ''}`,
    ...parts.map(
      (part, index) =>
        `CREATE TABLE ${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${index})`,
    ),
    ...indexes.map(
      (index) =>
        `CREATE INDEX ${index.name} ON ${name} (namespace, ${index.columns})${index.where ? ` WHERE ${index.where}` : ''}`,
    ),
    ...[name, ...parts].flatMap((table) => [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    ]),
    `CREATE POLICY own_rows ON ${name} USING (${isOwn}) WITH CHECK (${isOwn})`,
  ]
}

/** Whether an error says that the role may not create a schema or a table. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && stateOf(error.cause) === '42501'
}
