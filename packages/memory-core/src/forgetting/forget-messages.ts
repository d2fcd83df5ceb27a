import { captureMark } from '../capture/capturer.ts'
import type { StoredMessage } from '../message.ts'
import { messagePassageId } from '../recall/passages-of.ts'
import type { SessionHeader } from '../sessions/session.ts'
import { type Phrase, textsIn } from '../text/phrase.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

/** Messages of one session that are forgotten, as they were. */
export interface GoneMessages {
  session: string
  messages: readonly StoredMessage[]
}

/** Everything of a session that is stored: those out of the window too. */
export async function everyMessage({ sessions }: ForgetParts, session: string): Promise<StoredMessage[]> {
  return sessions.messages(session, { archived: true })
}

/** The passage id of a message. */
export function idOfMessage({ sessions }: ForgetParts, session: string, id: string): string {
  return messagePassageId(sessions.path(session).replace(/\.jsonl$/, ''), id)
}

/** The marks that these messages have left when something was captured from them. */
export function marksOf({ session, messages }: GoneMessages): string[] {
  return messages.map(({ id }) => captureMark({ session, messageId: id }))
}

/** Whether something comes from one of these messages. */
export function sourceOf(
  gone: readonly GoneMessages[],
): (source?: { session?: string | undefined; messageId?: string | undefined }) => boolean {
  const said = new Set(gone.flatMap(({ session, messages }) => messages.map(({ id }) => JSON.stringify([session, id]))))
  return (source) => said.has(JSON.stringify([source?.session, source?.messageId]))
}

/** Which messages these passage ids are of. Price: reads every session when there is one among them. */
export async function messagesOfIds(parts: ForgetParts, ids: ReadonlySet<string>): Promise<GoneMessages[]> {
  if (![...ids].some((id) => id.startsWith('message:'))) return []
  return messagesWhere(parts, (session, { id }) => ids.has(idOfMessage(parts, session, id)))
}

/** The messages of all sessions for which `isGone` is true, by session. */
export async function messagesWhere(
  parts: ForgetParts,
  isGone: (session: string, message: StoredMessage) => boolean,
): Promise<GoneMessages[]> {
  const found: GoneMessages[] = []
  for (const { key } of await parts.sessions.list()) {
    const messages = (await everyMessage(parts, key)).filter((message) => isGone(key, message))
    if (messages.length > 0) found.push({ session: key, messages })
  }
  return found
}

/** Removes messages from their session's files. */
export async function forgetMessages(parts: ForgetParts, receipt: ForgetReceipt, gone: GoneMessages): Promise<void> {
  const { session, messages } = gone
  receipt.removed(messages.map(({ id }) => idOfMessage(parts, session, id)))
  receipt.count('sessions', messages.length, parts.sessions.path(session))
  if (receipt.dryRun || messages.length === 0) return
  await parts.sessions.remove(
    session,
    messages.map(({ id }) => id),
  )
  // It was made of many messages, and says nothing that facts and history do not: the next consolidation writes another.
  const header = (await parts.sessions.window(session))?.header
  if (header?.summary !== undefined) await parts.sessions.fold(session, withoutSummary, () => false)
  parts.cleared(session)
}

function withoutSummary({ summary: _, ...header }: SessionHeader): SessionHeader {
  return header
}

/** Removes a session with all of its files. */
export async function forgetWholeSession(
  parts: ForgetParts,
  receipt: ForgetReceipt,
  gone: GoneMessages,
): Promise<void> {
  const { session, messages } = gone
  receipt.removed(messages.map(({ id }) => idOfMessage(parts, session, id)))
  receipt.count('sessions', messages.length)
  if (receipt.dryRun) return
  receipt.changed(await parts.sessions.forget(session))
  parts.cleared(session)
}

/** Takes a phrase out of the headers, the damaged lines and what the files still hold of changed messages. */
export async function forgetInSessionFiles(parts: ForgetParts, receipt: ForgetReceipt, phrase: Phrase): Promise<void> {
  const { files } = parts.setting.storage
  const aside = (await files.list('', { deep: true }))
    .map(({ path }) => path)
    .filter((path) => /\.jsonl\.corrupt-/.test(path))
  for (const { key, title, metadata, summary } of await parts.sessions.list()) {
    const path = parts.sessions.path(key)
    const own = aside.filter(
      (one) => one.startsWith(`${path}.`) || one.startsWith(`${parts.sessions.archiveDirectory(key)}/`),
    )
    const texts = await files.readMany([path, ...own])
    const isSaid =
      phrase.isInJson([title, metadata, summary]) || texts.some((stored) => saysInLines(stored?.text ?? '', phrase))
    if (!isSaid) continue
    const damaged = own.filter((_, at) => saysInLines(texts[at + 1]?.text ?? '', phrase))
    receipt.count('damaged', damaged.length)
    receipt.changed([path, ...damaged])
    if (receipt.dryRun) continue
    const isGone = (line: string): boolean => saysInLines(line, phrase)
    await parts.sessions.fold(key, (header) => withoutPhrase(header, phrase), isGone)
    parts.cleared(key)
  }
}

/** Whether a line says it, or a text in the JSON of one. */
export function saysInLines(text: string, phrase: Phrase): boolean {
  return phrase.isIn(text) || text.split('\n').some((line) => line !== '' && phrase.isInJson(parsed(line)))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // looked at as a text already
  }
}

function withoutPhrase(header: SessionHeader, phrase: Phrase): SessionHeader {
  const { title = '', summary = '', metadata = {}, extra = {}, ...rest } = header
  const fields = { metadata: without(metadata, phrase), extra: without(extra, phrase) }
  return {
    ...rest,
    ...(title !== '' && !phrase.isIn(title) && { title }),
    ...(summary !== '' && !phrase.isIn(summary) && { summary }),
    ...(header.metadata && { metadata: fields.metadata }),
    ...(header.extra && { extra: fields.extra }),
  }
}

/** Without the fields that say it anywhere inside. */
function without(fields: Readonly<Record<string, unknown>>, phrase: Phrase): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name, value]) => !textsIn([name, value]).some(phrase.isIn))
  return Object.fromEntries(kept)
}
