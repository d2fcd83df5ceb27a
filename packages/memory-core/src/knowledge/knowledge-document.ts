import { MemoryError } from '../errors.ts'
import { isRecord, parsedJson } from '../json.ts'
import { type KnowledgeEntry, type KnowledgeRow, rowOf, toEntry } from './knowledge-entry.ts'

const formatVersion = 1

/** A parsed knowledge.json. Immutable. */
export interface KnowledgeDocument {
  /** The file without its entries. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly slots: readonly Slot[]
  /** The valid entries by id. If an id occurs twice, the last one counts; the others stay in the file. */
  readonly rows: ReadonlyMap<string, KnowledgeRow>
}

/** An entry of the file; `other` is invalid and stays unchanged. */
type Slot = { readonly row: KnowledgeRow } | { readonly other: unknown }

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
  const { entries, ...fields } = parsed
  const version = fields['version']
  if (typeof version === 'number' && version > formatVersion)
    throw new MemoryError(
      'newer-format',
      `the knowledge file has format ${version}, this version of Daybook reads format ${formatVersion}: upgrade @daybook/memory-core`,
    )
  if (!Array.isArray(entries)) return undefined
  const slots = entries.map((value: unknown): Slot => {
    const row = rowOf(value, nowMs / 1000)
    return row === undefined ? { other: value } : { row }
  })
  const document = documentOf({ version: formatVersion, ...fields }, slots)
  const skipped = slots.flatMap((slot, index) => (isCounted(document, slot) ? [] : [index + 1]))
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

export function printKnowledge({ fields, slots }: KnowledgeDocument): string {
  const entries = slots.map((slot) => ('row' in slot ? slot.row : slot.other))
  return `${JSON.stringify({ ...fields, entries }, null, 2)}\n`
}

export function withRow({ fields, slots }: KnowledgeDocument, row: KnowledgeRow): KnowledgeDocument {
  return documentOf(fields, [...slots, { row }])
}

/** The document with each valid entry replaced by the result of `change`; the same object if nothing differs. */
export function mapRows(document: KnowledgeDocument, change: (row: KnowledgeRow) => KnowledgeRow): KnowledgeDocument {
  let isChanged = false
  const slots = document.slots.map((slot) => {
    if (!('row' in slot) || !isCounted(document, slot)) return slot
    const row = change(slot.row)
    if (row === slot.row) return slot
    isChanged = true
    return { row }
  })
  return isChanged ? documentOf(document.fields, slots) : document
}

/** The document without these ids, including duplicates; the same object if none occurs. */
export function withoutRows(document: KnowledgeDocument, ids: ReadonlySet<string>): KnowledgeDocument {
  const slots = document.slots.filter((slot) => !('row' in slot && ids.has(slot.row.id)))
  return slots.length === document.slots.length ? document : documentOf(document.fields, slots)
}

function documentOf(fields: Readonly<Record<string, unknown>>, slots: readonly Slot[]): KnowledgeDocument {
  const rows = new Map<string, KnowledgeRow>()
  for (const slot of slots) if ('row' in slot) rows.set(slot.row.id, slot.row)
  return { fields, slots, rows }
}

function isCounted({ rows }: KnowledgeDocument, slot: Slot): boolean {
  return 'row' in slot && rows.get(slot.row.id) === slot.row
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
