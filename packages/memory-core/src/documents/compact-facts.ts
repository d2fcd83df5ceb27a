import { MemoryError, shown } from '../errors.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import { createJaccardIndex, isSimilar } from '../text/jaccard.ts'
import { tokenize } from '../text/tokenize.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from './markdown-lines.ts'

/** A Markdown document without its repetitions, and how many lines that took out. */
interface CompactedFacts {
  text: string
  removed: number
}

/**
 * Takes out facts that repeat an earlier one: the share of words that both have reaches the threshold (Jaccard on
 * `tokenize`), and nothing in them says otherwise (`saysOtherwise`). Only whole lines go, everything else stays byte for
 * byte: headings, blank lines, indentation, code, tables, prose. A fact is a bullet, or a line of text that is no part
 * of wrapped prose. Two facts are compared only in the same place: under headings that are the same but for their date,
 * and below the same parent bullets; a bullet with lines below it is never removed. Compacting twice changes nothing.
 * @throws MemoryError `bad-input` when the threshold is not above 0 and at most 1
 */
export function compactFacts(markdown: string, threshold = 0.7): CompactedFacts {
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1))
    throw new MemoryError('bad-input', `threshold is ${shown(threshold)}, expected a number above 0 and at most 1`)
  let text = markdown
  let removed = 0
  // A bullet whose last nested bullet went may now be a repetition itself.
  for (;;) {
    const lines = markdownLines(text)
    const repeated = repetitions(candidates(lines), threshold)
    if (repeated.size === 0) return { text, removed }
    removed += repeated.size
    text = lines
      .filter((_, index) => !repeated.has(index))
      .map(({ raw }) => raw)
      .join('')
  }
}

interface Candidate {
  line: number
  /** Where it stands, as a number; see {@link compactFacts}. */
  place: number
  tokens: ReadonlySet<string>
  statement: PreparedStatement
  removable: boolean
}

function repetitions(facts: readonly Candidate[], threshold: number): Set<number> {
  const repeated = new Set<number>()
  for (const group of comparable(facts)) {
    const index = createJaccardIndex(
      group.map(({ tokens }) => tokens),
      threshold,
    )
    for (const [number, fact] of group.entries()) {
      const others = index.candidates(fact.tokens).map((other) => group[other])
      const isRepeated = others.some((earlier) => earlier !== undefined && repeats(fact, earlier, threshold))
      if (isRepeated && fact.removable) repeated.add(fact.line)
      else index.add(number, fact.tokens)
    }
  }
  return repeated
}

/** The facts of one place with the same names, numbers and negations: all others say something else anyway. */
function comparable(facts: readonly Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>()
  for (const fact of facts) {
    const key = `${fact.place}\n${fact.statement.decisive}`
    const group = groups.get(key)
    if (group) group.push(fact)
    else groups.set(key, [fact])
  }
  return [...groups.values()]
}

function repeats(fact: Candidate, earlier: Candidate, threshold: number): boolean {
  return isSimilar(earlier.tokens, fact.tokens, threshold) && !saysOtherwise(earlier.statement, fact.statement)
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
      headings.push({ depth, place: within(headings.at(-1)?.place, `# ${undated(body)}`) })
      parents = []
    }
    if (kind !== 'bullet' && (kind !== 'text' || prose.has(line))) continue
    parents = parents.filter((parent) => parent.indent < indent)
    const place = (parents.at(-1) ?? headings.at(-1))?.place ?? 0
    const removable = kind === 'text' || !hasLinesBelow(lines, line)
    // "[x]" is no category.
    const text = body.replace(/^\[[^[\]]{2,}\][ \t]/, '')
    found.push({ line, place, tokens: new Set(tokenize(body)), statement: prepareStatement(text), removable })
    if (kind === 'bullet') parents.push({ indent, place: within(place, `- ${body}`) })
  }
  return found
}

/** Numbers places, the same for the same name in the same outer place: a long name costs once, not for each fact. */
function createPlaces(): (outer: number | undefined, name: string) => number {
  const places = new Map<string, number>()
  return (outer = 0, name) => {
    const key = `${outer} ${name}`
    const place = places.get(key) ?? places.size + 1
    places.set(key, place)
    return place
  }
}

/** Sections such as "Consolidated 2024-02-28" are one place, whatever their day. */
function undated(heading: string): string {
  return heading
    .replace(/\d{4}-\d{2}(?:-\d{2})?/g, '')
    .trim()
    .toLowerCase()
}

/** The lines of paragraphs that are one text, wrapped: a line begins small, or the one before it is long and open. */
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
