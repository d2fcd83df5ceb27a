import { MemoryError, shown } from '../errors.ts'
import { type Check, checkShape } from '../option-checks.ts'

/** What a note is about: who the user is, what to do or avoid, work under way, where to find things. */
export type NoteType = 'user' | 'feedback' | 'project' | 'reference'

/** The types that a note can be written with, in the order of the index. */
export const noteTypes: readonly NoteType[] = ['user', 'feedback', 'project', 'reference']

/** What is known of a note without its text. */
export interface Note {
  /** The name of its file, such as `user_prefs.md`: the note's id. */
  filename: string
  /** The file's name without ending when its header gives none. */
  name: string
  /** The file's name without ending when its header gives none. */
  description: string
  /** `other` for a note whose header gives no type, or one that is not known. */
  type: NoteType | 'other'
  /** The day of the last change as the header gives it, `2026-03-25`. */
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
  /** The file as it stands. */
  text: string
}

/** A note as it is handed over to be written. */
export interface NoteDraft {
  /** A safe name such as `user_prefs.md`; `.md` is added when it is missing. @default made of `name` */
  filename?: string
  name: string
  /** What the index says of it: one line. */
  description: string
  type: NoteType
  content: string
}

/** Whether a value is one of the types that a note can be written with. */
export function isNoteType(value: unknown): value is NoteType {
  return noteTypes.some((type) => type === value)
}

/** How the notes are kept. */
export interface NotesOptions {
  /**
   * The folder of the notes and of their index, relative to the memory's directory. Not the folder of the facts: both
   * have a MEMORY.md. @default '.memory'
   */
  directory?: string
}

/** {@link NotesOptions} with the defaults filled in. */
export interface ResolvedNotesOptions extends Required<NotesOptions> {
  /**
   * The index has fewer lines than this, because all of it is in every context. The notes that were updated longest ago
   * are left out first, and stay listed by the tool. Not an option of the memory.
   */
  maxLines: number
}

/** What an option is when it is not given. */
export const notesDefaults: ResolvedNotesOptions = { directory: '.memory', maxLines: 200 }

/** The day of a time in UTC, as `2026-03-25`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

const longestName = 200
const longestDescription = 2000

const words =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest
      ? undefined
      : `a text of 1 to ${longest} characters`
const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text')
const type: Check = (value) => (isNoteType(value) ? undefined : `one of ${noteTypes.join(', ')}`)

/**
 * A copy of a draft whose fields are all what they have to be.
 * @throws MemoryError `bad-input` naming the field
 */
export function checkDraft(draft: NoteDraft): NoteDraft {
  const shape = {
    filename: anyText,
    name: words(longestName),
    description: words(longestDescription),
    type,
    content: anyText,
  }
  checkShape(draft, shape, 'note', 'bad-input')
  const { filename, name, description, content } = draft
  for (const [field, value] of Object.entries({ name, description, type: draft.type, content }))
    if (value === undefined)
      throw new MemoryError(
        'bad-input',
        `note has no ${field}; expected { filename, name, description, type, content }`,
      )
  return { ...(filename === undefined ? {} : { filename }), name, description, type: draft.type, content }
}

/** @throws MemoryError `bad-input` unless the value is a string */
export function checkString(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text`)
}
