import { factId, type Memory, type ScoredRecord } from '@daybook/memory-core'

/** An item that a memory knows now. */
export interface KnownItem {
  /** The id for `forget`. */
  id: string
  kind: 'fact' | 'record' | 'note' | 'knowledge'
  /** The type of a record or a note, the heading above a fact, the category of a knowledge entry. */
  type: string
  text: string
  /** Its present score, if it has one. */
  worth?: number
  priority?: string
  /** When it was learnt, ISO. */
  at?: string
  /** The message that it was learnt from. */
  source?: { session: string; message?: string }
  /** For a fact its line in MEMORY.md; for a note its file. */
  line?: number
  filename?: string
  /** Whether another item contradicts it. */
  isContradicted?: boolean
  /** The files that it applies to. */
  scope?: string
}

const mostRecords = 10_000

/** Everything that is known now, newest first: facts, records, notes, knowledge. Reads all of it. */
export async function knownItems(memory: Memory): Promise<KnownItem[]> {
  const has = (layer: Memory['layers'][number]): boolean => memory.layers.includes(layer)
  const [facts, listed, notes, entries] = await Promise.all([
    has('facts') ? memory.facts.list() : [],
    has('records') ? memory.records.list({ archived: 'no', limit: mostRecords }) : [],
    has('notes') ? memory.notes.list() : [],
    has('knowledge') ? memory.knowledge.list() : [],
  ])
  const records = listed.filter(({ supersededBy, validTo }) => supersededBy === undefined && validTo === undefined)
  const behind = new Map(records.map((record) => [sameWords(record.text), record]))
  const placed = new Set<ScoredRecord>()
  const items: KnownItem[] = facts.map(({ text, section, category, line }) => {
    const record = behind.get(sameWords(text))
    if (record) placed.add(record)
    const fact = { id: factId(text), kind: 'fact' as const, type: section ?? category ?? 'Facts', text, line }
    return record ? { ...ofRecord(record), ...fact } : fact
  })
  for (const record of records) if (!placed.has(record)) items.push(ofRecord(record))
  for (const { filename, name, description, type, updated } of notes)
    items.push({
      id: `note:${filename}`,
      kind: 'note',
      type,
      text: name === description ? name : `${name}: ${description}`,
      filename,
      ...(updated !== undefined && { at: updated }),
    })
  for (const { id, category, content, createdAt } of entries)
    items.push({ id: `knowledge:${id}`, kind: 'knowledge', type: category, text: content, at: createdAt })
  return items.sort((a, b) => compare(b.at ?? '9', a.at ?? '9') || (a.line ?? 0) - (b.line ?? 0))
}

function ofRecord(record: ScoredRecord): KnownItem {
  const { id, type, kind, priority, worth, text, name, steps, score, createdAt, source, scope, conflictsWith } = record
  const procedure = steps === undefined ? text : `${name ?? text}: ${steps.join(' → ')}`
  return {
    id,
    kind: 'record',
    type: kind === 'semantic' ? type : kind === 'episodic' ? 'episode' : 'procedure',
    text: procedure,
    worth: worth ?? score,
    priority,
    at: createdAt,
    ...(source?.session !== undefined && {
      source: { session: source.session, ...(source.messageId !== undefined && { message: source.messageId }) },
    }),
    ...(conflictsWith !== undefined && { isContradicted: true }),
    ...(scope !== undefined && { scope }),
  }
}

/** A line of MEMORY.md ends with its date, and otherwise equals the record behind it. */
function sameWords(text: string): string {
  return text
    .replace(/ \((?:until |since )?\d{4}-\d{2}-\d{2}\)$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
