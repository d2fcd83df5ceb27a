import { type KnowledgeDocument, mapRows } from './knowledge-document.ts'
import type { KnowledgeRow } from './knowledge-entry.ts'

/** Accesses that are counted in memory and not yet in the file, so that reading does not write. */
export interface AccessCounts {
  /** Counts one access of an id, at a time in seconds since 1970. */
  add(id: string, seconds: number): void
  areWaiting(): boolean
  /** The row with its accesses that wait. */
  counted(row: KnowledgeRow): KnowledgeRow
  /** The document with everything that waits; `written` is to be called when that document is kept. */
  collect(document: KnowledgeDocument): { document: KnowledgeDocument; written: () => void }
}

interface Access {
  count: number
  seconds: number
}

/** Nothing is counted yet. */
export function createAccessCounts(): AccessCounts {
  const waiting = new Map<string, Access>()

  function counted(row: KnowledgeRow): KnowledgeRow {
    const access = waiting.get(row.id)
    if (access === undefined) return row
    return { ...row, accessed_at: access.seconds, access_count: row.access_count + access.count }
  }

  return {
    add(id, seconds) {
      waiting.set(id, { count: (waiting.get(id)?.count ?? 0) + 1, seconds })
    },
    areWaiting: () => waiting.size > 0,
    counted,
    collect(document) {
      const collected = [...waiting]
      return {
        document: mapRows(document, counted),
        // What was counted while the file was written waits on.
        written: () => {
          for (const [id, { count }] of collected) {
            const now = waiting.get(id)
            if (now === undefined || now.count <= count) waiting.delete(id)
            else waiting.set(id, { ...now, count: now.count - count })
          }
        },
      }
    },
  }
}
