import { constants, DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createConnection } from './database.ts'

it('compiles a statement once, whatever its limit', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE numbers (number INTEGER); INSERT INTO numbers VALUES (1), (2), (3)')
  const { statement, close } = createConnection(database)
  const read = (limit: number): unknown[] => statement('SELECT number FROM numbers LIMIT ?').all(limit)
  let asked = 0
  database.setAuthorizer(() => {
    asked++
    return constants.SQLITE_OK
  })
  expect(read(1)).toHaveLength(1)
  const once = asked
  expect(once).toBeGreaterThan(0)
  expect(read(2)).toHaveLength(2)
  expect(asked).toBe(once)
  close()
})
