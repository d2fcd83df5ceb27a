import { passageLine, printedRecord, recapLine } from '../context/context-lines.ts'
import type { LineForm } from '../context/page.ts'
import { quoteDocument, type StableDocument, sectionNotices, stableText } from '../context/stable-part.ts'
import { type PrintedLine, volatileText } from '../context/volatile-part.ts'
import type { SaltedHash } from '../journal/journal-line.ts'
import { textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import { searchedLayers } from '../storage/passages.ts'
import { type ReceiptItem, type ReceiptLine, type ReceiptPart, reasonOfCode } from './receipt.ts'
import type { Lookup, ReceiptSources } from './receipt-sources.ts'
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
