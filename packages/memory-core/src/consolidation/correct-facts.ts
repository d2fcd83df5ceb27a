import { parseFacts, printFact } from '../documents/fact.ts'
import { hasLinesBelow, markdownLines } from '../documents/markdown-lines.ts'
import { statementKey } from '../text/statement-key.ts'

/** A fact that does not hold any more, and the statement that took its place. */
export interface Correction {
  /** The fact's text, as it stands in MEMORY.md. */
  fact: string
  /** The newer statement, as it was said. */
  text: string
  /** The day on which it was said, or since when it holds. */
  day: string
  /** Who said it, among several speakers. */
  speaker?: string
  /** The fact says more, which still holds: its line stays, and the statement goes below it. */
  isPart?: true
}

/** Where corrections come from. */
export interface Corrections {
  /** Those that concern a text of MEMORY.md. */
  of(facts: string): Promise<readonly Correction[]>
  /** Says that a consolidation was told these: those whose facts are gone are not told again. */
  told(corrections: readonly Correction[]): Promise<void>
}

/** "Forget that …" takes a line away and says nothing itself. */
const forgetting = /^(?:please )?(?:forget|disregard|ignore|vergiss|olvida)\b/i

/**
 * Puts the newer statement, quoted with its day, in the place of each fact that it corrects; below one that says more,
 * unless it stands somewhere already. `moved` are the lines taken
 * out, word for word: they belong into the history entry. A bullet with lines of its own below it is left to people.
 */
export function correctFacts(facts: string, corrections: readonly Correction[]): { text: string; moved: string[] } {
  if (corrections.length === 0) return { text: facts, moved: [] }
  const byFact = new Map(corrections.map((correction) => [correction.fact, correction]))
  const lines = markdownLines(facts)
  const moved: string[] = []
  const known = parseFacts(facts)
  const said = new Set<string>()
  const stated = new Set(known.map((fact) => statementKey(fact.text)))
  for (const { line, text, category } of known) {
    const correction = byFact.get(text)
    const place = lines[line - 1]
    if (!correction || !place || hasLinesBelow(lines, line - 1)) continue
    const quoted = printFact({ ...(category === undefined ? {} : { category }), text: quoteOf(correction) })
    if (correction.isPart) {
      const key = statementKey(quoted)
      if (!stated.has(key)) place.raw = withBelow(place.raw, quoted)
      stated.add(key)
      continue
    }
    moved.push(place.raw.trimEnd())
    const isGone = forgetting.test(correction.text) || said.has(quoted)
    said.add(quoted)
    place.raw = isGone ? '' : `${quoted}${/\r?\n$/.exec(place.raw)?.[0] ?? ''}`
  }
  return { text: lines.map(({ raw }) => raw).join(''), moved }
}

function withBelow(raw: string, line: string): string {
  const end = /\r?\n$/.exec(raw)?.[0]
  return end === undefined ? `${raw}\n${line}` : `${raw}${line}${end}`
}

/** MEMORY.md without the facts that are corrected as a whole: a rewrite may drop them. */
export function withoutCorrected(facts: string, corrections: readonly Correction[]): string {
  const corrected = new Set(corrections.flatMap(({ fact, isPart }) => (isPart ? [] : [fact])))
  const gone = new Set(parseFacts(facts).flatMap(({ line, text }) => (corrected.has(text) ? [line] : [])))
  return markdownLines(facts)
    .filter((_, index) => !gone.has(index + 1))
    .map(({ raw }) => raw)
    .join('')
}

function quoteOf({ text, day, speaker }: Correction): string {
  return `"${text}" (${speaker === undefined ? '' : `${speaker.replaceAll(/[()\s]+/g, ' ').trim()}, `}${day})`
}

/** The corrections for a model's prompt, one line each. */
export function printCorrections(corrections: readonly Correction[]): string {
  return corrections
    .map(({ fact, text, day, isPart }) => {
      const rest = isPart ? '; what else the line says still holds' : ''
      return `- ${JSON.stringify(fact)} → ${JSON.stringify(text)} (${day})${rest}`
    })
    .join('\n')
}
