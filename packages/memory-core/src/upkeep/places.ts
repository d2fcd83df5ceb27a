import { factsDefaults } from '../documents/facts-file.ts'
import { historyDefaults } from '../documents/history-entry.ts'
import { knowledgeDefaults } from '../knowledge/knowledge-entry.ts'
import { notesDefaults } from '../notes/note.ts'
import type { FoundSecret } from '../privacy/redact.ts'
import { recordsDefaults } from '../records/record-types.ts'
import { responsesNamespace } from '../responses/responses.ts'
import { sessionsDefaults } from '../sessions/session.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import type { StoredItem } from '../storage/items.ts'
import type { Layer } from '../storage/passages.ts'

type Folders = Readonly<Record<Layer, { directory: string }>>

/** The folders of a memory whose options name no others. */
const usual: Folders = {
  facts: factsDefaults,
  history: historyDefaults,
  notes: notesDefaults,
  knowledge: knowledgeDefaults,
  records: recordsDefaults,
  sessions: sessionsDefaults,
}

export const receiptsDirectory = 'receipts'

/** The layer of the text in a place; `state` is the memory's internal data. */
export type ScrubbedLayer = Layer | 'responses' | 'items' | 'receipts' | 'state'

/** The result of `memory.scrub`. */
export interface ScrubReceipt {
  /** Whether nothing was changed. */
  dryRun: boolean
  /** Number of places with secrets, by layer and rule; `state` stands for the memory's internal files. */
  found: (FoundSecret & { layer: ScrubbedLayer })[]
  /** The files with secrets, relative to the memory's directory. */
  files: string[]
  /** Number of records, items and responses with secrets. */
  rows: number
  /** Where secrets may remain that could not be searched or removed, and why. Empty after a dry run. */
  remains: string[]
}

/** A folder of a memory, with the files in it that contain text of one layer. */
export interface StoredPlace {
  layer: ScrubbedLayer
  directory: string
  /** The files that `scrub` searches, by path below the directory; derived files are rebuilt instead. */
  scrubbed: RegExp
  /**
   * The files that Daybook writes, by path below the directory and without the `.corrupt-…` of those that were set aside.
   * Includes copies that sync tools make of MEMORY.md and the history. Others in the same folder are a person's.
   */
  written: RegExp
  /** Whether only Daybook writes there, so that `forget` expects no files of other programs. */
  isInternal: boolean
}

/**
 * Every folder of a memory, also of layers that are off. Everything else in the memory's directory belongs to others.
 * `backup` copies these folders; `erase` removes the files that Daybook writes in them, and `copyMemory` copies those; the
 * storage's `check` looks into them; `scrub` takes secrets out of the files named here; `forget` searches all files of the
 * directory and reports matches outside of these folders. Rows are in no folder: see `storage/every-row.ts` for the walks
 * over records, items and marks.
 */
export function storedPlaces(folders: Folders): readonly StoredPlace[] {
  const ofLayer = (layer: Layer) => {
    const { directory } = folders[layer]
    return { layer, directory, isInternal: layer === 'sessions' }
  }
  const own = { isInternal: true }
  return [
    {
      ...ofLayer('facts'),
      scrubbed: /^MEMORY\.md|^\.versions\//,
      written: /^MEMORY(?: \(.+\)| \d+|\.sync-conflict-.+)?\.md$|^\.versions\/MEMORY\.[^/]+$/,
    },
    {
      ...ofLayer('history'),
      scrubbed: /^HISTORY[^/]*$/,
      written: /^HISTORY(?:-\d{4}-\d{2}|\.archive\.[\d-]+)?(?: \(.+\)| \d+|\.sync-conflict-.+)?\.md$/,
    },
    { ...ofLayer('knowledge'), scrubbed: /^knowledge\.json/, written: /^knowledge\.json$/ },
    { ...ofLayer('records'), scrubbed: /^RECORDS\.md\.corrupt-/, written: /^RECORDS\.md$/ },
    // Every Markdown file in this folder is a note, also one that a person wrote.
    { ...ofLayer('notes'), scrubbed: /\.md(?:\.|$)/i, written: /^(?:\.versions\/)?[^/]+\.md$/i },
    { ...ofLayer('sessions'), scrubbed: /\.jsonl/, written: /\.jsonl$/ },
    {
      ...own,
      layer: 'receipts',
      directory: receiptsDirectory,
      scrubbed: /\.jsonl$/,
      written: /^\d{4}-\d{2}-\d{2}-\d{4,}\.jsonl$|^\.gitignore$/,
    },
    {
      ...own,
      layer: 'responses',
      directory: 'state',
      scrubbed: /^semantic_cache\.json$/,
      written: /^semantic_cache\.json$|^(?:agents|consolidation)\//,
    },
    { ...own, layer: 'state', directory: '.daybook', scrubbed: /./, written: /./ },
    { ...own, layer: 'state', directory: 'journal', scrubbed: /\.corrupt-/, written: /^(?:records|items)\.jsonl$/ },
  ]
}

/** The folders of these places without duplicates. */
export function foldersOf(places: readonly StoredPlace[]): string[] {
  return [...new Set(places.map(({ directory }) => directory))]
}

/** The text files that Daybook has written. `folders` are those that the memory's options name; others are the usual ones. */
export async function writtenFiles(files: FileStore, folders: Partial<Folders> = {}): Promise<FileEntry[]> {
  const found = new Map<string, FileEntry>()
  for (const { directory, written } of storedPlaces({ ...usual, ...folders }))
    for (const entry of await files.list(directory, { deep: true }))
      if (written.test(entry.path.slice(directory.length + 1).replace(/\.corrupt-[^/]+$/, '')))
        found.set(entry.path, entry)
  return [...found.values()]
}

/** Whether an item is a cached response. */
export function isResponse({ namespace }: StoredItem): boolean {
  return namespace.length === responsesNamespace.length && namespace[0] === responsesNamespace[0]
}
