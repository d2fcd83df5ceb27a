import {
  createProse,
  lineKey,
  memorySections,
  type PageLine,
  pageLines,
  readPlaced,
  type SectionHeadings,
  sectionOf,
} from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { draftOf } from '../records/drafts.ts'
import { factMark } from '../records/marks.ts'
import type { NewRecord, RecordBook } from '../records/record-book.ts'
import { removed } from '../records/record-changes.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import { changeBetween } from '../statements/claims/compare-claims.ts'
import { type StatementKind, statementKinds } from '../statements/statement.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords, contentHash, isSimilar } from '../text/comparison.ts'
import type { PlacedLine } from './placement.ts'

export interface PageEdits {
  /** Lines that are still there; changed ones with their new key. */
  kept: readonly PlacedLine[]
  removed: readonly PlacedLine[]
  changed: readonly { line: PlacedLine; text: string }[]
}

/** A changed line shares at least this part of its words with the old one. */
const nearShare = 0.4

/**
 * Compares the placed lines with the file. A missing line counts as changed if exactly one new line under the same
 * heading is similar, otherwise as removed. If a model's rewrite dropped it (`isDropped`), or its words stand in prose
 * or a table now, it only loses its place.
 */
export function editsOf(
  text: string,
  placed: readonly PlacedLine[],
  textOf: (line: PlacedLine) => string | undefined,
  { isDropped, headingOf }: { isDropped(line: PlacedLine): boolean; headingOf(line: PlacedLine): string },
): PageEdits {
  const lines = pageLines(text)
  const isInProse = createProse(text)
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
    const said = textOf(line)
    if (said !== undefined && isInProse(said)) continue
    const near = nearLine(said, headingOf(line), unknown)
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
  const below = [...unknown].filter(({ section = '' }) => section.toLowerCase() === heading.toLowerCase())
  const near = below.filter((line) => isSimilar(words, wordsOf(line.text), nearShare))
  return near.length === 1 ? near[0] : undefined
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(bareWords(text).split(' '))
}

/**
 * Applies the edits to the records: those in `ended` end and are archived; changed ones get the new text, or, if that makes
 * another claim, end with a record of the new text as their successor. Returns the lines that are still there, with the
 * record that each of them has now.
 */
export async function applyEdits(
  { kept, changed }: PageEdits,
  ended: readonly string[],
  { store, learn }: Pick<RecordBook, 'store' | 'learn'>,
  at: string,
): Promise<readonly PlacedLine[]> {
  if (ended.length > 0) await store.update(ended, (record) => removed(record, at))
  if (changed.length === 0) return kept
  const texts = new Map(changed.map(({ line, text }) => [line.id, text]))
  const edits = (await store.get([...texts.keys()])).map((record) => {
    const text = texts.get(record.id) ?? record.text
    const change = changeBetween(claimsOf(record.text), claimsOf(text))
    return { record, text, isOther: change !== undefined && change !== 'agrees' }
  })
  await store.write({
    put: edits.flatMap(({ record, text, isOther }) => (isOther ? [] : [{ ...record, text, author: 'person' }])),
  })
  const others = edits.filter(({ isOther }) => isOther)
  const learned = await learn(others.map(({ record, text }) => successorOf(record, text, at)))
  const successors = new Map(others.map(({ record }, index) => [record.id, learned[index]?.id]))
  return kept.map((line) => ({ ...line, id: successors.get(line.id) ?? line.id }))
}

/** The old text keeps its id: what is forgotten in another copy goes here, too, although its line was changed. */
function successorOf(record: MemoryRecord, text: string, at: string): NewRecord {
  const { id: supersedes, type, scope, priority, tags, about, worth, until } = record
  const kept = { type, scope, priority, tags, about, worth, until }
  return { ...kept, text, author: 'person', validFrom: at, supersedes }
}

/** A line without a record that a newer statement has superseded: written by a person, a model or an earlier version. */
export interface ReplacedLine {
  line: PageLine
  by: string
}

/** The superseded lines of MEMORY.md. Costs one look-up of marks. */
export async function replacedLines(text: string, placed: readonly PlacedLine[], { store }: RecordBook) {
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
 * Turns superseded lines into records before they leave MEMORY.md, so that they still answer questions about the past,
 * and become current again if the newer statement is forgotten. A line that a person writes again counts as a new
 * statement.
 */
export async function keepReplaced(
  replaced: readonly ReplacedLine[],
  { store }: Pick<RecordBook, 'store'>,
  { at, headings }: { at: string; headings: SectionHeadings },
): Promise<void> {
  if (replaced.length === 0) return
  const newer = await store.get([...new Set(replaced.map(({ by }) => by))])
  const past = replaced.flatMap(({ line, by }) => {
    const next = newer.find(({ id }) => id === by)
    const about = kindUnder(line.section, headings)
    return next ? [{ record: pastRecord(line, next, about, at), next }] : []
  })
  const marks = replaced.map(({ line }) => [factMark('superseded', factPassageId(line.fact)), undefined] as const)
  await store.write({
    // The superseding record gets a line, too, even if a tool learned it.
    put: past.map(({ next, record: { id, about = 'other', worth = 1 } }) => ({
      ...{ about, worth, ...next },
      supersedes: id,
    })),
    insert: past.map(({ record }) => record),
    marks: Object.fromEntries(marks),
  })
}

function pastRecord({ fact, text }: PageLine, newer: MemoryRecord, about: StatementKind, at: string): MemoryRecord {
  const { day } = readPlaced(fact)
  const since = newer.validFrom ?? newer.createdAt
  const createdAt = day === undefined || day > since ? since : new Date(day).toISOString()
  const said = { text, author: 'person', about, worth: 1, createdAt, validTo: since } as const
  return {
    ...draftOf(said, 'semantic', Date.parse(at), 'line'),
    id: `record:line-${contentHash(`${fact}\n${newer.id}`).slice(0, 20)}`,
    supersededBy: newer.id,
  }
}

/** The first kind of the section with this heading. Another heading may name its kind; if not, it counts as `about`. */
function kindUnder(heading: string | undefined, headings: SectionHeadings): StatementKind {
  const name = heading?.toLowerCase()
  const section = memorySections.find((one) => headings[one].toLowerCase() === name)
  const named = section ? undefined : statementKinds.find((kind) => name?.includes(kind))
  return named ?? statementKinds.find((kind) => sectionOf(kind) === (section ?? 'about')) ?? 'other'
}
