import { isNamed } from '../statements/claims/claim-kinds.ts'
import { contentHash } from '../text/content-hash.ts'
import { statementKey } from '../text/statement-key.ts'
import { parseFacts, printFact } from './fact.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from './markdown-lines.ts'

/** The sections of MEMORY.md, in their order on the page. */
export const memorySections = ['rules', 'about', 'people', 'work', 'health', 'decisions', 'plans'] as const

/** A section of MEMORY.md. */
export type MemorySection = (typeof memorySections)[number]

/** The heading of each section. */
export type SectionHeadings = Readonly<Record<MemorySection, string>>

/** The headings when no option names others. */
export const sectionHeadings: SectionHeadings = {
  rules: 'Rules and preferences',
  about: 'About you',
  people: 'People',
  work: 'Work and projects',
  health: 'Health',
  decisions: 'Decisions',
  plans: 'Plans',
}

/** The section that statements of a kind stand in; kinds that are not named stand in `about`. */
const sectionOfKind: Readonly<Record<string, MemorySection>> = {
  rule: 'rules',
  preference: 'rules',
  person: 'people',
  work: 'work',
  project: 'work',
  health: 'health',
  decision: 'decisions',
  goal: 'plans',
  plan: 'plans',
}

/** The section for what a statement is about. */
export function sectionOf(about: string | undefined): MemorySection {
  return sectionOfKind[about ?? ''] ?? 'about'
}

/** One statement as MEMORY.md has it. */
export interface PlacedText {
  text: string
  /** The day on which it was said, as YYYY-MM-DD. */
  day: string
  /** Who said it, where there are several speakers. */
  speaker?: string | undefined
}

/** A line to add: below the line with the key `after`, where that is there, otherwise at the end of its section. */
export interface LineToPlace extends PlacedText {
  section: MemorySection
  after?: string | undefined
}

/** A bullet of MEMORY.md that could be a placed line. */
export interface PageLine {
  /** {@link statementKey} of its text. */
  key: string
  /** Its text without the date. */
  text: string
  /** Its text as it stands there. */
  fact: string
  section: string | undefined
  /** From 0. */
  index: number
  /** A person has added lines below it: it is not removed by itself. */
  isExtended: boolean
}

/** What a line is recognised by: a hash, so that the store does not have the text once more. */
export function lineKey(key: string): string {
  return contentHash(key).slice(0, 32)
}

/** A name or a piece of code is left as it is written: "pnpm", "iPhone", "staging.example.org". */
const smallWord = /^(?=\p{Ll}*[aeiouyäöüáéíóú])\p{Ll}+(?=[\s,;:'’.!?]|$)(?!\.\p{L})/u

function begun(text: string): string {
  const first = smallWord.exec(text)?.[0]
  return first === undefined || isNamed(first) ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** The statement as a bullet: the text first, with a capital letter, the date last. */
export function printPlaced({ text, day, speaker }: PlacedText): string {
  const by = speaker === undefined ? '' : `${speaker.replaceAll(/[()\s]+/g, ' ').trim()}, `
  return printFact({ text: `${begun(text.replace(/[.\s]+$/, ''))} (${by}${day})` })
}

const dated = /[ \t]*\((?:[^()]*, )?\d{4}-\d{2}-\d{2}\)$/

/** A line's text without speaker and date. */
export function withoutDate(text: string): string {
  return text.replace(dated, '')
}

/** The bullets of MEMORY.md, in order. */
export function pageLines(markdown: string): PageLine[] {
  const lines = markdownLines(markdown)
  return parseFacts(markdown).map(({ text, section, line }) => ({
    key: statementKey(text),
    text: withoutDate(text),
    fact: text,
    section,
    index: line - 1,
    isExtended: hasLinesBelow(lines, line - 1),
  }))
}

/**
 * MEMORY.md with lines taken out and added; everything else stays byte for byte. A section without a heading gets one, in
 * the order of the page; a heading of ours that is left without text goes.
 */
export function placeLines(
  markdown: string,
  add: readonly LineToPlace[],
  remove: ReadonlySet<number>,
  headings: SectionHeadings = sectionHeadings,
): string {
  const end = /\r\n/.test(markdown) ? '\r\n' : '\n'
  const known = markdownLines(markdown)
  const keys = new Map(pageLines(markdown).map(({ key, index }) => [key, index]))
  const below = new Map<number, string>()
  const bySection = new Map<MemorySection, string>()
  for (const line of add) {
    const at = line.after === undefined ? undefined : keys.get(line.after)
    const bullet = `${printPlaced(line)}${end}`
    if (at === undefined) bySection.set(line.section, (bySection.get(line.section) ?? '') + bullet)
    else below.set(at, (below.get(at) ?? '') + bullet)
  }
  let text = known
    .map(({ raw }, index) => {
      const own = remove.has(index) ? '' : below.has(index) ? ended(raw, end) : raw
      return own + (below.get(index) ?? '')
    })
    .join('')
  for (const section of memorySections) {
    const bullets = bySection.get(section)
    if (bullets !== undefined) text = withBullets(text, section, bullets, headings, end)
  }
  return remove.size === 0 ? text : withoutEmptied(text, markdown, headings)
}

function ended(raw: string, end: string): string {
  return end === '' || raw === '' || raw.endsWith('\n') ? raw : `${raw}${end}`
}

function withBullets(
  text: string,
  section: MemorySection,
  bullets: string,
  headings: SectionHeadings,
  end: string,
): string {
  const lines = markdownLines(text)
  const texts = lines.map(({ raw }) => raw)
  const heading = headingAt(lines, headings[section])
  if (heading < 0) return withSection(lines, section, bullets, headings, end)
  let last = heading
  for (let at = heading + 1; at < lines.length && lines[at]?.kind !== 'heading'; at++)
    if (lines[at]?.kind !== 'blank') last = at
  texts[last] = ended(texts[last] ?? '', end)
  if (last === heading && lines[last + 1]?.kind === 'blank') last++
  else if (last === heading) texts[last] += end
  texts.splice(last + 1, 0, bullets)
  return texts.join('')
}

function withSection(
  lines: readonly MarkdownLine[],
  section: MemorySection,
  bullets: string,
  headings: SectionHeadings,
  end: string,
): string {
  const texts = lines.map(({ raw }) => raw)
  const written = `## ${headings[section]}${end}${end}${bullets}`
  if (texts.length === 0) return `# Memory${end}${end}${written}`
  const next = memorySections
    .slice(memorySections.indexOf(section) + 1)
    .map((name) => headingAt(lines, headings[name]))
    .find((at) => at >= 0)
  if (next !== undefined) {
    texts.splice(next, 0, `${written}${end}`)
    return texts.join('')
  }
  const before = ended(texts.join(''), end)
  return `${before}${lines.at(-1)?.kind === 'blank' ? '' : end}${written}`
}

function headingAt(lines: readonly MarkdownLine[], heading: string): number {
  return lines.findIndex(({ kind, body }) => kind === 'heading' && body.toLowerCase() === heading.toLowerCase())
}

/** Without the headings of ours that had text before and have none now, each with the blank line above it. */
function withoutEmptied(text: string, before: string, headings: SectionHeadings): string {
  const had = filledHeadings(markdownLines(before))
  const lines = markdownLines(text)
  const filled = filledHeadings(lines)
  const own = new Set(Object.values(headings))
  const gone = new Set<number>()
  for (const [at, { kind, body }] of lines.entries()) {
    const isOurs = own.has(body) || /^Consolidated \d{4}-\d{2}-\d{2}$/.test(body)
    if (kind !== 'heading' || !isOurs || filled.has(body) || !had.has(body)) continue
    gone.add(at)
    for (let below = at + 1; lines[below]?.kind === 'blank'; below++) gone.add(below)
  }
  return lines.flatMap(({ raw }, at) => (gone.has(at) ? [] : [raw])).join('')
}

function filledHeadings(lines: readonly MarkdownLine[]): Set<string> {
  const filled = new Set<string>()
  let heading: string | undefined
  for (const { kind, body } of lines) {
    if (kind === 'heading') heading = body
    else if (kind !== 'blank' && heading !== undefined) filled.add(heading)
  }
  return filled
}
