/** What became of a secret: replaced as a whole, in part, or kept. */
export type Outcome = 'whole' | 'part' | 'kept'

/** Compares a text with what is left of it. More than the secret may be gone; whether too much is, look-alikes tell. */
export function outcomeOf(text: string, secret: string, after: string): Outcome {
  if (after === text) return 'kept'
  const start = text.indexOf(secret)
  const mark = /\[redacted: [a-z0-9-]+\]/.exec(after)
  const [head, tail] = [after.slice(0, mark?.index), after.slice((mark?.index ?? 0) + (mark?.[0].length ?? 0))]
  if (mark && text.slice(0, start).startsWith(head) && text.slice(start + secret.length).endsWith(tail)) return 'whole'
  return after.includes(secret) ? 'kept' : 'part'
}
