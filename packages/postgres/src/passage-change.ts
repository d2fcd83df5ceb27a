import type { PassageChange } from '@daybook/memory-core'
import { numbering, passageQueries } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'
import { findMarks, moveMarks } from './marks.ts'
import { type NumberedRow, passageColumns, passageRow, postingColumns } from './passage-row.ts'
import * as sql from './passage-sql.ts'
import type { Session } from './session.ts'
import { columnsOf } from './table.ts'

interface KnownRow {
  id: string
  number: string | number
  length: number
  digest: string
}

/** Rows for each origin, or one row without origins. */
interface CorpusRow extends Record<'passages' | 'tokens' | 'origins' | 'changes', string | number> {
  origin: string | null
  first: string | number | null
  next: string | number | null
}

const mostPassages = 1_000

type TakenChange = ReturnType<typeof takenChange>

/** A change, copied before the first await. */
export function takenChange({ upsert = [], remove = [], watermarks = {}, expected = {} }: PassageChange) {
  const rows = new Map(upsert.map(passageRow).map((row) => [row.id, row]))
  return {
    remove: new Set(remove.map(indexKey)),
    upsert: [...rows.values()],
    marks: Object.entries(watermarks),
    expected: new Map(Object.entries(expected)),
  }
}

/** Returns the origin that had no number left, if any: the index is then empty. @throws MemoryError `version-conflict` */
export async function makeChange(session: Session, change: TakenChange): Promise<string | undefined> {
  const { known, rows } = await look(session, change)
  const [corpus] = rows
  const origins = rows.flatMap(({ origin, first, next }): OriginRow[] =>
    origin === null ? [] : [{ origin, first: Number(first), next: Number(next) }],
  )
  const numbers = createPassageNumbers(origins, Number(corpus?.origins ?? 0))
  const turn = Number(corpus?.changes ?? 0) + 1
  const { gone, added } = difference(change, known, numbers, turn)
  if (added.length + gone.length === 0) {
    await moveMarks(session, 'watermarks', change.marks)
    return undefined
  }
  const full = numbers.full()
  if (full !== undefined) {
    await session.run(sql.clearPassagesSql)
    return full
  }
  // Executed in this order, however early they are sent.
  await Promise.all([
    gone.length > 0 && session.run(sql.removePassagesSql, [gone.map(({ id }) => id)]),
    ...addPassages(session, added),
    session.run(sql.moveCorpusSql, [
      Number(corpus?.passages ?? 0) + added.length - gone.length,
      Number(corpus?.tokens ?? 0) + tokensOf(added) - tokensOf(gone),
      numbers.origins(),
      turn,
      ...numbers.columns(),
    ]),
    moveMarks(session, 'watermarks', change.marks),
  ])
  return undefined
}

/** The present rows, in one round trip. Writers are serialised: what is as expected stays so until the change. */
async function look(session: Session, { remove, upsert, expected }: TakenChange) {
  const ids = [...new Set([...remove, ...upsert.flatMap(({ id, text }) => [id, text])])]
  const origins = [...new Set(upsert.map(({ origin }) => origin))]
  const [found, known, rows] = await Promise.all([
    findMarks(session, 'watermarks', [...expected.keys()]),
    ids.length > 0 ? session.joined<KnownRow>(sql.knownPassagesSql, [ids]) : [],
    ids.length > 0 ? session.joined<CorpusRow>(sql.corpusSql, [origins]) : [],
  ])
  for (const [key, value] of expected) passageQueries.checkWatermark(key, found.get(key), value)
  return { known, rows }
}

/** Writes only differences, by digests. A changed passage keeps its number unless it was removed or moved. */
function difference(
  { remove, upsert }: TakenChange,
  known: readonly KnownRow[],
  numbers: PassageNumbers,
  turn: number,
) {
  const removed = new Set(known.filter(({ id }) => remove.has(id)).map(({ number }) => Number(number)))
  const isRemoved = ({ number }: KnownRow): boolean =>
    removed.has(Number(number)) || removed.has(numbering.textOf(Number(number)))
  const staying = new Map(known.filter((row) => !isRemoved(row)).map((row) => [row.id, row]))
  const texts = new Map<string, number>()
  /** The new number of parts of the texts at these numbers. */
  const counts = new Map<number, number>()
  const added: NumberedRow[] = []
  const changed = new Set<string>()
  for (const row of upsert) {
    const before = staying.get(row.id)
    const stored = Number(before?.number)
    const isStaying = before !== undefined && numbers.has(row.origin, stored)
    const whole = row.place === 0 ? undefined : (texts.get(row.text) ?? staying.get(row.text)?.number)
    const number = whole === undefined ? (isStaying ? stored : numbers.take(row.origin)) : Number(whole) + row.place
    if (row.place === 0) {
      texts.set(row.id, number)
      if (before) counts.set(stored, isStaying ? row.parts : 1)
    }
    if (before?.digest === row.digest && stored === number) continue
    changed.add(row.id)
    added.push({ ...row, number, change: turn })
  }
  const isLeftOver = ({ number }: KnownRow): boolean =>
    Number(number) - numbering.textOf(Number(number)) >=
    (counts.get(numbering.textOf(Number(number))) ?? numbering.partsOfText)
  return { gone: known.filter((row) => isRemoved(row) || changed.has(row.id) || isLeftOver(row)), added }
}

function addPassages(session: Session, rows: readonly NumberedRow[]): Promise<number>[] {
  const starts = Array.from({ length: Math.ceil(rows.length / mostPassages) }, (_, index) => index * mostPassages)
  return starts.flatMap((from) => {
    const part = rows.slice(from, from + mostPassages)
    return [
      session.run(sql.addPassagesSql, passageColumns(part)),
      session.run(sql.addPostingsSql, postingColumns(part)),
    ]
  })
}

function tokensOf(rows: readonly { length: number }[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0)
}

/** An origin: its numbers begin at `first`, and `next` is the next free one. */
interface OriginRow {
  origin: string
  first: number
  next: number
}

type PassageNumbers = ReturnType<typeof createPassageNumbers>

/** Assigns numbers within origins. Continues from rows of the origins concerned and the number of all origins. */
function createPassageNumbers(rows: readonly OriginRow[], count: number) {
  const ranges = new Map(rows.map((row) => [row.origin, { ...row }]))
  const moved = new Set<OriginRow>()
  let origins = count

  function rangeOf(origin: string): OriginRow {
    const known = ranges.get(origin)
    if (known) return known
    origins += 1
    const first = numbering.firstNumber(origins)
    const range = { origin, first, next: first }
    ranges.set(origin, range)
    return range
  }

  return {
    /** Whether a number belongs to this origin. */
    has(origin: string, number: number): boolean {
      const first = ranges.get(origin)?.first
      return first !== undefined && numbering.originOf(first) === numbering.originOf(number)
    },
    /** The next number for a text of an origin; a new origin is counted. */
    take(origin: string): number {
      const range = rangeOf(origin)
      moved.add(range)
      range.next += numbering.partsOfText
      return range.next - numbering.partsOfText
    },
    /** An origin without free numbers. */
    full: (): string | undefined =>
      [...moved].find(
        ({ first, next }) => next - numbering.partsOfText > numbering.lastNumber(numbering.originOf(first)),
      )?.origin,
    origins: () => origins,
    /** The origins that assigned numbers, as columns for `moveCorpusSql`. */
    columns: () => columnsOf([...moved], ['origin', 'first', 'next']),
  }
}
