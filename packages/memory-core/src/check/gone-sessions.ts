import { captureMark } from '../capture/capturer.ts'
import { MemoryError } from '../errors.ts'
import { everyRecord } from '../storage/every-row.ts'
import { safeName } from '../storage/file-checks.ts'
import type { RecordStore } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import type { Finding } from '../storage/storage.ts'

/** What may know of sessions whose files are gone. */
export interface SessionTraces {
  /** The folder of the sessions' files. */
  directory: string
  /** Undefined where there are none. */
  records: RecordStore | undefined
}

interface Trace {
  messages: number
  records: number
}

const mostNamed = 20
const markPage = 500

/**
 * Finds sessions that the search index or the records speak of and that have no file: Daybook itself removes one only
 * together with all that was taken from it. Price: reads every record.
 */
export async function checkGoneSessions(setting: Setting, traces: SessionTraces): Promise<Finding[]> {
  const { files } = setting.storage
  const found = new Map<string, Trace>()
  await noteIndexed(setting, traces, found)
  if (traces.records) await noteCaptured(traces.records, traces.directory, found)
  const paths = [...found.keys()]
  const gone: string[] = []
  for (const path of paths) if (!(await files.stat(path))) gone.push(path)
  const named = gone.slice(0, mostNamed).map((path) => finding(path, problemOf(found.get(path))))
  const more = gone.length - named.length
  return more > 0 ? [...named, finding(traces.directory, `the files of ${more} more sessions are gone`)] : named
}

async function noteIndexed(
  { storage }: Setting,
  { directory }: SessionTraces,
  found: Map<string, Trace>,
): Promise<void> {
  for (const path of (await storage.passages.watermarks()).keys()) {
    if (!path.startsWith(`${directory}/`) || path.includes('.archive/') || !path.endsWith('.jsonl')) continue
    if (await storage.files.stat(path)) continue
    const messages = (await storage.passages.ids(path.slice(0, -'.jsonl'.length))).length
    if (messages > 0) found.set(path, { messages, records: 0 })
  }
}

/** Who learns a record may name any session: the mark of a capture says that the message was stored here. */
async function noteCaptured(records: RecordStore, directory: string, found: Map<string, Trace>): Promise<void> {
  const named = (await recordsOf(records)).flatMap(({ source }) => {
    const { session, messageId } = source ?? {}
    return session === undefined || messageId === undefined
      ? []
      : [{ mark: captureMark({ session, messageId }), path: `${directory}/${safeName(session)}.jsonl` }]
  })
  for (let start = 0; start < named.length; start += markPage) {
    const page = named.slice(start, start + markPage)
    const marks = await records.marks(page.map(({ mark }) => mark))
    for (const { mark, path } of page) {
      if (!marks.has(mark)) continue
      const { messages = 0, records: before = 0 } = found.get(path) ?? {}
      found.set(path, { messages, records: before + 1 })
    }
  }
}

/** Rows that are damaged are a finding of the store's own check. */
async function recordsOf(records: RecordStore): ReturnType<typeof everyRecord> {
  try {
    return await everyRecord(records)
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
    return []
  }
}

function problemOf({ messages, records }: Trace = { messages: 0, records: 0 }): string {
  const known = [
    ...(messages > 0 ? [`the index knows ${messages} of its messages`] : []),
    ...(records > 0 ? [`${records} records were captured from it`] : []),
  ]
  return `the file of this session is gone, and ${known.join(' and ')}`
}

function finding(path: string, problem: string): Finding {
  return {
    severity: 'warn',
    place: 'sessions',
    path,
    problem,
    remedy:
      'restore it from a backup; if it was deleted on purpose, memory.forget({ session }) removes what was taken from it',
  }
}
