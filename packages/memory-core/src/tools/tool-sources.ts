import type { CheckReport } from '../check/check-memory.ts'
import type { ContextBlock, ContextRequest } from '../context/context-block.ts'
import type { Facts } from '../documents/facts.ts'
import type { History } from '../documents/history.ts'
import type { ForgetRequest, Forgotten } from '../forgetting/forgotten.ts'
import type { ErasedUser } from '../local/user-folders.ts'
import type { MaintenanceReport } from '../maintenance/maintenance.ts'
import type { Notes } from '../notes/notes.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { Receipts } from '../receipts/receipt.ts'
import type { NewRecord } from '../records/record-book.ts'
import type { Records } from '../records/records.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ScrubReceipt } from '../upkeep/places.ts'

/** Names of tools, or all, or none. */
export type ToolChoice = 'all' | readonly string[] | false

/** The default tools of a model: every tool costs tokens with each call. */
export const defaultToolNames: readonly string[] = ['memory_learn', 'memory_recall', 'memory_forget']

/**
 * What commands work on. A command is offered only if all parts it needs are present; the parts of a layer that is off
 * are absent, and so is the place of the memory in programs that serve models.
 */
export interface ToolSources {
  records?: Records
  /** The search in all layers; `memory.recall` fits. */
  recall?: (query: string, options: { limit: number; signal?: AbortSignal }) => Promise<{ items: readonly FoundText[] }>
  /** Removes what a request names, in every layer; `memory.forget` fits. */
  forget?: (request: ForgetRequest) => Promise<ForgottenText>
  /** Merges duplicates, archives the faded, promotes what recurs; with `dryRun`, only reports. */
  maintain?: (options: { dryRun: boolean; signal?: AbortSignal }) => Promise<MaintenanceReport>
  notes?: Notes
  history?: History
  facts?: Facts
  sessions?: Sessions
  /** The layers that are on. */
  layers?: readonly string[]
  buildContext?: (request: ContextRequest) => Promise<ContextBlock>
  log?: (options?: LogOptions) => Promise<MemoryLog>
  /** The contexts that models got, and why. */
  receipts?: Receipts
  check?: (options?: { repair?: boolean; signal?: AbortSignal }) => Promise<CheckReport>
  backup?: (directory: string, options?: { signal?: AbortSignal }) => Promise<void>
  scrub?: (options?: { dryRun?: boolean }) => Promise<ScrubReceipt>
  /** Where the memory is, and operations on it as a whole. Only a command line has it. */
  place?: MemoryPlace
  /** The author and kind of a statement that is learned. @default the assistant, with a confidence of 0.8 */
  speaker?: (text: string) => Pick<NewRecord, 'author' | 'about' | 'worth'>
  /** Counts the tokens of a budget. @default estimateTokens */
  countTokens?: CountTokens
  /** Called with errors inside a tool that the model cannot correct. */
  onError?: (error: unknown, tool: string) => void
}

/** The part of a search result that a tool shows. */
export interface FoundText
  extends Pick<RecalledItem, 'id' | 'text' | 'createdAt' | 'supersededBy' | 'removed' | 'conflictsWith'> {
  layer: string
  /** Of a record: since when it is archived, and until when it held. */
  source?: object
}

/** The part of a receipt of forgetting that a command shows. */
export type ForgottenText = Pick<Forgotten, 'removed' | 'notFound'> &
  Partial<Omit<Forgotten, 'counts'>> & { counts?: Readonly<Record<string, number>> }

/** Where a memory is stored, for commands about it as a whole. */
export interface MemoryPlace {
  /** For people: a folder, or a database and the owner of the memory in it. */
  readonly name: string
  readonly user?: string
  /** Creates the memory if there is none; returns whether it did. */
  init(): Promise<boolean>
  /** Opens MEMORY.md in the user's editor; returns the text as saved. */
  edit(text: string): Promise<string>
  /** Removes everything that is stored; returns the receipt. With `dryRun`, only reports what it would remove. */
  erase(options: { dryRun: boolean }): Promise<ErasedPlace>
  /** Serves the memory to models until it is stopped. */
  serve(options: { port?: number }): Promise<void>
  /** Opens the memory in a page on this machine until it is stopped. */
  inspect(options: { port?: number }): Promise<void>
}

/** The receipt of an erased memory. */
export type ErasedPlace = Omit<ErasedUser, 'agents'>

/** One thing that happened to a memory. */
export interface LogEntry {
  /** ISO time. */
  at: string
  /**
   * `learnt`: a new record · `replaced`: superseded by a newer statement · `archived`: faded · `removed`: a line that
   * left MEMORY.md · `summed up`: a history entry · `forgotten`: something was forgotten, without its content.
   */
  what: 'learnt' | 'replaced' | 'archived' | 'removed' | 'summed up' | 'forgotten'
  /** Its text; of a forgetting, how much was removed. */
  text: string
  /** The id that `why` and `forget` take. */
  id?: string
  /** The text that replaced it. */
  by?: string
}

/** Which part of the log to return. */
export interface LogOptions {
  /** A date, or how long ago: `12h`, `7d`, `4w`. @default '7d' */
  since?: string | Date | undefined
  /** Maximum number of entries, the newest. @default 100 */
  limit?: number | undefined
}

/** The changes of a memory since a time. */
export interface MemoryLog {
  /** ISO time. */
  since: string
  /** Newest first. */
  entries: LogEntry[]
}
