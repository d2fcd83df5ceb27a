export type { Clock } from './clock.ts'
export type { ConsolidationOptions } from './consolidation/consolidation-options.ts'
export type { Consolidation } from './consolidation/consolidator.ts'
export type { ContextBlock, ContextItem, ContextRequest } from './context/context-block.ts'
export type { ContextOptions } from './context/context-options.ts'
export type { Fact } from './documents/fact.ts'
export type { Facts } from './documents/facts.ts'
export type { FactsVersion } from './documents/facts-file.ts'
export type { FactsLimits, FactsOptions } from './documents/facts-options.ts'
export type { History } from './documents/history.ts'
export type { HistoryEntry, HistoryFormat } from './documents/history-entry.ts'
export type { HistoryOptions, HistoryRotation } from './documents/history-options.ts'
export { MemoryError, type MemoryErrorCode } from './errors.ts'
export type { Logger, MemoryEvent, MemoryEventType } from './events.ts'
export { type Memories, type MemoriesOptions, type MemoryOwner, openMemories } from './memories.ts'
export { type Memory, openMemory } from './memory.ts'
export { type ContentPart, type Message, type Role, type StoredMessage, type ToolCall, textOf } from './message.ts'
export type { BehaviourOptions, LayerOptions, MemoryOptions } from './options.ts'
export type { ProfileName } from './profiles.ts'
export type { PromptFunction, PromptRequest } from './prompt.ts'
export type { Recall, Recalled, RecalledItem, RecallOptions } from './recall/recall.ts'
export type { CallOptions } from './sessions/call-options.ts'
export type { Alignment, MessageChange, MessagesOptions, Session } from './sessions/session.ts'
export type { Sessions } from './sessions/sessions.ts'
export type { Keep, SessionsOptions } from './sessions/sessions-options.ts'
export type { FileEntry, FileStat, FileStore, StoredText } from './storage/files.ts'
export { inMemoryStorage } from './storage/in-memory-storage.ts'
export type { Lease } from './storage/locks.ts'
export type {
  Layer,
  Passage,
  PassageChange,
  PassageHit,
  PassageIndex,
  PassageQuery,
  PassageSource,
} from './storage/passages.ts'
export type { Storage } from './storage/storage.ts'
export { type CountTokens, estimateTokens } from './text/count-tokens.ts'
