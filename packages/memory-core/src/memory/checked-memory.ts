import type { CheckedMemory } from '../check/check-memory.ts'
import { createKnowledgeFile } from '../knowledge/knowledge-file.ts'
import { foldersOf, storedPlaces } from '../upkeep/places.ts'
import type { Parts } from './parts.ts'

/** What of a memory is checked: the layers that are on. */
export function checkedMemory(parts: Parts): CheckedMemory {
  const { setting, layers, files, store, consolidator, catchUp } = parts
  const { on } = layers
  const path = `${layers.knowledge.directory}/knowledge.json`
  return {
    setting,
    folders: foldersOf(storedPlaces(layers)),
    sessions: { ...store, directory: layers.sessions.directory },
    documents: {
      facts: on.facts ? files.facts : undefined,
      factsBytes: parts.isPaged ? layers.facts.limits.bytes : undefined,
      history: on.history ? files.history : undefined,
      notes: on.notes ? layers.notes.directory : undefined,
      knowledge: on.knowledge
        ? {
            path,
            setAside: () =>
              createKnowledgeFile(setting, consolidator.guard, path).change((document) => ({
                document,
                answer: undefined,
              })),
          }
        : undefined,
      recover: parts.recover,
    },
    records: on.records ? setting.storage.records : undefined,
    async reindex() {
      await setting.storage.passages.clear()
      catchUp.forget()
      await catchUp.now()
    },
  }
}
