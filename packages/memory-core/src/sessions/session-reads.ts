import { MemoryError, shown } from '../errors.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { isSafeNameOf } from '../storage/file-checks.ts'
import type { Setting } from '../storage/storage.ts'
import { firstCharacters } from '../text/plain-text.ts'
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
    ...withoutUndefined({ title, metadata: structuredClone(metadata), summary }),
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
  const { archived = false, before, limit = Number.POSITIVE_INFINITY } = options
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
  if (end >= 0) return structuredClone(messages.slice(Math.max(0, end - limit), end))
  const message = `no message ${shown(before)} in this session; list from the newest, without "before"`
  throw new MemoryError('not-found', message)
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

/**
 * The format of message lines:
 *
 * | style | lines |
 * |---|---|
 * | `dated` | `[2026-03-01 09:30] USER (Ada): text`, `[2026-03-01 09:31] ASSISTANT [tools: exec, read_file]: text` (times in UTC) |
 * | `plain` | `USER: text` of at most 2,000 characters, `ASSISTANT: [called tools: exec]`; no system messages |
 */
type MessageStyle = 'dated' | 'plain'

const plainLength = 2000
const lineBreaks = /\r\n|[\n\v\f\r\x85\u2028\u2029]/

/**
 * Formats messages as lines for a prompt or a person, oldest first, joined by line breaks. Further lines of a text are
 * indented, so that it cannot imitate another speaker. Messages without text, files and tool calls are left out.
 */
export function formatMessages(messages: readonly StoredMessage[], style: MessageStyle): string {
  return messages.flatMap(style === 'dated' ? datedLines : plainLines).join('\n')
}

function datedLines(message: StoredMessage): string[] {
  const text = spoken(message)
  const tools = toolNames(message)
  if (text === '' && tools === '') return []
  const time = message.createdAt.slice(0, 16).replace('T', ' ')
  const called = tools === '' ? '' : ` [tools: ${tools}]`
  return [`[${time}] ${speaker(message)}${called}: ${indented(text)}`.trimEnd()]
}

function plainLines(message: StoredMessage): string[] {
  if (message.role === 'system') return []
  const text = spoken(message)
  const tools = toolNames(message)
  const lines: string[] = []
  if (text !== '') lines.push(`${speaker(message)}: ${indented(firstCharacters(text, plainLength))}`)
  if (tools !== '') lines.push(`${speaker(message)}: [called tools: ${tools}]`)
  return lines
}

function speaker(message: StoredMessage): string {
  const role = message.role.toUpperCase()
  const name = label(message.name ?? '')
  return name === '' ? role : `${role} (${name})`
}

function toolNames(message: StoredMessage): string {
  return (message.toolCalls ?? []).map((call) => label(call.name) || 'unnamed').join(', ')
}

/** A name on one line, without the characters that end it in these formats. */
function label(name: string): string {
  return firstCharacters(name.trim(), 64)
    .replace(/[\p{Cc}\u2028\u2029()[\]:,]/gu, ' ')
    .trim()
}

function spoken(message: StoredMessage): string {
  const text = textOf(message).trim()
  if (text !== '' || typeof message.content === 'string') return text
  const files = message.content.filter((part) => part.type === 'file')
  return files.map((file) => `[file: ${label(file.name ?? file.mediaType)}]`).join(' ')
}

function indented(text: string): string {
  return text.split(lineBreaks).join('\n    ')
}
