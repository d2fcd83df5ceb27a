import type { Passage } from '../storage/passages.ts'
import type { IndexFile } from './index-file.ts'
import { indexedToken } from './match-expression.ts'

/**
 * How many passages have a term. A question asks for each word in many forms; every form that no passage has costs a
 * search as much as one that some have, so that they are left out before it. They would add nothing to any score.
 */
export interface TermCounts {
  /** The number of passages with this term; 0 is exact, others may lag by one change in a hundred. Call it while the index is open. */
  count(term: string): number
  /** Reads how large the index is; call it before the first `count` of a search. */
  size(): IndexSize
  /** Says that these were added by this process: what was not there may be now. */
  added(passages: readonly Passage[]): void
}

/** How large the index is. */
export interface IndexSize {
  passages: number
  tokens: number
  /** How many passages were ever changed. */
  changes: number
  /** How many passages each layer has; a layer without any may be absent. */
  layers: ReadonlyMap<string, number>
}

/** A row of the table of sizes. */
interface SizeRow {
  layer: string
  passages: number
  tokens: number
  changes: number
}

const corpusSql = 'SELECT layer, passages, tokens, changes FROM corpus'
/** Looking up a common word means reading the list of all its passages. */
const countSql = "SELECT doc FROM terms WHERE term = ? AND col = 'tokens'"
const mostKnown = 50_000
/** A count may be of before so many changes, as a share of all passages. */
const lag = 0.01

/** Remembers what it looked up, until enough has changed. */
export function createTermCounts(index: IndexFile): TermCounts {
  const known = new Map<string, { count: number; changes: number }>()
  let size: IndexSize = { passages: 0, tokens: 0, changes: 0, layers: new Map() }

  function isFresh({ count, changes }: { count: number; changes: number }): boolean {
    return size.changes === changes || (count > 0 && size.changes - changes <= size.passages * lag)
  }

  return {
    size() {
      const rows = index.statement(corpusSql).all() as unknown as SizeRow[]
      size = {
        passages: sum(rows.map(({ passages }) => passages)),
        tokens: sum(rows.map(({ tokens }) => tokens)),
        changes: sum(rows.map(({ changes }) => changes)),
        layers: new Map(rows.map(({ layer, passages }) => [layer, passages])),
      }
      if (known.size > mostKnown) known.clear()
      return size
    },
    count(term) {
      const told = known.get(term)
      if (told && isFresh(told)) return told.count
      const row = index.statement(countSql).get(indexedToken(term))
      const count = Number(row?.['doc'] ?? 0)
      known.set(term, { count, changes: size.changes })
      return count
    },
    added(passages) {
      for (const { tokens } of passages)
        for (const token of tokens) if (known.get(token)?.count === 0) known.delete(token)
    },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
