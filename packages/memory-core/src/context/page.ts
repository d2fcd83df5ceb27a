import type { CountTokens } from '../text/count-tokens.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import type { ContextPart } from './stable-part.ts'

/** A statement shorter than this ("yes, please") means something else each time. */
export const shortest = 16

/** One line that may stand in a context block. */
export interface ContextLine {
  line: string
  item: ContextItem
  /** The statement that it makes. */
  key: string
  /** Of a history entry that lists how messages begin: those beginnings. */
  topics?: readonly string[]
}

/** What the context says so far, and what room there is for more. */
export interface Page {
  part: ContextPart
  left: number
  /** Whether a statement stands there: as a whole, or as a part when it is long enough to mean the same everywhere. */
  says(line: ContextLine): boolean
  add(key: string, line?: string): void
  cost: CountTokens
}

/** What stands there before the page begins. */
export interface PageStart {
  /** Statements that are not made again: the facts of the stable part, and last the question. */
  said: readonly string[]
  /** The stable part: what is contained in it is not said again either. */
  stable: string
}

/** A page with room for `left` tokens. */
export function createPage({ said, stable }: PageStart, left: number, countTokens: CountTokens): Page {
  const wholes = new Set([...said, ...stable.split('\n')].map(statementKey))
  const text = [stable, ...said.slice(-1)].map((part) => ` ${bareWords(part)} `)
  const isPart = (words: string): boolean => text.some((part) => part.includes(words))
  const saysKey = (key: string): boolean => wholes.has(key) || (key.length >= shortest && isPart(` ${key} `))
  const begins = (topic: string): boolean => saysKey(topic) || (topic.length >= shortest && isPart(` ${topic}`))
  return {
    part: { text: '', tokens: 0, items: [], dropped: [] },
    left,
    says: ({ key, topics }) => saysKey(key) || topics?.every(begins) === true,
    add(key, line) {
      wholes.add(key)
      if (line !== undefined) text.push(` ${bareWords(line)} `)
    },
    cost: (line) => countTokens(line) + 1,
  }
}
