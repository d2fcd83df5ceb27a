import type { StableDocument } from '../context/stable-part.ts'
import type { DocumentSource } from '../indexing/followers.ts'
import { passageOfRecord, passagesOfMessage, wholeTexts } from '../indexing/passages-of.ts'
import type { SaltedHash } from '../journal/journal-line.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { keyInFile } from '../sessions/session-lines.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isSafeName, originOfPath } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import { messageId } from '../storage/numbering.ts'
import type { Passage } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { cached, lazy } from '../text/plain-text.ts'
import type { StoredReceipt } from './stored-receipt.ts'

export interface ReceiptSources {
  files: FileStore
  sessions: SessionStore
  /** Undefined if the layer is off. */
  records: RecordStore | undefined
  /** The files of facts, history, notes and knowledge. */
  documents: readonly DocumentSource[]
  /** The present documents of the stable part, uncut. */
  stable(document: Exclude<StableDocument, 'summary'>): Promise<string>
  /** The host's instructions to the model, which begin the stable part, or without one the volatile part. */
  protocols: { stable: readonly string[]; volatile: readonly string[] }
}

export type Lookup = ReturnType<typeof createLookup>

/** The id of a message in `recall`: the name of the session's file, and the message's own id. */
const idOfMessage = /^(?:part:\d+:)?message:([^:]+):(.*)$/s
const headerBytes = 65_536

/** Looks up what receipts refer to. Reads each source once. */
export function createLookup(sources: ReceiptSources, hash: SaltedHash) {
  const { sessions, records, documents, files } = sources
  const folder = sessions.path('x').replace(/\/x\.jsonl$/, '')
  const keyOf = cached(readKey)
  const messagesOf = cached((key) => sessions.messages(key, { archived: true }))
  const questionsOf = cached(readQuestions)
  const hashedKeys = lazy(readHashedKeys)
  const passages = lazy(readDocuments)

  /** The key of the session with this file name; undefined if there is none. */
  async function readKey(name: string): Promise<string | undefined> {
    if (!isSafeName(name)) return undefined
    const text = await files.readRange(`${folder}/${name}.jsonl`, 0, headerBytes)
    return keyInFile(text) ?? (text === '' || text.startsWith('\n') || name.includes('~') ? undefined : name)
  }

  async function readHashedKeys(): Promise<Map<string, string>> {
    const entries = await files.list(folder)
    const names = entries.map(({ path }) => path.slice(folder.length + 1)).filter((name) => name.endsWith('.jsonl'))
    const keys = await Promise.all(names.map((name) => keyOf(name.slice(0, -'.jsonl'.length))))
    return new Map(keys.flatMap((key) => (key === undefined ? [] : [[hash('session', key), key] as const])))
  }

  async function readQuestions(key: string): Promise<{ id: string; q: string; at: string }[]> {
    const asked = (await messagesOf(key)).filter(({ role }) => role === 'user')
    return asked.map((message) => {
      return { id: messageId(key, message.id), q: hash('question', textOf(message)), at: message.createdAt }
    })
  }

  async function readDocuments(): Promise<Map<string, Passage>> {
    const found = new Map<string, Passage>()
    for (const { list, divide } of documents)
      for (const { path } of await list()) {
        const stored = await files.read(path)
        if (stored === undefined) continue
        for (const passage of wholeTexts(await divide(path, stored.text, stored.size))) found.set(passage.id, passage)
      }
    return found
  }

  /** A stored message and the key of its session, by its id in `recall`. */
  async function said(id: string): Promise<{ key: string; message: StoredMessage } | undefined> {
    const [, name, own] = idOfMessage.exec(id) ?? []
    const key = name === undefined ? undefined : await keyOf(name)
    const message = key === undefined ? undefined : (await messagesOf(key)).findLast((one) => one.id === own)
    return key === undefined || !message ? undefined : { key, message }
  }

  async function record(id: string): Promise<MemoryRecord | undefined> {
    return (await records?.get([id]))?.[0]
  }

  return {
    /** The session that a context was built for, by the message that the receipt names, or by its hash. */
    async session({ s, t = '' }: StoredReceipt): Promise<string | undefined> {
      if (s === undefined) return undefined
      const name = idOfMessage.exec(t)?.[1]
      const key = name === undefined ? undefined : await keyOf(name)
      if (key !== undefined && hash('session', key) === s) return key
      return (await hashedKeys()).get(s)
    },
    /** The message that a context was built for: the receipt names it, or its hash matches the question. */
    async turn({ q, t, at }: StoredReceipt, session: string | undefined): Promise<string | undefined> {
      if (t !== undefined || q === undefined || session === undefined) return t
      const same = (await questionsOf(session)).filter((one) => one.q === q)
      // A host may store its question after the context was built.
      return (same.find((one) => one.at >= at) ?? same.at(-1))?.id
    },
    record,
    message: async (id: string): Promise<StoredMessage | undefined> => (await said(id))?.message,
    async passage(id: string): Promise<Pick<Passage, 'layer' | 'text' | 'source' | 'createdAt'> | undefined> {
      if (idOfMessage.test(id)) {
        const found = await said(id)
        if (!found) return undefined
        return wholeTexts(passagesOfMessage(originOfPath(sessions.path(found.key)), found.key, found.message))[0]
      }
      const found = id.startsWith('record:') ? await record(id) : undefined
      if (found) return passageOfRecord(found)
      return (await passages()).get(id)
    },
    async summary(session: string | undefined): Promise<string> {
      return (session === undefined ? undefined : await sessions.window(session))?.header.summary ?? ''
    },
  }
}
