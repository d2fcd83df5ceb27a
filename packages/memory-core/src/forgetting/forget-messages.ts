import { sourceKey } from '../capture/findings.ts'
import { MemoryError } from '../errors.ts'
import { parsedJson } from '../json.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { SessionHeader } from '../sessions/session.ts'
import { sessionFileKind } from '../sessions/session-files.ts'
import { keyInFile, parseSessionLine } from '../sessions/session-lines.ts'
import { unknownTime } from '../sessions/session-state.ts'
import { isDamaged } from '../storage/file-checks.ts'
import type { FileStore, StoredText } from '../storage/files.ts'
import { messageId } from '../storage/numbering.ts'
import { type Phrase, textsIn } from '../text/phrase.ts'
import type { Forgetting } from './forgotten.ts'

/** The forgotten messages of one session, as they were. */
export interface GoneMessages {
  session: string
  messages: readonly StoredMessage[]
}

function idsAndTexts({ session, messages }: GoneMessages): [id: string, text: string][] {
  return messages.map((message) => [messageId(session, message.id), textOf(message) || JSON.stringify(message)])
}

/** Returns a test for what comes from one of these messages. */
export function comesFrom(gone: readonly GoneMessages[]): (...source: Parameters<typeof sourceKey>) => boolean {
  const said = gone.flatMap(({ session, messages }) => messages.map(({ id: messageId }) => ({ session, messageId })))
  const keys = new Set(said.map(sourceKey))
  return (source) => keys.has(sourceKey(source))
}

/** Reads every session. */
export async function messagesWhere(parts: Forgetting, isGone: (session: string, message: StoredMessage) => boolean) {
  const found: GoneMessages[] = []
  for (const { key } of await parts.sessions.list()) {
    const messages = (await parts.sessions.messages(key, { archived: true })).filter((message) => isGone(key, message))
    if (messages.length > 0) found.push({ session: key, messages })
  }
  return found
}

export async function forgetMessages(parts: Forgetting, gone: GoneMessages): Promise<void> {
  const { session, messages } = gone
  parts.receipt.removed(idsAndTexts(gone))
  parts.receipt.count('sessions', messages.length, parts.sessions.path(session))
  if (parts.receipt.dryRun || messages.length === 0) return
  const ids = messages.map(({ id }) => id)
  await parts.sessions.remove(session, ids)
  // The summary covers many messages and repeats facts and history: the next consolidation writes a new one.
  const header = (await parts.sessions.window(session))?.header
  const withoutSummary = ({ summary: _, ...rest }: SessionHeader): SessionHeader => rest
  if (header?.summary !== undefined) await parts.sessions.fold(session, withoutSummary)
  parts.cleared(session)
}

export async function forgetWholeSession(parts: Forgetting, gone: GoneMessages): Promise<void> {
  const { session, messages } = gone
  parts.receipt.removed(idsAndTexts(gone))
  parts.receipt.count('sessions', messages.length)
  if (parts.receipt.dryRun) return
  parts.receipt.changed(await parts.sessions.forget(session))
  parts.cleared(session)
}

/**
 * Removes a phrase from headers and earlier texts of changed messages in the files. Damaged lines are set aside then: call
 * {@link forgetSetAside} afterwards.
 */
export async function forgetInSessionFiles(parts: Forgetting, phrase: Phrase): Promise<void> {
  for (const { key, title, metadata, summary } of await parts.sessions.list()) {
    const path = parts.sessions.path(key)
    const text = (await parts.setting.storage.files.read(path))?.text ?? ''
    if (!phrase.isInJson([title, metadata, summary]) && !saysInLines(text, phrase)) continue
    parts.receipt.changed([path])
    if (parts.receipt.dryRun) continue
    await parts.sessions.fold(key, (header) => withoutPhrase(header, phrase))
    parts.cleared(key)
  }
}

/** Whether a line contains the phrase, in its text or in a string of its JSON. */
export function saysInLines(text: string, phrase: Phrase): boolean {
  return phrase.isIn(text) || text.split('\n').some((line) => line !== '' && phrase.isInJson(parsedJson(line)))
}

function withoutPhrase(header: SessionHeader, phrase: Phrase): SessionHeader {
  const { title = '', summary = '', metadata, extra, ...rest } = header
  return {
    ...rest,
    ...(title !== '' && !phrase.isIn(title) && { title }),
    ...(summary !== '' && !phrase.isIn(summary) && { summary }),
    ...(metadata && { metadata: without(metadata, phrase) }),
    ...(extra && { extra: without(extra, phrase) }),
  }
}

/** Without fields that contain the phrase at any depth. */
function without(fields: Readonly<Record<string, unknown>>, phrase: Phrase): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter((field) => !textsIn(field).some(phrase.isIn)))
}

/** Removes lines from copies of session files by a person or a sync tool, and copies with only their header left. */
export async function forgetInCopies(
  { receipt, setting, sessions }: Forgetting,
  isGone: (line: ReturnType<typeof copiedLines>[number]) => boolean,
): Promise<void> {
  const { files } = setting.storage
  const folder = sessions.path('x').replace(/\/[^/]*$/, '')
  for (const { path } of await files.list(folder)) {
    if (sessionFileKind(path.slice(folder.length + 1)) !== 'copy') continue
    const stored = await files.read(path)
    const lines = copiedLines(stored?.text ?? '')
    const kept = lines.filter((line) => !isGone(line))
    receipt.count('sessions', lines.length - kept.length, path)
    if (receipt.dryRun || !stored || kept.length === lines.length) continue
    if (kept.some(({ message }) => message))
      await files.write(path, kept.map(({ text }) => `${text}\n`).join(''), { ifVersion: stored.version })
    else await files.remove(path)
  }
}

/** The lines of a session file, with the session that its header names, and the messages with their earlier texts. */
export function copiedLines(text: string) {
  const session = keyInFile(text)
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line, at) => {
    const read = parseSessionLine(line, { line: at + 1, createdAt: unknownTime })
    return { text: line, session, message: read?.kind === 'message' ? read.message : undefined }
  })
}

/** Removes files that were set aside as damaged if they contain a phrase, because their lines cannot be identified. */
export async function forgetSetAside({ receipt, setting }: Forgetting, phrase: Phrase): Promise<void> {
  const { files } = setting.storage
  for (const path of await setAsidePaths(files)) {
    const text = (await files.read(path))?.text ?? ''
    if (!saysInLines(text, phrase)) continue
    receipt.count('damaged', 1, path)
    if (!receipt.dryRun) await files.remove(path)
  }
}

/** Lists files that were set aside in the receipt: their lines have lost their ids and sessions. */
export async function doubtSetAside({ receipt, setting }: Forgetting): Promise<void> {
  const text =
    'it was set aside because it is damaged, and may say what was forgotten: forget its text, or delete the file'
  for (const path of await setAsidePaths(setting.storage.files)) receipt.doubt({ path, text, reason: 'unknown' })
}

const outside = /(?:^|\/)(?:\.git|node_modules)\//
const packed = /\.(?:gz|tgz|zip|7z|rar|tar|bz2|xz|zst|lz4|br)$/i
const copied = /conflicted copy|sync-conflict|(?: \d+| \(\d+\))\.\w+$|\.(?:bak|orig|old)$|~$/i

/** Bytes up to which a foreign file is looked into. */
const mostForeign = 2 ** 26

/** Reads a foreign file. Returns why it was not looked into, if so: it must not keep anything from being forgotten. */
export async function readForeign(files: FileStore, path: string): Promise<StoredText | string | undefined> {
  if (packed.test(path)) return 'it is packed, and was not looked into'
  try {
    const stat = await files.stat(path)
    if (stat && stat.size > mostForeign) return 'it is over 64 MiB, and was not looked into'
    return await files.read(path)
  } catch (error) {
    return `it was not looked into: ${MemoryError.isInstance(error) ? error.message : String(error)}`
  }
}

/** Why it is unknown what is left in a foreign file. */
export function unsearched(path: string, { text, size }: StoredText): string | undefined {
  if (copied.test(path))
    return 'it may be the copy of a document: check({ repair: true }) merges one of MEMORY.md or the history without what was forgotten; delete any other'
  return isDamaged({ text, size }) ? 'it has bytes that are no UTF-8, and was not looked into as a whole' : undefined
}

async function setAsidePaths(files: FileStore): Promise<string[]> {
  return (await everyPath(files)).filter((path) => path.includes('.corrupt-'))
}

/** The files of the directory without those of git, whose repository the receipt names, and of installed packages. */
export async function everyPath(files: FileStore): Promise<string[]> {
  const entries = await files.list('', { deep: true })
  return entries.map(({ path }) => path).filter((path) => !outside.test(path))
}
