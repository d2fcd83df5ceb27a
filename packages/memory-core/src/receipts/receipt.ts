import type { Layer } from '../storage/passages.ts'

/** One context that a model got, without its items. */
export interface ReceiptSummary {
  id: string
  /** ISO time. */
  at: string
  /** The key of the conversation, as long as it is stored. */
  session?: string
  /** The id in `recall` of the message that it was built for, as long as that is stored. */
  turn?: string
  /** Tokens of both parts, and the budget. */
  tokens: number
  budget: number
  /** Number of lines, and of those left out. */
  items: number
  dropped: number
  /** Whether no document of the stable part was cut. */
  isWhole: boolean
  /** Milliseconds to build it. */
  ms: number
  /** `indexing` if the search index was not complete. */
  degraded?: string
}

/** An item that a context contained or left out, with the text that is stored now. */
export interface ReceiptItem {
  layer: Layer | 'summary'
  /** The id in `recall`; absent for lines of documents without one, and for forgotten items. */
  id?: string
  /** `same`: unchanged since · `changed`: has another text now · `forgotten`: is not stored any more. */
  state: 'same' | 'changed' | 'forgotten'
  /** The text that is stored now; of a changed item the new text. */
  text?: string
  /** The part of the text that the context contained, in UTF-16 code units, if not all. */
  range?: { start: number; end: number }
  score: number
  /** Tokens of its line; 0 if it was left out. */
  tokens: number
  /** Why it was included, or left out. */
  reason: string
}

/** A line of a context. */
export interface ReceiptLine {
  /** The original text; if its source has changed, the text that it would give now; "" if the source is gone. */
  text: string
  /** The index of its item; absent for lines of Daybook's own, such as titles. */
  item?: number
}

/** One half of a context, reconstructed from what is stored now. */
export interface ReceiptPart {
  text: string
  /** Whether the text equals what the model got, byte for byte. */
  isExact: boolean
  lines: ReceiptLine[]
}

/** A context that a model got, with its items. */
export interface Receipt extends Omit<ReceiptSummary, 'items' | 'dropped'> {
  /** The question, as long as the message is stored. */
  question?: string
  stable: ReceiptPart
  volatile: ReceiptPart
  items: ReceiptItem[]
  dropped: ReceiptItem[]
}

/** Which receipts to list. */
export interface ReceiptFilter {
  /** Only those of this conversation. */
  session?: string | undefined
  /** @default 50 */
  limit?: number | undefined
  /** Only those older than this one. */
  before?: string | undefined
}

/**
 * The contexts that models got, and why. A receipt contains ids, hashes and numbers and no text: texts are looked up on
 * demand. It is written a moment after the call; `flush` writes pending ones.
 */
export interface Receipts {
  /** Newest first. Reads the receipts' files from the newest on. */
  list(filter?: ReceiptFilter): Promise<ReceiptSummary[]>
  /** The receipt with this id, or the newest, with texts as they are stored now. */
  get(id?: string): Promise<Receipt | undefined>
}

/** How long receipts are kept. */
export interface ReceiptsOptions {
  /** Days after which a receipt is removed. @default 30 */
  days?: number
  /** Maximum bytes of all receipts; the oldest are removed first. @default 10,000,000 */
  maxBytes?: number
}

export const receiptsDefaults: Required<ReceiptsOptions> = { days: 30, maxBytes: 10_000_000 }

/** Reasons stored as one letter. */
const known: Readonly<Record<string, string>> = {
  m: 'recent message that the host does not send',
  n: 'newer than what the facts say',
  c: 'contradicts what the facts say',
  s: 'the context says it already',
  b: 'the budget is used up',
  o: 'the budget is used up; what is older is not told either',
  x: 'something newer took its place',
  p: 'a person removed it',
  l: 'MEMORY.md is longer than its share of the budget',
  k: 'there is more of it than its share of the budget',
  d: 'another record says the same',
  t: 'the budget is too small for the facts',
}
const codes = new Map(Object.entries(known).map(([code, reason]) => [reason, code]))
const recalled = 'r'
/** Beginnings of reasons stored in words. */
const inWords = '='
const mostBytes = 80

/** A scope is a text of the memory, so it is left out. */
const scoped = /\b(always for|scoped to) .*?(?=, (?:and fits|score|not tried|worked)|$)/s

/** Encodes a reason without any word of the memory. */
export function codeOfReason(reason: string): string {
  const code = codes.get(reason)
  if (code !== undefined) return code
  if (reason.startsWith('recalled from ')) return recalled
  const said = reason.replace(scoped, '$1 some files').replaceAll(/[^\x20-\x7e]/g, '?')
  return inWords + said.slice(0, mostBytes - inWords.length)
}

export function reasonOfCode(code: string, { layer, score }: { layer: string; score: number }): string {
  if (code.startsWith(inWords)) return code.slice(inWords.length)
  return code === recalled ? `recalled from ${layer}, score ${score.toFixed(2)}` : (known[code] ?? code)
}
