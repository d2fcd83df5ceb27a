import type { KnowledgeRow } from './knowledge-entry.ts'

/** What to look for in the knowledge. */
export interface KnowledgeSearch {
  /** "" for all. */
  query: string
  /** Only this category; "" for all. */
  category: string
  limit: number
}

/**
 * The rows that contain the query, in any case, in their content, tags or source. Those that are used most often come
 * first, then the newest, then in the order given.
 */
export function searchKnowledge(
  rows: Iterable<KnowledgeRow>,
  { query, category, limit }: KnowledgeSearch,
): KnowledgeRow[] {
  const wanted = query.toLowerCase()
  return [...rows]
    .filter((row) => (category === '' || row.category === category) && textOf(row).includes(wanted))
    .sort((a, b) => b.access_count - a.access_count || b.created_at - a.created_at)
    .slice(0, limit)
}

/** The rows of a category, the newest first. */
export function rowsOfCategory(rows: Iterable<KnowledgeRow>, category: string): KnowledgeRow[] {
  return [...rows].filter((row) => row.category === category).sort((a, b) => b.created_at - a.created_at)
}

function textOf({ content, tags, source }: KnowledgeRow): string {
  return `${content} ${tags.join(' ')} ${source}`.toLowerCase()
}
