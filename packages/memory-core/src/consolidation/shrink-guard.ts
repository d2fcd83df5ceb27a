import { parseFacts } from '../documents/fact.ts'

/** What became of a model's rewrite of MEMORY.md. */
export type RewriteVerdict = { accepted: true } | { accepted: false; reason: string; newLines: string[] }

/** A rewrite may be this many times the byte limit, or twice the old text, before it is taken for garbage. */
const maxGrowth = 8
/** No honest consolidation finds more at once, nor a fact so long. */
const mostNewLines = 200
const longestLine = 4_000

/**
 * Whether a rewrite of MEMORY.md may replace it. Refused: an empty one where there were facts, one that keeps less than
 * `minKept` of the facts without having been asked to compress, one that is no memory but a flood. A refusal names the
 * lines that the rewrite would have added, so that they can be appended instead; of a flood, none.
 */
export function judgeRewrite(
  before: string,
  after: string,
  options: { minKept: number; compressing: boolean; bytes: number },
): RewriteVerdict {
  const old = lineSet(before)
  const added = [...lineSet(after)].filter((line) => !old.has(line))
  const refuse = (reason: string, newLines = added): RewriteVerdict => ({ accepted: false, reason, newLines })
  if (after.length > Math.max(options.bytes * maxGrowth, before.length * 2))
    return refuse(`${after.length} characters are more than a memory may hold`, [])
  if (old.size === 0) return { accepted: true }
  if (added.length > mostNewLines) return refuse(`it adds ${added.length} lines at once, more than ${mostNewLines}`, [])
  const longest = longestOf(added)
  if (longest > Math.max(longestLine, longestOf(old) * 2))
    return refuse(`it adds a line of ${longest} characters, more than ${longestLine}`, [])
  if (after.trim() === '') return refuse('it is empty')
  const kept = keptShare(before, after)
  const least = options.compressing ? Math.min(options.minKept, 0.2) : options.minKept
  if (kept < least)
    return refuse(`it keeps ${Math.round(kept * 100)} % of the facts, at least ${least * 100} % were expected`)
  return { accepted: true }
}

/** The share of the old facts that stand in the new text, by their words: a reworded fact that keeps most words is kept. */
function keptShare(before: string, after: string): number {
  const facts = parseFacts(before).map((fact) => fact.text)
  const lines = facts.length > 0 ? facts : [...lineSet(before)]
  if (lines.length === 0) return 1
  const words = new Set(wordsOf(after))
  const kept = lines.filter((line) => {
    const own = wordsOf(line)
    return own.length === 0 || own.filter((word) => words.has(word)).length / own.length >= 0.6
  })
  return kept.length / lines.length
}

function longestOf(lines: Iterable<string>): number {
  let longest = 0
  for (const line of lines) longest = Math.max(longest, line.length)
  return longest
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function lineSet(text: string): Set<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}
