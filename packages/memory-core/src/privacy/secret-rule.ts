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

/** A rule of ours. */
export interface KnownRule extends SecretRule {
  /** A text without any of these is not looked through: they cost less than the pattern. @default looks always */
  probes?: readonly string[] | RegExp
  /** Whether it finds what has no long run of letters and digits in it: passwords. @default false */
  isShort?: boolean
}
