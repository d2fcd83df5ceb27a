import { isoTime } from '../clock.ts'
import { isRecord } from '../json.ts'

/** The categories of knowledge, the most important for a context first. */
export const knowledgeCategories = [
  'user_preference',
  'project_decision',
  'error_pattern',
  'system_behavior',
  'learned_fact',
] as const

export type KnowledgeCategory = (typeof knowledgeCategories)[number]

/** A short statement with a category. */
export interface KnowledgeEntry {
  /** 16 hex digits, equal for the same words in the same category, ignoring case and outer blanks. */
  id: string
  /** One of {@link knowledgeCategories}, or any text that a person or another program wrote. */
  category: string
  content: string
  /** "" if unknown. */
  source: string
  tags: readonly string[]
  /** ISO time. */
  createdAt: string
  /** ISO time of the last add or get. */
  accessedAt: string
  /** Number of repeated adds and gets. */
  accessCount: number
}

/** An entry in the file; times are seconds since 1970. Unlisted fields stay unchanged. */
export interface KnowledgeRow extends Omit<KnowledgeEntry, 'createdAt' | 'accessedAt' | 'accessCount'> {
  created_at: number
  accessed_at: number
  access_count: number
  [field: string]: unknown
}

export function toEntry(row: KnowledgeRow): KnowledgeEntry {
  const { id, category, content, source, tags, access_count: accessCount } = row
  const times = { createdAt: timeOf(row.created_at), accessedAt: timeOf(row.accessed_at) }
  return { id, category, content, source, tags: [...tags], ...times, accessCount }
}

const latestSecond = 8.64e12

function timeOf(seconds: number): string {
  return isoTime(Math.round(Math.min(latestSecond, Math.max(-latestSecond, seconds)) * 1000))
}

/** Parses an entry; undefined if it is invalid. Adds defaults, because people may write only id, category and content. */
export function rowOf(value: unknown, now: number): KnowledgeRow | undefined {
  if (!isRecord(value)) return undefined
  const defaults = { source: '', tags: [], created_at: now, accessed_at: now, access_count: 0 }
  const missing = Object.entries(defaults).filter(([name]) => !Object.hasOwn(value, name))
  const row: Record<string, unknown> = { ...value, ...Object.fromEntries(missing) }
  return isRow(row) ? row : undefined
}

export function isRow(row: unknown): row is KnowledgeRow {
  if (!isRecord(row)) return false
  const { id, category, content, source, tags, created_at, accessed_at, access_count } = row
  return (
    [id, category, content].every((text) => typeof text === 'string' && text !== '') &&
    typeof source === 'string' &&
    [created_at, accessed_at, access_count].every(Number.isFinite) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string')
  )
}

/** How the knowledge base is stored and exported. */
export interface KnowledgeOptions {
  /** The folder of knowledge.json, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * Which entries of a category come first in a context. `score`: those used often and recently; `category`: the newest,
   * as in the described system. See `exportKnowledge`. @default 'score'
   */
  order?: KnowledgeOrder
  /** Maximum characters of an export, unless the call says otherwise. @default 2000 */
  maxChars?: number
}

export type KnowledgeOrder = 'category' | 'score'

export const knowledgeDefaults: Required<KnowledgeOptions> = { directory: 'memory', order: 'score', maxChars: 2000 }
