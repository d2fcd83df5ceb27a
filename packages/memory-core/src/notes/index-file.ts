import { isoTime } from '../clock.ts'
import { safeName } from '../storage/file-checks.ts'
import type { StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/setting.ts'
import { contentHash } from '../text/content-hash.ts'
import { type Listing, sortedNotes } from './note-files.ts'
import { isGeneratedIndex, printIndex } from './note-index.ts'
import { indexName } from './note-names.ts'
import type { ResolvedNotesOptions } from './notes-options.ts'
import { fileStemOf } from './parse-note.ts'

/** The generated index, and the copies of what was replaced. Takes no lock: call what writes inside the guard. */
export interface NoteIndexFile {
  /** The index as it stands, if it is right for this listing. */
  fresh(listing: Listing): Promise<string | undefined>
  /** The index for this listing, whatever stands in the folder. */
  printed(listing: Listing): string
  /** Brings the file up to this listing. What a person wrote there is kept as a copy first, and reported. */
  write(listing: Listing): Promise<void>
  /** Keeps a text that is about to be replaced in `.versions/`, the newest 20 of one name. Answers the copy's path. */
  keepCopy(name: string, text: string): Promise<string>
}

const mostCopies = 20

/** Touches no disk until it is used. */
export function createNoteIndexFile(setting: Setting, options: ResolvedNotesOptions): NoteIndexFile {
  const { files } = setting.storage
  const path = `${options.directory}/${indexName}`
  const copies = `${options.directory}/.versions`
  let known: StoredText | undefined

  const printed = (listing: Listing): string => printIndex(sortedNotes(listing), options.maxLines)

  async function stored(version: string | undefined): Promise<StoredText | undefined> {
    if (version === undefined) return undefined
    if (known?.version !== version) known = await files.read(path)
    return known
  }

  async function keepCopy(name: string, text: string): Promise<string> {
    const stem = name === indexName ? 'MEMORY' : safeName(fileStemOf(name), 'filename')
    const hash = contentHash(text).slice(0, 8)
    const pattern = /^\.\d{4}-\d\d-\d\dT[\d.Z-]+\.[0-9a-f]{8}\.md$/
    const kept = (await files.list(copies)).filter(
      (copy) =>
        copy.path.startsWith(`${copies}/${stem}.`) && pattern.test(copy.path.slice(copies.length + 1 + stem.length)),
    )
    const same = kept.find((copy) => copy.path.endsWith(`.${hash}.md`))
    if (same && (await files.read(same.path))?.text === text) return same.path
    const copy = `${copies}/${stem}.${isoTime(setting.clock()).replaceAll(':', '-')}.${hash}.md`
    await files.write(copy, text)
    for (const old of kept.slice(0, Math.max(0, kept.length + 1 - mostCopies))) await files.remove(old.path)
    return copy
  }

  return {
    printed,
    keepCopy,
    async fresh(listing) {
      const text = (await stored(listing.indexVersion))?.text
      if (text === undefined) return undefined
      const right = printed(listing)
      if (text === right || isBare(text, listing)) return right
      // Before there is a note, what a person wrote in the place of the index stays, and is shown.
      const isOwn = listing.notes.size === 0 && text.trim() !== '' && !isGeneratedIndex(text)
      return isOwn ? text.split('\n', options.maxLines - 1).join('\n') : undefined
    },
    async write(listing) {
      const text = printed(listing)
      const before = await files.read(path)
      if (before?.text === text) return
      if (before && before.text.trim() !== '' && !isGeneratedIndex(before.text)) {
        const copy = await keepCopy(indexName, before.text)
        const message = `${path} is generated; what was written there by hand is kept as ${copy}`
        setting.report({ type: 'file-quarantined', level: 'warn', message, path: copy })
      }
      const stat = await files.write(path, text, { ifVersion: before?.version ?? null })
      known = { text, ...stat }
    },
  }
}

/** The index of a memory without notes as other systems leave it. */
function isBare(text: string, { notes }: Listing): boolean {
  return notes.size === 0 && text.trim() === '# Memory'
}
