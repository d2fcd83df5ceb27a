import { sessionFileKind } from '../sessions/session-files.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'

/** The files of one session: its own and the segments of its archive. */
export interface SessionEntries {
  /** The path of the session's file without its ending. */
  origin: string
  own?: FileEntry
  segments: FileEntry[]
}

const segmentFile = /^[^/]+\.archive\/\d{4,9}\.jsonl$/

/** The session that a file belongs to, as the path of its own file without the ending. */
export function originOfPath(path: string): string {
  const archive = path.lastIndexOf('.archive/')
  return archive >= 0 ? path.slice(0, archive) : path.replace(/\.jsonl$/, '')
}

/** The files of each session of a folder; also of `known` origins whose files are gone. */
export function groupEntries(
  folder: string,
  entries: readonly FileEntry[],
  known: Iterable<string>,
): Map<string, SessionEntries> {
  const sessions = new Map<string, SessionEntries>()
  const at = (origin: string): SessionEntries => {
    const session = sessions.get(origin) ?? { origin, segments: [] }
    sessions.set(origin, session)
    return session
  }
  for (const origin of known) at(origin)
  for (const entry of entries) {
    const name = entry.path.slice(folder.length + 1)
    if (sessionFileKind(name) === 'own') at(originOfPath(entry.path)).own = entry
    else if (segmentFile.test(name)) at(originOfPath(entry.path)).segments.push(entry)
  }
  return sessions
}

/** The files of one session, as they are now. */
export async function entriesOf(files: FileStore, origin: string): Promise<SessionEntries> {
  const path = `${origin}.jsonl`
  const isOwn = sessionFileKind(path.slice(path.lastIndexOf('/') + 1)) === 'own'
  const own = isOwn ? await files.stat(path) : null
  // After its own file: a message leaves that one only when it is in the archive.
  const segments = await segmentsOf(files, origin)
  return { origin, segments, ...(own ? { own: { path, ...own } } : {}) }
}

/** The segments of a session's archive, as they are now; oldest first. */
export async function segmentsOf(files: FileStore, origin: string): Promise<FileEntry[]> {
  const start = origin.lastIndexOf('/') + 1
  const entries = await files.list(`${origin}.archive`)
  return entries.filter(({ path }) => segmentFile.test(path.slice(start)))
}
