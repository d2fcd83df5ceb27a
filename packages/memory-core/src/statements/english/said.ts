import type { CanMatch } from '../../text/pattern-filter.ts'
import type { CaptureFamily } from '../rules/rule-table.ts'
import type { StatementKind } from '../statement.ts'
import type { OrderSpan } from './orders.ts'

/** A clause of a message, with everything that its score depends on. */
export interface Said {
  text: string
  /** `text` at the same length, with straight apostrophes, and `¤` in place of code, quotations and links. */
  masked: string
  /** The words of `masked` in lower case. */
  words: readonly string[]
  has: ReadonlySet<string>
  /** Whether a pattern of the features or the kinds can match. It rules out most patterns without trying them. */
  can: CanMatch
  /** The sentence that it is part of. */
  sentence: string
  /** The opening words of its sentence in lower case: `by the way`. Empty for all but the first clause. */
  opening: string
  /** The word that joins it to the previous clause: `since`. */
  opener: string
  isRequest: boolean
  /** Words about a feeling were cut off before it. */
  isMood: boolean
  /** The user asked to remember it. */
  isExplicit: boolean
  /** "Actually, no," or "Correction:" was cut off before it. */
  isCorrection: boolean
  /** It is only the phrase "my …" of a longer clause. */
  isPhrase: boolean
  /** The previous sentence was put before it, to explain its pronoun. */
  isJoined: boolean
  /** The whole sentence ends with a question mark. */
  isQuestion: boolean
  /** The length of its whole message in characters. */
  messageLength: number
  /** Another sentence of its message asks for something. */
  asksElsewhere: boolean
  kind: StatementKind
  /** Its kind in a wider sense, which includes what it only mentions. */
  topic: StatementKind
  order: OrderSpan | undefined
  /** The family of the rule that matches its sentence. */
  family: CaptureFamily | undefined
  /** The number of its names, numbers and products that the previous message lacks. */
  news: number
  /** The previous message ends with a question. */
  isAnswer: boolean
  /** The length of the previous message in characters; -1 without one. */
  before: number
}
