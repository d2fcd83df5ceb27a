import type { PlanFiles } from '../consolidation/plan.ts'
import type { DocumentGuard } from '../documents/document-guard.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history-file.ts'
import type { SectionHeadings } from '../documents/placed-lines.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Notes } from '../notes/notes.ts'
import type { ResponseItems } from '../responses/responses.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { MemoryRecord, StoredRecord } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import type { Phrase } from '../text/phrase.ts'
import type { StoredPlace } from '../upkeep/places.ts'

/** What forgetting reaches. */
export interface ForgetParts {
  setting: Setting
  facts: FactsFile
  /** The headings of MEMORY.md. */
  headings: SectionHeadings
  history: HistoryFile
  sessions: SessionStore
  plans: PlanFiles
  /** Undefined where the layer is off. */
  notes: Notes | undefined
  knowledge: Knowledge | undefined
  /** The responses in a file of their own, whether it is used now or not. */
  semanticCache: ResponseItems
  /** Where the memory keeps files. */
  places: readonly StoredPlace[]
  /** The folder of the notes. */
  notesDirectory: string
  guard: DocumentGuard
  /** A record as the store keeps it. */
  stored(record: MemoryRecord): StoredRecord
  /** The facts, records and knowledge entries that share words with a text. */
  find(text: string): Promise<readonly { id: string; text: string }[]>
  /** Takes what was forgotten out of the receipts of what was told. Answers the files that were changed. */
  receipts(gone: {
    isRemoved(id: string): boolean
    session?: string | undefined
    phrase?: Phrase | undefined
  }): Promise<string[]>
  /** Brings the index, and what is captured and generated, up to everything that is stored. */
  settle(): Promise<void>
  /** Says that something is gone: what any process has read of it before does not enter the index any more. */
  withdrawn(): Promise<void>
  /** Makes the index and the page of the records anew out of what can be read. */
  renew(): Promise<void>
  /** Says that a session's window or summary is not what it was. */
  cleared(session: string): void
}
