import type { RecordPriority, RecordType } from '../../storage/records.ts'

/** The languages that capture reads. The first five have rules, all but English the forms of `of-oneself.ts`. */
export const captureLanguages = [
  'english',
  'german',
  'spanish',
  'chinese',
  'japanese',
  'french',
  'italian',
  'portuguese',
  'dutch',
] as const

/** One of {@link captureLanguages}. */
export type CaptureLanguage = (typeof captureLanguages)[number]

/** The worth of every match of a rule. Rules match little that should not be kept. */
export const ruleWorth = 0.8

/** What a rule finds: a constraint to obey, a correction, a wish, or something that the user asked to remember. */
export type CaptureFamily = 'constraint' | 'correction' | 'preference' | 'explicit'

/**
 * One row of a rule table. Patterns are tested on a statement with straight apostrophes, and with `¤` in place of code,
 * quotations and links. Each pattern is linear, or at worst quadratic in 1,000 characters.
 */
export interface CaptureRule {
  /** The name of the rule in results: `must`. */
  name: string
  family: CaptureFamily
  type: RecordType
  priority: RecordPriority
  /** One of them has to match. */
  patterns: readonly RegExp[]
  /** None of them may match anywhere in the statement. */
  unless?: readonly RegExp[]
  /** A lead-in that is cut off the remembered text if the rest stands alone: `actually, `. */
  lead?: RegExp
}

/** The rules of one language. */
export interface RulePack {
  language: CaptureLanguage
  /** Opening words without meaning: `ok, so`. */
  opening: RegExp
  /** Texts that state nothing about the user: questions without a mark, tasks about a text, error messages. */
  leftOut: readonly RegExp[]
  /** Words before a match that make it another person's statement, a hypothesis or an example. */
  before: readonly RegExp[]
  /** A request that looks like a question: `can you always …?` */
  request: RegExp
  /** "Remember that", at the beginning or the end of a statement. */
  remember: RegExp
  /** Texts after a request to remember that are not worth remembering: `remember when …`. */
  notRemembered: RegExp
  /** "Remember this" alone, which means the previous statement. */
  rememberBefore: RegExp
  /** "No" or "that's wrong" alone, with the correction in the next statement. */
  rejection: RegExp
  /** Texts that can be understood without a lead-in. */
  standsAlone: RegExp
  /** The most specific first; the first match decides. */
  rules: readonly CaptureRule[]
}
