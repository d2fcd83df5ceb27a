import { MemoryError, shown } from '../errors.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import { tokenize } from '../text/analyse.ts'
import { createJaccardIndex, isSimilar } from '../text/comparison.ts'
import { cached } from '../text/plain-text.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from './markdown.ts'

/**
 * Removes facts that repeat an earlier one: they share enough words (Jaccard on `tokenize`), and do not differ in
 * meaning (`saysOtherwise`). Only whole lines are removed; headings, blank lines, indentation, code, tables and prose
 * stay unchanged. A fact is a bullet, or a line of text outside wrapped prose. Facts are compared only in the same
 * place: under headings that are equal except for their date, and below the same parent bullets. A bullet with lines
 * below it is never removed. Idempotent.
 * @throws MemoryError `bad-input` if the threshold is not above 0 and at most 1
 */
export function compactFacts(markdown: string, threshold = 0.7): { text: string; removed: number } {
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1))
    throw new MemoryError('bad-input', `threshold is ${shown(threshold)}, expected a number above 0 and at most 1`)
  let text = markdown
  let removed = 0
  // A bullet that lost its last nested bullet may itself be a repetition.
  for (;;) {
    const lines = markdownLines(text)
    const repeated = repetitions(candidates(lines), threshold)
    if (repeated.size === 0) return { text, removed }
    removed += repeated.size
    const kept = lines.filter((_, index) => !repeated.has(index))
    text = kept.map(({ raw }) => raw).join('')
  }
}

interface Candidate {
  line: number
  /** The number of its place in the document; see {@link compactFacts}. */
  place: number
  tokens: ReadonlySet<string>
  statement: PreparedStatement
  removable: boolean
}

function repetitions(facts: readonly Candidate[], threshold: number): Set<number> {
  const repeated = new Set<number>()
  // Only facts of one place with the same names, numbers and negations can be repetitions.
  for (const group of Map.groupBy(facts, ({ place, statement }) => `${place}\n${statement.decisive}`).values()) {
    const words = group.map(({ tokens }) => tokens)
    const index = createJaccardIndex(words, threshold)
    for (const [number, fact] of group.entries()) {
      const isRepeated = index.candidates(fact.tokens).some((other) => {
        const earlier = group[other]
        if (!earlier || !isSimilar(earlier.tokens, fact.tokens, threshold)) return false
        return !saysOtherwise(earlier.statement, fact.statement)
      })
      if (isRepeated && fact.removable) repeated.add(fact.line)
      else index.add(number, fact.tokens)
    }
  }
  return repeated
}

function candidates(lines: readonly MarkdownLine[]): Candidate[] {
  const prose = proseLines(lines)
  const found: Candidate[] = []
  const within = createPlaces()
  let headings: { depth: number; place: number }[] = []
  let parents: { indent: number; place: number }[] = []
  for (const [line, { kind, body, raw, indent }] of lines.entries()) {
    if (kind === 'heading') {
      const depth = raw.trim().match(/^#+/)?.[0].length ?? 1
      headings = headings.filter((heading) => heading.depth < depth)
      // Without its date, so that sections such as "Consolidated 2024-02-28" are one place.
      const name = body.replace(/\d{4}-\d{2}(?:-\d{2})?/g, '').trim()
      headings.push({ depth, place: within(headings.at(-1)?.place, `# ${name.toLowerCase()}`) })
      parents = []
    }
    if (kind !== 'bullet' && (kind !== 'text' || prose.has(line))) continue
    parents = parents.filter((parent) => parent.indent < indent)
    const place = (parents.at(-1) ?? headings.at(-1))?.place ?? 0
    const removable = kind === 'text' || !hasLinesBelow(lines, line)
    // "[x]" is a checkbox, not a category.
    const text = body.replace(/^\[[^[\]]{2,}\][ \t]/, '')
    found.push({ line, place, tokens: new Set(tokenize(body)), statement: prepareStatement(text), removable })
    if (kind === 'bullet') parents.push({ indent, place: within(place, `- ${body}`) })
  }
  return found
}

/** Numbers places by name and outer place, so that a long name is stored once. */
function createPlaces(): (outer: number | undefined, name: string) => number {
  let places = 0
  const placeOf = cached((_key) => ++places)
  return (outer = 0, name) => placeOf(`${outer} ${name}`)
}

/** Lines of wrapped paragraphs: a line begins in lower case, or the one before is long and does not end a sentence. */
function proseLines(lines: readonly MarkdownLine[]): Set<number> {
  const prose = new Set<number>()
  let paragraph: number[] = []
  for (let at = 0; at <= lines.length; at++) {
    if (lines[at]?.kind === 'text') paragraph.push(at)
    else {
      if (isWrapped(paragraph.map((line) => lines[line]?.body ?? ''))) for (const line of paragraph) prose.add(line)
      paragraph = []
    }
  }
  return prose
}

function isWrapped(paragraph: readonly string[]): boolean {
  return paragraph.some((body, index) => {
    const before = paragraph[index - 1]
    return before !== undefined && (/^\p{Ll}/u.test(body) || (before.length >= 60 && !/[.!?:;。！？]$/.test(before)))
  })
}
