import { isDay } from '../clock.ts'
import { isNamed } from '../statements/claims/claim-value.ts'
import type { StatementKind } from '../statements/statement.ts'
import { bareWords, contentHash, speakerKey, statementKey } from '../text/comparison.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines, parseFacts, printFact } from './markdown.ts'

/** The sections of MEMORY.md, in order. */
export const memorySections = ['rules', 'about', 'people', 'work', 'health', 'decisions', 'plans'] as const

export type MemorySection = (typeof memorySections)[number]

/** The heading of each section. */
export type SectionHeadings = Readonly<Record<MemorySection, string>>

export const sectionHeadings: SectionHeadings = {
  rules: 'Rules and preferences',
  about: 'About you',
  people: 'People',
  work: 'Work and projects',
  health: 'Health',
  decisions: 'Decisions',
  plans: 'Plans',
}

/** The section of each kind of statement; others belong to `about`. */
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
} satisfies Partial<Record<StatementKind, MemorySection>>

export function sectionOf(about = ''): MemorySection {
  return (Object.hasOwn(sectionOfKind, about) && sectionOfKind[about]) || 'about'
}

/** A statement as a line of MEMORY.md. */
export interface PlacedText {
  text: string
  /** The day on which it was said, as YYYY-MM-DD. */
  day: string
  /** The speaker, if there are several. */
  speaker?: string | undefined
}

/** A line to add: below the line with the key `after` if that exists, otherwise at the end of its section. */
export interface LineToPlace extends PlacedText {
  section: MemorySection
  after?: string | undefined
}

/** A bullet of MEMORY.md that may be a placed line. */
export interface PageLine {
  /** {@link placedKey} of its text. */
  key: string
  /** Its text without speaker and date. */
  text: string
  fact: string
  section: string | undefined
  /** From 0. */
  index: number
  /** Other lines belong to it, such as nested bullets, so that it is not removed automatically. */
  isExtended: boolean
}

/** The {@link statementKey} of a line, with its speaker if it has one. */
export function placedKey(fact: string): string {
  const speaker = speakerKey(readPlaced(fact).speaker)
  return speaker === '' ? statementKey(fact) : `${statementKey(fact)} (${speaker})`
}

/** Identifies a line: a hash, so that the store does not contain its text again. */
export function lineKey(key: string): string {
  return contentHash(key).slice(0, 32)
}

/** A first word that can be capitalised, unlike names and code: "pnpm", "iPhone", "staging.example.org". */
const smallWord = /^(?=\p{Ll}*[aeiouyäöüáéíóú])\p{Ll}+(?=[\s,;:'’.!?]|$)(?!\.\p{L})/u

function begun(text: string): string {
  const first = smallWord.exec(text)?.[0]
  return first === undefined || isNamed(first) ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/**
 * The statement as a bullet: the text without its full stop, capitalised unless it begins with a name or code; last, in
 * brackets, the speaker and the day.
 */
export function printPlaced({ text, day, speaker }: PlacedText): string {
  const by = speaker === undefined ? '' : `${speaker.replaceAll(/[()\s]+/g, ' ').trim()}, `
  return printFact({ text: `${begun(text.replace(/[.\s]+$/, ''))} (${by}${day})` })
}

const dated = /^\((?:(?<speaker>[^()]*), )?(?<day>\d{4}-\d{2}-\d{2})\)$/

/**
 * Splits a bullet into text, speaker and day. Quotes, as `written-by-rule.ts` writes them, go; a day that the calendar
 * does not have is undefined.
 */
export function readPlaced(fact: string): { text: string; speaker?: string | undefined; day?: string | undefined } {
  const open = fact.endsWith(')') ? fact.lastIndexOf('(') : -1
  const groups = open > 0 ? dated.exec(fact.slice(open))?.groups : undefined
  if (!groups) return { text: fact }
  const said = fact.slice(0, open).trimEnd()
  const { speaker, day = '' } = groups
  return { text: said.replace(/^"(.*)"$/s, '$1'), speaker, day: isDay(day) ? day : undefined }
}

/** Whether a line ends with a date that does not exist, or is after `nowMs`. */
export function isMisdated(fact: string, nowMs: number): boolean {
  const { text, day } = readPlaced(fact)
  return day === undefined ? text !== fact : Date.parse(day) > nowMs
}

export function pageLines(markdown: string): PageLine[] {
  const lines = markdownLines(markdown)
  const places = new Map(lines.map(({ index }, place) => [index, place]))
  return parseFacts(markdown).map(({ text, section, line }) => ({
    key: placedKey(text),
    text: readPlaced(text).text,
    fact: text,
    section,
    index: line - 1,
    isExtended: hasLinesBelow(lines, places.get(line - 1) ?? -1),
  }))
}

/** The lines that say something and are no facts: prose, tables, quotations; comments and code are left out. */
export function linesOfProse(markdown: string): MarkdownLine[] {
  const isProse = ({ kind, body }: MarkdownLine): boolean =>
    (kind === 'text' || kind === 'other') && !body.startsWith('<!') && /[\p{L}\p{N}]/u.test(body)
  return markdownLines(markdown).filter(isProse)
}

/** Returns whether the words of a text stand in the prose of a page, in this order. */
export function createProse(markdown: string): (text: string) => boolean {
  const bodies = linesOfProse(markdown).map(({ body }) => body)
  const prose = ` ${bareWords(bodies.join(' '))} `
  return (text) => prose.includes(` ${bareWords(text)} `)
}

/** The {@link statementKey} of each line of a page, and of each fact. */
export function pageKeys(markdown: string): Set<string> {
  return new Set(markdownLines(markdown).map(({ kind, body }) => statementKey(kind === 'bullet' ? `- ${body}` : body)))
}

/**
 * MEMORY.md with lines removed, by their first line, and added; all other bytes stay. A section without a heading gets
 * one, in the order of the page; a heading of ours that is left without text is removed.
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
    else below.set(at, (below.get(at) ?? '') + bullet.replace('-', markOf(known, at)))
  }
  const filled = new Set([...bySection.keys()].map((section) => headings[section]))
  // The default ones may be from before an option named the sections.
  const own = [...Object.values(headings), ...Object.values(sectionHeadings)].filter((name) => !filled.has(name))
  const isGone = ({ index }: MarkdownLine): boolean => remove.has(index) && !below.has(index)
  const gone = remove.size === 0 ? remove : new Set([...remove, ...emptiedSections(known, isGone, own)])
  const rows = known.map(({ raw, index }) => {
    const kept = gone.has(index) ? '' : below.has(index) ? ended(raw, end) : raw
    return kept + (below.get(index) ?? '')
  })
  let text = rows.join('')
  for (const section of memorySections) {
    const bullets = bySection.get(section)
    if (bullets !== undefined) text = withBullets(text, section, bullets, headings, end)
  }
  return text
}

/** The mark of the bullet in a line, such as `2.`, with what it is indented by. */
function markOf(lines: readonly MarkdownLine[], at: number): string {
  return /^\s*\S+/.exec(lines.find(({ index }) => index === at)?.raw ?? '')?.[0] ?? '-'
}

function ended(raw: string, end: string): string {
  return raw === '' || raw.endsWith('\n') ? raw : `${raw}${end}`
}

/** The text with bullets at the end of a section; one without a heading gets it, in the order of the page. */
function withBullets(text: string, section: MemorySection, bullets: string, headings: SectionHeadings, end: string) {
  const lines = markdownLines(text)
  const texts = lines.map(({ raw }) => raw)
  const heading = headingAt(lines, headings[section])
  if (heading >= 0) {
    let last = heading
    for (let at = heading + 1; at < lines.length && lines[at]?.kind !== 'heading'; at++)
      if (lines[at]?.kind !== 'blank') last = at
    texts[last] = ended(texts[last] ?? '', end)
    if (last === heading && lines[last + 1]?.kind === 'blank') last++
    else if (last === heading) texts[last] += end
    return texts.toSpliced(last + 1, 0, bullets).join('')
  }
  const written = `## ${headings[section]}${end}${end}${bullets}`
  if (texts.length === 0) return `# Memory${end}${end}${written}`
  const following = memorySections.slice(memorySections.indexOf(section) + 1)
  const next = following.map((name) => headingAt(lines, headings[name])).find((at) => at >= 0)
  if (next !== undefined) return texts.toSpliced(next, 0, `${written}${end}`).join('')
  return `${ended(text, end)}${lines.at(-1)?.kind === 'blank' ? '' : end}${written}`
}

function headingAt(lines: readonly MarkdownLine[], heading: string): number {
  return lines.findIndex(({ kind, body }) => kind === 'heading' && body.toLowerCase() === heading.toLowerCase())
}

const consolidatedHeading = /^Consolidated \d{4}-\d{2}-\d{2}$/

/** Our sections that lose all their text, headings included; at the page's end, with the blank line above. */
function emptiedSections(
  lines: readonly MarkdownLine[],
  isGone: (line: MarkdownLine) => boolean,
  own: readonly string[],
): ReadonlySet<number> {
  const found = new Set<number>()
  for (let start = 0, end = 0; start < lines.length; start = end) {
    for (end = start + 1; end < lines.length && lines[end]?.kind !== 'heading'; ) end++
    const { kind, body = '' } = lines[start] ?? {}
    if (kind !== 'heading' || !(own.includes(body) || consolidatedHeading.test(body))) continue
    const section = lines.slice(start + 1, end)
    if (!section.some(isGone) || !section.every((line) => isGone(line) || line.kind === 'blank')) continue
    for (const { index } of lines.slice(start, end)) found.add(index)
  }
  const last = lines.findLastIndex(({ index }) => !found.has(index))
  const above = lines[last]
  if (last < lines.length - 1 && above?.kind === 'blank') found.add(above.index)
  return found
}
