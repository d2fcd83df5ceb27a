/** What became of a secret: replaced as a whole, in part, or kept. */
export type Outcome = 'whole' | 'part' | 'kept'

/** Compares a text with what is left of it; more than the secret may be gone behind it, but nothing before it. */
export function outcomeOf(text: string, secret: string, after: string): Outcome {
  if (after === text) return 'kept'
  const start = text.indexOf(secret)
  const head = text.slice(0, start)
  const mark = /^\[redacted: [a-z0-9-]+\]/.exec(after.slice(head.length))
  if (!after.startsWith(head) || !mark) return after.includes(secret) ? 'kept' : 'part'
  return text.slice(start + secret.length).endsWith(after.slice(head.length + mark[0].length)) ? 'whole' : 'part'
}
