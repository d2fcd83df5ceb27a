/* What capture should find in the examples, and what it finds. */
import { readFileSync } from 'node:fs'
import { type Captured, captureFrom } from '../../src/statements/rules/read-by-rules.ts'

/** A message, and what should be captured from it: nothing where the list is empty. */
export interface Example {
  text: string
  expect: readonly { type: string; contains: string }[]
}

/** What was captured rightly and wrongly, and what was missed. */
export interface Comparison {
  right: Captured[]
  wrong: Captured[]
  missed: Example['expect']
}

/** Counts of comparisons. */
export interface Tally {
  right: number
  wrong: number
  missed: number
}

/** Reads a set of examples: those of each rule, or of each language. */
export function readExamples(name: 'tuning' | 'held-out' | 'languages' | 'pasted'): Map<string, Example[]> {
  const text = readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')
  const groups: Record<string, Example[]> = JSON.parse(text)
  return new Map(Object.entries(groups))
}

/** Captures from an example and compares with what is expected. */
export function compare({ text, expect }: Example): Comparison {
  const left = [...expect]
  const found = captureFrom(text)
  const right = found.filter((one) => {
    const at = left.findIndex(({ type, contains }) => type === one.type && has(one.text, contains))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return { right, wrong: found.filter((one) => !right.includes(one)), missed: left }
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** Counts over examples; with `type`, the records of that type only. */
export function tallyOf(examples: readonly Example[], type?: string): Tally {
  const isOf = (one: { type: string }): boolean => type === undefined || one.type === type
  const compared = examples.map(compare)
  const count = (of: (one: ReturnType<typeof compare>) => readonly { type: string }[]): number =>
    compared.reduce((sum: number, one) => sum + of(one).filter(isOf).length, 0)
  return { right: count((one) => one.right), wrong: count((one) => one.wrong), missed: count((one) => one.missed) }
}

/** The share of what was found that is right, and the share of what is right that was found. */
export function ratesOf({ right, wrong, missed }: Tally): { precision: number; recall: number } {
  return { precision: right / Math.max(1, right + wrong), recall: right / Math.max(1, right + missed) }
}
