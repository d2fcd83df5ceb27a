import type { RecordStore } from '@daybook/memory-core'
import { packedKeys, recordChecks } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey, wholeKey } from './index-key.ts'
import { findMarksSql, listMarksSql } from './record-sql.ts'

interface MarkRow {
  key: string
  whole: string | null
  value: string
}

const mostRows = 1_000_000_000

/** Reads the marks of a namespace's records; they are written with the records. */
export function createPostgresMarks(database: Database): Pick<RecordStore, 'marks' | 'listMarks'> {
  return {
    async marks(keys) {
      recordChecks.checkTexts(keys, 'keys')
      const names = new Map(keys.map((key) => [indexKey(key), key]))
      if (names.size === 0) return new Map()
      const values = [[...names.keys()]]
      const rows = await database.read((session) => session.joined<Omit<MarkRow, 'whole'>>(findMarksSql, values))
      return new Map(rows.map(({ key, value }) => [names.get(key) ?? key, packedKeys.unpackKey(value)]))
    },
    async listMarks(after, limit) {
      recordChecks.checkMarkPage(after, limit)
      const values = [after === undefined ? '' : packedKeys.afterPacked(indexKey(after)), Math.min(limit, mostRows)]
      const rows = await database.read((session) => session.joined<MarkRow>(listMarksSql, values))
      return new Map(
        rows.map(({ key, whole, value }) => [packedKeys.unpackKey(whole ?? key), packedKeys.unpackKey(value)]),
      )
    },
  }
}

/** Marks as columns for `markSql`. */
export function markColumns(marks: readonly (readonly [string, string | undefined])[]): unknown[] {
  const gone = marks.flatMap(([key, value]) => (value === undefined ? [indexKey(key)] : []))
  const kept = marks.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
  return [
    gone,
    kept.map(({ key }) => indexKey(key)),
    kept.map(({ key }) => wholeKey(key)),
    kept.map(({ value }) => packedKeys.packKey(value)),
  ]
}
