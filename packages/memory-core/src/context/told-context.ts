import type { ContextBlock, ContextRequest } from './context-block.ts'
import type { ContextLine } from './page.ts'
import type { StableText } from './stable-part.ts'

/** A context as it was told, for its receipt. What is in it must not be changed. */
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
  /** How long it took to build, in milliseconds. */
  ms: number
}
