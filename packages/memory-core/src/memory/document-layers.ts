import { type FactsFile, soundLines } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history.ts'
import { lineKey, pageLines, readPlaced } from '../documents/placed-lines.ts'
import { MemoryError } from '../errors.ts'
import type { DocumentSource } from '../indexing/followers.ts'
import {
  factPassageId,
  passagesOfFacts,
  passagesOfHistory,
  passagesOfKnowledge,
  passagesOfNote,
} from '../indexing/passages-of.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { indexName, isNoteFile, noteCopies } from '../notes/note-files.ts'
import { currentIndex, notesProtocol } from '../notes/note-index.ts'
import type { Notes } from '../notes/notes.ts'
import { type ResolvedLayers, type SwitchableLayer, switchableLayers } from '../options.ts'
import type { KnownFact } from '../records/consequences.ts'
import type { FileEntry } from '../storage/files.ts'
import type { RecordStore } from '../storage/records.ts'
import type { Setting } from '../storage/storage.ts'
import { readPlacement } from './placement.ts'

/** The files that the search index follows, of the layers that are on. */
export function documentSources(
  { storage, clock }: Setting,
  { on, ...layers }: ResolvedLayers,
  { facts, history }: { facts: FactsFile; history: HistoryFile },
  notes: Notes,
): DocumentSource[] {
  const { files } = storage
  const { path: factsPath } = facts
  const entryOf = async (path: string): Promise<FileEntry[]> => {
    const stat = await files.stat(path)
    return stat ? [{ path, ...stat }] : []
  }
  const notesAt = layers.notes.directory
  let hasNotes = false
  const knowledgePath = `${layers.knowledge.directory}/knowledge.json`
  const sources: Partial<Record<SwitchableLayer, DocumentSource>> = {
    facts: {
      list: () => entryOf(factsPath),
      divide: (path, text, size) => passagesOfFacts(path, soundLines({ text, size })),
    },
    history: { list: () => history.entries(), divide: passagesOfHistory },
    notes: {
      async list() {
        // Adds notes that people dropped into the folder to the note index. Both read the folder at the same time if
        // there were notes before.
        const [entries, known] = await Promise.all([files.list(notesAt), hasNotes ? notes.list() : undefined])
        hasNotes = entries.length > 0
        if (!hasNotes) return []
        const copies = noteCopies(known ?? (await notes.list()))
        const isNote = (name: string): boolean => isNoteFile(name) && !copies.has(name)
        return entries.filter(({ path }) => isNote(path.slice(notesAt.length + 1)))
      },
      divide: passagesOfNote,
    },
    knowledge: { list: () => entryOf(knowledgePath), divide: (path, text) => passagesOfKnowledge(path, text, clock()) },
  }
  return switchableLayers.flatMap((name) => (on[name] && sources[name]) || [])
}

/** The facts as records see them, parsed again when MEMORY.md changes; `placed` has the records behind its lines. */
export function knownFacts(
  facts: FactsFile | undefined,
  placed: RecordStore | undefined,
): () => Promise<readonly KnownFact[]> {
  let known: { version: string | null; facts: readonly (KnownFact & { key: string })[] } | undefined
  const parsed = (text: string) =>
    pageLines(text).map(({ fact, key }) => ({ ...readPlaced(fact), id: factPassageId(fact), key: lineKey(key) }))
  return async () => {
    if (!facts) return []
    const { text, version } = await facts.read()
    if (known?.version !== version) known = { version, facts: parsed(text) }
    if (!placed) return known.facts
    const records = new Map((await readPlacement(placed, facts.path)).lines.map(({ key, id }) => [key, id]))
    return known.facts.map((fact) => ({ ...fact, record: records.get(fact.key) }))
  }
}

/** The instructions for a model that has the tools for notes. */
export function protocolOfNotes({ tools }: ResolvedLayers): string {
  return tools === 'all' || (tools !== false && tools.includes('memory_read')) ? notesProtocol : ''
}

/** The note index for a context, in the words of the protocol if the model gets that; "" without notes. */
export function noteIndex({ storage }: Setting, layers: ResolvedLayers): () => Promise<string> {
  const path = `${layers.notes.directory}/${indexName}`
  const hasProtocol = protocolOfNotes(layers) !== ''
  return async () => {
    const index = (await storage.files.read(path))?.text
    if (hasProtocol) return currentIndex(index ?? '# Memory\n\n(empty)\n')
    if (index === undefined || !/^- /m.test(index)) return ''
    // Without the tools for notes, a model cannot follow the way that the file names to those left out.
    const lines = index.replace(/^# Memory\s*/, '').replace(/^(\(\d+ more notes?): .*\)$/m, '$1)')
    return lines.replaceAll(/^## /gm, '### ').trimEnd()
  }
}

/** The knowledge for a context, exported again only when the file changes, so that contexts stay the same in between. */
export function knowledgeExport({ storage, report }: Setting, layers: ResolvedLayers, knowledge: Knowledge) {
  const path = `${layers.knowledge.directory}/knowledge.json`
  let known: { version: string | undefined; text: string } | undefined

  async function exported(): Promise<string> {
    try {
      return await knowledge.exportForContext()
    } catch (error) {
      // Knowledge that only a newer Daybook can read is left out of the context and reported.
      if (!MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
      report({ type: 'knowledge-unreadable', level: 'error', message: error.message, path, error })
      return ''
    }
  }

  return async (): Promise<string> => {
    const version = (await storage.files.stat(path))?.version
    if (known === undefined || known.version !== version) known = { version, text: await exported() }
    return known.text
  }
}
