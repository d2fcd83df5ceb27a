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
  corpus(): CorpusRow
  /** Says that these were added by this process: what was not there may be now. */
  added(passages: readonly Passage[]): void
}

/** How large the index is. */
export interface CorpusRow {
  passages: number
  tokens: number
  /** How many passages were ever changed. */
  changes: number
}

const corpusSql = 'SELECT passages, tokens, changes FROM corpus'
/** Looking up a common word means reading the list of all its passages. */
const countSql = "SELECT doc FROM terms WHERE term = ? AND col = 'tokens'"
const mostKnown = 50_000
/** A count may be of before so many changes, as a share of all passages. */
const lag = 0.01

/** Remembers what it looked up, until enough has changed. */
export function createTermCounts(index: IndexFile): TermCounts {
  const known = new Map<string, { count: number; changes: number }>()
  let corpus: CorpusRow = { passages: 0, tokens: 0, changes: 0 }

  function isFresh({ count, changes }: { count: number; changes: number }): boolean {
    return corpus.changes === changes || (count > 0 && corpus.changes - changes <= corpus.passages * lag)
  }

  return {
    corpus() {
      corpus = index.statement(corpusSql).get() as unknown as CorpusRow
      if (known.size > mostKnown) known.clear()
      return corpus
    },
    count(term) {
      const told = known.get(term)
      if (told && isFresh(told)) return told.count
      const row = index.statement(countSql).get(indexedToken(term))
      const count = Number(row?.['doc'] ?? 0)
      known.set(term, { count, changes: corpus.changes })
      return count
    },
    added(passages) {
      for (const { tokens } of passages)
        for (const token of tokens) if (known.get(token)?.count === 0) known.delete(token)
    },
  }
}
