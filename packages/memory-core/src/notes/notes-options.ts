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
