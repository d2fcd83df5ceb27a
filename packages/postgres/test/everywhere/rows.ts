import { safeName } from '@daybook/memory-core/storage'
import { schema } from '../fixture.ts'
import { pool } from './local-storage.ts'

let names: Promise<string[]> | undefined

/** The tables that hold what is in no file: all but those of the files, of the commits, and the parts of partitioned ones. */
export function tableNames(): Promise<string[]> {
  names ??= namesIn()
  return names
}

async function namesIn(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname NOT IN ('format', 'commits', 'files', 'chunks') ORDER BY relname`,
    [schema],
  )
  return rows.map(({ name }) => name)
}

/** All rows that a folder's namespace has in a table, a line each. */
export async function rowsOf(directory: string, table: string): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT row_to_json(given)::text AS line FROM "${schema}"."${table}" AS given WHERE namespace = $1`,
    [safeName(directory, 'namespace')],
  )
  return rows.map(({ line }) => `${line}\n`).join('')
}
