import { compareTexts } from '../storage/compare-texts.ts'
import type { StoredItem } from '../storage/items.ts'
import { isCopyMark, isRemoved } from '../storage/record-rows.ts'
import type { StoredRecord } from '../storage/records.ts'
import type { ItemReading, JournalLine, JournalThing, RecordUse } from './journal-line.ts'

/** A value with its place in the order of all writes. */
export interface Placed<T> extends Pick<JournalLine, 'n' | 'by'> {
  said: T
}

export interface Live {
  /** The latest version that was not removed. */
  last: Placed<JournalThing>
  /** Every `as` of this name; more than one if two copies of the memory created it independently. */
  lives: string[]
}

/** The state that a set of journal lines describes, in any order and with any repetitions. */
export interface JournalState {
  /** By {@link nameOf}. */
  live: Map<string, Live>
  /** The latest version of each `as` that was not removed. */
  versions: Map<string, Placed<JournalThing>>
  /** Each removed `as`, with the writer that removed it. */
  gone: Map<string, string>
  pruned: Set<string>
  /** By `as` and writer. */
  used: Map<string, Map<string, Placed<RecordUse>>>
  read: Map<string, Placed<ItemReading>>
  /** The last number of each writer. */
  writers: Map<string, number>
  /** Whether the lines are those of two copies, or have the text of a record or an item that was removed. */
  isLoose: boolean
  n: number
}

/** Identifies a thing within its journal: by the record's id, the item's namespace and key, or the mark's key. */
export function nameOf(thing: JournalThing): string {
  if ('record' in thing) return nameOfRecord(thing.record.id)
  if ('item' in thing) return `i${JSON.stringify([thing.item.namespace, thing.item.key])}`
  return `m${thing.mark[0]}`
}

export function nameOfRecord(id: string): string {
  return `r${id}`
}

/** The number after the last one that a line uses. */
export function nextNumber({ n, put }: Pick<JournalLine, 'n' | 'put'>): number {
  return n + Math.max(1, put?.length ?? 0)
}

export function foldLines(lines: Iterable<JournalLine>): JournalState {
  const state: JournalState = {
    live: new Map(),
    versions: new Map(),
    gone: new Map(),
    pruned: new Set(),
    used: new Map(),
    read: new Map(),
    writers: new Map(),
    isLoose: false,
    n: 0,
  }
  const records: RecordVersions = { kept: new Map(), removed: new Map() }
  for (const line of lines) take(state, line, records)
  const removals = [...records.removed].filter(([key, { n }]) => n >= (records.kept.get(key)?.n ?? 0))
  const byTime = removals.map(([, removal]) => removal).sort((a, b) => compareTexts(removedAt(a), removedAt(b)))
  for (const removal of byTime) removeAgain(state.versions, removal)
  state.isLoose ||= [...state.versions].some(([as, { said }]) => state.gone.has(as) && !('mark' in said))
  for (const as of [...state.gone.keys(), ...state.pruned])
    for (const map of [state.versions, state.used, state.read]) map.delete(as)
  for (const map of [state.used, state.read]) for (const as of map.keys()) if (!state.versions.has(as)) map.delete(as)
  for (const version of state.versions.values()) show(state.live, version)
  return state
}

/** The latest versions of records by `as` and writer: those that are there, and those that a person removed. */
type RecordVersions = Record<'kept' | 'removed', Map<string, Placed<JournalThing>>>

function take(state: JournalState, line: JournalLine, records: RecordVersions): void {
  const { n, by } = line
  line.put?.forEach((thing, index) => {
    const placed = { n: n + index, by, said: thing }
    setLatest(state.versions, thing.as, placed)
    if (!('record' in thing)) return
    setLatest(isRemoved(thing.record) ? records.removed : records.kept, `${by}\n${thing.as}`, placed)
  })
  for (const as of line.gone ?? []) {
    const known = state.gone.get(as)
    if (known === undefined || compareTexts(by, known) < 0) state.gone.set(as, by)
  }
  for (const as of line.pruned ?? []) state.pruned.add(as)
  for (const [as, use] of Object.entries(line.used ?? {})) {
    const byWriter = state.used.get(as) ?? new Map<string, Placed<RecordUse>>()
    setLatest(byWriter, by, { n, by, said: use })
    state.used.set(as, byWriter)
  }
  for (const [as, reading] of Object.entries(line.read ?? {})) setLatest(state.read, as, { n, by, said: reading })
  const last = nextNumber(line) - 1
  state.isLoose ||= n < state.n
  state.writers.set(by, Math.max(state.writers.get(by) ?? 0, last))
  state.n = Math.max(state.n, last)
}

/** Repeats a removal by a person where another copy changed the record later, unless `restored` names that removal. */
function removeAgain(versions: JournalState['versions'], removal: Placed<JournalThing>): void {
  const { as } = removal.said
  const last = versions.get(as)
  if (!last || !('record' in last.said)) return
  const { record } = last.said
  const at = removedAt(removal)
  if (isRemoved(record) || record.supersededBy !== undefined || at <= (record.restored ?? '')) return
  versions.set(as, { ...last, said: { as, record: { ...record, author: 'person', archivedAt: at, validTo: at } } })
}

function removedAt({ said }: Placed<JournalThing>): string {
  return ('record' in said && said.record.archivedAt) || ''
}

function show(live: Map<string, Live>, version: Placed<JournalThing>): void {
  const name = nameOf(version.said)
  const known = live.get(name)
  const lives = [...(known?.lives ?? []), version.said.as].sort(compareTexts)
  const last = known && comparePlaced(known.last, version) > 0 ? known.last : version
  live.set(name, { last, lives })
}

function setLatest<T>(map: Map<string, Placed<T>>, key: string, placed: Placed<T>): void {
  const known = map.get(key)
  if (known === undefined || comparePlaced(known, placed) < 0) map.set(key, placed)
}

/** Orders writes. The values themselves are compared only if a restored folder has assigned a number twice. */
function comparePlaced<T>(a: Placed<T>, b: Placed<T>): number {
  return a.n - b.n || compareTexts(a.by, b.by) || compareTexts(JSON.stringify(a.said), JSON.stringify(b.said))
}

/** A record with its uses added: a later use replaces access time and strength, and all writers' uses are counted. */
export function recordWithUses(
  { used }: JournalState,
  placed: Placed<JournalThing>,
  record: StoredRecord,
): StoredRecord {
  const uses = [...(used.get(placed.said.as)?.values() ?? [])].sort(comparePlaced)
  const last = uses.at(-1)
  if (last === undefined) return record
  const [accessedAt, strength] = last.said
  const total = uses.reduce((sum, use) => sum + use.said[2], 0)
  const isLater = last.n - placed.n || compareTexts(last.by, placed.by)
  const reinforcementCount = record.reinforcementCount + total
  return { ...record, ...(isLater > 0 && { accessedAt, strength }), reinforcementCount }
}

/** An item with the times of its last reading, if that is later than the item. */
export function itemWithReading({ read }: JournalState, placed: Placed<JournalThing>, item: StoredItem): StoredItem {
  const reading = read.get(placed.said.as)
  if (reading === undefined || (reading.n - placed.n || compareTexts(reading.by, placed.by)) < 0) return item
  const [accessedAt, expiresAt] = reading.said
  return { ...item, accessedAt, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

/**
 * The shortest lines that fold into the same state: the last version of each thing, one a line, in the order in which
 * they were written; then uses, readings and removals. Equal states give equal lines, so that two copies compacted
 * independently differ only where their content differs. Pruned things are left out with their versions, and so are
 * marks of copies.
 */
export function compactLines({ versions, used, read, gone, n: counted }: JournalState): JournalLine[] {
  const kept = [...versions.values()].filter(({ said }) => !('mark' in said && isCopyMark(said.mark[0])))
  const lines: JournalLine[] = kept.map(({ n, by, said }) => ({ put: [said], n, by }))
  const uses = [...used].flatMap(([as, byWriter]) => [...byWriter.values()].map((placed) => [as, placed] as const))
  for (const { n, by, said } of grouped(uses)) lines.push({ used: said, n, by })
  for (const { n, by, said } of grouped(read)) lines.push({ read: said, n, by })
  lines.sort((a, b) => a.n - b.n || compareTexts(a.by, b.by) || compareTexts(JSON.stringify(a), JSON.stringify(b)))
  const last = Math.max(0, ...lines.slice(-1).map(({ n }) => n))
  // Keeps the counter, so that no number is assigned twice even if the thing that had the last one is gone.
  return [...removals(gone), ...lines, ...(counted > last ? [{ n: counted, by: '' }] : [])]
}

/** One line for each writer. Removals need no number: a removal overrides every version. */
function removals(gone: ReadonlyMap<string, string>): JournalLine[] {
  const byWriter = Map.groupBy(gone, ([, by]) => by)
  return [...byWriter]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([by, ids]) => ({ gone: ids.map(([as]) => as).sort(compareTexts), n: 0, by }))
}

/** Entries with the same number and writer share one line. */
function grouped<T>(entries: Iterable<readonly [as: string, placed: Placed<T>]>): Placed<Record<string, T>>[] {
  const groups = new Map<string, Placed<Record<string, T>>>()
  for (const [as, { n, by, said }] of [...entries].sort(([a], [b]) => compareTexts(a, b))) {
    const key = `${n} ${by}`
    const group = groups.get(key) ?? { n, by, said: {} }
    group.said[as] = said
    groups.set(key, group)
  }
  return [...groups.values()]
}
