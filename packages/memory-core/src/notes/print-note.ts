import { oneLine } from '../text/one-line.ts'
import { parseFrontMatter } from './front-matter.ts'
import type { NoteDraft } from './note.ts'
import { setHeaderValue, splitNote } from './note-header.ts'
import { fileStemOf } from './parse-note.ts'

type DraftedNote = Omit<NoteDraft, 'filename'>

/** What needs no quotes in any YAML: begins with a letter, and nothing in it means anything. */
const plainPattern = /^\p{L}[\p{L}\p{M}\p{N} _.,;()/+&'"!?@%*=<>|$^~:#-]*$/u
const special = /: |:$| #|\s$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const unprintable = /[\p{Cc}\uFEFF\uFFFE\uFFFF\u2028\u2029]/gu

/** A new note's file: header, blank line, text. */
export function printNote(draft: DraftedNote, updated: string): string {
  const { name, description, type, content } = draft
  const header = `name: ${scalar(name)}\ndescription: ${scalar(description)}\ntype: ${type}\nupdated: ${updated}\n`
  return `---\n${header}---\n\n${content.toWellFormed()}\n`
}

/**
 * The file of an existing note with another content. Of its header only what differs is changed: other keys, comments,
 * order, quotes and the kind of line break stay. Undefined when that cannot be done, because the header is none.
 */
export async function rewriteNote(text: string, draft: DraftedNote, updated: string): Promise<string | undefined> {
  const parts = splitNote(text)
  const before = await parseFrontMatter(text)
  if (!parts || !before.hasHeader) return undefined
  const { name, description, type, content } = draft
  const wanted = { name: name.toWellFormed().trim(), description: description.toWellFormed().trim(), type, updated }
  let { header } = parts
  for (const key of ['name', 'description', 'type', 'updated'] as const)
    if (before.meta[key] !== wanted[key]) header = setHeaderValue(header, key, scalar(wanted[key]))
  const lineBreak = parts.open.endsWith('\r\n') ? '\r\n' : '\n'
  const close = parts.close.endsWith('\n') ? parts.close : `${parts.close}${lineBreak}`
  const body = content.toWellFormed().replaceAll(/\r?\n/g, lineBreak)
  const result = `${parts.open}${header}${close}${lineBreak}${body}${lineBreak}`
  const { meta } = await parseFrontMatter(result)
  const isRight = (['name', 'description', 'type', 'updated'] as const).every((key) => meta[key] === wanted[key])
  return isRight ? result : undefined
}

/** The file with another `updated` and nothing else changed; as it is when its header is none, or cannot be edited safely. */
export async function withUpdated(text: string, updated: string): Promise<string> {
  const parts = splitNote(text)
  const { meta, hasHeader } = await parseFrontMatter(text)
  if (!parts || !hasHeader || meta.updated === updated) return text
  const result = `${parts.open}${setHeaderValue(parts.header, 'updated', updated)}${parts.close}${parts.body}`
  const after = await parseFrontMatter(result)
  const isRight = after.meta.updated === updated && sameBeside(meta, after.meta)
  return isRight ? result : text
}

/** A file with a header: its own, or one made of its name and its first line. */
export async function withHeader(filename: string, text: string, updated: string): Promise<string> {
  if ((await parseFrontMatter(text)).hasHeader) return text
  const stem = fileStemOf(filename)
  const name = stem.split('~').findLast((part) => part !== '') ?? stem
  const firstLine = oneLine(/\S.*/.exec(text.slice(0, 10_000))?.[0].replace(/^#+\s+/, '') ?? '', 200)
  const content = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return printNote({ name, description: firstLine || name, type: 'reference', content }, updated)
}

function sameBeside(a: object, b: object): boolean {
  return JSON.stringify({ ...a, updated: '' }) === JSON.stringify({ ...b, updated: '' })
}

/** A text as a YAML value on one line: as it is where that is safe, else in double quotes. */
function scalar(value: string): string {
  const text = value.toWellFormed().trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  if (plainPattern.test(text) && !special.test(text) && !reserved.test(text)) return text
  return JSON.stringify(text).replaceAll(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
