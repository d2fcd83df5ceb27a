import type { Check } from '../option-checks.ts'

/** How the notes are kept. */
export interface NotesOptions {
  /**
   * The folder of the notes and of their index, relative to the memory's directory. Not the folder of the facts: both
   * have a MEMORY.md. @default '.memory'
   */
  directory?: string
  /**
   * The index stays below so many lines, because all of it is in every context; the notes that were updated longest ago
   * are left out first, and stay listed by the tool. At least 10. @default 200
   */
  maxLines?: number
  /** The zone of a note's `updated` day: `UTC`, `local` for the machine's own, or a name such as `Europe/Berlin`. @default 'UTC' */
  timeZone?: string
}

/** {@link NotesOptions} with the defaults filled in. */
export type ResolvedNotesOptions = Required<NotesOptions>

/** What an option is when it is not given. */
export const notesDefaults: ResolvedNotesOptions = { directory: '.memory', maxLines: 200, timeZone: 'UTC' }

/** The day of a time in a zone, as `2026-03-25`. */
export function dayIn(ms: number, timeZone: string): string {
  const zone = timeZone === 'local' ? {} : { timeZone }
  const format = new Intl.DateTimeFormat('en', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** `UTC`, `local`, or a zone that this machine knows. */
export const timeZone: Check = (value) => {
  const expected = '"UTC", "local" or a time zone such as "Europe/Berlin"'
  if (typeof value !== 'string' || value === '') return expected
  try {
    dayIn(0, value)
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return expected
    throw error
  }
}
