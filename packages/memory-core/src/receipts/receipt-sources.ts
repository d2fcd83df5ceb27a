import type { StableDocument } from '../context/stable-part.ts'
import type { DocumentSource } from '../indexing/document-follower.ts'
import { messagePassageId, passagesOfMessage, wholeTexts } from '../indexing/passages-of.ts'
import { passageOfRecord } from '../indexing/record-follower.ts'
import type { SaltedHash } from '../journal/memory-key.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isSafeName } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import type { StoredReceipt } from './stored-receipt.ts'

/** The sources in which the texts of receipts are looked up. */
export interface ReceiptSources {
  files: FileStore
  sessions: SessionStore
  /** Undefined if the layer is off. */
  records: RecordStore | undefined
  /** The files of facts, history, notes and knowledge. */
  documents: readonly DocumentSource[]
  /** The present documents of the stable part, uncut. */
  stable(document: Exclude<StableDocument, 'summary'>): Promise<string>
  /**
   * The host's instructions to the model: before the stable part, or before the volatile part if there is no stable one.
   */
  protocols: { stable: readonly string[]; volatile: readonly string[] }
}

/** Looks up the texts that a receipt refers to. Reads each source once. */
export interface Lookup {
  record(id: string): Promise<MemoryRecord | undefined>
  message(id: string): Promise<StoredMessage | undefined>
  passage(id: string): Promise<Pick<Passage, 'layer' | 'text' | 'source' | 'createdAt'> | undefined>
  summary(session: string | undefined): Promise<string>
}

const messageId = /^(?:part:\d+:)?message:([^:]+):(.*)$/s
const headerBytes = 65_536

/** Splits the id of a message in `recall` into the name of the session's file and the message's own id. */
function messageParts(id: string): { name: string; message: string } | undefined {
  const [, name, message] = messageId.exec(id) ?? []
  return name === undefined || message === undefined ? undefined : { name, message }
}

/** The key of the session with this file name; undefined if there is none. */
async function sessionNamed({ files, sessions }: ReceiptSources, name: string): Promise<string | undefined> {
  if (!isSafeName(name)) return undefined
  const path = sessions.path('x').replace(/x\.jsonl$/, `${name}.jsonl`)
  const [line = ''] = (await files.readRange(path, 0, headerBytes)).split('\n')
  const head = parseSessionLine(line, { line: 1, createdAt: '1970-01-01T00:00:00.000Z' })
  if (head?.kind === 'header') return head.header.key
  return line !== '' && !name.includes('~') ? name : undefined
}

type SessionOf = (receipt: Pick<StoredReceipt, 's' | 't'>) => Promise<string | undefined>

/** Lists session files once, for the first receipt that names no message. */
export function createSessionOf(sources: ReceiptSources, hash: SaltedHash): SessionOf {
  const named = new Map<string, Promise<string | undefined>>()
  let hashed: Promise<Map<string, string>> | undefined

  function keyOf(name: string): Promise<string | undefined> {
    const known = named.get(name) ?? sessionNamed(sources, name)
    named.set(name, known)
    return known
  }

  async function hashAll(): Promise<Map<string, string>> {
    const folder = sources.sessions.path('x').replace(/\/x\.jsonl$/, '')
    const entries = await sources.files.list(folder)
    const names = entries.map(({ path }) => path.slice(folder.length + 1)).filter((name) => name.endsWith('.jsonl'))
    const keys = await Promise.all(names.map((name) => keyOf(name.slice(0, -'.jsonl'.length))))
    return new Map(keys.flatMap((key) => (key === undefined ? [] : [[hash('session', key), key] as const])))
  }

  return async ({ s, t }) => {
    if (s === undefined) return undefined
    const name = messageParts(t ?? '')?.name
    const key = name === undefined ? undefined : await keyOf(name)
    if (key !== undefined && hash('session', key) === s) return key
    hashed ??= hashAll()
    return (await hashed).get(s)
  }
}

/** Finds the message that a context was built for: the receipt names it, or its hash matches the question. */
type TurnOf = (receipt: Pick<StoredReceipt, 'q' | 't' | 'at'>) => Promise<string | undefined>

/** Reads the messages of a session once, for the first receipt that names none. */
export function createTurnOf({ sessions }: ReceiptSources, hash: SaltedHash, session: string | undefined): TurnOf {
  let asked: Promise<{ id: string; q: string; at: string }[]> | undefined

  async function readQuestions(key: string): Promise<{ id: string; q: string; at: string }[]> {
    const origin = sessions.path(key).replace(/\.jsonl$/, '')
    const messages = (await sessions.messages(key, { archived: true })).filter(({ role }) => role === 'user')
    return messages.map((message) => ({
      id: messagePassageId(origin, message.id),
      q: hash('question', textOf(message)),
      at: message.createdAt,
    }))
  }

  return async ({ q, t, at }) => {
    if (t !== undefined || q === undefined || session === undefined) return t
    asked ??= readQuestions(session)
    const same = (await asked).filter((one) => one.q === q)
    // A host may store its question after the context was built.
    return (same.find((one) => one.at >= at) ?? same.at(-1))?.id
  }
}

export function createLookup(sources: ReceiptSources): Lookup {
  const { sessions, records, documents, files } = sources
  const conversations = new Map<string, Promise<{ key: string; messages: Map<string, StoredMessage> } | undefined>>()
  let passages: Promise<Map<string, Passage>> | undefined

  function conversation(name: string): Promise<{ key: string; messages: Map<string, StoredMessage> } | undefined> {
    const known = conversations.get(name) ?? readConversation(name)
    conversations.set(name, known)
    return known
  }

  async function readConversation(name: string) {
    const key = await sessionNamed(sources, name)
    if (key === undefined) return undefined
    const messages = await sessions.messages(key, { archived: true })
    return { key, messages: new Map(messages.map((message) => [message.id, message])) }
  }

  async function readDocuments(): Promise<Map<string, Passage>> {
    const found = new Map<string, Passage>()
    for (const { list, divide } of documents)
      for (const { path } of await list()) {
        const text = (await files.read(path))?.text
        if (text === undefined) continue
        for (const passage of wholeTexts(await divide(path, text))) found.set(passage.id, passage)
      }
    return found
  }

  async function record(id: string): Promise<MemoryRecord | undefined> {
    return (await records?.get([id]))?.[0]
  }

  async function message(id: string): Promise<StoredMessage | undefined> {
    const parts = messageParts(id)
    return parts && (await conversation(parts.name))?.messages.get(parts.message)
  }

  return {
    record,
    message,
    async passage(id) {
      const parts = messageParts(id)
      if (parts) {
        const [key, said] = [(await conversation(parts.name))?.key, await message(id)]
        if (key === undefined || !said) return undefined
        const origin = sessions.path(key).replace(/\.jsonl$/, '')
        return wholeTexts(passagesOfMessage(origin, key, said))[0]
      }
      const found = id.startsWith('record:') ? await record(id) : undefined
      if (found) return passageOfRecord(found)
      passages ??= readDocuments()
      return (await passages).get(id)
    },
    async summary(session) {
      return (session === undefined ? undefined : await sessions.window(session))?.header.summary ?? ''
    },
  }
}

export function textSaid(message: StoredMessage | undefined): string | undefined {
  return message && textOf(message)
}
