import type { Connection } from '../../disk/database.ts'
import type { ItemReading, JournalLine, JournalThing, RecordUse } from '../../journal/journal-line.ts'
import { moveRevisionSql } from '../record-sql.ts'
import type { Tables } from '../tables-file.ts'

export type Statements = Connection['statement']

/** An operation being built: every change of the tables is also noted in its line. */
export interface JournalDraft {
  readonly statement: Statements
  readonly by: string
  readonly line: {
    readonly put: JournalThing[]
    readonly gone: string[]
    readonly pruned: string[]
    readonly used: Record<string, RecordUse>
    readonly read: Record<string, ItemReading>
  }
  nextRevision(): number
  /** Adds to the estimated bytes of live content. */
  grow(bytes: number): void
  /** Notes in the line that the thing with this `as` was removed, and its twins with it. */
  removed(as: string): void
  /** Stores the last revision. Returns the estimated bytes of live content. */
  end(): number
}

/** Estimated bytes of one removal in a line. */
export const removalBytes = 15

/** Begins an operation on tables with `live` bytes of content. */
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

/** The line of an operation; undefined if nothing changed. */
export function lineOf({ line, by }: JournalDraft, n: number, quiet: boolean): JournalLine | undefined {
  const said = Object.entries(line).filter(([, part]) => Object.keys(part).length > 0)
  if (said.length === 0) return undefined
  return { ...Object.fromEntries(said), ...(quiet && { quiet }), n, by }
}

export function lastRevision(statement: Statements): number {
  return Number(statement('SELECT last FROM record_revision').get()?.['last'] ?? 0)
}
