import { isoTime } from '../clock.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { safeName } from '../storage/file-checks.ts'
import type { StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { oneLine } from '../text/plain-text.ts'
import { fileStemOf } from './front-matter.ts'
import type { Note, NotesOptions } from './note.ts'
import { escapedLink, indexName, type Listing, noteCopies, sortedNotes } from './note-files.ts'

export const emptyIndex = '# Memory\n\n(empty)\n'

/** The index, all of it in every context, has fewer lines: the oldest notes are left out. */
export const indexLines = 200

const sections = ['User', 'Feedback', 'Project', 'Reference', 'Other']

const longestTitle = 120
const longestDescription = 300
const leftOutPattern = /^\(\d+ more notes?: /
const ownLine = /^(?:# Memory|## (?:User|Feedback|Project|Reference|Other)|\(empty\)|- \[.*\]\([^()\s]+\) - .*|)$/

/**
 * The index of the notes: a section for each type in use, a line for each note, in the notes' order. It has fewer than
 * `maxLines` lines: notes updated longest ago are left out, and its last line gives their number.
 */
export function printIndex(notes: readonly Note[], maxLines: number): string {
  if (notes.length === 0) return emptyIndex
  // Counts first, so that ten thousand lines are not printed for nothing.
  const count = 1 + notes.length + 2 * new Set(notes.map(({ type }) => type)).size
  if (count < maxLines) return `${linesOf(notes).join('\n')}\n`
  // The last line and the blank one before it.
  const kept = newest(notes, maxLines - 2)
  const left = notes.length - kept.size
  const lines = linesOf(notes.filter((note) => kept.has(note)))
  const more = `(${left} more ${left === 1 ? 'note' : 'notes'}: memory_view with target "files" lists them all)`
  return `${[...lines, '', more].join('\n')}\n`
}

/** Whether a text has the form of a generated index, so that regenerating it loses nothing. */
export function isGeneratedIndex(text: string): boolean {
  const lines = text.split(/\r?\n/)
  return lines[0] === '# Memory' && lines.every((line) => ownLine.test(line) || leftOutPattern.test(line))
}

function linesOf(notes: readonly Note[]): string[] {
  const blocks = sections.flatMap((title) => {
    const lines = notes.filter((note) => note.type === title.toLowerCase()).map(indexLine)
    return lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
  })
  return ['# Memory', ...blocks]
}

function indexLine({ filename, name, description }: Note): string {
  const title = oneLine(name, longestTitle) || oneLine(filename, longestTitle)
  const text = oneLine(description, longestDescription) || title
  return `- [${title.replaceAll(/[\\[\]<`]/g, '\\$&')}](${escapedLink(filename)}) - ${text.replaceAll('<', '\\<')}`
}

/** The most recently updated notes that fit into fewer than `maxLines` lines. */
function newest(notes: readonly Note[], maxLines: number): ReadonlySet<Note> {
  const kept = new Set<Note>()
  const types = new Set<string>()
  let lines = 1
  const byAge = [...notes].sort(
    (a, b) => compareTexts(b.updated ?? '', a.updated ?? '') || compareTexts(a.filename, b.filename),
  )
  for (const note of byAge) {
    const cost = types.has(note.type) ? 1 : 3
    if (lines + cost >= maxLines) break
    lines += cost
    types.add(note.type)
    kept.add(note)
  }
  return kept
}

const mostCopies = 20

/** The generated index. Touches no disk until it is used, and takes no lock: write inside the guard. */
export function createNoteIndexFile(setting: Setting, options: Required<NotesOptions>) {
  const { files } = setting.storage
  const path = `${options.directory}/${indexName}`
  const copies = `${options.directory}/.versions`
  let known: StoredText | undefined

  function printed(listing: Listing): string {
    const copies = noteCopies(listing.notes.values())
    const told = sortedNotes(listing).filter(({ filename }) => !copies.has(filename))
    return printIndex(told, indexLines)
  }

  /** Copies a text to `.versions/` before it is replaced, the newest 20 of one name. Returns the path of the copy. */
  async function keepCopy(name: string, text: string): Promise<string> {
    const stem = name === indexName ? 'MEMORY' : safeName(fileStemOf(name), 'filename')
    const hash = contentHash(text).slice(0, 8)
    const pattern = /^\.\d{4}-\d\d-\d\dT[\d.Z-]+\.[0-9a-f]{8}\.md$/
    const start = `${copies}/${stem}`
    const kept = (await files.list(copies)).filter(
      ({ path }) => path.startsWith(`${start}.`) && pattern.test(path.slice(start.length)),
    )
    const same = kept.find((copy) => copy.path.endsWith(`.${hash}.md`))
    if (same && (await files.read(same.path))?.text === text) return same.path
    const copy = `${start}.${isoTime(setting.clock()).replaceAll(':', '-')}.${hash}.md`
    await files.write(copy, text)
    for (const old of kept.slice(0, Math.max(0, kept.length + 1 - mostCopies))) await files.remove(old.path)
    return copy
  }

  return {
    printed,
    keepCopy,
    /** The index on disk if it is right for this listing, otherwise undefined. */
    async fresh(listing: Listing): Promise<string | undefined> {
      if (listing.indexVersion === undefined) return undefined
      if (known?.version !== listing.indexVersion) known = await files.read(path)
      if (!known) return undefined
      const { text } = known
      const right = printed(listing)
      // Other systems write the index of a memory without notes as a mere heading.
      if (text === right || (listing.notes.size === 0 && text.trim() === '# Memory')) return right
      // Until there is a note, a text that a person wrote in place of the index stays and is shown.
      const isOwn = listing.notes.size === 0 && text.trim() !== '' && !isGeneratedIndex(text)
      return isOwn ? text.split('\n', indexLines - 1).join('\n') : undefined
    },
    /** Writes the index of this listing. A text that a person wrote there is first copied, and reported. */
    async write(listing: Listing): Promise<void> {
      const text = printed(listing)
      const before = await files.read(path)
      if (before?.text === text) return
      if (before && before.text.trim() !== '' && !isGeneratedIndex(before.text)) {
        const copy = await keepCopy(indexName, before.text)
        const message = `${path} is generated; the text written there by hand is kept as ${copy}`
        setting.report({ type: 'file-quarantined', level: 'warn', message, path: copy })
      }
      const stat = await files.write(path, text, { ifVersion: before?.version ?? null })
      known = { text, ...stat }
    },
  }
}

/** The instructions for notes in the system prompt: when to read and write them, and their types. About 230 tokens. */
export const notesProtocol = `MEMORY PROTOCOL:
1. ALWAYS look at the memory index below when a session starts.
2. Before you work on a task, read the memory files that belong to it (memory_read).
3. When significant work is done, save what you learned (memory_write).
4. Keep the memory in order: update a file that exists (memory_update) rather than writing a second one.
5. Delete memory files that no longer hold (memory_delete).

MEMORY TYPES:
- user: who the user is (role, preferences, knowledge level)
- feedback: corrections and confirmed approaches (what to do, what not to do)
- project: ongoing work, decisions, deadlines
- reference: pointers to external resources`

/** The present index under the name that the protocol uses. */
export function currentIndex(index: string): string {
  return `Current memory index:\n${index.trimEnd()}\n`
}
