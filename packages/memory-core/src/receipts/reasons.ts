/** Reasons that are written as one letter. */
const known: Readonly<Record<string, string>> = {
  m: 'recent message that the host does not send',
  n: 'newer than what the facts say',
  c: 'contradicts what the facts say',
  s: 'the context says it already',
  b: 'the budget is used up',
  o: 'the budget is used up; what is older is not told either',
  x: 'something newer took its place',
  p: 'a person removed it',
  l: 'MEMORY.md is longer than its share of the budget',
  k: 'there is more of it than its share of the budget',
  d: 'another record says the same',
  t: 'the budget is too small for the facts',
}
const codes = new Map(Object.entries(known).map(([code, reason]) => [reason, code]))
const recalled = 'r'
/** What begins a reason that is written in words. */
const inWords = '='
const mostBytes = 80

/** A scope is a text of the memory: its reason does without. */
const scoped = /\b(always for|scoped to) .*?(?=, (?:and fits|score|not tried|worked)|$)/s

/** A reason as it is written into a receipt, without a word of the memory. */
export function codeOfReason(reason: string): string {
  const code = codes.get(reason)
  if (code !== undefined) return code
  if (reason.startsWith('recalled from ')) return recalled
  const said = reason.replace(scoped, '$1 some files').replaceAll(/[^\x20-\x7e]/g, '?')
  return inWords + said.slice(0, mostBytes - inWords.length)
}

/** The reason that a code stands for. */
export function reasonOfCode(code: string, { layer, score }: { layer: string; score: number }): string {
  if (code.startsWith(inWords)) return code.slice(inWords.length)
  return code === recalled ? `recalled from ${layer}, score ${score.toFixed(2)}` : (known[code] ?? code)
}
