import { letOthersRun } from '../../async.ts'
import type { Connection } from '../../disk/database.ts'
import {
  itemWithReading,
  type JournalState,
  type Live,
  nameOfRecord,
  nextNumber,
  recordWithUses,
} from '../../journal/fold.ts'
import type { ItemReading, JournalLine, JournalThing, RecordUse } from '../../journal/journal-line.ts'
import { unpackKey } from '../../storage/pack-key.ts'
import { recordBody } from '../../storage/record-rows.ts'
import { touchItem, unbornItemSql, writeItem } from '../item-row.ts'
import {
  bornRecordSql,
  dropRecord,
  everyRecordSql,
  findRecord,
  isSound,
  lastRevision,
  moveRevisionSql,
  type RecordRow,
  removeBorn,
  toRecord,
  useSql,
  usesOf,
  writeMark,
  writeRecord,
} from '../record-row.ts'
import type { Followed, Tables } from '../tables-file.ts'
import { printed } from './journal-text.ts'

export type Statements = Connection['statement']

/** An operation being built: every change of the tables is also noted in its line. */
export interface JournalDraft {
  /** @throws {@link mustFollow} if the rows are written later */
  readonly statement: Statements
  /** The row of a thing by its key. @throws {@link mustFollow} if the tables do not have its last version yet */
  row(sql: string, ...place: string[]): unknown
  /** Writes the row of a thing that the line has: at once, or before the tables are next read. */
  write(place: readonly string[], work: RowWrite): void
  readonly by: string
  readonly line: {
    readonly put: JournalThing[]
    readonly gone: string[]
    readonly pruned: string[]
    readonly used: Record<string, RecordUse>
    readonly read: Record<string, ItemReading>
  }
  nextRevision(): number
  /** Notes in the line that the thing with this `as` was removed, and its twins with it. */
  removed(as: string): void
  /** Stores the last revision. */
  end(): void
}

export type RowWrite = (rows: Pick<JournalDraft, 'statement' | 'nextRevision'>) => void

/** The writes of rows that are left for later, by the keys of the rows. */
export type LaterWrites = Map<string, RowWrite>

/** Thrown by an operation that needs the rows of earlier lines, or says more than new versions. */
export const mustFollow: Error = new Error('the tables have to follow the journal first')

/**
 * Begins an operation.
 * @param later if given, the tables are only read, and writes are added to it
 */
export function createDraft(tables: Tables, by: string, later?: LaterWrites): JournalDraft {
  const { statement } = tables
  const line: JournalDraft['line'] = { put: [], gone: [], pruned: [], used: {}, read: {} }
  let last: number | undefined
  const draft: JournalDraft = {
    statement(sql) {
      if (later) throw mustFollow
      return statement(sql)
    },
    row(sql, ...place) {
      if (later?.has(place.join('\n'))) throw mustFollow
      return statement(sql).get(...place)
    },
    write(place, work) {
      if (later) later.set(place.join('\n'), work)
      else work(draft)
    },
    by,
    line,
    nextRevision() {
      last = (last ?? lastRevision(statement)) + 1
      return last
    },
    removed(as) {
      line.gone.push(as, ...tables.twins(as))
    },
    end() {
      if (last !== undefined) statement(moveRevisionSql).run(last)
    },
  }
  return draft
}

export interface WriteOptions {
  /** If false, the operation survives a crash of the process, but may be lost in one of the machine. @default true */
  durable?: boolean
  /** Readers that follow changes are not notified. */
  quiet?: boolean
  /** Leaves no byte of removed content in the journal: at once if the journal is small, else at the next `purge`. */
  forget?: boolean
}

export interface Operation<T> {
  options: WriteOptions
  work(draft: JournalDraft): T
}

/** Lines to be appended, and how far the tables will have followed the journal then. */
interface Changed<T> extends Pick<Followed, 'n' | 'compacted'> {
  results: T[]
  text: string
  isDurable: boolean
  hasReadings: boolean
}

export interface OperationSetting {
  by: string
  before: Partial<Followed> | undefined
  /** Adds what was read to the first line with content. */
  note: ((draft: JournalDraft) => void) | undefined
  later: LaterWrites | undefined
}

/**
 * Changes the tables by operations, in their order, and prints a line for each that changes something.
 * @param later see {@link createDraft}
 */
export function runOperations<T>(
  tables: Tables,
  operations: readonly Operation<T>[],
  { by, before: { n = 0, compacted = 0 } = {}, note, later }: OperationSetting,
): Changed<T> {
  const end: Omit<Changed<T>, 'results'> = { text: '', isDurable: false, hasReadings: false, n, compacted }
  const results = operations.map(({ work, options: { durable = true, quiet = false, forget } }) => {
    const draft = createDraft(tables, by, later)
    const result = work(draft)
    draft.end()
    const { put, gone, pruned } = draft.line
    if (!end.hasReadings && put.length + gone.length + pruned.length > 0) note?.(draft)
    const said = Object.entries(draft.line).filter(([, part]) => Object.keys(part).length > 0)
    if (said.length === 0) return result
    const line: JournalLine = { ...Object.fromEntries(said), ...(quiet && { quiet }), n: end.n + 1, by }
    if (later && (line.gone ?? line.used ?? line.read)) throw mustFollow
    end.text += printed(line)
    end.n = nextNumber(line) - 1
    if (forget) end.compacted = -Math.max(1, Math.abs(compacted))
    end.isDurable ||= durable
    end.hasReadings ||= line.read !== undefined
    return result
  })
  return { results, ...end }
}

const chunk = 1_000

/** Applies a line to the tables. It must be newer than all that the tables have. */
export function applyJournalLine(draft: JournalDraft, line: JournalLine): void {
  for (const as of [...(line.gone ?? []), ...(line.pruned ?? [])]) {
    removeBorn(draft, as)
    draft.statement(unbornItemSql).run(as)
  }
  for (const thing of line.put ?? []) writeThing(draft, withUses(draft, thing), line.quiet)
  for (const [as, [accessedAt, strength, total]] of Object.entries(line.used ?? {})) {
    const row = draft.statement(bornRecordSql).get(as) as RecordRow | undefined
    if (!row) continue
    const record = toRecord(row)
    const before = usesOf(draft, as)
    draft.statement(useSql).run(as, line.by, total)
    const reinforcementCount = record.reinforcementCount + usesOf(draft, as) - before
    const used = { ...record, accessedAt, strength, reinforcementCount }
    writeRecord(draft, used, { as, revision: row.revision })
  }
  for (const [as, reading] of Object.entries(line.read ?? {})) touchItem(draft, as, reading)
}

/** Writes a thing with all uses of it; with `quiet`, a known record keeps its revision. */
function writeThing(draft: JournalDraft, thing: JournalThing, quiet = false): void {
  const { as } = thing
  if ('mark' in thing) writeMark(draft, thing.mark, as)
  else if ('item' in thing) writeItem(draft, thing.item, as)
  else {
    writeRecord(draft, thing.record, { as, revision: quiet ? findRecord(draft, thing.record.id)?.revision : undefined })
  }
}

function withUses(draft: JournalDraft, thing: JournalThing): JournalThing {
  if (!('record' in thing)) return thing
  const reinforcementCount = thing.record.reinforcementCount + usesOf(draft, thing.as)
  return { ...thing, record: { ...thing.record, reinforcementCount } }
}

/** Makes the tables equal to a state, in chunks. Records that did not change keep their revision. */
export async function applyState(draft: JournalDraft, name: 'records' | 'items', state: JournalState): Promise<void> {
  const { statement } = draft
  for (const sql of emptySql[name]) statement(sql).run()
  const wanted = name === 'records' ? changedRecords(draft, state) : [...state.live.values()]
  for (const [index, live] of wanted.sort((a, b) => a.last.n - b.last.n).entries()) {
    writeThing(draft, presentOf(state, live))
    if (index % chunk === chunk - 1) await letOthersRun()
  }
  for (const { last, lives } of state.live.values())
    for (const twin of lives) if (twin !== last.said.as) statement(twinSql).run(name, last.said.as, twin)
  for (const [as, uses] of state.used) for (const [by, { said }] of uses) statement(useSql).run(as, by, said[2])
  for (const [by, n] of state.writers) statement(useSql).run(name, by, n)
}

const emptySql = {
  records: [
    'DELETE FROM record_uses',
    // A line that another text of the journal does not have was not removed from the page.
    "DELETE FROM record_marks WHERE born <> '' OR key = 'page-lines:'",
    "DELETE FROM twins WHERE journal = 'records'",
  ],
  items: ['DELETE FROM items', "DELETE FROM twins WHERE journal = 'items'"],
} as const
const twinSql = 'INSERT INTO twins (journal, born, twin) VALUES (?, ?, ?)'

/** Removes rows of records that no longer exist. Returns the things that the tables lack or have in another version. */
function changedRecords(draft: JournalDraft, state: JournalState): Live[] {
  const wanted = new Map(state.live)
  for (const found of draft.statement(everyRecordSql).all()) {
    const row = found as unknown as RecordRow
    const name = nameOfRecord(unpackKey(row.id))
    const last = wanted.get(name)?.last
    if (!last || !('record' in last.said)) {
      dropRecord(draft, row)
      continue
    }
    const { body, strength } = recordBody(recordWithUses(state, last, last.said.record))
    if (body === row.body && strength === row.strength && row.born === last.said.as && isSound(row)) wanted.delete(name)
  }
  return [...wanted.values()]
}

function presentOf(state: JournalState, { last }: Live): JournalThing {
  const { said } = last
  if ('record' in said) return { record: recordWithUses(state, last, said.record), as: said.as }
  return 'item' in said ? { item: itemWithReading(state, last, said.item), as: said.as } : said
}
