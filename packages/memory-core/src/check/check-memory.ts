import { MemoryError } from '../errors.ts'
import { abortSignal, checkShape, flag } from '../option-checks.ts'
import { captureMark, captureMarks } from '../records/marks.ts'
import { everyMark, everyRecord, itemPages, recordPages } from '../storage/every-row.ts'
import { safeName } from '../storage/file-checks.ts'
import type { RecordStore } from '../storage/records.ts'
import { type CheckRequest, type Finding, type Setting, type Storage, warning } from '../storage/storage.ts'
import { type CheckedDocuments, checkDocuments } from './check-documents.ts'
import { type CheckedSessions, checkSessions } from './check-sessions.ts'

const mostNamed = 20

/**
 * Finds sessions without a file that the search index or records refer to: Daybook removes a session's file only
 * together with everything taken from it. Reads every record.
 */
async function checkGoneSessions({ setting: { storage }, sessions, records }: CheckedMemory): Promise<Finding[]> {
  const { directory } = sessions
  const read = [...(await storage.passages.watermarks()).keys()].filter((path) => path.startsWith(`${directory}/`))
  const indexed = read.filter((path) => path.endsWith('.jsonl') && !path.includes('.archive/'))
  const captured = records ? await capturedSessions(records, directory) : new Map<string, number>()
  const remedy =
    'restore it from a backup; if it was deleted on purpose, memory.forget({ session }) removes what was taken from it'
  const gone: Finding[] = []
  for (const path of new Set([...indexed, ...captured.keys()])) {
    if (await storage.files.stat(path)) continue
    const { length: messages } = await storage.passages.ids(path.slice(0, -'.jsonl'.length))
    const known = [
      ...(messages > 0 ? [`the index knows ${messages} of its messages`] : []),
      ...(captured.has(path) ? [`${captured.get(path)} records were captured from it`] : []),
    ]
    const problem = `the file of this session is gone, and ${known.join(' and ')}`
    if (known.length > 0) gone.push(warning('sessions', path, problem, remedy))
  }
  const found = gone.slice(0, mostNamed)
  const more = gone.length - found.length
  if (more > 0) found.push(warning('sessions', directory, `the files of ${more} more sessions are gone`, remedy))
  return found
}

/** Captured records by the paths of sessions. Only the mark of a capture shows that the message was stored here. */
async function capturedSessions(records: RecordStore, directory: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const marks = await everyMark(records, captureMarks)
  for (const { source: { session, messageId } = {} } of await everyRecord(records)) {
    if (session === undefined || messageId === undefined || !marks.has(captureMark({ session, messageId }))) continue
    const path = `${directory}/${safeName(session)}.jsonl`
    found.set(path, (found.get(path) ?? 0) + 1)
  }
  return found
}

/** Options of a check. */
export interface CheckOptions {
  /**
   * Applies the findings' remedies: moves damaged content aside, cuts torn ends, rebuilds derived files. Deletes nothing
   * that could be the only copy. @default false
   */
  repair?: boolean | undefined
  signal?: AbortSignal | undefined
}

export interface CheckedMemory {
  setting: Setting
  /** The folders that belong to the memory. */
  folders: readonly string[]
  sessions: CheckedSessions
  documents: CheckedDocuments
  /** Undefined for layers that are off. */
  records: RecordStore | undefined
  receipts(request: CheckRequest): Promise<Finding[]>
  /** Rebuilds the search index after a repair. */
  reindex(): Promise<void>
}

export async function checkMemory(memory: CheckedMemory, options: CheckOptions = {}): Promise<CheckReport> {
  checkShape(options, { repair: flag, signal: abortSignal }, 'check', 'bad-input')
  const { repair = false, signal } = options
  signal?.throwIfAborted()
  const { setting, folders, sessions, documents } = memory
  const { storage } = setting
  const request: CheckRequest = { repair: repair && storage.isReadOnly !== true, folders, signal }
  const found: Finding[] = [
    ...(await orFinding('storage', () => (storage.check ? storage.check(request) : checkRows(storage, signal)))),
    ...(await orFinding('sessions', () => checkSessions(setting, sessions, request))),
    ...(await orFinding('documents', () => checkDocuments(setting, documents, request))),
    ...(await orFinding('receipts', () => memory.receipts(request))),
  ]
  // A query would change a damaged store or index.
  if (found.every(({ severity, place }) => severity !== 'error' && place !== 'search index'))
    found.push(...(await orFinding('sessions', () => checkGoneSessions(memory))))
  if (found.some(({ repaired }) => repaired)) await memory.reindex()
  const given = repair && !request.repair ? found.map((finding) => ({ ...finding, repaired: false })) : found
  return checkReport(given, request.repair)
}

/** A part that cannot be checked is a finding itself, and does not stop the others. */
async function orFinding(
  place: string,
  check: () => Promise<Finding[]>,
  remedy = 'correct that, and check again',
): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code === 'closed') throw error
    return [{ severity: 'error', place, problem: error.message, remedy }]
  }
}

/** The result of a check. */
export interface CheckReport {
  /** Most severe first. */
  findings: readonly Finding[]
  /** Whether there is no damage, or all of it was repaired; findings of severity `info` do not count. */
  isSound: boolean
  /** The findings for people: two lines each, and a summary. */
  text: string
}

function checkReport(found: readonly Finding[], isAfterRepair: boolean): CheckReport {
  const severities = ['error', 'warn', 'info'] as const
  const findings = severities.flatMap((severity) => found.filter((finding) => finding.severity === severity))
  const open = findings.filter(({ severity, repaired }) => severity !== 'info' && repaired !== true)
  const text = [...findings.map(printed), summary(findings, open.length, isAfterRepair)].join('\n')
  return { findings, isSound: open.length === 0, text }
}

function printed({ severity, place, path, problem, remedy, repaired }: Finding): string {
  const done = repaired === undefined ? 'remedy' : repaired ? 'repaired' : 'not repaired'
  return `${severity} ${place}${path === undefined ? '' : ` (${path})`}: ${problem}\n  ${done}: ${remedy}`
}

function summary(findings: readonly Finding[], open: number, isAfterRepair: boolean): string {
  if (findings.length === 0) return 'nothing is wrong'
  if (open === 0) return findings.some(({ repaired }) => repaired) ? 'nothing is wrong any more' : 'nothing is damaged'
  if (isAfterRepair) return `${open} ${open === 1 ? 'thing is' : 'things are'} left for a person to decide`
  return `${open} ${open === 1 ? 'thing needs' : 'things need'} a repair`
}

/** Reads every record and item through the ports, for a storage without a check of its own. */
async function checkRows({ records, items }: Storage, signal: AbortSignal | undefined): Promise<Finding[]> {
  function read(place: string, pages: AsyncIterable<unknown>): Promise<Finding[]> {
    const walk = async (): Promise<Finding[]> => {
      for await (const _ of pages) signal?.throwIfAborted()
      return []
    }
    return orFinding(place, walk, 'restore a backup')
  }
  return [...(await read('records', recordPages(records))), ...(await read('items', itemPages(items)))]
}
