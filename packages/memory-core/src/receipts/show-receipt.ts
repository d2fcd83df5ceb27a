import { type LineForm, sectionNotices } from '../context/context-block.ts'
import { passageLine, printedRecord, recapLine } from '../context/context-lines.ts'
import { quoteDocument, type StableDocument, stableText } from '../context/stable-part.ts'
import { type PrintedLine, volatileText } from '../context/volatile-part.ts'
import type { DocumentSource } from '../indexing/followers.ts'
import { passageOfRecord, passagesOfMessage, wholeTexts } from '../indexing/passages-of.ts'
import type { SaltedHash } from '../journal/journal-line.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import { keyInFile } from '../sessions/session-lines.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isSafeName, originOfPath } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import { messageId } from '../storage/numbering.ts'
import { type Passage, searchedLayers } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { cached, lazy } from '../text/plain-text.ts'
import { type ReceiptItem, type ReceiptLine, type ReceiptPart, reasonOfCode } from './receipt.ts'
import {
  type DroppedItem,
  documents,
  forgottenKey,
  formVersion,
  keysOf,
  kinds,
  nameOfCode,
  noticeKey,
  type StoredReceipt,
  type StoredSection,
  standings,
  type ToldItem,
} from './stored-receipt.ts'

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

type Lookup = ReturnType<typeof createLookup>

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

/** A placeholder for a line whose source is gone, until the text is made. */
const gone = '\0'

/** Reconstructs the texts of a receipt from what is stored now. `session` is its session's key, if known. */
export async function showReceipt(
  { stable: documents, protocols }: ReceiptSources,
  lookup: Lookup,
  hash: SaltedHash,
  stored: StoredReceipt,
  session: string | undefined,
) {
  const hasStable = stored.d.length > 0
  const stable = await showStable(stored.d, hash, (document) =>
    document === 'summary' ? lookup.summary(session) : documents(document),
  )
  const lines = await Promise.all(stored.i.map((item) => showItem(item, lookup)))
  const first = stable.items.length
  const isOwnForm = stored.f === formVersion
  const partOf = (text: string, own: ReceiptLine[], digest: string | undefined): ReceiptPart => {
    const isExact = isOwnForm && hash('text', text) === digest
    return { text: text.replaceAll(/\0\n?/g, ''), isExact, lines: own }
  }
  const stableWhole = stableText(hasStable ? protocols.stable : [], stable.sections)
  const printed = lines.map((line) => line.printed)
  const volatileWhole = volatileText(hasStable ? [] : protocols.volatile, printed)
  const asked = stored.t === undefined ? undefined : await lookup.message(stored.t)
  const question = asked && textOf(asked)
  return {
    ...(question !== undefined && stored.q === hash('question', question) && { question }),
    stable: partOf(stableWhole, stableLines(stableWhole, stable.places), stored.h[0]),
    volatile: partOf(volatileWhole, volatileLines(volatileWhole, lines, first), stored.h[1]),
    items: [...stable.items, ...lines.map(({ item }) => item)],
    dropped: await Promise.all(stored.x.map((drop) => showDrop(drop, lookup))),
  }
}

interface ShownStable {
  sections: { document: StableDocument; text: string }[]
  items: ReceiptItem[]
  /** For each line of the sections, titles included, its item. */
  places: (number | undefined)[]
}

async function showStable(
  stored: readonly StoredSection[],
  hash: SaltedHash,
  read: (document: StableDocument) => Promise<string>,
): Promise<ShownStable> {
  const shown: ShownStable = { sections: [], items: [], places: [] }
  for (const [code, , ...cells] of stored) {
    const document = nameOfCode(documents, code) ?? 'summary'
    const text = quoteDocument(await read(document))
    const found = linesByKey(document, text, hash)
    shown.places.push(undefined)
    const lines: string[] = []
    for (let at = 0; at < cells.length; at += 2) {
      const [key, tokens] = [String(cells[at]), Number(cells[at + 1])]
      const notice = key.startsWith(noticeKey) ? sectionNotices[Number(key.slice(1))] : undefined
      const line = key === '' ? '' : (notice ?? found.get(key))
      lines.push(line ?? gone)
      shown.places.push(tokens > 0 ? shown.items.length : undefined)
      if (tokens > 0) shown.items.push(documentItem(document, key, tokens, line))
    }
    shown.sections.push({ document, text: lines.join('\n') })
  }
  return shown
}

/** A fact is found by its id, or by its line if quoting has changed its words. */
function linesByKey(document: StableDocument, text: string, hash: SaltedHash): ReadonlyMap<string, string> {
  const lines = text.split('\n')
  const [ids, hashes] = [keysOf({ document, text }, hash), keysOf({ document, text }, hash, () => false)]
  return new Map([...hashes, ...ids].map((key, at) => [key, lines[at % lines.length] ?? '']))
}

const documentReasons: Partial<Record<StableDocument, string>> = {
  facts: 'facts are always in context',
  summary: 'the summary of what was said before',
}

function documentItem(document: StableDocument, key: string, tokens: number, line: string | undefined): ReceiptItem {
  return {
    layer: document,
    ...(key.startsWith('fact:') && { id: key }),
    state: line !== undefined ? 'same' : key === forgottenKey ? 'forgotten' : 'changed',
    ...(line !== undefined && { text: line.trim() }),
    score: 1,
    tokens,
    reason: documentReasons[document] ?? 'it is always in context',
  }
}

/** The body is at the end, before the closing tag. */
function stableLines(text: string, places: ShownStable['places']): ReceiptLine[] {
  const lines = text === '' ? [] : text.split('\n')
  const first = lines.length - 1 - places.length
  return lines.map((line, at) => {
    const item = places[at - first]
    return { text: line === gone ? '' : line, ...(item !== undefined && { item }) }
  })
}

interface ShownLine {
  item: ReceiptItem
  printed: PrintedLine
}

async function showItem(stored: ToldItem, lookup: Lookup): Promise<ShownLine> {
  const [code, id, start, end, score, tokens, reason, mark = 0, , within] = stored
  const kind = nameOfCode(kinds, code.charAt(0)) ?? 'message'
  const layer = nameOfCode(searchedLayers, code.charAt(1)) ?? 'sessions'
  const range = { start, end }
  const standing = standings[mark % 4] // An older Daybook added 4.
  const passage = within && { start: within[0], end: within[1] }
  const forms: Readonly<Record<LineForm['kind'], LineForm>> = {
    record: { kind: 'record', isNewer: mark === 1 },
    passage: { kind: 'passage', range, ...withoutUndefined({ standing, passage }) },
    message: { kind: 'message', isWhole: mark === 1 },
  }
  const form = forms[kind]
  const found = id === '' ? undefined : await print(form, id, lookup)
  const from = within?.[0] ?? 0
  const told = { start: from + start, end: from + end }
  const isSame = found !== undefined && (kind === 'passage' ? told.end <= found.text.length : end === found.text.length)
  return {
    item: {
      layer,
      ...(id !== '' && { id }),
      state: found === undefined ? 'forgotten' : isSame ? 'same' : 'changed',
      ...(found && { text: found.text }),
      ...(found && isSame && end - start < found.text.length && { range: told }),
      score,
      tokens,
      reason: reasonOfCode(reason, { layer, score }),
    },
    printed: found?.printed ?? { line: gone, form },
  }
}

async function print(form: LineForm, id: string, lookup: Lookup) {
  if (form.kind === 'record') {
    const record = await lookup.record(id)
    return record && { text: record.text, printed: { line: printedRecord(record, form.isNewer), form } }
  }
  if (form.kind === 'message') {
    const message = await lookup.message(id)
    return message && { text: textOf(message), printed: { line: recapLine(message, form.isWhole).line, form } }
  }
  const passage = await lookup.passage(id)
  if (!passage) return undefined
  const { start, end } = form.passage ?? { start: 0, end: passage.text.length }
  const said = { ...passage, text: passage.text.slice(start, end) }
  return { text: passage.text, printed: { ...passageLine(said, form), form } }
}

/** Matches lines with items: they are in the same order, with Daybook's own lines in between. */
function volatileLines(text: string, shown: readonly ShownLine[], first: number): ReceiptLine[] {
  let next = 0
  return (text === '' ? [] : text.split('\n')).map((line) => {
    const printed = shown[next]?.printed
    if (line !== printed?.line && (printed?.alone === undefined || line !== printed.alone)) return { text: line }
    return { text: line === gone ? '' : line, item: first + next++ }
  })
}

async function showDrop([code, id, score, reason]: DroppedItem, lookup: Lookup): Promise<ReceiptItem> {
  const layer = nameOfCode(searchedLayers, code) ?? 'sessions'
  const isHashed = id.startsWith('#')
  const isNamed = id !== '' && !isHashed
  const found = isNamed ? await (layer === 'records' ? lookup.record(id) : lookup.passage(id)) : undefined
  return {
    layer,
    ...(isNamed && { id }),
    state: found ? 'same' : isHashed ? 'changed' : 'forgotten',
    ...(found && { text: found.text }),
    score,
    tokens: 0,
    reason: reasonOfCode(reason, { layer, score }),
  }
}
