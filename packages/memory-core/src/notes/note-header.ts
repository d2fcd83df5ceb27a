/** A file split into its header and the rest. The joined parts are the file, byte for byte. */
export interface NoteParts {
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

export function opensHeader(text: string): boolean {
  return openPattern.test(text)
}

/** The unindented lines of a header, each split at its first colon; lines without a colon are skipped. */
export function headerLines(header: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of header.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0 && !/^\s/.test(line)) values.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return values
}

/** The header with a new value for a key and all else unchanged. A missing key is added at the end. */
export function setHeaderValue(header: string, key: string, value: string): string {
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
