import type { KnowledgeEntry } from '../knowledge/knowledge-entry.ts'
import type { StoredMessage } from '../message.ts'
import { safeName } from '../storage/file-checks.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Phrase } from '../text/phrase.ts'
import { foldersOf } from '../upkeep/places.ts'
import { forgetDerived } from './forget-derived.ts'
import { forgetFacts, forgetHistory, forgetInNotes } from './forget-documents.ts'
import {
  everyPath,
  forgetInCopies,
  forgetInSessionFiles,
  forgetMessages,
  forgetSetAside,
  messagesWhere,
  saysInLines,
  sourceOf,
} from './forget-messages.ts'
import { phraseOf } from './forget-request.ts'
import { forgetItems, forgetKnowledge, forgetRecords } from './forget-rows.ts'
import type { Forgetting } from './forgotten.ts'

/** Forgets everything that contains a phrase. Reads all files, records and items. */
export async function forgetPhrase(parts: Forgetting, text: string): Promise<void> {
  const phrase = phraseOf(text)
  const gone = await messagesWhere(parts, (_, message) => phrase.isInJson(saidInMessage(message)))
  const isFrom = sourceOf(gone)
  for (const messages of gone) await forgetMessages(parts, messages)
  await forgetInSessionFiles(parts, phrase)
  await forgetInCopies(parts, (line) => saysInLines(line.text, phrase))
  await forgetInDocuments(parts, phrase)
  await forgetInNotes(parts, phrase)
  await forgetKnowledge(parts, (entry) => phrase.isInJson(saidInEntry(entry)))
  await forgetDerived(parts, gone)
  const isSaid = (record: MemoryRecord): boolean => phrase.isInJson(saidInRecord(record))
  await forgetRecords(parts, gone, ({ source }) => isFrom(source), isSaid)
  await forgetItems(parts, ({ namespace, key, value }) => phrase.isInJson([...namespace, key, value]))
  await forgetSetAside(parts, phrase)
}

async function forgetInDocuments(parts: Forgetting, phrase: Phrase): Promise<void> {
  await forgetFacts(parts, (text) => phrase.linesOf(withoutDays(text)))
  await forgetHistory(parts, {
    isGone: (entry) => entry.at !== undefined && phrase.isIn(entry.source),
    lines: phrase.linesOf,
  })
}

/** Dates behind statements are added by Daybook: a phrase such as "2026" would remove every line. */
function withoutDays(text: string): string {
  return text.replaceAll(/(?<=[( ])\d{4}-\d{2}-\d{2}\)$/gm, ')')
}

/**
 * Lists in the receipt where the phrase remains: in keys of sessions, files of others, names. Call it at the end. A dry
 * run does not search files in subfolders: what would remain there is unknown.
 */
export async function listLeft(parts: Forgetting, text: string): Promise<void> {
  const { files } = parts.setting.storage
  const phrase = phraseOf(text)
  const keys = await doubtKeys(parts, phrase)
  const own = foldersOf(parts.places).map((folder) => `${folder}/`)
  const isOfKey = (path: string): boolean =>
    keys.some((key) => path === parts.sessions.path(key) || path.startsWith(`${parts.sessions.archiveDirectory(key)}/`))
  for (const path of await everyPath(files)) {
    if (phrase.isIn(path) && !isOfKey(path)) parts.receipt.doubt({ path, text: path, reason: 'foreign' })
    if (parts.receipt.dryRun && own.some((folder) => path.startsWith(folder))) continue
    const stored = withoutKeys((await files.read(path))?.text ?? '', keys)
    if (!saysInLines(stored, phrase)) continue
    const [line = 0] = phrase.linesOf(stored)
    parts.receipt.doubt({ path, line: line + 1, text: stored.split('\n')[line] ?? '', reason: 'foreign' })
  }
}

/** A session is not removed only because its key contains the phrase: all its messages would be lost. */
async function doubtKeys({ receipt, sessions }: Forgetting, phrase: Phrase): Promise<string[]> {
  const keys = (await sessions.list()).map(({ key }) => key).filter(phrase.isIn)
  for (const session of keys) receipt.doubt({ path: sessions.path(session), session, text: session, reason: 'key' })
  return keys
}

/** The files of a listed session need no listing of their own. */
function withoutKeys(text: string, keys: readonly string[]): string {
  const quoted = keys.flatMap((key) => [JSON.stringify(key), `/${safeName(key)}.`])
  return quoted.reduce((rest, key) => rest.replaceAll(key, ''), text)
}

/**
 * The searched text of a message. Times, roles and names of our own fields are left out: a phrase such as "content",
 * "user" or "2026" would match every message.
 */
function saidInMessage({ id, content, name, toolCallId, toolCalls = [], metadata, native }: StoredMessage): unknown {
  const parts = typeof content === 'string' ? content : content.map(({ type: _, ...part }) => Object.values(part))
  return [id, parts, name, toolCallId, toolCalls.map((call) => Object.values(call)), metadata, native]
}

/** The searched text of a record. */
function saidInRecord({ id, text, name, steps, outcome, scope, tags, source = {} }: MemoryRecord): unknown {
  return [id, text, name, steps, outcome, scope, tags, Object.values(source)]
}

/** The searched text of a knowledge entry. */
function saidInEntry({ id, content, source, tags }: KnowledgeEntry): unknown {
  return [id, content, source, tags]
}
