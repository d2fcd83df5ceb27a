import type { LineForm } from '../context/page.ts'
import type { StableDocument } from '../context/stable-part.ts'
import type { Layer } from '../storage/passages.ts'

/** Raised when lines are printed in another way: what was told before cannot be made again byte for byte. */
export const formVersion = 1

/** Letters for layers and documents. */
const layerCodes: Readonly<Record<Layer, string>> = {
  facts: 'f',
  records: 'r',
  knowledge: 'k',
  notes: 'n',
  history: 'h',
  sessions: 's',
}
const documentCodes: Readonly<Record<StableDocument, string>> = { facts: 'f', knowledge: 'k', notes: 'n', summary: 's' }
const kindCodes: Readonly<Record<LineForm['kind'], string>> = { record: 'r', passage: 'p', message: 'm' }

/**
 * A line of the volatile part: kind and layer, id ("" when it was forgotten), start and end of what was told of the text,
 * score, tokens, reason; then how it was printed: 1 for a record newer than the facts, 1 or 2 for the standing of a passage,
 * which topics of a listing it has, and which part of a longer text it is from.
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
/** What was left out: layer, id, score, reason. */
export type DroppedItem = [string, string, number, string]
/** A document: its letter, 1 when it is whole, then a key and the tokens of each line. */
export type StoredSection = [string, 0 | 1, ...(string | number)[]]

/** A receipt as its line in a file. */
export interface StoredReceipt {
  v: 1
  id: string
  at: string
  /** Salted hashes of session and question, and the id of the message that is the question. */
  s?: string
  q?: string
  t?: string
  /** The form's version. */
  f: number
  /** Tokens of the stable part, of the volatile part, the budget; milliseconds; the most characters of a passage. */
  n: [number, number, number, number, number]
  /** Salted hashes of the two texts. */
  h: [string, string]
  /** Why it was degraded. */
  g?: string
  d: StoredSection[]
  i: ToldItem[]
  x: DroppedItem[]
  /** How many more were left out. */
  y?: number
}

/** The key of a line that says that others are missing. */
export const noticeKey = '~'
/** The key of a line that was forgotten. */
export const forgottenKey = '-'

export function codeOfLayer(layer: Layer): string {
  return layerCodes[layer]
}

export function layerOfCode(code: string): Layer {
  return keyOf(layerCodes, code) ?? 'sessions'
}

export function codeOfDocument(document: StableDocument): string {
  return documentCodes[document]
}

export function documentOfCode(code: string): StableDocument {
  return keyOf(documentCodes, code) ?? 'summary'
}

export function codeOfKind(kind: LineForm['kind']): string {
  return kindCodes[kind]
}

export function kindOfCode(code: string): LineForm['kind'] {
  return keyOf(kindCodes, code) ?? 'message'
}

function keyOf<Name extends string>(table: Readonly<Record<Name, string>>, code: string): Name | undefined {
  for (const name in table) if (table[name] === code) return name
  return undefined
}

/** A line of a file as a receipt; undefined for one that is torn or damaged, or of a newer Daybook. */
export function parseReceipt(line: string): StoredReceipt | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isReceipt(value) ? value : undefined
  } catch {
    return undefined // a crash tore it
  }
}

const lists = ['n', 'h', 'd', 'i', 'x'] as const

function isReceipt(value: unknown): value is StoredReceipt {
  if (typeof value !== 'object' || value === null) return false
  const fields: { [Field in keyof StoredReceipt]?: unknown } = value
  if (fields.v !== 1 || typeof fields.id !== 'string' || typeof fields.at !== 'string') return false
  return lists.every((name) => Array.isArray(fields[name])) && [fields.d, fields.i, fields.x].every(areRows)
}

function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && typeof row[0] === 'string')
}
