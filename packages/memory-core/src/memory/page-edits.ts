import { lineKey, type PageLine, pageLines, readPlaced, sectionOf } from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { factMark } from '../records/changes.ts'
import type { RecordBook } from '../records/record-book.ts'
import { removed } from '../records/record-changes.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import { changeBetween } from '../statements/claims/compare-claims.ts'
import { type StatementKind, statementKinds } from '../statements/statement.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { isSimilar } from '../text/jaccard.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { PlacedLine } from './placement-state.ts'

/** What was done to MEMORY.md since it was compared last. */
export interface PageEdits {
  /** The lines that are still there, changed ones with their new key. */
  kept: readonly PlacedLine[]
  /** Removed by a person. */
  removed: readonly PlacedLine[]
  /** Changed, with the text that the line has now. */
  changed: readonly { line: PlacedLine; text: string }[]
}

/** A line that changed keeps this share of its words. */
const nearShare = 0.4

/**
 * Compares the lines that were placed with the file. A line that is gone was changed when exactly one new line under the
 * same heading is like it; otherwise it was removed, unless a model's rewrite left it out (`isDropped`): then only its
 * place is gone.
 */
export function editsOf(
  text: string,
  placed: readonly PlacedLine[],
  textOf: (line: PlacedLine) => string | undefined,
  { isDropped, headingOf }: { isDropped(line: PlacedLine): boolean; headingOf(line: PlacedLine): string },
): PageEdits {
  const lines = pageLines(text)
  const keys = new Set(lines.map(({ key }) => lineKey(key)))
  const known = new Set(placed.map(({ key }) => key))
  const unknown = new Set(lines.filter(({ key }) => !known.has(lineKey(key))))
  const kept: PlacedLine[] = []
  const removed: PlacedLine[] = []
  const changed: { line: PlacedLine; text: string }[] = []
  for (const line of placed) {
    if (keys.has(line.key)) {
      kept.push(line)
      continue
    }
    const near = nearLine(textOf(line), headingOf(line), unknown)
    if (near) {
      unknown.delete(near)
      changed.push({ line, text: near.text })
      kept.push({ ...line, key: lineKey(near.key) })
    } else if (!isDropped(line)) removed.push(line)
  }
  return { kept, removed, changed }
}

function nearLine(text: string | undefined, heading: string, unknown: ReadonlySet<PageLine>): PageLine | undefined {
  if (text === undefined) return undefined
  const words = wordsOf(text)
  const near = [...unknown].filter(
    ({ section = '', text: other }) =>
      section.toLowerCase() === heading.toLowerCase() && isSimilar(words, wordsOf(other), nearShare),
  )
  return near.length === 1 ? near[0] : undefined
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(bareWords(text).split(' '))
}

/**
 * Brings the records up to the edits: what was removed ends and is archived; what was changed has the new text, and where
 * that says something else, the old text stays as what held before.
 */
export async function applyEdits(
  { removed: gone, changed }: PageEdits,
  { store, stored }: Pick<RecordBook, 'store' | 'stored'>,
  at: string,
): Promise<void> {
  if (gone.length > 0)
    await store.update(
      gone.map(({ id }) => id),
      (record) => stored(removed(record, at)),
      { skipDamaged: true },
    )
  if (changed.length === 0) return
  const texts = new Map(changed.map(({ line, text }) => [line.id, text]))
  const records = await store.get([...texts.keys()], { skipDamaged: true })
  const edits = records.map((record) => edited(record, texts.get(record.id) ?? record.text, at))
  await store.write({
    put: edits.map(({ now }) => stored(now)),
    insert: edits.flatMap(({ before }) => (before ? [stored(before)] : [])),
  })
}

function edited(record: MemoryRecord, text: string, at: string): { now: MemoryRecord; before?: MemoryRecord } {
  const change = changeBetween(claimsOf(record.text), claimsOf(text))
  if (change === undefined || change === 'agrees') return { now: { ...record, text } }
  const { source: _, ...rest } = record
  const past = `${record.id}-before-${contentHash(`${record.text}${at}`).slice(0, 8)}`
  return {
    now: { ...rest, text, author: 'person', validFrom: at, supersedes: past },
    before: { ...record, id: past, validTo: at, supersededBy: record.id },
  }
}

/** A line that no record had and a newer statement has replaced: what a person, a model or an earlier version wrote. */
export interface ReplacedLine {
  line: PageLine
  /** The id of the record that took its place. */
  by: string
}

/** The replaced lines of a text of MEMORY.md. Costs one look-up of marks. */
export async function replacedLines(
  text: string,
  placed: readonly PlacedLine[],
  { store }: Pick<RecordBook, 'store'>,
): Promise<ReplacedLine[]> {
  const own = new Set(placed.map(({ key }) => key))
  const others = pageLines(text).filter(({ key, isExtended }) => !own.has(lineKey(key)) && !isExtended)
  const keys = others.map(({ fact }) => factMark('superseded', factPassageId(fact)))
  const marks = keys.length === 0 ? new Map<string, string>() : await store.marks(keys)
  return others.flatMap((line, at) => {
    const by = marks.get(keys[at] ?? '')
    return by === undefined ? [] : [{ line, by }]
  })
}

/**
 * Makes records of lines that were replaced, before they leave MEMORY.md: they go on to answer what was so, and hold
 * again when the newer statement is forgotten. A person who writes such a line again says it anew.
 */
export async function keepReplaced(
  replaced: readonly ReplacedLine[],
  { store, stored }: Pick<RecordBook, 'store' | 'stored'>,
  at: string,
): Promise<void> {
  if (replaced.length === 0) return
  const newer = await store.get([...new Set(replaced.map(({ by }) => by))], { skipDamaged: true })
  const past = replaced.flatMap(({ line, by }) => {
    const next = newer.find(({ id }) => id === by)
    return next ? [{ record: pastRecord(line, next, at), next }] : []
  })
  await store.write({
    // A record that replaces a line gets a line, too, also when a tool learned it.
    put: past.map(({ next, record: { id, about = 'other', worth = 1 } }) =>
      stored({ about, worth, ...next, supersedes: id }),
    ),
    insert: past.map(({ record }) => stored(record)),
    marks: Object.fromEntries(
      replaced.map(({ line }) => [factMark('superseded', factPassageId(line.fact)), undefined]),
    ),
  })
}

function pastRecord({ fact, text, section }: PageLine, newer: MemoryRecord, at: string): MemoryRecord {
  const { day } = readPlaced(fact)
  const since = newer.validFrom ?? newer.createdAt
  const createdAt = day === undefined ? since : new Date(day).toISOString()
  return {
    id: `record:line-${contentHash(`${fact}\n${newer.id}`).slice(0, 20)}`,
    type: 'fact',
    kind: 'semantic',
    priority: 'normal',
    text,
    tags: [],
    author: 'person',
    confidence: 1,
    about: kindOfSection(section),
    worth: 1,
    createdAt,
    accessedAt: at,
    reinforcementCount: 1,
    successCount: 0,
    failureCount: 0,
    validTo: since,
    supersededBy: newer.id,
  }
}

/** A kind whose statements stand in this section. */
function kindOfSection(heading: string | undefined): StatementKind {
  const named = statementKinds.find((kind) => heading?.toLowerCase().includes(kind))
  return named ?? statementKinds.find((kind) => sectionOf(kind) === 'about') ?? 'other'
}

/** Which lines state what was replaced, or removed by a person, and does not hold now. Reads every record. */
export async function overLines(store: RecordStore): Promise<(line: string) => boolean> {
  const over = new Set<string>()
  const holding = new Set<string>()
  for (const { kind, text, validTo } of await everyRecord(store))
    if (kind === 'semantic') (validTo === undefined ? holding : over).add(statementKey(text))
  return (line) => {
    const key = statementKey(line)
    return over.has(key) && !holding.has(key)
  }
}
