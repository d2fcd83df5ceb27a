import { withoutBreaks } from '../text/one-line.ts'
import { hyperbolicDecay } from '../text/recency.ts'
import { isKnowledgeCategory, type KnowledgeOrder, type KnowledgeRow, knowledgeCategories } from './knowledge-entry.ts'

/** The entries of a category, newest first. */
export function rowsOfCategory(rows: Iterable<KnowledgeRow>, category: string): KnowledgeRow[] {
  return [...rows].filter((row) => row.category === category).sort((a, b) => b.created_at - a.created_at)
}

const hourMs = 3_600_000
/** Per hour since the last access: half the weight after 1,000 hours, as in the history. */
const decayRate = 0.001

/**
 * The knowledge as lines `[category] content`, at most `maxChars` code points with line breaks, by category: preferences, decisions, error patterns, system behaviour,
 * facts. Line breaks become blanks, so that no content can forge an entry.
 *
 * | order | within a category | other categories | a line that does not fit |
 * |---|---|---|---|
 * | `category` | newest first | left out | ends the export |
 * | `score` | highest score first, then newest | at the end | is skipped |
 *
 * The score is (accesses + 1) / (1 + 0.001 × hours since the last access).
 */
export function exportKnowledge(
  rows: readonly KnowledgeRow[],
  { maxChars, order, nowMs }: { maxChars: number; order: KnowledgeOrder; nowMs: number },
): string {
  const lines: string[] = []
  let left = maxChars
  const byCategory = (): KnowledgeRow[] => knowledgeCategories.flatMap((category) => rowsOfCategory(rows, category))
  for (const row of order === 'category' ? byCategory() : byScore(rows, nowMs)) {
    const line = `[${withoutBreaks(row.category.replace(/[[\]]/g, ' '))}] ${withoutBreaks(row.content)}`
    const length = characters(line)
    if (length > left && order === 'category') break
    if (length > left) continue
    lines.push(line)
    left -= length + 1
  }
  return lines.join('\n')
}

function byScore(rows: readonly KnowledgeRow[], nowMs: number): KnowledgeRow[] {
  return rows
    .map((row) => ({ row, rank: rankOf(row.category), score: scoreOf(row, nowMs) }))
    .sort((a, b) => a.rank - b.rank || b.score - a.score || b.row.created_at - a.row.created_at)
    .map(({ row }) => row)
}

function rankOf(category: string): number {
  return isKnowledgeCategory(category) ? knowledgeCategories.indexOf(category) : knowledgeCategories.length
}

function scoreOf({ access_count, accessed_at }: KnowledgeRow, nowMs: number): number {
  return (Math.max(0, access_count) + 1) * hyperbolicDecay((nowMs - accessed_at * 1000) / hourMs, decayRate)
}

/** Counts code points: an emoji is one character. */
function characters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}
