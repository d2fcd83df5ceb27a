import { MemoryError, shown } from '../errors.ts'
import { firstNumber, lastNumber, partsOfText } from '../storage/numbering.ts'
import type { IndexFile } from './index-file.ts'

const findSql = 'SELECT number, next FROM origins WHERE origin = ?'
const addSql = 'INSERT INTO origins (origin, session, next) VALUES (?, ?, 0)'
const renameSql = 'UPDATE origins SET session = ? WHERE origin = ?'
const takenSql = 'UPDATE origins SET next = ? WHERE number = ?'
const ofSessionSql = 'SELECT number, next FROM origins WHERE session = ?'

/** The numbers of an origin, both inclusive, and how many places for texts were ever taken. */
export interface OriginRange {
  first: number
  last: number
  places: number
}

export type Numbering = ReturnType<typeof createNumbering>

/** Assigns numbers for one change of the index, in its transaction. Costs two statements for each origin. */
export function createNumbering(index: IndexFile) {
  const used = new Map<string, OriginRow>()

  function added(origin: string, session: string | undefined): OriginRow {
    const { lastInsertRowid } = index.statement(addSql).run(origin, session ?? null)
    return { number: Number(lastInsertRowid), next: 0 }
  }

  return {
    /** The next free number of an origin; `session` is the key of its session, if it is one. */
    next(origin: string, session: string | undefined): number {
      const row = used.get(origin) ?? rowOf(index, origin) ?? added(origin, session)
      used.set(origin, row)
      const taken = firstNumber(row.number) + row.next * partsOfText
      row.next += 1
      if (taken <= lastNumber(row.number)) return taken
      // The index is derived: the rebuilt one starts to count again.
      throw new MemoryError('corrupt', `the search index has no number left for ${shown(origin)} and begins anew`)
    },
    /** Stores what was assigned; call it at the end of the change. */
    store(): void {
      for (const { number, next } of used.values()) index.statement(takenSql).run(next, number)
    },
  }
}

export function moveOrigin(index: IndexFile, origin: string, session: string | undefined): void {
  index.statement(renameSql).run(session ?? null, origin)
}

/** The numbers of an origin; undefined if it never had a passage. */
export function rangeOfOrigin(index: IndexFile, origin: string): OriginRange | undefined {
  const known = rowOf(index, origin)
  return known && rangeOf(known)
}

/** The numbers of a session's messages; undefined if it has none, or if two files have its key. */
export function rangeOfSession(index: IndexFile, session: string): OriginRange | undefined {
  const [row, another] = index.statement(ofSessionSql).all(session) as unknown as OriginRow[]
  return row && !another ? rangeOf(row) : undefined
}

interface OriginRow {
  number: number
  next: number
}

function rowOf(index: IndexFile, origin: string): OriginRow | undefined {
  return index.statement(findSql).get(origin) as OriginRow | undefined
}

function rangeOf({ number, next }: OriginRow): OriginRange {
  return { first: firstNumber(number), last: lastNumber(number), places: next }
}
