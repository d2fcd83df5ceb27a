import { MemoryError, shown } from '../errors.ts'
import { originalOf } from '../storage/file-checks.ts'
import { normalForm } from '../text/plain-text.ts'
import { fileStemOf } from './front-matter.ts'
import type { Note } from './note.ts'

export const indexName = 'MEMORY.md'

const longestName = 100
// File systems count bytes, and a writer's temporary file has a longer name.
const longestBytes = 200
/** A longer argument cannot be a name and is not examined. */
const longestGiven = 4_096
const safePattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._@+~-]*$/u
const devicePattern = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .]|$)/i

/**
 * The file name under which a note is written, with `.md` added if it is missing.
 * @throws MemoryError `bad-input` for a name that is not one plain, portable file name of at most 100 characters, or the
 * name of the index
 */
export function safeFilename(name: unknown): string {
  const stem = typeof name === 'string' && name.length <= longestGiven ? fileStemOf(normalForm(name, 'NFC')) : ''
  const problem = typeof name === 'string' ? problemOf(name, stem) : 'not a text'
  if (problem === undefined) return `${stem}.md`
  throw new MemoryError(
    'bad-input',
    `filename is ${shown(name)}, which is ${problem}; expected a file name such as "user_prefs.md": letters, digits, spaces and . _ - + @ ~, at most 100 characters, no folders`,
  )
}

export function isSafeFilename(name: string): boolean {
  return problemOf(name, fileStemOf(normalForm(name, 'NFC'))) === undefined
}

function problemOf(name: string, stem: string): string | undefined {
  if (isIndexName(name) || isIndexName(`${stem}.md`)) return 'the name of the generated index'
  if (stem === '' || name.length > longestName || new TextEncoder().encode(stem).length > longestBytes)
    return 'empty or too long'
  if (!safePattern.test(stem) || /^\s|[\s.]$/.test(stem) || stem.includes('..')) return 'not a plain file name'
  return devicePattern.test(stem) ? 'a device on Windows' : undefined
}

/** Whether a name is that of the index on file systems that ignore letter case or the form of letters. */
export function isIndexName(name: string): boolean {
  return name.length <= longestGiven && foldName(name) === foldName(indexName)
}

/** A form that is equal for names that a file system may treat as the same. */
export function foldName(name: string): string {
  return normalForm(name, 'NFKC').toUpperCase().toLowerCase()
}

/** Whether a file in the folder is a note: `*.md`, not hidden, not the index, and a name that can be used. */
export function isNoteFile(name: string): boolean {
  // No file system has longer names, so a longer one was not listed.
  const isShort = name.length <= 255 && new TextEncoder().encode(name).length <= 255
  return isShort && /\.md$/i.test(name) && !/^\.|[\\\0]/.test(name) && name.isWellFormed() && !isIndexName(name)
}

/**
 * Notes that are copies by a sync tool, with the note that each was copied from. The suffix alone says little of a note,
 * which may be called "week 2": it names a conflict, or the copy has the original's title.
 */
export function noteCopies(notes: Iterable<Pick<Note, 'filename' | 'name'>>): Map<string, string> {
  const names = new Map([...notes].map(({ filename, name }) => [filename, name]))
  const copies = [...names].flatMap(([filename, name]): [string, string][] => {
    const original = originalOf(filename) ?? ''
    const isCopy = names.get(original) === name || (names.has(original) && /conflicted|sync-conflict/i.test(filename))
    return isCopy ? [[filename, original]] : []
  })
  return new Map(copies)
}

/** Finds an existing note by its file name, with or without `.md`, or as written in a link of the index. */
export function findFilename(filenames: Iterable<string>, name: string): string | undefined {
  if (name.length > longestGiven) return undefined
  const wanted = [name, `${name}.md`, unescapedLink(name)].map((one) => normalForm(one, 'NFC'))
  const byForm = new Map([...filenames].map((filename) => [normalForm(filename, 'NFC'), filename]))
  return wanted.map((one) => byForm.get(one)).find((filename) => filename !== undefined)
}

/** Derives a name from a title: `User Preferences` → `user_preferences`; "" if no character of the title is usable. */
export function nameFromTitle(title: string): string {
  const name = title
    .slice(0, 400)
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^[_\p{M}]+|_+$/gu, '')
  return Array.from(name).slice(0, 48).join('').replace(/_+$/, '')
}

/** A file name for a link of the index. Characters that would end the link are percent-encoded. */
export function escapedLink(filename: string): string {
  return filename.replaceAll(/[\p{Cc}\p{Cf}\s()<>%[\]]/gu, (one) =>
    // encodeURIComponent leaves parentheses unchanged.
    one === '(' ? '%28' : one === ')' ? '%29' : encodeURIComponent(one),
  )
}

function unescapedLink(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch (error) {
    if (error instanceof URIError) return link
    throw error
  }
}
