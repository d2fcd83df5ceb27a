import type { PlanFiles } from '../consolidation/plan.ts'
import type { DocumentGuard, FactsFile } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history-file.ts'
import type { SectionHeadings } from '../documents/placed-lines.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Notes } from '../notes/notes.ts'
import type { BookStore } from '../records/record-book.ts'
import type { ResponseItems } from '../responses/responses.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { Setting } from '../storage/setting.ts'
import type { Phrase } from '../text/phrase.ts'
import type { StoredPlace } from '../upkeep/places.ts'

/** The parts of a memory that forgetting needs. */
export interface ForgetParts {
  setting: Setting
  facts: FactsFile
  /** The headings of MEMORY.md. */
  headings: SectionHeadings
  history: HistoryFile
  sessions: SessionStore
  plans: PlanFiles
  /** Undefined if the layer is off. */
  notes: Notes | undefined
  knowledge: Knowledge | undefined
  /** The responses in a file of their own, even if that is not used now. */
  semanticCache: ResponseItems
  /** The places of its files. */
  places: readonly StoredPlace[]
  notesDirectory: string
  guard: DocumentGuard
  records: BookStore
  /** The facts, records and knowledge entries that share words with a text. */
  find(text: string): Promise<readonly { id: string; text: string }[]>
  /** Removes forgotten ids from the receipts of contexts. Returns the changed files. */
  receipts(gone: {
    isRemoved(id: string): boolean
    session?: string | undefined
    phrase?: Phrase | undefined
  }): Promise<string[]>
  /** Brings the index, captured records and generated pages up to date. */
  settle(): Promise<void>
  /** Notes that something is gone: what any process read before is not indexed any more. */
  withdrawn(): Promise<void>
  /** Rebuilds the index and RECORDS.md from what can be read. */
  renew(): Promise<void>
  /** Called after a session's window or summary changed. */
  cleared(session: string): void
}
