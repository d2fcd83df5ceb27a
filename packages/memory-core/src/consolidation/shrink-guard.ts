import { markdownLines } from '../documents/markdown-lines.ts'
import { keptShare } from './kept-share.ts'

/** What became of a model's rewrite of MEMORY.md. */
export type RewriteVerdict = { accepted: true } | { accepted: false; reason: string; newLines: string[] }

/** A rewrite may be this many times the byte limit, or twice the old text, before it is taken for garbage. */
const maxGrowth = 8
/** Limits that no honest consolidation reaches: new lines at once, characters of a fact. */
const mostNewLines = 200
const longestLine = 4_000
/** The share of the lines that a rewrite must keep: a model that forgets most of the document is refused. */
const minKept = 0.5
/** Asked to compress, a model may merge and drop this much; the text before is kept as a version. */
const leastCompressed = 0.2

/**
 * Whether a rewrite of MEMORY.md may replace it. Refused: an empty one where there were facts, one that keeps less than
 * half of the lines and is not the shorter text that was asked for, one that is no memory but a flood. A refusal names the
 * lines that the rewrite would have added, so that they can be appended instead; of a flood, none. Linear.
 */
export function judgeRewrite(
  before: string,
  after: string,
  options: { compressing: boolean; bytes: number },
): RewriteVerdict {
  if (after.length > Math.max(options.bytes * maxGrowth, before.length * 2))
    return { accepted: false, reason: `${after.length} characters are more than a memory may hold`, newLines: [] }
  const flood = floodIn(before, after)
  if (flood !== undefined) return { accepted: false, reason: flood, newLines: [] }
  const old = statements(before)
  if (old.length === 0) return { accepted: true }
  const known = new Set(old)
  const newLines = [...new Set(statements(after))].filter((line) => !known.has(line))
  if (after.trim() === '') return { accepted: false, reason: 'it is empty', newLines }
  const kept = keptShare(old, after)
  // A rewrite that leaves things out to put others in their place has compressed nothing.
  const isCompressed = options.compressing && after.length < before.length
  const least = isCompressed ? leastCompressed : minKept
  if (kept >= least) return { accepted: true }
  const reason = `it keeps ${Math.round(kept * 100)} % of the facts, at least ${least * 100} % were expected`
  return { accepted: false, reason, newLines }
}

/**
 * Why a text that was `before` holds more than one consolidation may add; undefined when it does not. Every line counts
 * as often as it stands there, headings and repeated blank lines too.
 */
export function floodIn(before: string, after: string): string | undefined {
  const left = new Map<string, number>()
  let longestBefore = 0
  for (const line of countedLines(before)) {
    left.set(line, (left.get(line) ?? 0) + 1)
    longestBefore = Math.max(longestBefore, line.length)
  }
  let added = 0
  let longest = 0
  for (const line of countedLines(after)) {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    else {
      added += 1
      longest = Math.max(longest, line.length)
    }
  }
  if (added > mostNewLines) return `it adds ${added} lines at once, more than ${mostNewLines}`
  if (longest > Math.max(longestLine, longestBefore * 2))
    return `it adds a line of ${longest} characters, more than ${longestLine}`
  return undefined
}

/** A single blank line parts what stands around it; more of them are lines like others. */
function countedLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line, place) => line !== '' || (place > 0 && lines[place - 1] === ''))
}

/** The lines that say something: what people write between their bullets counts like a bullet, headings do not. */
function statements(text: string): string[] {
  return markdownLines(text).flatMap(({ kind, raw }) => {
    const line = raw.trim()
    return kind === 'heading' || line === '' ? [] : [line]
  })
}
