import { readFileSync } from 'node:fs'

/** A message that was written for measuring, and the parts of it that are worth keeping. */
export interface LabelledMessage {
  set: string
  text: string
  keep: readonly string[]
  /** What the assistant said before it. */
  before?: string
  /** Whether a friend says it, and no assistant is asked. */
  isTalk?: boolean
  /** Messages kept apart are never fitted to. */
  half?: 'apart'
}

/** The messages of a file of JSON lines, or of lines that begin with `+` (keep it) or `-`. */
export function readMessages(file: string): LabelledMessage[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  if (file.endsWith('.jsonl')) return lines.map((line) => JSON.parse(line) as LabelledMessage)
  return lines.map((line) => ({
    set: 'fixture',
    text: line.slice(2),
    keep: line.startsWith('+') ? [line.slice(2)] : [],
  }))
}

/** The share of the words of one text that must stand in the other. */
const leastShared = 0.7

/** Whether most words of one of two texts stand in the other. */
export function isSaidIn(a: string, b: string): boolean {
  return Math.max(shared(a, b), shared(b, a)) >= leastShared
}

/** The share of the words of `a` that stand in `b`. */
export function shared(a: string, b: string): number {
  const there = new Set(wordsOf(b))
  const words = wordsOf(a)
  return words.filter((word) => there.has(word)).length / Math.max(1, words.length)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
