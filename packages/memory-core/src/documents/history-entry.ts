/* The entries of HISTORY.md: their formats, how they are read and written, and the options of the history. */

import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { rawLines, withoutControls } from '../text/plain-text.ts'

/** The format of an entry; see `HistoryOptions.format`. */
export type HistoryFormat = 'line' | 'section' | 'plain'

/** One entry of the history. */
export interface HistoryEntry {
  /** ISO time, as exact as the format stores it; absent for text before the first dated entry. */
  at?: string
  /** Its text without the time; may have several lines. */
  text: string
  /** Its first line in the file, from 1. */
  line: number
  /** Its format; absent for text without a time. */
  format?: HistoryFormat
}

/** An entry with its exact text in the file. The joined sources of all blocks are the file. */
export interface HistoryBlock extends HistoryEntry {
  source: string
}

const lineHeader = /^\[(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)(?: UTC)?\](?: |$)/
const sectionHeader = /^## (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)[ \t]*$/
const plainHeader = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?):(?: |$)/
const escaped = /^\\+(?=\[\d{4}-\d{2}-\d{2} |## \d{4}-\d{2}-\d{2}T|\d{4}-\d{2}-\d{2} \d{2}:)/
const imitation = /^(?:\[\d{4}-\d{2}-\d{2} |## \d{4}-\d{2}-\d{2}T|\d{4}-\d{2}-\d{2} \d{2}:)/

/**
 * Normalises the text of an entry: line breaks become `\n`; control characters except tabs, leading blank lines and
 * trailing blanks are removed. {@link parseHistory} returns what {@link renderHistoryEntry} writes of it.
 */
export function historyText(text: string): string {
  const lines = withoutControls(text.toWellFormed()).trimEnd().split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  return lines.slice(Math.max(first, 0)).join('\n')
}

/**
 * An entry as it is appended, with its line break: `[2026-02-27 14:30:00 UTC] text`, `## <ISO time>` with the text
 * below, or `2026-02-27 14:30: text`. Lines that look like the beginning of another entry get a backslash.
 * @throws MemoryError `bad-input` for a date outside the years 0 to 9999
 */
export function renderHistoryEntry(format: HistoryFormat, entry: { at: string; text: string }): string {
  const at = isoTime(parseTime(entry.at, 'at'))
  if (!/^\d{4}-/.test(at)) throw new MemoryError('bad-input', `at is ${shown(at)}, expected a year from 0 to 9999`)
  const [first = '', ...others] = historyText(entry.text).split('\n')
  const [date, time = ''] = at.split('T')
  const rest = others.map((line) => `\n${escapeLine(line)}`).join('')
  if (format === 'line') return `[${date} ${time.slice(0, 8)} UTC] ${first}${rest}\n`
  if (format === 'plain') return `${date} ${time.slice(0, 5)}: ${first}${rest}\n`
  return `## ${at}\n\n${opensSection(first) ? first : escapeLine(first)}${rest}\n\n`
}

function escapeLine(line: string): string {
  return imitation.test(line) || escaped.test(line) ? `\\${line}` : line
}

/** A model's summary often begins with its date, which needs no backslash at the beginning of a section. */
function opensSection(line: string): boolean {
  return imitation.test(line) && !line.startsWith('#')
}

/** The entries of a history file, in any mixture of the three formats, in order. Never throws. Linear. */
export function parseHistory(text: string): HistoryEntry[] {
  return historyBlocks(text)
    .map(({ source: _, ...entry }) => entry)
    .filter((entry) => entry.at !== undefined || entry.text !== '')
}

interface Header extends Required<Pick<HistoryEntry, 'at' | 'format'>> {
  rest: string
}

interface OpenBlock {
  header: Header | undefined
  line: number
  source: string[]
  body: string[]
}

/** {@link parseHistory} with the source of each entry. Blank text before the first one is also a block. */
export function historyBlocks(text: string): HistoryBlock[] {
  const blocks: OpenBlock[] = []
  let open: OpenBlock | undefined
  for (const [index, source] of rawLines(text).entries()) {
    const line = (index === 0 ? source.replace(/^\ufeff/, '') : source).replace(/\r?\n$/, '')
    const isFirst = open?.header?.format === 'section' && open.body.every((above) => above.trim() === '')
    const header = isFirst && opensSection(line) ? undefined : readHeader(line)
    if (header || !open) {
      open = { header, line: index + 1, source: [], body: [] }
      blocks.push(open)
    }
    open.source.push(source)
    open.body.push(header ? header.rest : escaped.test(line) ? line.slice(1) : line)
  }
  return blocks.map(({ header, line, source, body }) => ({
    ...(header && { at: header.at, format: header.format }),
    text: historyText(body.join('\n')),
    line,
    source: source.join(''),
  }))
}

function readHeader(line: string): Header | undefined {
  const [whole, date, time] = lineHeader.exec(line) ?? plainHeader.exec(line) ?? sectionHeader.exec(line) ?? []
  const at = date && validTime(time === undefined ? date : `${date}T${time}Z`)
  if (whole === undefined || !at) return undefined
  if (time === undefined) return { at, format: 'section', rest: '' }
  return { at, format: line.startsWith('[') ? 'line' : 'plain', rest: line.slice(whole.length) }
}

function validTime(time: string): string | undefined {
  const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`)
  if (!Number.isFinite(ms)) return undefined
  const at = isoTime(ms)
  // Refuses 30 February, which Date.parse reads as 1 March.
  return time.endsWith('Z') && at.slice(0, 10) !== time.slice(0, 10) ? undefined : at
}

/** The units of rotation and search: entries, and each line before the first one. The joined sources are the file. */
export function historyUnits(text: string): HistoryBlock[] {
  return historyBlocks(text).flatMap((block) => {
    if (block.at !== undefined) return [block]
    return rawLines(block.source).map((source, index) => ({ text: source.trim(), line: block.line + index, source }))
  })
}

/** When and how HISTORY.md is divided into parts. Searches and lists always span all parts. */
export type HistoryRotation =
  | 'none'
  | {
      by: 'size'
      /** Bytes above which the older half moves to an archive file; costs one rewrite of the file. @default 512000 */
      maxBytes?: number
    }
  | {
      by: 'month'
      /** Also writes every entry to HISTORY.md, for readers of that file only; doubles the writes. @default false */
      keepMain?: boolean
    }

/** How HISTORY.md is maintained. */
export interface HistoryOptions {
  /** The folder of the history's files, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * The format of an entry: `line` is `[2026-02-27 14:30:00 UTC] text`, `section` is `## 2026-02-27T14:30:00.000Z` with
   * the text below, `plain` is `2026-02-27 14:30: text`. All three are read, also mixed in one file; only `section`
   * keeps milliseconds. @default 'section'
   */
  format?: HistoryFormat
  /**
   * What a consolidation logs: a `summary` of its messages, the `turns` themselves with their own times (every word is
   * then stored twice), or `both`. @default 'summary'
   */
  content?: 'summary' | 'turns' | 'both'
  /** How the log is divided into files. @default { by: 'month', keepMain: false } */
  rotation?: HistoryRotation
  /**
   * What writes the summary: the `llm` that consolidates anyway (no extra call), or a `rule` that lists topics in the
   * user's words. Without a model it is always the rule. @default 'llm'
   */
  summarizer?: 'rule' | 'llm'
  /**
   * How fast entries fade in `history.search`, per hour: the score is multiplied by 1 / (1 + age × rate). With 0.001 an
   * entry has half its weight after 1,000 hours (42 days); 0 disables fading. @default 0.001
   */
  decayRate?: number
}

export const historyDefaults: Required<HistoryOptions> = {
  directory: 'memory',
  format: 'section',
  content: 'summary',
  rotation: { by: 'month', keepMain: false },
  summarizer: 'llm',
  decayRate: 0.001,
}
