import { isoTime, parseTime } from '../clock.ts'
import { parseFacts } from '../documents/fact.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { MemoryError, shown } from '../errors.ts'
import { forgettingsSince } from '../forgetting/forgotten.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { anything, checkShape, wholeNumber } from '../option-checks.ts'
import { recordText } from '../records/record-types.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'
import type { LogEntry, LogOptions, MemoryLog } from '../tools/tool-sources.ts'
import type { Parts } from './parts.ts'

const hourMs = 3_600_000
const unitMs = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs }

/**
 * Creates `memory.log` from the times of records, the lines that left MEMORY.md (by its kept versions), the history, and
 * the forgettings. Reads every record, and the versions since the given time.
 */
export function createLog(
  parts: Pick<Parts, 'setting' | 'layers' | 'files' | 'documents' | 'catchUp'>,
): (options?: LogOptions) => Promise<MemoryLog> {
  const { setting, layers, files, documents } = parts
  const { storage, clock } = setting

  return async (options = {}) => {
    checkShape(options, { since: anything, limit: wholeNumber(1) }, 'log', 'bad-input')
    const { since = '7d', limit = 100 } = options
    const fromMs = sinceMs(since, clock())
    const from = isoTime(fromMs)
    await parts.catchUp.now()
    const records = layers.on.records ? await everyRecord(storage.records) : []
    const found = [
      ...records.flatMap((record) => entriesOf(record, records)),
      ...(layers.on.facts ? await linesGone(fromMs, records) : []),
      ...(layers.on.history ? await summedUp(from) : []),
      ...(await forgettingsSince(storage.files, from)),
    ]
    const entries = found.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? 1 : -1))
    return { since: from, entries: entries.slice(0, limit) }
  }

  async function summedUp(since: string): Promise<LogEntry[]> {
    const entries = await documents.history.list({ since })
    return entries.flatMap(({ at, text }) => (at === undefined ? [] : [{ at, what: 'summed up' as const, text }]))
  }

  /** Lines that left MEMORY.md between two versions, except superseded ones, which their records report. */
  async function linesGone(fromMs: number, records: readonly MemoryRecord[]): Promise<LogEntry[]> {
    const replaced = new Set(records.flatMap(({ supersededBy, text }) => (supersededBy ? [statementKey(text)] : [])))
    const gone: LogEntry[] = []
    let after = (await files.facts.read()).text
    for (const { id, createdAt } of await files.facts.versions()) {
      if (Date.parse(createdAt) < fromMs) break
      const before = await files.facts.version(id)
      const stays = new Set(parseFacts(after).map(({ text }) => statementKey(readPlaced(text).text)))
      for (const { text } of parseFacts(before)) {
        const key = statementKey(readPlaced(text).text)
        if (!stays.has(key) && !replaced.has(key))
          gone.push({ at: createdAt, what: 'removed', id: factPassageId(text), text })
      }
      after = before
    }
    return gone
  }
}

function entriesOf(record: MemoryRecord, all: readonly MemoryRecord[]): LogEntry[] {
  const { id, createdAt, supersededBy, validTo, archivedAt } = record
  const text = recordText(record)
  const learnt: LogEntry = { at: createdAt, what: 'learnt', id, text }
  const next = all.find((one) => one.id === supersededBy)
  if (next) return [learnt, { at: validTo ?? next.createdAt, what: 'replaced', id, text, by: recordText(next) }]
  return archivedAt === undefined ? [learnt] : [learnt, { at: archivedAt, what: 'archived', id, text }]
}

/** @throws MemoryError `bad-input` */
function sinceMs(since: string | Date, nowMs: number): number {
  const [, amount, unit] = (typeof since === 'string' && /^(\d{1,5})([hdw])$/.exec(since)) || []
  if (unit === 'h' || unit === 'd' || unit === 'w') return nowMs - Number(amount) * unitMs[unit]
  try {
    return parseTime(since, 'since')
  } catch (cause) {
    const message = `since is ${shown(since)}, expected a date such as 2026-11-01, or 12h, 7d, 4w`
    throw new MemoryError('bad-input', message, { cause })
  }
}
