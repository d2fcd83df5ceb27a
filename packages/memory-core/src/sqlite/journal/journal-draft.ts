import type { ItemReading, JournalLine, JournalThing, RecordUse } from '../../journal/journal-line.ts'
import type { Connection } from '../connection.ts'
import { moveRevisionSql, revisionSql } from '../record-sql.ts'
import type { Tables } from '../tables-file.ts'

/** The prepared statement of a text, for the work that is given it. */
export type Statements = Connection['statement']

/** One operation in the making: what it changes in the tables stands in its line, too. */
export interface JournalDraft {
  readonly statement: Statements
  /** The writer. */
  readonly by: string
  readonly line: {
    readonly put: JournalThing[]
    readonly gone: string[]
    readonly pruned: string[]
    readonly used: Record<string, RecordUse>
    readonly read: Record<string, ItemReading>
  }
  nextRevision(): number
  /** Counts the bytes of what is there, about. */
  grow(bytes: number): void
  /** Notes in the line that what has this `as` was removed, with its twins. */
  removed(as: string): void
  /** Keeps the revision that was counted to. Answers the bytes of what is there. */
  end(): number
}

/** What a removal takes in a line. */
const removalBytes = 15

/** Begins an operation on tables in which `live` bytes are there. */
export function createDraft(tables: Tables, by: string, live: number): JournalDraft {
  const { statement } = tables
  const line: JournalDraft['line'] = { put: [], gone: [], pruned: [], used: {}, read: {} }
  const before = lastRevision(statement)
  let last = before
  let bytes = live
  return {
    statement,
    by,
    line,
    nextRevision() {
      last += 1
      return last
    },
    grow(more) {
      bytes += more
    },
    removed(as) {
      const all = [as, ...tables.twins(as)]
      line.gone.push(...all)
      bytes += removalBytes * all.length
    },
    end() {
      if (last > before) statement(moveRevisionSql).run(last)
      return bytes
    },
  }
}

/** The line of an operation; undefined where it changed nothing. */
export function lineOf({ line, by }: JournalDraft, n: number, quiet: boolean): JournalLine | undefined {
  const said = Object.entries(line).filter(([, part]) => Object.keys(part).length > 0)
  if (said.length === 0) return undefined
  return { ...Object.fromEntries(said), ...(quiet && { quiet }), n, by }
}

/** The revision of the last news. */
export function lastRevision(statement: Statements): number {
  return Number(statement(revisionSql).get()?.['last'] ?? 0)
}
