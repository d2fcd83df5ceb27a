import { MemoryError, shown } from '../errors.ts'
import { firstNumber, lastNumber, partsOfText } from '../storage/numbering.ts'
import type { IndexFile } from './index-file.ts'

const findSql = 'SELECT number, next FROM origins WHERE origin = ?'
const addSql = 'INSERT INTO origins (origin, session, next) VALUES (?, ?, 0)'
const renameSql = 'UPDATE origins SET session = ? WHERE origin = ?'
const takenSql = 'UPDATE origins SET next = ? WHERE number = ?'
const ofSessionSql = 'SELECT number, next FROM origins WHERE session = ?'

/** The numbers of an origin, both inclusive, and how many texts ever took some. */
export interface OriginRange {
  first: number
  last: number
  places: number
}

/** Gives out numbers within one change. */
export interface Numbering {
  /** The next free number of an origin; `session` is the key of the session that it is the origin of. */
  next(origin: string, session: string | undefined): number
  /** Writes down what was given out; call it at the end of the change. */
  store(): void
}

/** Numbers for one change of the index. Use it in one transaction. Costs two statements for each origin. */
export function createNumbering(index: IndexFile): Numbering {
  const used = new Map<string, OriginRow>()

  function open(origin: string, session: string | undefined): OriginRow {
    const known = rowOf(index, origin)
    if (known) return known
    const { lastInsertRowid } = index.statement(addSql).run(origin, session ?? null)
    return { number: Number(lastInsertRowid), next: 0 }
  }

  return {
    next(origin, session) {
      const row = used.get(origin) ?? open(origin, session)
      used.set(origin, row)
      const taken = firstNumber(row.number) + row.next * partsOfText
      row.next += 1
      if (taken <= lastNumber(row.number)) return taken
      // The index is derived: made anew, it counts from the beginning.
      throw new MemoryError('corrupt', `the search index has no number left for ${shown(origin)} and begins anew`)
    },
    store() {
      for (const { number, next } of used.values()) index.statement(takenSql).run(next, number)
    },
  }
}

/** Says that an origin is of another session than was known when it got its first number. */
export function moveOrigin(index: IndexFile, origin: string, session: string | undefined): void {
  index.statement(renameSql).run(session ?? null, origin)
}

/** The numbers of one origin; undefined when it never had a passage. */
export function rangeOfOrigin(index: IndexFile, origin: string): OriginRange | undefined {
  const known = rowOf(index, origin)
  return known && rangeOf(known)
}

/** The numbers of one session's messages; undefined when it has none, or when two files have its key. */
export function rangeOfSession(index: IndexFile, session: string): OriginRange | undefined {
  const [row, another] = index.statement(ofSessionSql).all(session)
  return row && !another ? rangeOf(toOrigin(row)) : undefined
}

interface OriginRow {
  number: number
  next: number
}

function rowOf(index: IndexFile, origin: string): OriginRow | undefined {
  const row = index.statement(findSql).get(origin)
  return row && toOrigin(row)
}

function toOrigin(row: Record<string, unknown>): OriginRow {
  return { number: Number(row['number']), next: Number(row['next']) }
}

function rangeOf({ number, next }: OriginRow): OriginRange {
  return { first: firstNumber(number), last: lastNumber(number), places: next }
}
