import type { ContextBlock, ContextRequest } from './context-block.ts'
import type { ContextLine } from './page.ts'
import type { StableText } from './stable-part.ts'

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
