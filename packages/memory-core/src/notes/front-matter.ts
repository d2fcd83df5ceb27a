import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { oneLine, withoutControls } from '../text/plain-text.ts'
import { isNoteType, type Note, type NoteDraft } from './note.ts'
import { headerLines, type NoteParts, opensHeader, setHeaderValue, splitNote } from './note-header.ts'

const knownKeys = ['name', 'description', 'type', 'updated'] as const

/** The header of a note. A key that is missing, empty or not a simple value is absent. */
type NoteMeta = Partial<Record<(typeof knownKeys)[number], string>>

interface ParsedNote {
  meta: NoteMeta
  /** The text below the header, trimmed; without a readable header the whole text. */
  body: string
  /** Whether there is a readable header, possibly empty. */
  hasHeader: boolean
  problem?: string
}

let reader: ReturnType<typeof loadReader> | undefined

/**
 * Reads a note's file: YAML between two lines `---`, and the text below. An invalid header is read line by line, each
 * split at its first colon, if that gives a known key. Without a header, or with a broken one, `meta` is {} and `body`
 * the whole text. Linear; nothing in it is executed.
 */
export async function parseFrontMatter(text: string): Promise<ParsedNote> {
  const plain: ParsedNote = { meta: {}, body: text, hasHeader: false }
  const parts = splitNote(text)
  if (!parts) {
    const problem = 'its header has no end, or more than 65,536 characters'
    return { ...plain, ...(opensHeader(text) && { problem }) }
  }
  reader ??= loadReader()
  const lines = headerLines(parts.header)
  const whole = { meta: {}, body: parts.body.trim(), hasHeader: true }
  if (parts.header.trim() === '') return whole
  try {
    const found = (await reader)(parts.header)
    if (isRecord(found) && !(found instanceof Date)) return { ...whole, meta: metaOf(found, lines) }
    return found === undefined || found === null ? whole : plain
  } catch (error) {
    const meta = metaOf(Object.fromEntries(lines), lines)
    if (Object.keys(meta).length > 0) return { ...whole, meta }
    const reason = String(error instanceof Error ? error.message : error).slice(0, 200)
    return { ...plain, problem: `its header is no YAML: ${reason.split('\n', 1).join('')}` }
  }
}

/** Loads the YAML reader with the first header, because it needs `fs`, which a memory without notes does not. */
async function loadReader(): Promise<(header: string) => unknown> {
  const { default: matter } = await import('gray-matter')
  const refuse = (): never => {
    throw new Error('a header is not executed')
  }
  const options = {
    // With options it has no cache; with these engines a header in JavaScript throws instead of running.
    engines: { javascript: refuse, js: refuse, coffee: refuse, coffeescript: refuse, cson: refuse },
    // Otherwise a key of the header sets the end of an excerpt, which aliases could make endlessly long.
    excerpt: () => '',
  }
  return (header) => matter(`---\n${header}\n---\n`, options).data
}

function metaOf(found: Readonly<Record<string, unknown>>, lines: ReadonlyMap<string, string>): NoteMeta {
  const meta: NoteMeta = {}
  for (const key of knownKeys) {
    const value = Object.hasOwn(found, key) ? textOf(found[key], lines.get(key)) : undefined
    if (value !== undefined) meta[key] = value
  }
  return meta
}

/** Numbers, dates and booleans are kept as written: `007` and `2026-03-25` are texts here. */
function textOf(value: unknown, written: string | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (typeof value !== 'number' && typeof value !== 'boolean' && !(value instanceof Date)) return undefined
  const plain = written?.replace(/(?<=\s)#.*$/, '').trim()
  if (plain !== undefined && plain !== '') return plain
  if (!(value instanceof Date)) return String(value)
  return Number.isFinite(value.getTime()) ? value.toISOString().slice(0, 10) : undefined
}

/** Parses a note's file; what its header does not say, such as its name, comes from the name of the file. */
export async function parseNote(path: string, text: string): Promise<ParsedNote & { note: Note }> {
  const parsed = await parseFrontMatter(text)
  const filename = path.slice(path.lastIndexOf('/') + 1)
  const stem = fileStemOf(filename)
  const { name = stem, description = stem, updated } = parsed.meta
  const type = parsed.meta.type?.toLowerCase()
  const known = isNoteType(type) ? type : 'other'
  return { ...parsed, note: { filename, name, description, type: known, ...(updated !== undefined && { updated }) } }
}

export function fileStemOf(filename: string): string {
  return filename.replace(/\.md$/i, '')
}

/** Texts that need no quotes in any YAML. */
const plainPattern = /^\p{L}[\p{L}\p{M}\p{N} _.,;()/+&'"!?@%*=<>|$^~:#-]*$/u
const special = /: |:$| #|\s$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const unprintable = /[\p{Cc}\uFEFF\uFFFE\uFFFF\u2028\u2029]/gu

export function printNote(draft: NoteDraft, updated: string): string {
  const { name, description, type, content } = draft
  const header = `name: ${scalar(name)}\ndescription: ${scalar(description)}\ntype: ${type}\nupdated: ${updated}\n`
  return `---\n${header}---\n\n${content.toWellFormed()}\n`
}

/**
 * The file of an existing note with other content. Only differing keys of the header change; other keys, comments,
 * order, quotes and line breaks stay. Undefined if the header cannot be edited.
 */
export function rewriteNote(text: string, draft: NoteDraft, updated: string): Promise<string | undefined> {
  const { type, content } = draft
  const [name, description] = [draft.name.toWellFormed().trim(), draft.description.toWellFormed().trim()]
  return withMeta(text, { name, description, type, updated }, content)
}

/** The file with another `updated`; unchanged if its header cannot be edited safely. */
export async function withUpdated(text: string, updated: string): Promise<string> {
  return (await withMeta(text, { updated })) ?? text
}

/** The file with other values in its header; undefined if reading it again does not give exactly these. */
async function withMeta(text: string, change: NoteMeta, content?: string): Promise<string | undefined> {
  const parts = splitNote(text)
  const { meta: before, hasHeader } = await parseFrontMatter(text)
  if (!parts || !hasHeader) return undefined
  const wanted = { ...before, ...change }
  let { header } = parts
  for (const key of knownKeys) {
    const value = wanted[key]
    if (value !== undefined && value !== before[key]) header = setHeaderValue(header, key, scalar(value))
  }
  const result = `${parts.open}${header}${content === undefined ? parts.close + parts.body : below(parts, content)}`
  const { meta } = await parseFrontMatter(result)
  return knownKeys.every((key) => meta[key] === wanted[key]) ? result : undefined
}

/** The end of a header and a new text, with the line breaks of the file. */
function below({ open, close }: NoteParts, content: string): string {
  const lineBreak = open.endsWith('\r\n') ? '\r\n' : '\n'
  const body = content.toWellFormed().replaceAll(/\r?\n/g, lineBreak)
  return `${close.endsWith('\n') ? close : `${close}${lineBreak}`}${lineBreak}${body}${lineBreak}`
}

/** A file with a header: its own, or one made from its name and first line. */
export async function withHeader(filename: string, text: string, updated: string): Promise<string> {
  if ((await parseFrontMatter(text)).hasHeader) return text
  const stem = fileStemOf(filename)
  const name = stem.split('~').findLast((part) => part !== '') ?? stem
  const firstLine = oneLine(/\S.*/.exec(text.slice(0, 10_000))?.[0].replace(/^#+\s+/, '') ?? '', 200)
  const content = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return printNote({ name, description: firstLine || name, type: 'reference', content }, updated)
}

/**
 * Replaces the first occurrence of a text in a file. In a file with Windows line breaks, `\n` in the text matches them,
 * and the new text gets them, too.
 * @throws MemoryError `not-found` if the text does not occur; `bad-input` if it is empty
 */
export function replaceFirst(filename: string, text: string, oldText: string, newText: string): string {
  if (oldText === '')
    throw new MemoryError('bad-input', 'oldText is "", expected the text to replace, exactly as in the note')
  const isWindows = text.includes('\r\n')
  const wanted = isWindows && !text.includes(oldText) ? windowsBreaks(oldText) : oldText
  const next = isWindows ? windowsBreaks(withoutControls(newText)) : withoutControls(newText)
  const at = text.indexOf(wanted)
  if (at >= 0) return `${text.slice(0, at)}${next}${text.slice(at + wanted.length)}`
  const message = `text not found in ${shown(filename)}: ${shown(oldText)}; read the note and repeat the change`
  throw new MemoryError('not-found', message)
}

/** @throws MemoryError `bad-input` if a change removes or breaks a readable header, or gives it an unknown type */
export async function refuseBroken(filename: string, before: string, after: string): Promise<void> {
  const [old, now] = [await parseFrontMatter(before), await parseFrontMatter(after)]
  if (old.hasHeader && !now.hasHeader)
    throw new MemoryError(
      'bad-input',
      `the change would break the header of ${shown(filename)}: keep the two lines --- and the lines between them readable`,
    )
  if (now.meta.type !== old.meta.type && now.meta.type !== undefined && !isNoteType(now.meta.type))
    throw new MemoryError(
      'bad-input',
      `the change would make the type of ${shown(filename)} ${shown(now.meta.type)}, expected user, feedback, project or reference`,
    )
}

function windowsBreaks(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

/** A text as a YAML value on one line: plain if that is safe, else in double quotes. */
function scalar(value: string): string {
  const text = value.toWellFormed().trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  if (plainPattern.test(text) && !special.test(text) && !reserved.test(text)) return text
  return JSON.stringify(text).replaceAll(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
