import { lineKey, type PageLine, pageLines, readPlaced, sectionOf } from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { factMark } from '../records/apply-changes.ts'
import type { RecordBook } from '../records/record-book.ts'
import { type StatementKind, statementKinds } from '../statements/statement.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { statementKey } from '../text/statement-key.ts'
import type { PlacedLine } from './placement-state.ts'

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
