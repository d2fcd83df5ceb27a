import { bareWords } from '../text/comparison.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ContextBlock, ContextItem, ContextRequest } from './context-block.ts'
import type { TextRange } from './quote.ts'
import type { ContextPart, StableText } from './stable-part.ts'

/** A shorter statement ("yes, please") means something else each time. */
export const shortest = 16

/** How a line is printed from its source: the same source and form print the same line again. */
export type LineForm =
  | { kind: 'record'; isNewer: boolean }
  | {
      kind: 'passage'
      /** The quoted part of the passage. */
      range: TextRange
      standing?: LineStanding
      /** The position of the passage in a longer text. */
      passage?: TextRange
    }
  | { kind: 'message'; isWhole: boolean }

/** The remark on a passage's line about its truth. */
export type LineStanding = 'in part no longer true' | 'contradicted by another statement'

/** A line that a context block may contain. */
export interface ContextLine {
  line: string
  /** The heading that the line stands under, together with others. */
  heading?: string
  /** The line as it is printed if no other has its heading. */
  alone?: string
  item: ContextItem
  /** The normalised statement that it makes. */
  key: string
  /** The same without an opening such as "Actually, no, …". */
  bare?: string
  /** The key of the quoted part, where only a part is quoted. */
  part?: string
  /** Makes the line with the whole passage, where only a part is quoted. */
  whole?(): ContextLine
  /** Its tokens with the line break, once it is taken. */
  cost?: number
  /** How it is printed, for the receipt. */
  form: LineForm
}

/** The contents of the context so far, and the tokens left for more. */
export type Page = ReturnType<typeof createPage>

/** The contents of the context before the volatile part. */
export interface PageStart {
  /** The keys of statements that are not repeated: the facts and lines of the stable part, and the question. */
  said: Iterable<string>
  /** The texts that contain them, and what the host sends; statements long enough are not repeated from these either. */
  seen: readonly string[]
}

export function createPage({ said, seen }: PageStart, left: number, countTokens: CountTokens) {
  const wholes = new Set(said)
  // By each of their words: a key is searched only in the texts that have its first and its last one.
  const texts = new Map<string, string[]>()
  const say = (said: string): void => {
    const text = ` ${said} `
    // Each word once: to ask whether the last text is this one would compare two long equal texts for each word.
    for (const word of new Set(said.split(' '))) {
      const known = texts.get(word)
      if (known) known.push(text)
      else texts.set(word, [text])
    }
  }
  for (const shown of seen) say(bareWords(shown))
  const saysKey = (key: string): boolean => wholes.has(key) || (key.length >= shortest && saysWithin(key))
  const saysWithin = (key: string): boolean => {
    const [first, last] = [texts.get(key.split(' ', 1)[0] ?? ''), texts.get(key.slice(key.lastIndexOf(' ') + 1))]
    const within = first && last && (first.length < last.length ? first : last)
    return within?.some((text) => text.length > key.length && text.includes(` ${key} `)) === true
  }
  const part: ContextPart = { text: '', tokens: 0, items: [], dropped: [] }
  return {
    part,
    left,
    /**
     * Whether the context says the line already: as a whole, or, if it is long enough to be unambiguous, as a part of
     * another line.
     */
    says: ({ key, bare = '', part = '' }: ContextLine): boolean =>
      saysKey(key) || (bare !== '' && wholes.has(bare)) || (part !== '' && saysKey(part)),
    /** Adds a key as a whole, and what the page says in `words`. */
    add(key: string, words: string): void {
      wholes.add(key)
      say(words)
    },
    cost: (line: string): number => countTokens(`${line}\n`),
  }
}

/** A context as it was built, for its receipt. Do not modify its contents. */
export interface ToldContext {
  request: ContextRequest
  /** The question. */
  query: string
  /** The id of the message that is the question, if it is one. */
  asked: string | undefined
  block: Pick<ContextBlock, 'stable' | 'volatile' | 'tokens' | 'degraded' | 'dropped'>
  stable: StableText
  /** The lines of the volatile part, in their order. */
  lines: readonly ContextLine[]
  budget: number
  /** The time that building took, in milliseconds. */
  ms: number
}
