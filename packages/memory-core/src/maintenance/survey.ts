import type { RecordStore, StoredRecord } from '../storage/records.ts'
import { comparableKey } from './duplicates.ts'

/** What is to be looked at, as ids: the texts of all records are never in memory at once. */
export interface Survey {
  /** Ids of records that may say the same, two or more in each group. */
  groups: string[][]
  /** Ids of records whose score is too low, and of those that recur. */
  faded: string[]
  recurring: string[]
  /** Ids of archived records that are to come back. */
  returning: string[]
  /** How many active records there are. */
  examined: number
}

/** What decides where a record belongs. */
export interface SurveyRules {
  nowMs: number
  isFaded(record: StoredRecord): boolean
  isRecurring(record: StoredRecord): boolean
  isReturning(record: StoredRecord): boolean
  /** Called after each page. */
  pause(): Promise<void>
}

const pageSize = 500
/** Larger groups are compared in parts of this size, as the store walks through them: their words are in memory at once. */
const largestGroup = 20_000

/** Walks through all records once, page by page; costs about 200 bytes of memory for each. */
export async function survey(store: RecordStore, rules: SurveyRules): Promise<Survey> {
  const groups = new Map<string, string[]>()
  const seen = new Set<string>()
  const [faded, recurring]: [string[], string[]] = [[], []]
  const returning = new Set<string>()

  function look(record: StoredRecord): void {
    if (rules.isReturning(record)) returning.add(record.id)
    // A record that changes during the walk comes twice.
    if (record.archivedAt !== undefined || seen.has(record.id)) return
    seen.add(record.id)
    if (rules.isFaded(record)) faded.push(record.id)
    if (rules.isRecurring(record)) recurring.push(record.id)
    const key = comparableKey(record, rules.nowMs)
    if (key === undefined) return
    const group = groups.get(key)
    if (group) group.push(record.id)
    else groups.set(key, [record.id])
  }

  for (let since = 0; ; ) {
    const { records, removed, revision } = await store.changes(since, pageSize)
    if (records.length + removed.length === 0) break
    for (const record of records) look(record)
    since = revision
    await rules.pause()
  }
  const found = { faded, recurring, returning: [...returning], examined: seen.size }
  return { groups: [...groups.values()].flatMap(parts), ...found }
}

function parts(group: readonly string[]): string[][] {
  const found: string[][] = []
  for (let start = 0; start < group.length; start += largestGroup) found.push(group.slice(start, start + largestGroup))
  return found.filter(({ length }) => length > 1)
}
