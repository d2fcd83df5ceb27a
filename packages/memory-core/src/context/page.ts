import type { CountTokens } from '../text/count-tokens.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import type { ListedTopic } from './history-listing.ts'
import type { TextRange } from './quote.ts'
import type { ContextPart } from './stable-part.ts'

/** A statement shorter than this ("yes, please") means something else each time. */
export const shortest = 16

/** From what, besides its source, a line is printed: the same form prints the same line again. */
export type LineForm =
  | { kind: 'record'; isNewer: boolean }
  | {
      kind: 'passage'
      /** Which part of the passage is quoted, and the most characters of it. */
      range: TextRange
      length: number
      standing?: LineStanding
      /** Which topics of a listing. */
      topics?: readonly number[]
      /** Where in a longer text the passage stands. */
      passage?: TextRange
    }
  | { kind: 'message' }

/** What the line of a passage says about its truth. */
export type LineStanding = 'in part no longer true' | 'contradicted by another statement'

/** One line that may stand in a context block. */
export interface ContextLine {
  line: string
  /** The line stands under this heading, together with the others that have it. */
  heading?: string
  /** The line as it stands where no other has its heading. */
  alone?: string
  item: ContextItem
  /** The statement that it makes. */
  key: string
  /** The same without what only opens it: "Actually, no, …". */
  bare?: string
  /** The same of what is quoted of it, where that is a part. */
  part?: string
  /** Of a history entry that lists how messages begin: those beginnings, and the same line with some of them only. */
  /** Its tokens with the line break, once it is taken. */
  cost?: number
  /** How it is printed, for the receipt. */
  form: LineForm
  listed?: {
    topics: readonly ListedTopic[]
    withOnly(topics: readonly ListedTopic[]): Pick<ContextLine, 'line' | 'form'>
  }
}

/** What the context says so far, and what room there is for more. */
export interface Page {
  part: ContextPart
  left: number
  /**
   * A line without what stands there: as a whole, or as a part when it is long enough to mean the same everywhere. Undefined
   * when nothing is left of it.
   */
  unsaid(line: ContextLine): ContextLine | undefined
  /** Says that a text does not hold any more: no listing tells it. */
  outdate(text: string): void
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
  const outdated: string[] = []
  const begins = (topic: string): boolean =>
    saysKey(topic) || (topic.length >= shortest && [...text, ...outdated].some((part) => part.includes(` ${topic}`)))
  return {
    part: { text: '', tokens: 0, items: [], dropped: [] },
    left,
    unsaid(one) {
      if (saysKey(one.key) || (one.bare && wholes.has(one.bare)) || (one.part && saysKey(one.part))) return undefined
      const { topics = [], withOnly } = one.listed ?? {}
      const left = topics.filter(({ words }) => !begins(words))
      if (left.length === topics.length) return one
      return withOnly && left.length > 0 ? { ...one, ...withOnly(left) } : undefined
    },
    outdate: (said) => void outdated.push(` ${bareWords(said)} `),
    add(key, line) {
      wholes.add(key)
      if (line !== undefined) text.push(` ${bareWords(line)} `)
    },
    cost: (line) => countTokens(line) + 1,
  }
}
