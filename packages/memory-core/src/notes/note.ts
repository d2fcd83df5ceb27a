import { MemoryError, shown } from '../errors.ts'
import { anyText, checkShape, type Shape, textUpTo } from '../option-checks.ts'

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

export interface ResolvedNotesOptions extends Required<NotesOptions> {
  /** The index, all of it in every context, has fewer lines: the oldest notes are left out. Not an option. */
  maxLines: number
}

export const notesDefaults: ResolvedNotesOptions = { directory: '.memory', maxLines: 200 }

const draftShape: Shape = {
  filename: anyText,
  name: textUpTo(200),
  description: textUpTo(2000),
  type: (value) => (isNoteType(value) ? undefined : `one of ${noteTypes.join(', ')}`),
  content: anyText,
}

/** Checks and copies a draft. @throws MemoryError `bad-input` naming the field */
export function checkDraft(draft: NoteDraft): NoteDraft {
  checkShape(draft, draftShape, 'note', 'bad-input', ['name', 'description', 'type', 'content'])
  return { ...draft }
}

/** @throws MemoryError `bad-input` unless the value is a string */
export function checkString(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text`)
}
