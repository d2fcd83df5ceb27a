import { hyperbolicDecay } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkOf, checkShape, checkText, oneOf, wholeNumber } from '../option-checks.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { withoutBreaks } from '../text/plain-text.ts'
import {
  type KnowledgeEntry,
  type KnowledgeOptions,
  type KnowledgeOrder,
  type KnowledgeRow,
  knowledgeCategories,
  toEntry,
} from './knowledge-entry.ts'
import { createKnowledgeFile, documentOf, type KnowledgeDocument, mapRows, withoutRows } from './knowledge-file.ts'

/** Limits of an entry. Every change rewrites the whole file, so an entry is a statement, not a document. */
const longestContent = 10_000
const longestSource = 1_000
const longestTag = 200
const mostTags = 50

interface EntryOptions {
  /** Where it comes from. @default '' */
  source?: string | undefined
  tags?: readonly string[] | undefined
}

/** A checked entry: well-formed, trimmed, copied. @throws MemoryError `bad-input` */
function checkEntry(category: unknown, content: unknown, options: EntryOptions = {}) {
  const given = { category: checkText(category, 'category', 'learned_fact'), content: checkContent(content) }
  checkShape(options, { source: sourceText, tags: tagList }, 'the entry', 'bad-input')
  const { source = '', tags = [] } = options
  return { ...given, source: source.toWellFormed(), tags: tags.map((tag) => tag.toWellFormed()) }
}

function checkContent(content: unknown): string {
  const expected = `expected a statement of 1 to ${longestContent} characters; longer texts are for notes`
  const trimmed = typeof content === 'string' ? content.trim().toWellFormed() : ''
  if (trimmed !== '' && trimmed.length <= longestContent) return trimmed
  const found = trimmed === '' ? `is ${shown(content)}` : `${shown(trimmed)} has ${trimmed.length} characters`
  throw new MemoryError('bad-input', `content ${found}, ${expected}`)
}

const aCategory = checkOf('a category such as "learned_fact"', (value) => typeof value === 'string')
const searchShape = { category: aCategory, limit: wholeNumber(0) }
const exportShape = { maxChars: wholeNumber(0), order: oneOf('category', 'score') }

const sourceText = checkOf(
  `a text of at most ${longestSource} characters`,
  (value) => typeof value === 'string' && value.length <= longestSource,
)
const isTag = (tag: unknown): boolean => typeof tag === 'string' && tag !== '' && tag.length <= longestTag
const tagList = checkOf(
  `a list of at most ${mostTags} texts of 1 to ${longestTag} characters`,
  (value) => Array.isArray(value) && value.length <= mostTags && value.every(isTag),
)

export interface KnowledgeStats {
  entries: number
  /** The number of entries by category, known categories and others. */
  byCategory: Readonly<Record<string, number>>
}

/**
 * Short statements with a category in one file, knowledge.json, that people may edit. Every call sees the present file.
 * An invalid file is reported (`knowledge-unreadable`), moved aside by the next write (`file-quarantined`), and never
 * overwritten.
 */
export interface Knowledge {
  /**
   * Adds an entry durably; rewrites the file. The same words in the same category, ignoring case, are the same entry: it
   * gets one more access and keeps its source and tags. An unknown category becomes `learned_fact`, with a warning.
   * @throws MemoryError `bad-input` for content that is empty or has more than 10,000 characters
   */
  add(category: string, content: string, options?: EntryOptions): Promise<KnowledgeEntry>
  /** The entry with that id; counts as an access. Accesses are buffered and written with the next change or `flush`. */
  get(id: string): Promise<KnowledgeEntry | undefined>
  /**
   * Entries that contain the query in content, tags or source, ignoring case; all for "". The most used first, then the
   * newest. Counts no access.
   */
  search(
    query?: string,
    options?: {
      category?: string | undefined
      /** @default 20 */
      limit?: number | undefined
    },
  ): Promise<KnowledgeEntry[]>
  /** The entries of a category, newest first. */
  byCategory(category: string): Promise<KnowledgeEntry[]>
  /** All entries, in the order of the file. */
  list(): Promise<KnowledgeEntry[]>
  /** Removes an entry; returns whether it existed. */
  remove(id: string): Promise<boolean>
  /** Removes the entries of a category; returns their number. */
  clearCategory(category: string): Promise<number>
  stats(): Promise<KnowledgeStats>
  /** The most important entries as lines `[category] content`; see `exportKnowledge` for the order. Counts no access. */
  exportForContext(options?: { maxChars?: number | undefined; order?: KnowledgeOrder | undefined }): Promise<string>
  /** Writes buffered accesses. */
  flush(): Promise<void>
}

/** Touches no disk until it is used; every write runs inside the guard. */
export function createKnowledge(
  setting: Setting,
  guard: DocumentGuard,
  options: Required<KnowledgeOptions>,
): Knowledge {
  const { clock, report } = setting
  const path = `${options.directory}/knowledge.json`
  const file = createKnowledgeFile(setting, guard, path)
  /** Accesses that are not in the file yet, by id, so that reading does not write. */
  const waiting = new Map<string, { count: number; seconds: number }>()
  const seconds = (): number => clock() / 1000

  function counted(row: KnowledgeRow): KnowledgeRow {
    const access = waiting.get(row.id)
    if (access === undefined) return row
    return { ...row, accessed_at: access.seconds, access_count: row.access_count + access.count }
  }

  async function rows(): Promise<KnowledgeRow[]> {
    return [...(await file.read()).rows.values()].map(counted)
  }

  function change<T>(edit: (document: KnowledgeDocument) => { document: KnowledgeDocument; answer: T }): Promise<T> {
    return file.change((before) => {
      const collected = [...waiting]
      // Accesses counted during the write stay buffered.
      const written = (): void => {
        for (const [id, { count }] of collected) {
          const now = waiting.get(id)
          if (now === undefined || now.count <= count) waiting.delete(id)
          else waiting.set(id, { ...now, count: now.count - count })
        }
      }
      return { ...edit(mapRows(before, counted)), written }
    })
  }

  function known(category: string): string {
    if (knowledgeCategories.some((one) => one === category)) return category
    const message = `knowledge of the unknown category ${JSON.stringify(category.slice(0, 80))} is stored as learned_fact; known categories: ${knowledgeCategories.join(', ')}`
    report({ type: 'category-unknown', level: 'warn', message, path })
    return 'learned_fact'
  }

  async function touched(id: string): Promise<KnowledgeEntry | undefined> {
    const row = (await file.read()).rows.get(id)
    if (row === undefined) return undefined
    waiting.set(id, { count: (waiting.get(id)?.count ?? 0) + 1, seconds: seconds() })
    return toEntry(counted(row))
  }

  function insert(id: string, given: ReturnType<typeof checkEntry>): Promise<KnowledgeEntry> {
    return change((document) => {
      const now = seconds()
      const found = document.rows.get(id)
      if (found === undefined) {
        const row = { id, ...given, created_at: now, accessed_at: now, access_count: 0 }
        return { document: documentOf(document.fields, [...document.entries, row]), answer: toEntry(row) }
      }
      // Another process has added it since.
      const row = { ...found, accessed_at: now, access_count: found.access_count + 1 }
      return { document: mapRows(document, (other) => (other === found ? row : other)), answer: toEntry(row) }
    })
  }

  function remove(isWanted: (row: KnowledgeRow) => boolean): Promise<number> {
    return change((document) => {
      const ids = new Set([...document.rows.values()].filter(isWanted).map(({ id }) => id))
      return { document: withoutRows(document, ids), answer: ids.size }
    })
  }

  return {
    async add(category, content, entryOptions) {
      const checked = checkEntry(category, content, entryOptions)
      const given = { ...checked, category: known(checked.category) }
      const id = contentHash(`${given.category}:${given.content.toLowerCase()}`).slice(0, 16)
      return (await touched(id)) ?? (await insert(id, given))
    },
    get: async (id) => touched(checkText(id, 'id', 'b7e23ec29af22b0b')),
    async search(query = '', searchOptions = {}) {
      checkText(query, 'query', 'database')
      checkShape(searchOptions, searchShape, 'the options of knowledge.search', 'bad-input')
      const { category = '', limit = 20 } = searchOptions
      const wanted = query.toLowerCase()
      const found = (await rows()).filter((row) => {
        const text = `${row.content} ${row.tags.join(' ')} ${row.source}`.toLowerCase()
        return (category === '' || row.category === category) && text.includes(wanted)
      })
      const sorted = found.sort((a, b) => b.access_count - a.access_count || b.created_at - a.created_at)
      return sorted.slice(0, limit).map(toEntry)
    },
    async byCategory(category) {
      checkText(category, 'category', 'learned_fact')
      return rowsOfCategory(await rows(), category).map(toEntry)
    },
    list: async () => (await rows()).map(toEntry),
    async remove(id) {
      checkText(id, 'id', 'b7e23ec29af22b0b')
      return (await remove((row) => row.id === id)) > 0
    },
    async clearCategory(category) {
      checkText(category, 'category', 'learned_fact')
      return remove((row) => row.category === category)
    },
    async stats() {
      const counts = new Map<string, number>(knowledgeCategories.map((category) => [category, 0]))
      const all = await rows()
      for (const { category } of all) counts.set(category, (counts.get(category) ?? 0) + 1)
      return { entries: all.length, byCategory: Object.fromEntries(counts) }
    },
    async exportForContext(exportOptions = {}) {
      checkShape(exportOptions, exportShape, 'the options of knowledge.exportForContext', 'bad-input')
      const { maxChars = options.maxChars, order = options.order } = exportOptions
      return exportKnowledge(await rows(), { maxChars, order, nowMs: clock() })
    },
    async flush() {
      if (waiting.size > 0) await change((document) => ({ document, answer: undefined }))
    },
  }
}

function rowsOfCategory(rows: Iterable<KnowledgeRow>, category: string): KnowledgeRow[] {
  return [...rows].filter((row) => row.category === category).sort((a, b) => b.created_at - a.created_at)
}

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
    const { length } = Array.from(line)
    if (length > left && order === 'category') break
    if (length > left) continue
    lines.push(line)
    left -= length + 1
  }
  return lines.join('\n')
}

const ranks: ReadonlyMap<string, number> = new Map(knowledgeCategories.map((category, rank) => [category, rank]))

function byScore(rows: readonly KnowledgeRow[], nowMs: number): KnowledgeRow[] {
  return rows
    .map((row) => ({ row, rank: ranks.get(row.category) ?? ranks.size, score: scoreOf(row, nowMs) }))
    .sort((a, b) => a.rank - b.rank || b.score - a.score || b.row.created_at - a.row.created_at)
    .map(({ row }) => row)
}

function scoreOf({ access_count, accessed_at }: KnowledgeRow, nowMs: number): number {
  return (Math.max(0, access_count) + 1) * hyperbolicDecay((nowMs - accessed_at * 1000) / 3_600_000, decayRate)
}
