import { compareTexts } from '../storage/compare-texts.ts'
import { versionToReplace } from '../storage/file-checks.ts'
import type { FileEntry, StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { parseNote } from './front-matter.ts'
import type { ListedNote } from './note.ts'
import { indexName, isIndexName, isNoteFile } from './note-names.ts'

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
