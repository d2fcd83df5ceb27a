import type { FoundSecret } from '../privacy/redact.ts'
import { responsesNamespace } from '../responses/responses.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import { unknownTime } from '../sessions/session-state.ts'
import type { StoredItem } from '../storage/items.ts'

/** The layers with a folder. */
type Folders = Readonly<
  Record<'facts' | 'history' | 'notes' | 'knowledge' | 'records' | 'sessions', { directory: string }>
>

export const receiptsDirectory = 'receipts'

/** The layer of the text in a place; `state` is the memory's internal data. */
export type ScrubbedLayer = keyof Folders | 'responses' | 'items' | 'receipts' | 'state'

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
  /** Whether `scrub` searches subfolders. */
  isDeep: boolean
  /** Whether only Daybook writes there, so that `forget` expects no files of other programs. */
  isInternal: boolean
}

/**
 * Every folder of a memory, also of layers that are off. Everything else in the memory's directory belongs to others.
 * `backup` copies these folders, `erase` empties them, and the storage's `check` looks into them; `scrub` takes secrets out
 * of the files named here; `forget` searches all files of the directory and reports matches outside of these folders.
 * Rows are in no folder: see `storage/every-row.ts` for the walks over records, items and marks.
 */
export function storedPlaces({ facts, history, notes, knowledge, records, sessions }: Folders): readonly StoredPlace[] {
  const person = { isDeep: false, isInternal: false }
  const own = { isDeep: false, isInternal: true }
  return [
    { ...person, layer: 'facts', directory: facts.directory, scrubbed: /^MEMORY\.md|^\.versions\//, isDeep: true },
    { ...person, layer: 'history', directory: history.directory, scrubbed: /^HISTORY[^/]*$/ },
    { ...person, layer: 'knowledge', directory: knowledge.directory, scrubbed: /^knowledge\.json/ },
    { ...person, layer: 'records', directory: records.directory, scrubbed: /^RECORDS\.md\.corrupt-/ },
    { ...person, layer: 'notes', directory: notes.directory, scrubbed: /\.md(?:\.|$)/i, isDeep: true },
    { ...own, layer: 'sessions', directory: sessions.directory, scrubbed: /\.jsonl/, isDeep: true },
    { ...own, layer: 'receipts', directory: receiptsDirectory, scrubbed: /\.jsonl$/ },
    { ...own, layer: 'responses', directory: 'state', scrubbed: /^semantic_cache\.json$/ },
    { ...own, layer: 'state', directory: '.daybook', scrubbed: /./, isDeep: true },
    { ...own, layer: 'state', directory: 'journal', scrubbed: /\.corrupt-/ },
  ]
}

/** The folders of these places without duplicates. */
export function foldersOf(places: readonly StoredPlace[]): string[] {
  return [...new Set(places.map(({ directory }) => directory))]
}

/** Whether an item is a cached response. */
export function isResponse({ namespace }: StoredItem): boolean {
  return namespace.length === responsesNamespace.length && namespace[0] === responsesNamespace[0]
}

/** The key of the session that the first line of a session's file names; undefined without a header. */
export function keyInFile(text: string): string | undefined {
  const [line = ''] = text.split('\n', 1)
  const head = parseSessionLine(line, { line: 1, createdAt: unknownTime })
  const key = head?.kind === 'header' ? head.header.key : ''
  return key !== '' && key.isWellFormed() ? key : undefined
}
