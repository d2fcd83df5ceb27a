import type { Passage } from '../storage/passages.ts'
import type { IndexFile } from './index-file.ts'
import { termExpression } from './match-expression.ts'

/**
 * Which terms the index has. A question asks for each word in many forms; every form that no passage has costs a search
 * as much as one that some have, so that they are left out before it. They would add nothing to any score.
 */
export interface KnownTerms {
  /** Those of the terms that some passage may have. Call it while the index is open. */
  present(terms: readonly string[]): string[]
  /** Says that these were added: what was not there may be now. */
  added(passages: readonly Passage[]): void
}

const hasSql = 'SELECT 1 FROM search WHERE search MATCH ? LIMIT 1'
/** Goes up when another connection has changed the database. */
const versionSql = 'PRAGMA data_version'
const mostKnown = 50_000

/** Remembers what it looked up, until another process changes the index. */
export function createKnownTerms(index: IndexFile): KnownTerms {
  const known = new Map<string, boolean>()
  let version: unknown

  function has(term: string): boolean {
    const told = known.get(term)
    if (told !== undefined) return told
    const found = index.statement(hasSql).get(termExpression(term)) !== undefined
    known.set(term, found)
    return found
  }

  return {
    present(terms) {
      const now = index.statement(versionSql).get()?.['data_version']
      if (now !== version || known.size > mostKnown) known.clear()
      version = now
      return terms.filter(has)
    },
    added(passages) {
      for (const { tokens } of passages) for (const token of tokens) if (known.get(token) === false) known.delete(token)
    },
  }
}
