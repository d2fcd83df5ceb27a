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
