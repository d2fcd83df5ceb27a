import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { withinSql } from './passage-row.ts'

it('reads only the postings of a range of numbers, however long the list is', () => {
  const database = new DatabaseSync(':memory:')
  let seen = 0
  database.function('seen', (_number: unknown) => ++seen)
  database.exec("CREATE VIRTUAL TABLE search USING fts5 (tokens, content = '')")
  const insert = database.prepare('INSERT INTO search (rowid, tokens) VALUES (?, ?)')
  for (let number = 1; number <= 1_000; number++) insert.run(number, 'common')
  const read = (within: string): unknown[] =>
    database
      .prepare(`SELECT rowid FROM search WHERE search MATCH ? AND seen(search.rowid) AND ${within}`)
      .all('common', 500, 509)
  expect(read(withinSql)).toHaveLength(10)
  expect(seen).toBeLessThanOrEqual(11)
  seen = 0
  // What Node binds as floating-point numbers says nothing to FTS5.
  expect(read('search.rowid BETWEEN ? AND ?')).toHaveLength(10)
  expect(seen).toBe(1_000)
  database.close()
})
