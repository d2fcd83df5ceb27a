import { isoTime } from '../clock.ts'
import type { ToldContext } from '../context/build-context.ts'
import { type ContextLine, type LineForm, type LineStanding, sectionNotices } from '../context/context-block.ts'
import type { StableDocument, StableSection, StableText } from '../context/stable-part.ts'
import { parseFacts } from '../documents/markdown.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import type { SaltedHash } from '../journal/journal-line.ts'
import { isRecord, parsedJson } from '../json.ts'
import type { FileStore } from '../storage/files.ts'
import { messageId } from '../storage/numbering.ts'
import type { Layer } from '../storage/passages.ts'
import type { Setting } from '../storage/storage.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { receiptsDirectory } from '../upkeep/places.ts'
import { codeOfReason, type ReceiptsOptions } from './receipt.ts'

/** Increased when lines are printed differently: earlier contexts can then no longer be reconstructed byte for byte. */
export const formVersion = 2

/** The documents, and the kinds of lines. They and the layers are stored as their first letters, which differ. */
export const documents: readonly StableDocument[] = ['facts', 'knowledge', 'notes', 'summary']
export const kinds: readonly LineForm['kind'][] = ['record', 'passage', 'message']

const codeOf = (name: Layer | StableDocument | LineForm['kind']): string => name.charAt(0)

export function nameOfCode<Name extends string>(names: readonly Name[], code: string): Name | undefined {
  return names.find((name) => name.charAt(0) === code)
}

/** The states of a passage, stored by their position. */
export const standings: readonly (LineStanding | undefined)[] = [
  undefined,
  'in part no longer true',
  'contradicted by another statement',
]

/**
 * A line of the volatile part: kind and layer, id ("" if forgotten), start and end of the part of the text, score,
 * tokens, reason; then how it was printed: 1 for a record newer than the facts and for a whole message, 1 or 2 for the
 * state of a passage, a place that is unused (0; an older Daybook wrote numbers there), the part of a longer text.
 */
export type ToldItem = [string, string, number, number, number, number, string, number?, unknown?, [number, number]?]
/** An item that was left out: layer, id, score, reason. */
export type DroppedItem = [string, string, number, string]
/** A document: its letter, 1 if it is whole, then a key and the tokens of each line. */
export type StoredSection = [string, 0 | 1, ...(string | number)[]]

export interface StoredReceipt {
  v: 1
  id: string
  at: string
  /** Salted hashes of session and question, and the id of the message that is the question. */
  s?: string
  q?: string
  t?: string
  f: number
  /** Tokens of the stable part, of the volatile part, the budget; milliseconds; maximum characters quoted. */
  n: [number, number, number, number, number]
  /** Salted hashes of the two texts. */
  h: [string, string]
  g?: string
  d: StoredSection[]
  i: ToldItem[]
  x: DroppedItem[]
  /** Number of further items left out. */
  y?: number
}

/** The key of the line that says how many are missing. */
export const noticeKey = '~'
export const forgottenKey = '-'

/** Parses a line of a file; undefined if it is torn, damaged, or of a newer Daybook. */
export function parseReceipt(line: string): StoredReceipt | undefined {
  const value = parsedJson(line)
  return isReceipt(value) ? value : undefined
}

function isReceipt(value: unknown): value is StoredReceipt {
  if (!isRecord(value)) return false
  const { v, id, at, n, h, d, i, x } = value
  const hasNames = v === 1 && typeof id === 'string' && typeof at === 'string'
  return hasNames && [n, h].every(Array.isArray) && [d, i, x].every(areRows)
}

function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && typeof row[0] === 'string')
}

export type WaitingContext = ToldContext & Pick<StoredReceipt, 'id' | 'at'>

/** Maximum items left out that are named; others are counted. */
const mostDropped = 100

export function createWriteReceipt(hash: SaltedHash, countTokens: CountTokens) {
  /** Cached, because the stable part is mostly the same from turn to turn. */
  const known = new WeakMap<StableText, { sections: StoredSection[]; text: string }>()

  function stableOf(part: StableText): { sections: StoredSection[]; text: string } {
    const before = known.get(part)
    if (before) return before
    const ids = new Set(part.items.map(({ id }) => id))
    const sections = part.sections.map((section): StoredSection => {
      const keys = keysOf(section, hash, (id) => ids.has(id))
      const lines = section.text.split('\n')
      const told = keys.flatMap((key, at) => [key, isItem(lines[at] ?? '') ? countTokens(lines[at] ?? '') : 0])
      return [codeOf(section.document), section.isWhole ? 1 : 0, ...told]
    })
    const made = { sections, text: hash('text', part.text) }
    known.set(part, made)
    return made
  }

  function itemOf({ line, cost, item, form }: ContextLine, session: string | undefined): ToldItem {
    const id = form.kind === 'message' && session !== undefined ? messageId(session, item.id) : item.id
    const { start, end } = form.kind === 'passage' ? form.range : { start: 0, end: item.text.length }
    const kind = codeOf(form.kind) + codeOf(item.layer)
    const tokens = cost ?? countTokens(line)
    const stored: ToldItem = [kind, id, start, end, rounded(item.score), tokens, codeOfReason(item.reason)]
    if (form.kind === 'record' ? form.isNewer : form.kind === 'message' && form.isWhole) stored.push(1)
    if (form.kind === 'passage' && (form.standing || form.passage)) {
      stored.push(standings.indexOf(form.standing))
      if (form.passage) stored.push(0, [form.passage.start, form.passage.end])
    }
    return stored
  }

  return ({ id, at, request, query, asked, block, stable, lines, budget, ms }: WaitingContext): StoredReceipt => {
    const { session } = request
    const { sections, text } = stableOf(stable)
    const dropped = block.dropped.slice(0, mostDropped).map(({ layer, id, text, score, reason }): DroppedItem => {
      const name = id === text ? `#${hash('line', id, 12)}` : id
      return [codeOf(layer), name, rounded(score), codeOfReason(reason)]
    })
    const lengths = lines.map(({ form }) => (form.kind === 'passage' ? form.range.end - form.range.start : 0))
    return {
      v: 1,
      id,
      at,
      ...(session !== undefined && { s: hash('session', session) }),
      ...(query !== '' && { q: hash('question', query) }),
      ...(session !== undefined && asked !== undefined && { t: messageId(session, asked) }),
      f: formVersion,
      n: [stable.tokens, block.tokens - stable.tokens, budget, rounded(ms), Math.max(0, ...lengths)],
      h: [text, hash('text', block.volatile)],
      ...(block.degraded !== undefined && { g: block.degraded }),
      d: sections,
      i: lines.map((line) => itemOf(line, session)),
      x: dropped,
      ...(block.dropped.length > mostDropped && { y: block.dropped.length - mostDropped }),
    }
  }
}

/** Identifies each line of a document: a fact by its id, a line without content by its kind, others by a hash. */
export function keysOf(
  { document, text }: Pick<StableSection, 'document' | 'text'>,
  hash: SaltedHash,
  isKnown: (factId: string) => boolean = () => true,
): string[] {
  const facts = document === 'facts' ? parseFacts(text) : []
  const ids = new Map(facts.map((fact) => [fact.line - 1, factPassageId(fact.text)]))
  return text.split('\n').map((line, at) => {
    if (line === '') return ''
    if (sectionNotices.includes(line)) return noticeKey + sectionNotices.indexOf(line)
    const id = ids.get(at)
    return id !== undefined && isKnown(id) ? id : hash('line', line, 12)
  })
}

/** Whether a line of a document has content: headings and blank lines do not. */
function isItem(line: string): boolean {
  return line.trim() !== '' && !line.trimStart().startsWith('#') && !sectionNotices.includes(line)
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}

const ignorePath = `${receiptsDirectory}/.gitignore`
const name = /^receipts\/(\d{4}-\d{2}-\d{2})-(\d{4,})\.jsonl$/
const dayMs = 86_400_000
/** Maximum share of one file, so that removing the oldest loses little. */
const fileShare = 0.1

/** JSON Lines, a new file each day and when one is full. Touches no disk until it is used. Write inside the lock. */
export function createReceiptFiles({ storage, clock }: Setting, options: Required<ReceiptsOptions>) {
  const { files } = storage
  let isIgnored = false

  /** Appends lines, and removes receipts that are too old or too many. */
  async function append(lines: readonly string[]): Promise<void> {
    if (!isIgnored && !(await files.stat(ignorePath))) await files.write(ignorePath, '*\n')
    isIgnored = true
    const today = isoTime(clock()).slice(0, 10)
    const entries = await files.list(receiptsDirectory)
    const last = entries.findLast(({ path }) => name.exec(path)?.[1] === today)
    const number = Number(name.exec(last?.path ?? '')?.[2] ?? 1)
    const isFull = last !== undefined && last.size >= options.maxBytes * fileShare
    const path = `${receiptsDirectory}/${today}-${String(isFull ? number + 1 : number).padStart(4, '0')}.jsonl`
    await files.append(path, lines.map((line) => `${line}\n`).join(''), { isDurable: false })
    await removeOldest()
  }

  async function removeOldest(): Promise<void> {
    const entries = (await files.list(receiptsDirectory)).filter(({ path }) => name.test(path))
    const oldest = isoTime(clock() - options.days * dayMs).slice(0, 10)
    let bytes = entries.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of entries) {
      if ((name.exec(path)?.[1] ?? '') >= oldest && bytes <= options.maxBytes) continue
      await files.remove(path)
      bytes -= size
    }
  }

  return {
    append,
    /** Newest first; unreadable lines are skipped. */
    async *newestFirst(): AsyncGenerator<StoredReceipt> {
      for (const path of (await receiptPaths(files)).toReversed())
        for (const line of linesOf((await files.read(path))?.text ?? '').toReversed()) {
          const receipt = parseReceipt(line)
          if (receipt) yield receipt
        }
    },
    /** Replaces receipts; removes those without a replacement, and unreadable lines. Returns the changed paths. */
    async rewrite(edit: (receipt: StoredReceipt, line: string) => StoredReceipt | undefined): Promise<string[]> {
      const changed: string[] = []
      for (const path of await receiptPaths(files)) {
        const text = (await files.read(path))?.text ?? ''
        const kept = linesOf(text).flatMap((line) => {
          const receipt = parseReceipt(line)
          const after = receipt && edit(receipt, line)
          return after === undefined ? [] : [after === receipt ? line : JSON.stringify(after)]
        })
        const next = kept.map((line) => `${line}\n`).join('')
        if (next === text) continue
        if (next === '') await files.remove(path)
        else await files.write(path, next)
        changed.push(path)
      }
      return changed
    },
  }
}

export async function receiptPaths(files: FileStore): Promise<string[]> {
  return (await files.list(receiptsDirectory)).map(({ path }) => path).filter((path) => name.test(path))
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
