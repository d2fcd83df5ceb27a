import { moveRevisionSql, revisionSql } from './record-sql.ts'
import type { Statements } from './store-file.ts'

/** Counts on from where the store's counter is, never below a revision that is in use. */
export function revisionCounter(statement: Statements): () => number {
  const highest = statement(
    'SELECT max((SELECT coalesce(max(revision), 0) FROM records), (SELECT coalesce(max(revision), 0) FROM removed_records)) AS highest',
  )
  let last = Math.max(Number(statement(revisionSql).get()?.['last'] ?? 0), Number(highest.get()?.['highest'] ?? 0))
  return () => {
    last += 1
    statement(moveRevisionSql).run(last)
    return last
  }
}
