import type { FoundValue, ReadValue } from './read-value.ts'

/** One place in a text that a rule takes for a secret. */
export interface SecretMatch {
  /** The name of the rule. */
  rule: string
  /** What would be taken out. It is the secret itself: keep it out of logs. */
  secret: string
  /** The whole text. */
  text: string
  /** Where `secret` begins in `text`. */
  index: number
}

/** What a secret looks like. */
export interface SecretRule {
  /** What stands in its place: `[redacted: name]`. Small letters, digits and hyphens. */
  name: string
  /**
   * Finds it. With a group named `secret`, only that is taken out. It sees every text that is stored: one that
   * backtracks without bound makes a hostile message expensive.
   */
  pattern: RegExp
  /** Whether what the pattern found is one: checksums, decoding, placeholders. @default every match is */
  isSecret?: (match: SecretMatch) => boolean
}

/** What a rule of ours takes for a secret. */
export interface KnownMatch extends SecretMatch {
  /** How the value was written that a rule with `read` found. */
  form?: FoundValue['form'] | undefined
}

/**
 * A rule of ours. Its pattern is tried only where one of its starts stands, and has to fit from there on; what of the
 * secret stands before a start is a group named `before` in a lookbehind.
 */
export interface KnownRule extends Omit<SecretRule, 'isSecret'> {
  /** One pass over a text finds them for all rules. */
  starts: readonly RuleStart[]
  /** Reads the secret behind the name that the pattern finds. @default the pattern finds the secret itself */
  read?: ReadValue
  isSecret?: (match: KnownMatch) => boolean
}

/** A text, or two characters of which each is one of several. At least two characters; those of pairs are ASCII. */
export type RuleStart = ({ text: string; isAnyCase?: boolean } | { first: string; second: string }) & {
  /** Characters of ASCII that never stand before it. @default any may */
  notAfter?: string
}

/** For {@link RuleStart.notAfter}. */
export const digits = '0123456789'
/** For {@link RuleStart.notAfter}. */
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
