import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { lazy, oneLine } from '../text/plain-text.ts'
import { isNoteType, type Note, type NoteDraft } from './note.ts'

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
    return { ...plain, ...(openPattern.test(text) && { problem }) }
  }
  const lines = headerLines(parts.header)
  const whole = { meta: {}, body: parts.body.trim(), hasHeader: true }
  if (parts.header.trim() === '') return whole
  try {
    const found = (await reader())(parts.header)
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
const reader = lazy(async (): Promise<(header: string) => unknown> => {
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
})

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

/** @throws MemoryError `bad-input` if a change removes or breaks a readable header, or gives it an unknown type */
export async function refuseBroken(filename: string, before: string, after: string): Promise<void> {
  const [old, now] = [await parseFrontMatter(before), await parseFrontMatter(after)]
  const { type } = now.meta
  const isOther = type !== old.meta.type && type !== undefined && !isNoteType(type)
  const broken = `break the header of ${shown(filename)}: keep the two lines --- and the lines between them readable`
  const retyped = `make the type of ${shown(filename)} ${shown(type)}, expected user, feedback, project or reference`
  if (old.hasHeader && !now.hasHeader) throw new MemoryError('bad-input', `the change would ${broken}`)
  if (isOther) throw new MemoryError('bad-input', `the change would ${retyped}`)
}

/** A text as a YAML value on one line: plain if that is safe, else in double quotes. */
function scalar(value: string): string {
  const text = value.toWellFormed().trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  if (plainPattern.test(text) && !special.test(text) && !reserved.test(text)) return text
  return JSON.stringify(text).replaceAll(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A file split into its header and the rest. The joined parts are the file, byte for byte. */
interface NoteParts {
  /** Everything up to and including the line break after the first `---`. */
  open: string
  /** The lines between, with their line breaks. */
  header: string
  /** The second `---` with its line break, if it has one. */
  close: string
  body: string
}

const longestHeader = 65_536

interface HeaderEntry {
  key: string
  /** Offsets in the header; `end` is after the last line break. */
  start: number
  end: number
  line: string
  isSingle: boolean
}

const openPattern = /^\uFEFF?---[ \t]*\r?\n/
const closePattern = /^---[ \t]*\r?(?:\n|$)/
const keyPattern = /^(?:"([^"\\]*)"[ \t]*|'([^']*)'[ \t]*|([^\s#'"[\]{},&*!|>%@`:-][^:]*)):(?=[ \t]|$)/
const quotedPattern = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/
const notSimple = /^[|>[{&*!]/

/** Splits a file at its header; undefined without one: no `---` in the first line, none that ends it, or too long. */
export function splitNote(text: string): NoteParts | undefined {
  const open = openPattern.exec(text)?.[0]
  if (open === undefined) return undefined
  for (let at = open.length; at <= text.length && at - open.length <= longestHeader; ) {
    const close = text.startsWith('---', at) ? closePattern.exec(text.slice(at, at + 1000))?.[0] : undefined
    if (close !== undefined)
      return { open, header: text.slice(open.length, at), close, body: text.slice(at + close.length) }
    const next = text.indexOf('\n', at)
    if (next < 0) return undefined
    at = next + 1
  }
  return undefined
}

/** The unindented lines of a header, each split at its first colon; lines without a colon are skipped. */
function headerLines(header: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of header.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0 && !/^\s/.test(line)) values.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return values
}

/** The header with a new value for a key and all else unchanged. A missing key is added at the end. */
function setHeaderValue(header: string, key: string, value: string): string {
  const lineBreak = /\r?\n/.exec(header)?.[0] ?? '\n'
  const entry = headerEntries(header).find((one) => one.key === key)
  if (entry) {
    const line = replacedLine(entry, key, value)
    return `${header.slice(0, entry.start)}${line}${lineBreak}${header.slice(entry.end)}`
  }
  const gap = header === '' || header.endsWith('\n') ? '' : lineBreak
  return `${header}${gap}${key}: ${value}${lineBreak}`
}

/** The new first line of an entry. Keeps the spelling of the key, and the comment after a simple value. */
function replacedLine({ line, isSingle }: HeaderEntry, key: string, value: string): string {
  const head = keyPattern.exec(line)?.[0] ?? `${key}:`
  const rest = line.slice(head.length)
  const blanks = rest.slice(0, rest.length - rest.trimStart().length)
  const comment = isSingle ? commentBehind(rest.slice(blanks.length)) : ''
  return `${head}${blanks.length < rest.length ? blanks : ' '}${value}${comment}`
}

/** The comment after a value, with the blanks before it; "" if there is none or the value is not simple. */
function commentBehind(value: string): string {
  if (notSimple.test(value)) return ''
  const start = quotedPattern.exec(value)?.[0].length ?? 0
  for (let at = value.indexOf('#', start); at >= 0; at = value.indexOf('#', at + 1)) {
    const before = value.slice(0, at)
    const length = before.trimEnd().length
    if (length < before.length) return value.slice(length)
  }
  return ''
}

/** The unindented keys, each with its indented lines, list lines and the blank lines between. */
function headerEntries(header: string): HeaderEntry[] {
  const entries: HeaderEntry[] = []
  let at = 0
  for (const raw of header.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const line = raw.replace(/\r?\n$/, '')
    const key = keyPattern.exec(line)
    const last = entries.at(-1)
    const end = at + raw.length
    if (key) {
      entries.push({ key: key[1] ?? key[2] ?? key[3]?.trimEnd() ?? '', start: at, end, line, isSingle: true })
    } else if (last && /^(?:[ \t]+\S|- |-$)/.test(line)) {
      last.end = end
      last.isSingle = false
    }
    at = end
  }
  return entries
}
