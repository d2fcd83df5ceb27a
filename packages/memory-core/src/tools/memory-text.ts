import { MemoryError } from '../errors.ts'
import { splitNote } from '../notes/front-matter.ts'
import { replaceFirst } from '../notes/note.ts'
import { withoutControls } from '../text/plain-text.ts'

const mostLines = 999_999
const mostListed = 500
const longestView = 50_000
const longestQuote = 200
const snippetLines = 4
const mostPlaces = 20

/** The folder in which a model sees its memory files. */
export const memoriesRoot = '/memories'

/** A note as a file below `/memories`. */
export interface MemoryFile {
  filename: string
  /** The names of its path below `/memories`. */
  names: readonly string[]
  bytes: number
}

/** A folder with its files and folders, two levels deep, with sizes. */
export function describeFolder(names: readonly string[], files: readonly MemoryFile[]): string {
  const folder = [memoriesRoot, ...names].join('/')
  const sizes = new Map<string, number>([[folder, 0]])
  for (const file of files) {
    const deepest = Math.min(file.names.length, names.length + 2)
    for (let depth = names.length; depth <= deepest; depth++) {
      const path = [memoriesRoot, ...file.names.slice(0, depth)].join('/')
      sizes.set(path, (sizes.get(path) ?? 0) + file.bytes)
    }
  }
  const lines = [...sizes].map(([path, bytes]) => `${printedSize(bytes)}\t${path}`)
  const left = lines.length - mostListed
  const more = left > 0 ? [`... (${left} more; view a folder, or memory_view with target "files")`] : []
  return [
    `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`,
    ...lines.slice(0, mostListed),
    ...more,
  ].join('\n')
}

function printedSize(bytes: number): string {
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)}K` : `${(bytes / 1_048_576).toFixed(1)}M`
}

/** A file with line numbers; with a range, from its first to its last line, -1 for the end. Cut at 50,000 characters. */
export function numberedLines(path: string, text: string, range?: readonly [number, number]): string {
  const lines = linesOf(text)
  if (lines.length > mostLines) return `File ${path} exceeds maximum line limit of 999,999 lines.`
  const [from, to] = range ?? [1, -1]
  const last = to === -1 ? lines.length : Math.min(to, lines.length)
  if (from < 1 || from > lines.length || last < from)
    return `Error: Invalid \`view_range\` parameter: [${from}, ${to}]. It should be within the range of lines of the file: [1, ${lines.length}]`
  return `Here's the content of ${path} with line numbers:\n${numbered(lines, from, last)}`
}

/** The new text; the first line of the new piece, and its number of lines. */
export type ReplacedText = ReturnType<typeof replaceOnce>

/** Replaces the only occurrence of `oldText`. @throws MemoryError `bad-input` if there is none, or several */
export function replaceOnce(path: string, text: string, oldText: string, newText: string) {
  const plain = text.replaceAll('\r\n', '\n')
  const wanted = oldText.replaceAll('\r\n', '\n')
  const places = wanted === '' ? [] : placesOf(plain, wanted)
  const quoted = oldText.length > longestQuote ? `${oldText.slice(0, longestQuote).toWellFormed()}…` : oldText
  const [at, second] = places
  if (at === undefined) {
    const message = `No replacement was performed, old_str \`${quoted}\` did not appear verbatim in ${path}.`
    throw new MemoryError('bad-input', message)
  }
  if (second !== undefined) {
    const numbers = places.map((place) => lineAt(plain, place)).join(', ')
    const message = `No replacement was performed. Multiple occurrences of old_str \`${quoted}\` in lines: ${numbers}. Please ensure it is unique`
    throw new MemoryError('bad-input', message)
  }
  const replaced = replaceFirst(path, text, text.includes(oldText) ? oldText : wanted, newText)
  return { text: replaced, line: lineAt(plain, at), count: linesOf(newText).length }
}

/** The lines around a piece of the file as it is stored now, found again if lines were added above it. */
export function snippetOf(path: string, stored: string, { text, line, count }: ReplacedText): string {
  const lines = linesOf(stored)
  const first = line + lines.length - linesOf(text).length
  const last = Math.min(lines.length, first + count - 1 + snippetLines)
  return `Here's a snippet of ${path} with line numbers:\n${numbered(lines, Math.max(1, first - snippetLines), last)}`
}

/** Inserts lines after line `at`; 0 is the top of the text below the header. @throws MemoryError `bad-input` */
export function insertLine(text: string, at: number, inserted: string): string {
  const parts = splitNote(text)
  const header = parts ? linesOf(parts.open + parts.header + parts.close).length : 0
  const lines = text.split('\n')
  const count = linesOf(text).length
  if (at < 0 || at > count) {
    const message = `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${count}]`
    throw new MemoryError('bad-input', message)
  }
  if (at > 0 && at < header) {
    const message = `Invalid \`insert_line\` parameter: ${at}. Lines 1 to ${header} are the header of the file: 0 is the top of the text below it, the last line is ${count}`
    throw new MemoryError('bad-input', message)
  }
  const place = at === 0 ? header : at
  const isWindows = text.includes('\r\n')
  const clean = withoutControls(inserted).replace(/\n$/, '').split('\n')
  const added = isWindows ? clean.map((line) => `${line}\r`) : clean
  // The last line of the file may lack a line break.
  const before = lines.slice(0, place).map((line) => (isWindows ? line.replace(/\r?$/, '\r') : line))
  const after = lines.slice(place)
  return [...before, ...added, ...(after.length === 0 ? [''] : after)].join('\n')
}

/** The lines of a text; a final line break begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function numbered(lines: readonly string[], from: number, to: number): string {
  const shown: string[] = []
  let length = 0
  for (let number = from; number <= to && length < longestView; number++) {
    const whole = withoutControls(lines[number - 1] ?? '')
    const line = whole.length > longestView ? `${whole.slice(0, longestView).toWellFormed()}…` : whole
    const text = `${String(number).padStart(6)}\t${line}`
    length += text.length + 1
    if (length <= longestView || shown.length === 0) shown.push(text)
  }
  const left = to - from + 1 - shown.length
  const more = left > 0 ? `\n... (${left} more lines; ask for them with view_range [${from + shown.length}, -1])` : ''
  return shown.join('\n') + more
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  let at = text.indexOf(wanted)
  while (at >= 0 && places.length < mostPlaces) {
    places.push(at)
    at = text.indexOf(wanted, at + wanted.length)
  }
  return places
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}
