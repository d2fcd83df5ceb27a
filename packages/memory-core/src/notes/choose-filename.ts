import { MemoryError, shown } from '../errors.ts'
import { contentHash } from '../text/content-hash.ts'
import type { Listing } from './note-files.ts'
import { findFilename, foldName, isIndexName, isSafeFilename, nameFromTitle, safeFilename } from './note-names.ts'

/**
 * The file of a note that has to be there. The index is none.
 * @throws MemoryError `not-found`, or `bad-input` for the index
 */
export function existingFilename({ notes }: Listing, given: string): string {
  if (isIndexName(given)) safeFilename(given)
  const filename = findFilename(notes.keys(), given)
  if (filename === undefined) throw missingError(given)
  return filename
}

/**
 * The file that a note of this name is written to: that of the note that has it, or a new one.
 * @throws MemoryError `bad-input` for a name that is not safe, or differs from a note's only in letter case
 */
export function placeFor(listing: Listing, given: string): string {
  const found = isIndexName(given) ? undefined : findFilename(listing.notes.keys(), given)
  if (found !== undefined) return found
  const filename = safeFilename(given)
  refuseTaken(listing, filename)
  return filename
}

/** A file name out of a title that no note has. */
export function newFilename(listing: Listing, title: string): string {
  const made = nameFromTitle(title)
  const stem = isSafeFilename(made) ? made : `note_${contentHash(title).slice(0, 8)}`
  const taken = new Set([...listing.notes.keys()].map(foldName))
  for (let turn = 1; ; turn++) {
    const filename = `${turn === 1 ? stem : `${stem}_${turn}`}.md`
    if (!taken.has(foldName(filename))) return safeFilename(filename)
  }
}

/** @throws MemoryError `bad-input` when a note other than `beside` has that name, letter case aside */
export function refuseTaken({ notes }: Listing, filename: string, beside?: string): void {
  const folded = foldName(filename)
  const clash = [...notes.keys()].find((other) => other !== beside && foldName(other) === folded)
  if (clash === undefined) return
  throw new MemoryError(
    'bad-input',
    `filename is ${shown(filename)}, and there is a note ${shown(clash)}: use that one, or another name`,
  )
}

/** The error for a name that no note has. */
export function missingError(filename: string): MemoryError {
  return new MemoryError('not-found', `no note ${shown(filename)}; notes.list() lists what there is`)
}
