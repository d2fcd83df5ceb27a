import { MemoryError } from '../errors.ts'
import { isRecord, parsedJson } from '../json.ts'
import { isRow, type KnowledgeEntry, type KnowledgeRow, rowOf, toEntry } from './knowledge-entry.ts'

const formatVersion = 1

/** A parsed knowledge.json. Immutable. */
export interface KnowledgeDocument {
  /** The file without its entries. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The entries of the file. Invalid ones stay unchanged. */
  readonly entries: readonly unknown[]
  /** The valid entries by id. If an id occurs twice, the last one counts; the others stay in the file. */
  readonly rows: ReadonlyMap<string, KnowledgeRow>
}

export const emptyKnowledge: KnowledgeDocument = documentOf({ version: formatVersion }, [])

/**
 * Parses `{ "version": 1, "entries": […] }`; `skipped` are the positions of ignored entries, from 1. Undefined if the text is not such a document, or is nested too deeply to be
 * written back. Invalid entries, and those with the id of a later one, are ignored and kept. Missing fields get
 * defaults, times that of `nowMs`.
 * @throws MemoryError `newer-format`
 */
export function parseKnowledge(text: string, nowMs: number) {
  // Editors may add a byte order mark.
  const parsed = parsedJson(text.replace(/^\uFEFF/, ''))
  if (!isRecord(parsed)) return undefined
  const { entries: values, ...fields } = parsed
  const version = fields['version']
  if (typeof version === 'number' && version > formatVersion)
    throw new MemoryError(
      'newer-format',
      `the knowledge file has format ${version}, this version of Daybook reads format ${formatVersion}: upgrade @daybook/memory-core`,
    )
  if (!Array.isArray(values)) return undefined
  const entries = values.map((value: unknown) => rowOf(value, nowMs / 1000) ?? value)
  const document = documentOf({ version: formatVersion, ...fields }, entries)
  const skipped = entries.flatMap((entry, index) => (isCounted(document, entry) ? [] : [index + 1]))
  return isPrintable(document) ? { document, skipped } : undefined
}

/** Whether a text has the markers of an unresolved merge. */
export function hasConflict(text: string): boolean {
  return /^(?:<{7}|>{7})(?: |\r?$)/m.test(text)
}

/** The entries of a file, for the index. Never throws; an invalid file has none. */
export function knowledgeOf(text: string, nowMs: number): KnowledgeEntry[] {
  try {
    return [...(parseKnowledge(text, nowMs)?.document.rows.values() ?? [])].map(toEntry)
  } catch {
    // A newer format: calls of the knowledge base throw `newer-format`.
    return []
  }
}

export function printKnowledge({ fields, entries }: KnowledgeDocument): string {
  return `${JSON.stringify({ ...fields, entries }, null, 2)}\n`
}

export function withRow({ fields, entries }: KnowledgeDocument, row: KnowledgeRow): KnowledgeDocument {
  return documentOf(fields, [...entries, row])
}

/** The document with each valid entry replaced by the result of `change`; the same object if nothing differs. */
export function mapRows(document: KnowledgeDocument, change: (row: KnowledgeRow) => KnowledgeRow): KnowledgeDocument {
  const { fields, entries } = document
  const changed = entries.map((entry) => (isCounted(document, entry) ? change(entry) : entry))
  return changed.some((entry, at) => entry !== entries[at]) ? documentOf(fields, changed) : document
}

/** The document without these ids, including duplicates; the same object if none occurs. */
export function withoutRows(document: KnowledgeDocument, ids: ReadonlySet<string>): KnowledgeDocument {
  const left = document.entries.filter((entry) => !(isRow(entry) && ids.has(entry.id)))
  return left.length === document.entries.length ? document : documentOf(document.fields, left)
}

function documentOf(fields: Readonly<Record<string, unknown>>, entries: readonly unknown[]): KnowledgeDocument {
  return { fields, entries, rows: new Map(entries.filter(isRow).map((row) => [row.id, row])) }
}

function isCounted({ rows }: KnowledgeDocument, entry: unknown): entry is KnowledgeRow {
  return isRow(entry) && rows.get(entry.id) === entry
}

/** Whether a document can be printed. Thousands of nested brackets parse, but overflow the stack when printed. */
function isPrintable(document: KnowledgeDocument): boolean {
  try {
    printKnowledge(document)
    return true
  } catch {
    return false
  }
}
