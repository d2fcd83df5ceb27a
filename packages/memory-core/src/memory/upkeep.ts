import type { CheckedMemory } from '../check/check-memory.ts'
import { isoTime, parseTime } from '../clock.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import { parseFacts } from '../documents/markdown.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { forgettingsSince } from '../forgetting/forgotten.ts'
import { readLeftLines } from '../forgetting/left-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { createKnowledgeFile } from '../knowledge/knowledge-file.ts'
import { abortSignal, anything, checkShape, wholeNumber } from '../option-checks.ts'
import type { BackupOptions, ResolvedLayers } from '../options.ts'
import { recordText } from '../records/record-types.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { statementKey } from '../text/comparison.ts'
import type { LogEntry, LogOptions, MemoryLog } from '../tools/tool-sources.ts'
import { foldersOf, storedPlaces, writtenFiles } from '../upkeep/places.ts'
import { mergedHistory, mergedPage, withEntriesOf, withLinesOf } from './merged-page.ts'
import type { Parts } from './parts.ts'

export async function backup(parts: Parts, directory: string, options: BackupOptions = {}): Promise<void> {
  checkShape(options, { signal: abortSignal }, 'backup', 'bad-input')
  if (typeof directory !== 'string' || directory.trim() === '' || directory.includes('\0'))
    throw wrongValue('directory', directory, 'a folder such as "./backup"')
  const { signal } = options
  signal?.throwIfAborted()
  const { setting, store, layers } = parts
  const folders = foldersOf(storedPlaces(layers))
  if (setting.storage.backup) return setting.storage.backup(directory, { folders, signal })
  const { copyToFolder } = await import('../local/index.ts')
  const sessions = await store.list()
  const names = ['documents', 'records-page', ...sessions.map(({ key }) => store.lockName(key))]
  return copyToFolder(setting.storage, directory, { folders, signal, names })
}

/**
 * Removes everything that Daybook has written into a storage. Returns the text files, their bytes, and where removed bytes
 * can be read.
 */
export async function eraseStorage(storage: Storage, layers: ResolvedLayers) {
  const files = await writtenFiles(storage.files, layers)
  for (const { path } of files) await storage.files.remove(path)
  await storage.passages.clear()
  await storage.records.clear()
  await storage.items.clear([])
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { files: files.length, bytes, remains: await storage.purge() }
}

/** The layers that a check covers: those that are on. */
export function checkedMemory(parts: Parts): CheckedMemory {
  const { setting, layers, files, store, consolidator } = parts
  const { on } = layers
  const path = `${layers.knowledge.directory}/knowledge.json`
  const setAside = (): Promise<void> =>
    createKnowledgeFile(setting, consolidator.guard, path).change((document) => ({ document, answer: undefined }))
  return {
    setting,
    folders: foldersOf(storedPlaces(layers)),
    sessions: { ...store, directory: layers.sessions.directory },
    documents: {
      facts: on.facts ? files.facts : undefined,
      factsBytes: parts.isPaged ? layers.facts.limits.bytes : undefined,
      history: on.history ? files.history : undefined,
      notes: on.notes ? layers.notes.directory : undefined,
      knowledge: on.knowledge ? { path, setAside } : undefined,
      page: on.records ? `${layers.records.directory}/RECORDS.md` : undefined,
      async merged(path, own, copy) {
        const { isFactLeft, isEntryLeft } = await readLeftLines(setting.storage)
        if (path !== files.facts.path) return mergedHistory(withEntriesOf(own, copy), isEntryLeft)
        return mergedPage(withLinesOf(own, copy), isFactLeft, Object.values(layers.facts.headings))
      },
      recover: parts.recover,
    },
    records: on.records ? setting.storage.records : undefined,
    receipts: parts.receipts.check,
    reindex: parts.reindex,
  }
}

/** Reads every record, and the kept versions of MEMORY.md since the given time. */
export async function log(parts: Parts, options: LogOptions = {}): Promise<MemoryLog> {
  checkShape(options, { since: anything, limit: wholeNumber(1) }, 'log', 'bad-input')
  const { since = '7d', limit = 100 } = options
  const { setting, layers, files, documents } = parts
  const { storage, clock } = setting
  const fromMs = sinceMs(since, clock())
  const from = isoTime(fromMs)
  await parts.catchUp.now()
  const records = layers.on.records ? await everyRecord(storage.records) : []
  const byId = new Map(records.map((record) => [record.id, record]))
  const found = [
    ...records.flatMap((record) => entriesOf(record, byId)),
    ...(layers.on.facts ? await linesGone(files.facts, fromMs, records) : []),
    ...(layers.on.history ? await documents.history.list({ since: from }) : []).flatMap(({ at, text }): LogEntry[] =>
      at === undefined ? [] : [{ at, what: 'summed up', text }],
    ),
    ...(await forgettingsSince(storage.files, from)),
  ]
  const entries = found.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? 1 : -1))
  return { since: from, entries: entries.slice(0, limit) }
}

/** Lines that left MEMORY.md between two versions, except superseded ones, which their records report. */
async function linesGone(file: FactsFile, fromMs: number, records: readonly MemoryRecord[]): Promise<LogEntry[]> {
  const replaced = new Set(records.flatMap(({ supersededBy, text }) => (supersededBy ? [statementKey(text)] : [])))
  const gone: LogEntry[] = []
  let after = (await file.read()).text
  for (const { id, createdAt } of await file.versions()) {
    if (Date.parse(createdAt) < fromMs) break
    const before = await file.version(id)
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

function entriesOf(record: MemoryRecord, byId: ReadonlyMap<string, MemoryRecord>): LogEntry[] {
  const { id, createdAt, supersededBy = '', validTo, archivedAt } = record
  const text = recordText(record)
  const learnt: LogEntry = { at: createdAt, what: 'learnt', id, text }
  const next = byId.get(supersededBy)
  if (next) return [learnt, { at: validTo ?? next.createdAt, what: 'replaced', id, text, by: recordText(next) }]
  return archivedAt === undefined ? [learnt] : [learnt, { at: archivedAt, what: 'archived', id, text }]
}

const hoursOf: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 }

/** @throws MemoryError `bad-input` */
function sinceMs(since: string | Date, nowMs: number): number {
  const [, amount, unit = ''] = (typeof since === 'string' && /^(\d{1,5})([hdw])$/.exec(since)) || []
  const hours = hoursOf[unit]
  if (hours !== undefined) return nowMs - Number(amount) * hours * 3_600_000
  try {
    return parseTime(since, 'since')
  } catch (cause) {
    const message = `since is ${shown(since)}, expected a date such as 2026-11-01, or 12h, 7d, 4w`
    throw new MemoryError('bad-input', message, { cause })
  }
}
