import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { originalOf, versionToReplace } from '../storage/file-checks.ts'
import type { FileEntry, StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { normalForm } from '../text/plain-text.ts'
import { fileStemOf, parseNote } from './front-matter.ts'
import type { ListedNote, Note } from './note.ts'

export interface Listing {
  notes: Map<string, ListedNote>
  indexVersion: string | undefined
}

const filesAtOnce = 200

/** The files of the notes. Touches no disk until it is used, and takes no lock: write inside the guard. */
export function createNoteFiles(setting: Setting, directory: string) {
  const { files } = setting.storage
  const passedOver = new Set<string>()
  // A parsed note is valid as long as its file has the same version.
  let parsed = new Map<string, { version: string; note: ListedNote }>()

  const pathOf = (filename: string): string => `${directory}/${filename}`
  const nameIn = (path: string): string => path.slice(directory.length + 1)

  function warn(path: string, message: string): void {
    setting.report({ type: 'line-set-aside', level: 'warn', message, path })
  }

  async function parse(filename: string, { text, version, size }: StoredText): Promise<ListedNote> {
    const path = pathOf(filename)
    const { note, problem } = await parseNote(path, text)
    if (problem !== undefined) warn(path, `the note ${path} is read as plain text: ${problem}`)
    const listed = { ...note, bytes: size }
    parsed.set(filename, { version, note: listed })
    return listed
  }

  function passOver(filename: string): void {
    if (!/\.md$/i.test(filename) || filename.startsWith('.') || passedOver.has(filename)) return
    passedOver.add(filename)
    const why = isIndexName(filename) ? 'the index has that name' : 'its name cannot be used'
    warn(pathOf(filename), `${pathOf(filename)} is ignored: ${why}; rename the file to make it a note`)
  }

  async function readChanged(entries: readonly FileEntry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += filesAtOnce) {
      const paths = entries.slice(at, at + filesAtOnce).map(({ path }) => path)
      // A text is undefined if its file was removed since it was listed.
      for (const [index, stored] of (await files.readMany(paths)).entries())
        if (stored) await parse(nameIn(paths[index] ?? ''), stored)
    }
  }

  return {
    /** Lists the folder and reads files that are new or have changed since the last scan. */
    async scan(): Promise<Listing> {
      const entries = (await files.list(directory)).map((entry) => ({ ...entry, filename: nameIn(entry.path) }))
      const noteFiles = entries.filter(({ filename }) => isNoteFile(filename))
      await readChanged(noteFiles.filter(({ filename, version }) => parsed.get(filename)?.version !== version))
      const found = noteFiles.flatMap(({ filename }) => {
        const one = parsed.get(filename)
        return one ? [[filename, one] as const] : []
      })
      parsed = new Map(found)
      for (const { filename } of entries) if (filename !== indexName && !isNoteFile(filename)) passOver(filename)
      return {
        notes: new Map(found.map(([filename, { note }]) => [filename, note])),
        indexVersion: entries.find(({ filename }) => filename === indexName)?.version,
      }
    },
    load: (filename: string): Promise<StoredText | undefined> => files.read(pathOf(filename)),
    /** Writes a file if it still has the version of `before`. @throws MemoryError `version-conflict` otherwise */
    async put(filename: string, text: string, before?: StoredText): Promise<ListedNote> {
      const ifVersion = await versionToReplace(setting, pathOf(filename), before)
      const stat = await files.write(pathOf(filename), text, { ifVersion })
      return parse(filename, { text, ...stat })
    },
    async move(from: string, to: string): Promise<ListedNote | undefined> {
      await files.rename(pathOf(from), pathOf(to))
      const stored = await files.read(pathOf(to))
      return stored && parse(to, stored)
    },
    remove: (filename: string): Promise<void> => files.remove(pathOf(filename)),
  }
}

export function sortedNotes({ notes }: Pick<Listing, 'notes'>): ListedNote[] {
  return [...notes.values()].sort((a, b) => compareTexts(a.filename, b.filename))
}

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
  } catch {
    return link // not an encoded one
  }
}
