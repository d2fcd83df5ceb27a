import { headerLines, opensHeader, splitNote } from './note-header.ts'

/** What a note's header says. A key that is missing, empty or no simple value is not there. */
export interface NoteMeta {
  name?: string
  description?: string
  type?: string
  updated?: string
}

/** A note's file as it was read. */
export interface ParsedNote {
  meta: NoteMeta
  /** The text below the header without blanks around it; without a readable header the whole text as it stands. */
  body: string
  /** Whether there is a header that can be read, be it an empty one. */
  hasHeader: boolean
  /** Why a header that seems to be there could not be read. */
  problem?: string
}

type ReadHeader = (header: string) => unknown

const knownKeys = ['name', 'description', 'type', 'updated'] as const
let reader: Promise<ReadHeader> | undefined

/**
 * Reads a note's file: the YAML between two lines `---` and the text below. A header that is no YAML is read by the
 * plain rule, each line split at its first colon, if that gives one of the known keys. Without a header, or with a
 * broken one, `meta` is {} and `body` the whole text. Linear in the text; nothing in it is executed.
 */
export async function parseFrontMatter(text: string): Promise<ParsedNote> {
  const parts = splitNote(text)
  if (!parts) {
    const problem = opensHeader(text) ? 'its header has no end, or more than 65,536 characters' : undefined
    return { ...withoutHeader(text), ...(problem === undefined ? {} : { problem }) }
  }
  reader ??= loadReader()
  const lines = headerLines(parts.header)
  const body = parts.body.trim()
  if (parts.header.trim() === '') return { meta: {}, body, hasHeader: true }
  try {
    const found = (await reader)(parts.header)
    if (isMapping(found)) return { meta: metaOf(found, lines), body, hasHeader: true }
    if (found === undefined || found === null) return { meta: {}, body, hasHeader: true }
  } catch (error) {
    const meta = metaOf(Object.fromEntries(lines), lines)
    if (Object.keys(meta).length > 0) return { meta, body, hasHeader: true }
    return { ...withoutHeader(text), problem: `its header is no YAML: ${firstLine(error)}` }
  }
  return withoutHeader(text)
}

function withoutHeader(text: string): ParsedNote {
  return { meta: {}, body: text, hasHeader: false }
}

/** Loaded when the first header is read: it needs `fs`, which a memory without notes does not. */
async function loadReader(): Promise<ReadHeader> {
  const { default: matter } = await import('gray-matter')
  const refuse = (): never => {
    throw new Error('a header is not executed')
  }
  const options = {
    // With options it keeps no cache; with these engines a header in JavaScript throws instead of running.
    engines: { javascript: refuse, js: refuse, coffee: refuse, coffeescript: refuse, cson: refuse },
    // Else a key of the header says where an excerpt ends, and aliases make that a text of endless length.
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

/** A number, a date or a truth value is taken as it was written: `007` and `2026-03-25` are texts here. */
function textOf(value: unknown, written: string | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (typeof value !== 'number' && typeof value !== 'boolean' && !(value instanceof Date)) return undefined
  const plain = written?.replace(/(?<=\s)#.*$/, '').trim()
  if (plain !== undefined && plain !== '') return plain
  return value instanceof Date ? isoDay(value) : String(value)
}

function isoDay(date: Date): string | undefined {
  return Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 10) : undefined
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function firstLine(error: unknown): string {
  return (
    String(error instanceof Error ? error.message : error)
      .slice(0, 200)
      .split('\n')[0] ?? ''
  )
}
