import { MemoryError, shown } from '../errors.ts'
import { anyText, type Shape, textUpTo } from '../option-checks.ts'
import { withoutControls } from '../text/plain-text.ts'

/** The subject of a note: who the user is, what to do or avoid, ongoing work, where to find things. */
export type NoteType = 'user' | 'feedback' | 'project' | 'reference'

/** The types that a note can be written with, in the order of the index. */
export const noteTypes: readonly NoteType[] = ['user', 'feedback', 'project', 'reference']

/** A note without its text. */
export interface Note {
  /** The name of its file, such as `user_prefs.md`: the note's id. */
  filename: string
  /** From the header, otherwise the file name without its ending. */
  name: string
  /** From the header, otherwise the file name without its ending. */
  description: string
  /** `other` for a note whose header has no type, or an unknown one. */
  type: NoteType | 'other'
  /** The day of the last change from the header: `2026-03-25`. */
  updated?: string
}

/** A note of a listing. */
export interface ListedNote extends Note {
  /** The size of its file in UTF-8 bytes. */
  bytes: number
}

/** A note with its text. */
export interface NoteText extends Note {
  /** The Markdown below the header, without blanks around it. */
  content: string
  /** The complete file. */
  text: string
}

/** A note to write. */
export interface NoteDraft {
  /** A safe name such as `user_prefs.md`; `.md` is added if it is missing. @default derived from `name` */
  filename?: string | undefined
  name: string
  /** Its text in the index, one line. */
  description: string
  type: NoteType
  content: string
}

export function isNoteType(value: unknown): value is NoteType {
  return noteTypes.some((type) => type === value)
}

/** Where the notes are stored. */
export interface NotesOptions {
  /**
   * The folder of the notes and of their index, relative to the memory's directory. Not the folder of the facts: both
   * have a MEMORY.md. @default '.memory'
   */
  directory?: string
}

export const notesDefaults: Required<NotesOptions> = { directory: '.memory' }

/** The fields of a {@link NoteDraft}. */
export const draftShape: Shape = {
  filename: anyText,
  name: textUpTo(200),
  description: textUpTo(2000),
  type: (value) => (isNoteType(value) ? undefined : `one of ${noteTypes.join(', ')}`),
  content: anyText,
}

/** @throws MemoryError `bad-input` unless the value is a string */
export function checkString(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text`)
}

/** The arguments of `notes.edit` that make the change of `notes.update`. @throws MemoryError `bad-input` unless all are texts */
export function replacement(filename: unknown, oldText: unknown, newText: unknown): [string, (text: string) => string] {
  const name = checkString(filename, 'filename')
  const [old, next] = [checkString(oldText, 'oldText'), checkString(newText, 'newText')]
  return [name, (text) => replaceFirst(name, text, old, next)]
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

function windowsBreaks(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}
