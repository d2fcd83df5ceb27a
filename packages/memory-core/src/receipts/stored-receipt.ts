import { isoTime } from '../clock.ts'
import type { LineForm, LineStanding } from '../context/page.ts'
import type { StableDocument } from '../context/stable-part.ts'
import { parsedJson } from '../json.ts'
import type { FileStore } from '../storage/files.ts'
import type { Layer } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import { receiptsDirectory } from '../upkeep/places.ts'
import type { ResolvedReceiptsOptions } from './receipt.ts'

/** Increased when lines are printed differently: earlier contexts can then no longer be reconstructed byte for byte. */
export const formVersion = 1

/** Letters for layers, documents, and kinds of lines. */
export const layerCodes: Readonly<Record<Layer, string>> = {
  facts: 'f',
  records: 'r',
  knowledge: 'k',
  notes: 'n',
  history: 'h',
  sessions: 's',
}
export const documentCodes: Readonly<Record<StableDocument, string>> = {
  facts: 'f',
  knowledge: 'k',
  notes: 'n',
  summary: 's',
}
export const kindCodes: Readonly<Record<LineForm['kind'], string>> = { record: 'r', passage: 'p', message: 'm' }

export function nameOfCode<Name extends string>(table: Readonly<Record<Name, string>>, code: string): Name | undefined {
  for (const name in table) if (table[name] === code) return name
  return undefined
}

/** The states of a passage, stored by their position. */
export const standings: readonly (LineStanding | undefined)[] = [
  undefined,
  'in part no longer true',
  'contradicted by another statement',
]
/** Added to the state of a passage that is quoted at half the length. */
export const asideMark = 4

/**
 * A line of the volatile part: kind and layer, id ("" if forgotten), start and end of the part of the text, score,
 * tokens, reason; then how it was printed: 1 for a record newer than the facts, 1 or 2 for the state of a passage, the
 * topics of a listing, the part of a longer text.
 */
export type ToldItem = [
  string,
  string,
  number,
  number,
  number,
  number,
  string,
  number?,
  (readonly number[] | 0)?,
  (readonly [number, number])?,
]
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
  /** Tokens of the stable part, of the volatile part, the budget; milliseconds; maximum characters of a passage. */
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
  if (typeof value !== 'object' || value === null) return false
  const fields: { [Field in keyof StoredReceipt]?: unknown } = value
  if (fields.v !== 1 || typeof fields.id !== 'string' || typeof fields.at !== 'string') return false
  return [fields.n, fields.h].every(Array.isArray) && [fields.d, fields.i, fields.x].every(areRows)
}

function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && typeof row[0] === 'string')
}

const ignorePath = `${receiptsDirectory}/.gitignore`
const name = /^receipts\/(\d{4}-\d{2}-\d{2})-(\d{4,})\.jsonl$/
const dayMs = 86_400_000
/** Maximum share of one file, so that removing the oldest loses little. */
const fileShare = 0.1

/** JSON Lines, a new file each day and when one is full. Touches no disk until it is used. Write inside the lock. */
export function createReceiptFiles({ storage, clock }: Setting, options: ResolvedReceiptsOptions) {
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
