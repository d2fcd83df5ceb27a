import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { cellsOf } from './page-cells.ts'
import { openPages } from './stored-pages.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let files = 0
const rows = fc.array(
  fc.record({
    text: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.integer({ min: 0, max: 20_000 }).map((length) => 'ä'.repeat(length)),
    ),
    real: fc.double({ noNaN: true, noDefaultInfinity: true }),
    whole: fc.option(fc.integer({ min: -(2 ** 47), max: 2 ** 47 })),
  }),
  { maxLength: 60 },
)

/** A file with its log as they lie on the disk, unclosed. */
function filled(sets: readonly { text: string; real: number; whole: number | null }[][], size: number): string {
  files += 1
  const file = join(temporary, `${files}.db`)
  const database = new DatabaseSync(file)
  database.exec(
    `PRAGMA page_size = ${size}; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 40`,
  )
  database.exec('CREATE TABLE t (number INTEGER PRIMARY KEY, text TEXT, real REAL, whole INTEGER) STRICT')
  for (const set of sets) {
    database.exec('BEGIN; DELETE FROM t WHERE number % 3 = 0')
    for (const { text, real, whole } of set)
      database.prepare('INSERT INTO t (text, real, whole) VALUES (?, ?, ?)').run(text, real, whole)
    database.exec('COMMIT')
  }
  const copy = `${file}.copy`
  for (const suffix of ['', '-wal']) fs.copyFileSync(file + suffix, copy + suffix)
  database.close()
  return copy
}

function scanned(file: string): unknown[][] {
  const pages = openPages(file)
  try {
    const found = Array.from({ length: pages.last }, (_, index) => cellsOf(pages, index + 1)).flat()
    return found
      .filter(({ values }) => values.length === 4)
      .map(({ number, values }) => [number, ...values.slice(1)])
      .sort(([a], [b]) => Number(a) - Number(b))
  } finally {
    pages.close()
  }
}

describe('the pages of a database, read without SQLite', () => {
  it('have the rows that SQLite reads, those of the log and those of many pages too', () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), fc.constantFrom(512, 4096, 65_536), (sets, size) => {
        const file = filled(sets, size)
        const database = new DatabaseSync(`${file}`)
        const right = database.prepare('SELECT number, text, real, whole FROM t ORDER BY number').all()
        const found = scanned(file)
        database.close()
        expect(found).toEqual(right.map(({ number, text, real, whole }) => [number, text, real, whole]))
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  it('have no row of a transaction that was cut short', () => {
    const file = join(temporary, 'cut.db')
    const database = new DatabaseSync(file)
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (number INTEGER PRIMARY KEY, a TEXT, b REAL, c INTEGER)')
    database.exec("INSERT INTO t (a) VALUES ('kept'); PRAGMA cache_size = 2; BEGIN")
    for (let turn = 0; turn < 200; turn += 1)
      database.prepare('INSERT INTO t (a) VALUES (?)').run(`${turn}`.padEnd(900))
    for (const suffix of ['', '-wal']) fs.copyFileSync(file + suffix, `${file}.copy${suffix}`)
    expect(fs.statSync(`${file}.copy-wal`).size).toBeGreaterThan(50_000)
    database.exec('ROLLBACK')
    database.close()
    expect(scanned(`${file}.copy`)).toEqual([[1, 'kept', null, null]])
  })

  it('come to an end whatever bytes they have', () => {
    const file = filled(
      [Array.from({ length: 50 }, (_, index) => ({ text: 'x'.repeat(index * 200), real: 1, whole: 2 }))],
      512,
    )
    const [whole, log] = [fs.readFileSync(file), fs.readFileSync(`${file}-wal`)]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (hits, inLog) => {
          const bytes = Buffer.from(inLog ? log : whole)
          for (const [place, value] of hits) bytes[place % bytes.length] = value
          fs.writeFileSync(inLog ? `${file}-wal` : file, bytes)
          fs.writeFileSync(inLog ? file : `${file}-wal`, inLog ? whole : log)
          expect(Array.isArray(scanned(file))).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)
})
