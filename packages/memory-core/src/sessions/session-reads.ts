import { MemoryError, shown } from '../errors.ts'
import type { StoredMessage } from '../message.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { isSafeNameOf } from '../storage/file-checks.ts'
import type { Setting } from '../storage/storage.ts'
import type { Archive } from './archive.ts'
import type { MessagesOptions, Session } from './session.ts'
import { type OpenSession, type SessionFiles, sessionFileKind } from './session-files.ts'
import { keyInFile } from './session-lines.ts'
import { newestTime, windowOf } from './session-state.ts'

export function describeSession({ key, state }: OpenSession): Session {
  const { createdAt, title, metadata, summary, lastConsolidated } = state.header
  const messageCount = windowOf(state).length
  return {
    key,
    createdAt,
    updatedAt: newestTime(state),
    ...(title !== undefined && { title }),
    ...(metadata && { metadata: structuredClone(metadata) }),
    ...(summary !== undefined && { summary }),
    messageCount,
    lastConsolidated: Math.min(lastConsolidated, messageCount),
  }
}

/** The messages of the window, or with `archived` those of the archive and the whole file; each once, oldest first. */
export async function listMessages(
  open: OpenSession | undefined,
  archive: Archive,
  options: MessagesOptions,
): Promise<StoredMessage[]> {
  const { archived = false, before } = options
  const limit = options.limit ?? Number.POSITIVE_INFINITY
  const window = open ? windowOf(open.state) : []
  if (!archived) return lastBefore(window, limit, before)
  const inFile = [...(open?.state.messages.values() ?? [])]
  const place = before === undefined ? inFile.length : inFile.findIndex((message) => message.id === before)
  if (place >= limit) return lastBefore(inFile, limit, before)
  const older = await archive.tail(limit - Math.max(0, place), place < 0 ? before : undefined)
  // After a crash between archiving and trimming a message is in both places; its position in the file counts.
  const once = new Map(older.map((message) => [message.id, message]))
  for (const id of [...(open?.state.messages.keys() ?? []), ...(open?.state.removed.keys() ?? [])]) once.delete(id)
  return lastBefore([...once.values(), ...inFile], limit, before)
}

function lastBefore(messages: readonly StoredMessage[], limit: number, before: string | undefined): StoredMessage[] {
  const end = before === undefined ? messages.length : messages.findIndex((message) => message.id === before)
  if (end < 0) {
    const message = `no message ${shown(before)} in this session; list from the newest, without "before"`
    throw new MemoryError('not-found', message)
  }
  return structuredClone(messages.slice(Math.max(0, end - limit), end))
}

/** All sessions of the directory, the most recently active last. Files that are not sessions are reported. */
export async function listSessions(setting: Setting, directory: string, files: SessionFiles): Promise<Session[]> {
  const sessions: Session[] = []
  for (const { path } of await setting.storage.files.list(directory)) {
    const kind = sessionFileKind(path.slice(directory.length + 1))
    if (kind === 'copy') skipped(setting, path, 'no session has such a name; it may be the copy of a sync tool')
    if (kind !== 'own') continue
    const session = await readSession(setting, path, files)
    if (session) sessions.push(session)
  }
  return sessions.sort((a, b) => compareTexts(a.updatedAt, b.updatedAt) || compareTexts(a.key, b.key))
}

async function readSession(setting: Setting, path: string, files: SessionFiles): Promise<Session | undefined> {
  try {
    const key = await keyOf(setting, path)
    const open = key === undefined ? undefined : await files.peek(key)
    if (open && isForgotten(open)) return undefined
    if (open && (open.state.format !== undefined || open.state.messages.size > 0)) return describeSession(open)
    skipped(setting, path, 'it has neither a header nor a message that can be read')
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
    skipped(setting, path, error.message)
  }
  return undefined
}

/** Whether only the marker of a forgotten session is left. */
export function isForgotten({ state: { header, messages } }: OpenSession): boolean {
  return header.isForgotten === true && messages.size === 0
}

function skipped({ report }: Setting, path: string, reason: string): void {
  report({ type: 'session-unreadable', level: 'warn', message: `${path} is not listed as a session: ${reason}`, path })
}

/** The key of the session in this file: the file's name if that is a safe key, otherwise the key in its header. */
export async function keyOf({ storage }: Setting, path: string): Promise<string | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.jsonl'.length)
  if (isSafeNameOf(name, name)) return name
  const stored = await storage.files.read(path)
  const key = keyInFile(stored?.text ?? '')
  return key !== undefined && isSafeNameOf(name, key) ? key : undefined
}
