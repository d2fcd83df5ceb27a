import type { CanMatch } from '../../text/pattern-filter.ts'
import type { CaptureFamily } from '../rules/rule-table.ts'
import type { StatementKind } from '../statement.ts'
import type { OrderSpan } from './orders.ts'

/** A clause of a message with everything that its score looks at. */
export interface Said {
  text: string
  /** As long as `text`; code, quotations and links are blanked out by `¤`, apostrophes are straight. */
  masked: string
  /** The words of `masked` in lower case. */
  words: readonly string[]
  has: ReadonlySet<string>
  /** Whether a pattern of the features or the kinds can match: most need not be tried. */
  can: CanMatch
  /** The sentence that it stands in. */
  sentence: string
  /** The words that its sentence opens with, lower case: `by the way`. Empty for all but its first clause. */
  opening: string
  /** The word that joins it to the clause before: `since`. */
  opener: string
  isRequest: boolean
  /** A feeling was cut off before it. */
  isMood: boolean
  /** The user asked to remember it. */
  isExplicit: boolean
  /** "Actually, no," or "Correction:" was cut off before it. */
  isCorrection: boolean
  /** It is only "my …" out of a longer clause. */
  isPhrase: boolean
  /** The sentence before it was joined to it, for its pronoun. */
  isJoined: boolean
  /** The whole sentence ends with a question mark. */
  isQuestion: boolean
  /** Another sentence of its message asks. */
  asksElsewhere: boolean
  kind: StatementKind
  /** What it has to do with, which is wider. */
  topic: StatementKind
  order: OrderSpan | undefined
  /** What the tables of rules take it for. */
  family: CaptureFamily | undefined
  /** How many names, numbers and products it has that the message before lacks. */
  news: number
  /** The message before asks something. */
  isAnswer: boolean
  /** How many characters the message before has; -1 without one. */
  before: number
}
