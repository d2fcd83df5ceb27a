import type { RecordPriority, RecordType } from '../../storage/records.ts'

/** The languages that capture knows. */
export const captureLanguages = ['english', 'german', 'spanish', 'chinese', 'japanese'] as const

/** A language that capture knows. */
export type CaptureLanguage = (typeof captureLanguages)[number]

/** The worth of every match of the rule tables: they match little that should not be kept. */
export const ruleWorth = 0.8

/** What a statement is: a rule to keep, a correction, a wish, or something that the user asked to remember. */
export type CaptureFamily = 'constraint' | 'correction' | 'preference' | 'explicit'

/**
 * One row of a rule table. Patterns are tested on a statement in which code, quotations and links are blanked out by
 * `¤`, and typographic apostrophes are straight. All of them are linear, or quadratic in 1,000 characters at the worst.
 */
export interface CaptureRule {
  /** What the rule is called in results: `must`. */
  name: string
  family: CaptureFamily
  type: RecordType
  priority: RecordPriority
  /** One of them has to match. */
  patterns: readonly RegExp[]
  /** None of them may match, wherever in the statement. */
  unless?: readonly RegExp[]
  /** What stands in front and does not belong to what is remembered, where the rest stands alone: `actually, `. */
  lead?: RegExp
}

/** The rules of one language. */
export interface RulePack {
  language: CaptureLanguage
  /** Words that a statement opens with and that say nothing: `ok, so`. */
  opening: RegExp
  /** What is no statement of the user: questions without a mark, tasks about a text, error messages. */
  leftOut: readonly RegExp[]
  /** What makes a match another person's, hypothetical or an example, when it stands before the match. */
  before: readonly RegExp[]
  /** A request that looks like a question: `can you always …?` */
  request: RegExp
  /** "Remember that", at the beginning or the end of a statement. */
  remember: RegExp
  /** What is not worth to be remembered although one said so: `remember when …`. */
  notRemembered: RegExp
  /** "Remember this" alone: it is the statement before that is meant. */
  rememberBefore: RegExp
  /** "No" or "that's wrong" alone: the correction is the next statement. */
  rejection: RegExp
  /** What can be understood without a lead-in. */
  standsAlone: RegExp
  /** Most specific first: the first that matches takes the statement. */
  rules: readonly CaptureRule[]
}
