import { compareTexts } from '../storage/compare-texts.ts'
import { priorityRank } from '../storage/record-rows.ts'
import { type MemoryRecord, recordTypes, type StoredRecord } from '../storage/records.ts'
import { counted, oneLine } from '../text/plain-text.ts'
import { recordText } from './record-types.ts'

/** Maximum records on the page. */
export const mostListed = 1_000

const longest = 500

export const title = '# Records'

const header = [
  title,
  '',
  'What is remembered and has no place in MEMORY.md. Remove a line and it is archived; change its text and it is changed.',
  'The page is made anew after each change. Long texts are cut here, not in the memory.',
  'Daybook writes this page and does not read lines that you add: those belong in MEMORY.md.',
]
const countLine = /^\d+ (?:records?; \d+ more in the archive|more are not listed: these are the strongest \d+)\.$/
const recordId = /^record:/

/** Prints the page for at most {@link mostListed} active records. Independent of the clock, of accesses, of order. */
export function printRecords(records: readonly StoredRecord[], active: number, archived: number): string {
  const sections = recordTypes.flatMap((type) => {
    const ofType = records.filter((record) => record.type === type).sort(compare)
    return ofType.length === 0 ? [] : ['', `## ${type}`, '', ...ofType.map(bullet)]
  })
  const lines = [...header, '', `${counted(active, 'record')}; ${archived} more in the archive.`, ...sections]
  const left = active - records.length
  if (left > 0) lines.push('', `${left} more are not listed: these are the strongest ${records.length}.`)
  return `${lines.join('\n')}\n`
}

/** Sorts the most urgent first, then the oldest, so that an access does not move a record's line. */
function compare(a: MemoryRecord, b: MemoryRecord): number {
  const byPriority = priorityRank(a.priority) - priorityRank(b.priority)
  return byPriority || compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id)
}

/** The line of a record: its text, then its id and other fields. */
export function bullet(record: StoredRecord): string {
  return `- ${plainText(recordText(record))} (${[record.id, ...aboutOf(record)].map(plainText).join('; ')})`
}

const lineOfRecord = /^- (?<text>.*) \((?<id>[^\s;()]+); (?<about>.*)\)\s*$/

export function readBullet(line: string): { id: string; text: string } | undefined {
  const groups = lineOfRecord.exec(line.slice(0, longest * 8))?.groups
  return groups ? { id: groups['id'] ?? '', text: groups['text'] ?? '' } : undefined
}

/** Whether a person has added lines to a page, which are not read. */
export function hasAdditions(page: string): boolean {
  const lines = page.split('\n').map((line) => line.trim())
  return lines.some(
    (line) =>
      !(line === '' || line.startsWith('#') || header.includes(line) || countLine.test(line)) &&
      !recordId.test(readBullet(line)?.id ?? ''),
  )
}

function aboutOf(record: StoredRecord): string[] {
  const { priority, kind, createdAt, validFrom, validTo, until, scope, tags, source, author, supersedes } = record
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['', priority],
    ['', kind === 'semantic' ? undefined : kind],
    ['', day(createdAt)],
    ['holds from ', validFrom && day(validFrom)],
    ['held until ', validTo && day(validTo)],
    ['planned until ', until],
    ['scope ', scope],
    ['tags ', tags.length === 0 ? undefined : tags.join(', ')],
    ['by ', author === 'user' ? undefined : author],
    ['session ', source?.session],
    ['message ', source?.messageId],
    ['supersedes ', supersedes],
    ['superseded by ', record.supersededBy],
    ['conflicts with ', record.conflictsWith?.join(', ')],
  ]
  return parts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}${value}`]))
}

function day(time: string): string {
  return time.replace(/T.*$/s, '')
}

const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}]/gu

/** A text on one line with Markdown escaped. */
export function plainText(text: string): string {
  const start = text.slice(0, longest * 4).toWellFormed()
  const line = start.replaceAll(/\s+/g, ' ').replaceAll(invisible, '').trim()
  const characters = Array.from(line)
  const cut =
    characters.length > longest || text.length > longest * 4 ? `${characters.slice(0, longest).join('')}…` : line
  return cut.replaceAll(/[\\`<[\]*_|~]/g, '\\$&')
}

/** Removes the escapes of {@link plainText}, so that the page can be searched for texts of messages. */
export function unescapedPage(text: string): string {
  return text.replaceAll(/\\([\\`<[\]*_|~])/g, '$1')
}

export function isKeptPage(path: string): boolean {
  return /(?:^|\/)RECORDS\.md\.corrupt-[^/]*$/.test(path)
}

/** Maximum characters of a record's text, and of its name, scope or outcome; steps of procedures are extra. */
const textLength = 600
const wordLength = 120
const stepLength = 200
const mostSteps = 20

/**
 * A record as one line of a context: `- (policy, critical, 2026-03-01) Never commit secrets`. It names the scope, and
 * whether a model noted it; for an episode its day and outcome, for a procedure its name, successes and steps. Line
 * breaks are folded and long texts cut; tags and quotation marks are not escaped. `remarks` are appended.
 */
export function printRecord(record: MemoryRecord, remarks: readonly string[] = []): string {
  const about = [...detailsOf(record), ...remarks].map((word) => oneLine(word, wordLength))
  return `- (${about.join(', ')}) ${saysOf(record)}`
}

function detailsOf({ kind, type, priority, scope, createdAt, outcome, ...record }: MemoryRecord): string[] {
  const words: Readonly<Record<MemoryRecord['kind'], readonly string[]>> = {
    semantic: [
      type,
      priority,
      createdAt.slice(0, 10),
      ...(record.author === 'assistant' ? ['noted by the assistant'] : []),
      ...(record.conflictsWith === undefined ? [] : ['contradicted by another statement']),
    ],
    episodic: ['episode', createdAt.slice(0, 10), ...(outcome === undefined ? [] : [outcome])],
    procedural: ['procedure', triesOf(record)],
  }
  return [...words[kind], ...(scope === undefined ? [] : [`for ${scope}`])]
}

export function triesOf({ successCount, failureCount }: Pick<MemoryRecord, 'successCount' | 'failureCount'>): string {
  const tries = successCount + failureCount
  return tries === 0 ? 'not tried yet' : `worked ${successCount} of ${tries} times`
}

function saysOf({ kind, text, name, steps = [] }: MemoryRecord): string {
  const says = oneLine(text, textLength)
  if (kind !== 'procedural' || name === undefined) return says
  const title = text === name ? oneLine(name, wordLength) : `${oneLine(name, wordLength)} (${says})`
  const numbered = steps.slice(0, mostSteps).map((step, at) => `${at + 1}. ${oneLine(step, stepLength)}`)
  const more = steps.length > mostSteps ? [`and ${steps.length - mostSteps} more steps`] : []
  return `${title}: ${[...numbered, ...more].join('; ')}`
}
