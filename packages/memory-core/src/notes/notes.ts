import { isoTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { checkShape } from '../option-checks.ts'
import { retryOnConflict } from '../storage/file-checks.ts'
import type { StoredText } from '../storage/files.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { withoutControls } from '../text/plain-text.ts'
import { parseNote, printNote, refuseBroken, rewriteNote, withHeader, withUpdated } from './front-matter.ts'
import {
  checkString,
  draftShape,
  type ListedNote,
  type NoteDraft,
  type NotesOptions,
  type NoteText,
  replacement,
} from './note.ts'
import {
  createNoteFiles,
  findFilename,
  foldName,
  isIndexName,
  isNoteFile,
  isSafeFilename,
  type Listing,
  nameFromTitle,
  safeFilename,
  sortedNotes,
} from './note-files.ts'
import { createNoteIndexFile } from './note-index.ts'

/**
 * The notes: Markdown files with a header, and a generated index. People may add, edit and remove files; the next call
 * that reads the folder updates the index. Such a call lists the folder and reads changed files.
 */
export interface Notes {
  /** All notes without their text, sorted by file name. */
  list(): Promise<ListedNote[]>
  /** A note by its file name, with or without `.md`; undefined if there is none. Reads one file. */
  read(filename: string): Promise<NoteText | undefined>
  /**
   * Creates a note, or replaces the one with that file name; other keys of an existing header stay. Without a
   * `filename`, a new one is derived from `name`.
   * @throws MemoryError `bad-input` for an unknown type, an unsafe name, or one that differs from an existing note's
   * only in letter case
   */
  write(note: NoteDraft): Promise<ListedNote>
  /**
   * Replaces the first occurrence of `oldText` in a note's file, and updates `updated`.
   * @throws MemoryError `not-found` if there is no such note or text; `bad-input` if the change would break the header
   */
  update(filename: string, oldText: string, newText: string): Promise<ListedNote>
  /** Removes a note. @throws MemoryError `not-found` */
  delete(filename: string): Promise<void>
  /** Renames a note's file. @throws MemoryError `not-found`; `bad-input` for a name that is taken or unsafe */
  rename(from: string, to: string): Promise<ListedNote>
  /**
   * Creates a note from a complete file. One without a header gets one: its name, its first line as the description,
   * type `reference`.
   * @throws MemoryError `bad-input` for a name that is taken or unsafe
   */
  create(filename: string, text: string): Promise<ListedNote>
  /**
   * Changes the complete file of a note, and updates `updated`. `change` may be called again if a person saves the file
   * in between; if it throws, the note stays unchanged.
   * @throws MemoryError `not-found`; `bad-input` if the change would break the header
   */
  edit(filename: string, change: (text: string) => string): Promise<ListedNote>
  /** The index, as the system prompt contains it. Created if missing. */
  index(): Promise<string>
}

/** Touches no disk until it is used. */
export function createNotes(setting: Setting, guard: DocumentGuard, options: Required<NotesOptions>): Notes {
  const files = createNoteFiles(setting, options.directory)
  const indexFile = createNoteIndexFile(setting, options)
  const today = (): string => isoTime(setting.clock()).slice(0, 10)

  /** Runs `fn` inside the guard, again if a person saved a file in between, then writes the index. */
  const change = <T>(fn: (listing: Listing) => Promise<T>, onUnindexed?: (error: unknown) => void): Promise<T> =>
    guard(async () => {
      const { listing, result } = await retryOnConflict(async () => {
        const listing = await files.scan()
        return { listing, result: await fn(listing) }
      })
      const indexed = retryOnConflict(() => indexFile.write(listing))
      await (onUnindexed ? indexed.catch(onUnindexed) : indexed)
      return result
    })

  /** Reports that the index could not be written; its next reader rebuilds it. Rethrows other errors. */
  function reportUnindexed(error: unknown): void {
    if (!MemoryError.isInstance(error) || !['storage-failed', 'locked'].includes(error.code)) throw error
    const message = `the index of the notes could not be written: ${error.message}`
    setting.report({ type: 'index-failed', level: 'error', message, path: options.directory, error })
  }

  async function put(listing: Listing, filename: string, text: string, before?: StoredText): Promise<ListedNote> {
    const note = await files.put(filename, text, before)
    listing.notes.set(filename, note)
    return note
  }

  /** The notes and their index, which is written if it is not right; in a read-only folder it is only returned. */
  async function look(): Promise<{ listing: Listing; index: string }> {
    const seen = await files.scan()
    const index = await indexFile.fresh(seen)
    if (index !== undefined) return { listing: seen, index }
    const listing = await change(async (now) => now).catch((error: unknown) => {
      reportUnindexed(error)
      return seen
    })
    return { listing, index: indexFile.printed(listing) }
  }

  async function write(listing: Listing, draft: NoteDraft): Promise<ListedNote> {
    const filename = draft.filename === undefined ? newFilename(listing, draft.name) : placeFor(listing, draft.filename)
    const note = { ...draft, content: withoutControls(draft.content) }
    const before = await files.load(filename)
    const rewritten = before && (await rewriteNote(before.text, note, today()))
    if (before && rewritten === undefined && before.text.trim() !== '') await indexFile.keepCopy(filename, before.text)
    return put(listing, filename, rewritten ?? printNote(note, today()), before)
  }

  async function edit(listing: Listing, given: string, fn: (text: string) => string): Promise<ListedNote> {
    const filename = existingFilename(listing, given)
    const before = await files.load(filename)
    if (!before) throw missingError(given)
    const after = checkString(fn(before.text), 'the changed text').toWellFormed()
    await refuseBroken(filename, before.text, after)
    return put(listing, filename, await withUpdated(after, today()), before)
  }

  return {
    list: async () => sortedNotes((await look()).listing),
    index: async () => (await look()).index,
    async read(given) {
      const name = checkString(given, 'filename')
      const direct = isNoteFile(name) && !name.includes('/') ? await files.load(name) : undefined
      if (direct) return noteText(name, direct.text)
      const filename = findFilename((await files.scan()).notes.keys(), name)
      if (filename === undefined) return undefined
      const stored = await files.load(filename)
      return stored && noteText(filename, stored.text)
    },
    async write(draft) {
      checkShape(draft, draftShape, 'note', 'bad-input', ['name', 'description', 'type', 'content'])
      const checked = { ...draft }
      // A failed index must not cause a stored note to be written again.
      return change((listing) => write(listing, checked), reportUnindexed)
    },
    async update(...given) {
      const [name, fn] = replacement(...given)
      return change((listing) => edit(listing, name, fn))
    },
    async delete(given) {
      const name = checkString(given, 'filename')
      await change(async (listing) => {
        const filename = existingFilename(listing, name)
        await files.remove(filename)
        listing.notes.delete(filename)
      })
    },
    async rename(from, to) {
      const [source, target] = [checkString(from, 'filename'), safeFilename(to)]
      return change(async (listing) => {
        const filename = existingFilename(listing, source)
        refuseTaken(listing, target, filename)
        const note = await files.move(filename, target)
        listing.notes.delete(filename)
        if (!note) throw missingError(source)
        listing.notes.set(target, note)
        return note
      })
    },
    async create(filename, text) {
      const [name, whole] = [safeFilename(filename), checkString(text, 'text').toWellFormed()]
      return change(async (listing) => {
        refuseTaken(listing, name)
        return put(listing, name, await withHeader(name, whole, today()))
      })
    },
    async edit(filename, fn) {
      const name = checkString(filename, 'filename')
      if (typeof fn !== 'function') throw wrongValue('change', fn, 'a function from the text to another')
      return change((listing) => edit(listing, name, fn))
    },
  }
}

async function noteText(filename: string, text: string): Promise<NoteText> {
  const { note, body } = await parseNote(filename, text)
  return { ...note, content: body, text }
}

/** The file of an existing note. @throws MemoryError `not-found`, or `bad-input` for the index, which is no note */
function existingFilename({ notes }: Listing, given: string): string {
  if (isIndexName(given)) safeFilename(given)
  const filename = findFilename(notes.keys(), given)
  if (filename === undefined) throw missingError(given)
  return filename
}

/** An existing note's file, or a new one. @throws MemoryError `bad-input` for an unsafe or taken name */
function placeFor(listing: Listing, given: string): string {
  const found = isIndexName(given) ? undefined : findFilename(listing.notes.keys(), given)
  if (found !== undefined) return found
  const filename = safeFilename(given)
  refuseTaken(listing, filename)
  return filename
}

function newFilename(listing: Listing, title: string): string {
  const made = nameFromTitle(title)
  const stem = isSafeFilename(made) ? made : `note_${contentHash(title).slice(0, 8)}`
  const taken = new Set([...listing.notes.keys()].map(foldName))
  for (let turn = 1; ; turn++) {
    const filename = `${turn === 1 ? stem : `${stem}_${turn}`}.md`
    if (!taken.has(foldName(filename))) return safeFilename(filename)
  }
}

/** @throws MemoryError `bad-input` if a note other than `beside` has that name, ignoring letter case */
function refuseTaken({ notes }: Listing, filename: string, beside?: string): void {
  const folded = foldName(filename)
  const clash = [...notes.keys()].find((other) => other !== beside && foldName(other) === folded)
  if (clash === undefined) return
  const message = `filename is ${shown(filename)}, but the note ${shown(clash)} exists: change that note, or choose another name`
  throw new MemoryError('bad-input', message)
}

function missingError(filename: string): MemoryError {
  return new MemoryError('not-found', `no note ${shown(filename)}; notes.list() lists the notes`)
}
