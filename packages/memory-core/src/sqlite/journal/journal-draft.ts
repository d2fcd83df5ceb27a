import type { Connection } from '../../disk/database.ts'
import type { ItemReading, JournalLine, JournalThing, RecordUse } from '../../journal/journal-line.ts'
import { moveRevisionSql } from '../record-sql.ts'
import type { Tables } from '../tables-file.ts'

export type Statements = Connection['statement']

export type JournalDraft = ReturnType<typeof createDraft>

/** Estimated bytes of one removal in a line. */
export const removalBytes = 15

/** Begins an operation on tables with `live` bytes of content: every change of the tables is also noted in its line. */
export function createDraft(tables: Tables, by: string, live: number) {
  const { statement } = tables
  const put: JournalThing[] = []
  const gone: string[] = []
  const pruned: string[] = []
  const used: Record<string, RecordUse> = {}
  const read: Record<string, ItemReading> = {}
  const before = lastRevision(statement)
  let last = before
  let bytes = live
  return {
    statement,
    by,
    line: { put, gone, pruned, used, read },
    nextRevision(): number {
      last += 1
      return last
    },
    /** Adds to the estimated bytes of live content. */
    grow(more: number): void {
      bytes += more
    },
    /** Notes in the line that the thing with this `as` was removed, and its twins with it. */
    removed(as: string): void {
      const all = [as, ...tables.twins(as)]
      gone.push(...all)
      bytes += removalBytes * all.length
    },
    /** Stores the last revision. Returns the estimated bytes of live content. */
    end(): number {
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
