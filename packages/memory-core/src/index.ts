export type { ActivationOptions } from './activation/candidates.ts'
export type { CaptureOptions } from './capture/capture-options.ts'
export type { CheckOptions, CheckReport } from './check/check-memory.ts'
export type { Clock } from './clock.ts'
export type { ConsolidationOptions } from './consolidation/choose.ts'
export type { Consolidation } from './consolidation/consolidation-run.ts'
export type { ContextBlock, ContextItem, ContextOptions, ContextRequest } from './context/context-block.ts'
export type { Facts } from './documents/facts.ts'
export type { FactsLimits, FactsOptions, FactsVersion } from './documents/facts-file.ts'
export type { History } from './documents/history.ts'
export type { HistoryEntry, HistoryFormat, HistoryOptions, HistoryRotation } from './documents/history-entry.ts'
export type { Fact } from './documents/markdown.ts'
export { MemoryError, type MemoryErrorCode } from './errors.ts'
export type { Logger, MemoryEvent, MemoryEventType } from './events.ts'
export type {
  ForgetIds,
  ForgetRequest,
  ForgetSession,
  ForgetText,
  Forgotten,
  ForgottenPlace,
  Unattributed,
} from './forgetting/forgotten.ts'
export { inMemoryStorage } from './in-memory/storage.ts'
export { factPassageId as factId } from './indexing/passages-of.ts'
export type { Knowledge, KnowledgeStats } from './knowledge/knowledge.ts'
export type { KnowledgeCategory, KnowledgeEntry, KnowledgeOptions } from './knowledge/knowledge-entry.ts'
export {
  type SortedLayer,
  toKnowledgeCategory,
  toNoteType,
  toRecordType,
  type WritableNoteType,
} from './knowledge/mapping.ts'
export {
  createPatternExtractor,
  type Exchange,
  type ExtractedPattern,
  type PatternExtractor,
} from './knowledge/pattern-extractor.ts'
export type { MaintenanceOptions, MaintenanceReport } from './maintenance/maintenance.ts'
export { type Erased, type Memories, type MemoriesOptions, type MemoryOwner, openMemories } from './memories.ts'
export type { Items, Moment, NewItem } from './memory/dated-items.ts'
export { type Memory, openMemory } from './memory.ts'
export { type ContentPart, type Message, type Role, type StoredMessage, type ToolCall, textOf } from './message.ts'
export type {
  EmbedFunction,
  EmbedOptions,
  PromptFunction,
  PromptRequest,
  RerankFunction,
  RerankOptions,
  Vector,
} from './model.ts'
export type { ListedNote, Note, NoteDraft, NotesOptions, NoteText, NoteType } from './notes/note.ts'
export type { Notes } from './notes/notes.ts'
export type {
  BackupOptions,
  BehaviourOptions,
  FolderOptions,
  LayerOptions,
  MemoryOptions,
  SwitchableLayer,
} from './options.ts'
export { optionalSecretRules } from './privacy/form-rules.ts'
export {
  type FoundSecret,
  type Redact,
  type Redacted,
  type RedactedTexts,
  type RedactionOptions,
  redact,
} from './privacy/redact.ts'
export type { SecretMatch, SecretRule } from './privacy/secret-rule.ts'
export { type ProfileName, profiles } from './profiles.ts'
export type { Recall, Recalled, RecalledItem, RecallOptions } from './recall/recall.ts'
export type {
  Receipt,
  ReceiptFilter,
  ReceiptItem,
  ReceiptLine,
  ReceiptPart,
  ReceiptSummary,
  Receipts,
  ReceiptsOptions,
} from './receipts/receipt.ts'
export type { LearnedRecord, NewRecord } from './records/record-book.ts'
export type { RecordAccess, RecordsOptions } from './records/record-types.ts'
export type {
  NewEpisode,
  NewProcedure,
  RecalledRecord,
  RecordFilter,
  RecordStats,
  Records,
  ScoredRecord,
} from './records/records.ts'
export type {
  ResponseDetails,
  ResponseKeyParts,
  Responses,
  ResponsesOptions,
  ResponsesStats,
} from './responses/responses.ts'
export type { CallOptions } from './sessions/given-messages.ts'
export type { Alignment, Keep, MessageChange, MessagesOptions, Session, SessionsOptions } from './sessions/session.ts'
export type { Sessions } from './sessions/sessions.ts'
export type { FileEntry, FileStat, FileStore, StoredText } from './storage/files.ts'
export type {
  ItemCondition,
  ItemFilter,
  ItemQuery,
  ItemStore,
  ItemWrite,
  Json,
  NamespaceQuery,
  PutOptions,
  StoredItem,
} from './storage/items.ts'
export { messageId } from './storage/numbering.ts'
export type {
  Candidate,
  Candidates,
  Layer,
  NumberedPassage,
  Passage,
  PassageChange,
  PassageHit,
  PassageIndex,
  PassageQuery,
  PassageSource,
  RecordPassageSource,
  Speech,
  TimedQuery,
} from './storage/passages.ts'
export type {
  MemoryRecord,
  RecordAuthor,
  RecordChanges,
  RecordCount,
  RecordEdit,
  RecordKind,
  RecordPriority,
  RecordQuery,
  RecordSource,
  RecordStore,
  RecordType,
  StoredRecord,
} from './storage/records.ts'
export type { CheckRequest, Finding, Lease, Storage } from './storage/storage.ts'
export type {
  PassageText,
  PassageVector,
  SimilarPassages,
  VectorIndex,
  VectorModel,
  VectorQuery,
} from './storage/vectors.ts'
export { type CountTokens, estimateTokens } from './text/count-tokens.ts'
export type { MemoryTool } from './tools/tool-definition.ts'
export type { LogEntry, LogOptions, MemoryLog, ToolChoice } from './tools/tool-sources.ts'
export type { ScrubbedLayer, ScrubReceipt } from './upkeep/places.ts'
