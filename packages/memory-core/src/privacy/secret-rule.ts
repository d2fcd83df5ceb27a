import type { FoundValue, ReadValue } from './read-value.ts'

/** A match of a rule. */
export interface SecretMatch {
  /** The name of the rule. */
  rule: string
  /** The text to be replaced. It is the secret itself: keep it out of logs. */
  secret: string
  /** The whole text. */
  text: string
  /** Where `secret` begins in `text`. */
  index: number
}

/** A rule that recognises secrets. */
export interface SecretRule {
  /** The name in the marker `[redacted: name]`. Lower-case letters, digits and hyphens. */
  name: string
  /**
   * Matches the secret. With a group named `secret`, only that is replaced. It is applied to every stored text:
   * unbounded backtracking makes hostile messages expensive.
   */
  pattern: RegExp
  /** Whether a match is a secret: checksums, decoding, placeholders. @default every match is */
  isSecret?: (match: SecretMatch) => boolean
}

/** A match of a built-in rule. */
export interface KnownMatch extends SecretMatch {
  /** How the value was written, if the rule has `read`. */
  form?: FoundValue['form'] | undefined
}

/**
 * A built-in rule. Its pattern is tried only at its starts and must match there; a part of the secret before the start is a
 * group named `before` in a lookbehind.
 */
export interface KnownRule extends Omit<SecretRule, 'isSecret'> {
  /** The texts with which matches begin; one pass finds them for all rules. */
  starts: readonly RuleStart[]
  /** Reads the secret behind the name that the pattern matches. @default the match is the secret */
  read?: ReadValue
  isSecret?: (match: KnownMatch) => boolean
}

/** A text, or two characters with alternatives each. At least two characters; pairs are ASCII. */
export type RuleStart = ({ text: string; isAnyCase?: boolean } | { first: string; second: string }) & {
  /** ASCII characters that exclude a start after them. @default none */
  notAfter?: string
}

/** For {@link RuleStart.notAfter}. */
export const digits = '0123456789'
/** For {@link RuleStart.notAfter}. */
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** For {@link RuleStart.notAfter}: the characters of tokens. */
export const ofTokens: string = `${letters}${digits}_-`

/**
 * The pattern of a beginning that is not within a word of such characters. An encoded character of a URL (`%3D`) and
 * underscores for emphasis are not part of the word behind them.
 */
export function startOf(characters: string): string {
  return `(?<![${characters}](?<!%[0-9A-F]{2}|(?<![${characters}])_{1,3}))`
}

/** The pattern of the beginning of a token. */
export const tokenStart: string = startOf('A-Za-z0-9_-')
/** The pattern of the end of a token, which underscores for emphasis may follow. */
export const tokenEnd = '(?!_{0,3}[A-Za-z0-9-])'

/** Any of these texts, exactly. */
export function exactly(...texts: readonly string[]): RuleStart[] {
  return texts.map((text) => ({ text }))
}

/** Any of these texts, in any case. */
export function anyOf(...texts: readonly string[]): RuleStart[] {
  return texts.map((text) => ({ text, isAnyCase: true }))
}
