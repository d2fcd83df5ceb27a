import { packedKeys } from '@daybook/memory-core/storage'
import { indexKey, wholeKey } from './index-key.ts'
import type { Session } from './session.ts'

/** A text by key. `whole` is the packed key if the index has only its beginning. */
export interface MarkRow {
  key: string
  whole: string | null
  value: string
}

type MarkTable = 'record_marks' | 'watermarks'

/** The texts of these keys; unknown ones are absent. */
export async function findMarks(
  session: Session,
  table: MarkTable,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map(keys.map((key) => [indexKey(key), key]))
  if (names.size === 0) return new Map()
  const sql = `SELECT key, value FROM ${table} WHERE namespace = $1 AND key = ANY ($2)`
  const rows = await session.joined<Omit<MarkRow, 'whole'>>(sql, [[...names.keys()]])
  return new Map(rows.map(({ key, value }) => [names.get(key) ?? key, packedKeys.unpackKey(value)]))
}

/** Stores texts by key; undefined removes one. */
export async function moveMarks(
  session: Session,
  table: MarkTable,
  marks: readonly (readonly [string, string | undefined])[],
): Promise<void> {
  if (marks.length === 0) return
  const gone = marks.flatMap(([key, value]) => (value === undefined ? [indexKey(key)] : []))
  const kept = marks.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
  const sql = `
    WITH unmarked AS (DELETE FROM ${table} WHERE namespace = $1 AND key = ANY ($2))
    INSERT INTO ${table} (namespace, key, whole, value)
    SELECT $1, key, whole, value FROM unnest($3::text[], $4::text[], $5::text[]) AS given (key, whole, value)
    ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value`
  await session.run(sql, [
    gone,
    kept.map(({ key }) => indexKey(key)),
    kept.map(({ key }) => wholeKey(key)),
    kept.map(({ value }) => packedKeys.packKey(value)),
  ])
}

export function marksOf(rows: readonly MarkRow[]): Map<string, string> {
  return new Map(rows.map(({ key, whole, value }) => [packedKeys.unpackKey(whole ?? key), packedKeys.unpackKey(value)]))
}
