import type { Layer } from '../storage/passages.ts'

/** One context that was told to a model, without its items. */
export interface ReceiptSummary {
  id: string
  /** ISO time at which it was told. */
  at: string
  /** The key of the conversation, while it is stored. */
  session?: string
  /** The id of the message that it was told for, as `recall` gives it, while that is stored. */
  turn?: string
  /** Tokens of both parts together, and the most that there could be. */
  tokens: number
  budget: number
  /** How many lines it had, and how many were left out. */
  items: number
  dropped: number
  /** Whether no document of the stable part was cut. */
  isWhole: boolean
  /** How long it took to build, in milliseconds. */
  ms: number
  /** `indexing` when the search index was not complete. */
  degraded?: string
}

/** Something that a context told, or left out. Its text is what is stored now. */
export interface ReceiptItem {
  layer: Layer | 'summary'
  /** The id as `recall` gives it; absent for a line of a document that has none, and for what was forgotten. */
  id?: string
  /** `same`: stands there as it was told · `changed`: says something else now · `forgotten`: is not stored any more. */
  state: 'same' | 'changed' | 'forgotten'
  /** The text that is stored now; of a changed one the new text. */
  text?: string
  /** Which part of the text was told, in UTF-16 code units, where it was not all of it. */
  range?: { start: number; end: number }
  score: number
  /** Tokens of its line; 0 for what was left out. */
  tokens: number
  /** Why it stands there, or does not. */
  reason: string
}

/** A line of a context. */
export interface ReceiptLine {
  /** As it was told, or as it would be told now where its source was changed; "" where that is gone. */
  text: string
  /** Its place among the items; absent for lines of Daybook's own, such as titles. */
  item?: number
}

/** One half of a context, made again from what is stored now. */
export interface ReceiptPart {
  text: string
  /** Whether the text is, byte for byte, what was told. */
  isExact: boolean
  lines: ReceiptLine[]
}

/** A context that was told to a model, taken apart. */
export interface Receipt extends Omit<ReceiptSummary, 'items' | 'dropped'> {
  /** The question, while the message is stored. */
  question?: string
  stable: ReceiptPart
  volatile: ReceiptPart
  items: ReceiptItem[]
  dropped: ReceiptItem[]
}

/** Which receipts to list. */
export interface ReceiptFilter {
  /** Only those of this conversation. */
  session?: string
  /** @default 50 */
  limit?: number
  /** Only those that are older than this one. */
  before?: string
}

/**
 * What was told to models, and why. A receipt holds ids, hashes and numbers and no text: what it shows is looked up when it
 * is asked for. It is written a moment after the call; `flush` writes what waits.
 */
export interface Receipts {
  /** The newest first. Reads the receipts' files from the newest on. */
  list(filter?: ReceiptFilter): Promise<ReceiptSummary[]>
  /** The receipt of this id, with its texts as they are stored now; without an id the newest. */
  get(id?: string): Promise<Receipt | undefined>
}

/** How long receipts are kept. */
export interface ReceiptsOptions {
  /** Days after which a receipt is removed. @default 30 */
  days?: number
  /** Maximum bytes of all receipts together: the oldest are removed first. @default 10,000,000 */
  maxBytes?: number
}

/** {@link ReceiptsOptions} with every value decided. */
export type ResolvedReceiptsOptions = Readonly<Required<ReceiptsOptions>>

/** What holds where a caller says nothing. */
export const receiptsDefaults: ResolvedReceiptsOptions = { days: 30, maxBytes: 10_000_000 }

/** Reasons that are written as one letter. */
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
/** What begins a reason that is written in words. */
const inWords = '='
const mostBytes = 80

/** A scope is a text of the memory: its reason does without. */
const scoped = /\b(always for|scoped to) .*?(?=, (?:and fits|score|not tried|worked)|$)/s

/** A reason as it is written into a receipt, without a word of the memory. */
export function codeOfReason(reason: string): string {
  const code = codes.get(reason)
  if (code !== undefined) return code
  if (reason.startsWith('recalled from ')) return recalled
  const said = reason.replace(scoped, '$1 some files').replaceAll(/[^\x20-\x7e]/g, '?')
  return inWords + said.slice(0, mostBytes - inWords.length)
}

/** The reason that a code stands for. */
export function reasonOfCode(code: string, { layer, score }: { layer: string; score: number }): string {
  if (code.startsWith(inWords)) return code.slice(inWords.length)
  return code === recalled ? `recalled from ${layer}, score ${score.toFixed(2)}` : (known[code] ?? code)
}
