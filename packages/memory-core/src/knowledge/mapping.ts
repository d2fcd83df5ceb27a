import { wrongValue } from '../errors.ts'
import type { RecordType } from '../storage/records.ts'
import type { KnowledgeCategory } from './knowledge-entry.ts'

/** The types of notes. */
export type WritableNoteType = 'user' | 'feedback' | 'project' | 'reference'

/** A layer with its own names for kinds of content. */
export type SortedLayer = 'knowledge' | 'facts' | 'notes' | 'records'

interface Counterpart {
  /** The category of knowledge, and of a fact in MEMORY.md. */
  category: KnowledgeCategory
  record: RecordType
  note: WritableNoteType
}

const ofRecords: Readonly<Record<RecordType, Counterpart>> = {
  policy: { category: 'user_preference', record: 'policy', note: 'feedback' },
  workflow: { category: 'system_behavior', record: 'workflow', note: 'reference' },
  pitfall: { category: 'error_pattern', record: 'pitfall', note: 'feedback' },
  architecture: { category: 'project_decision', record: 'architecture', note: 'project' },
  decision: { category: 'project_decision', record: 'decision', note: 'project' },
  preference: { category: 'user_preference', record: 'preference', note: 'user' },
  fact: { category: 'learned_fact', record: 'fact', note: 'reference' },
}

const ofCategories: Readonly<Record<KnowledgeCategory, Counterpart>> = {
  user_preference: ofRecords.preference,
  project_decision: ofRecords.decision,
  error_pattern: ofRecords.pitfall,
  system_behavior: { ...ofRecords.fact, category: 'system_behavior' },
  learned_fact: ofRecords.fact,
}

/** Categories that consolidation or a person gives a fact, besides those of knowledge. */
const ofFacts: Readonly<Record<string, Counterpart>> = { user_info: { ...ofRecords.fact, note: 'user' } }

const ofNotes: Readonly<Record<WritableNoteType | 'other', Counterpart>> = {
  user: ofRecords.preference,
  feedback: { ...ofRecords.preference, note: 'feedback' },
  project: ofRecords.decision,
  reference: ofRecords.fact,
  other: ofRecords.fact,
}

/**
 * The record type for a name of any layer, for import and export. Each layer has its own names; a conversion there and
 * back may lose the finer one.
 *
 * | knowledge, facts | → record | → note |
 * |---|---|---|
 * | `user_preference` | `preference` | `user` |
 * | `project_decision` | `decision` | `project` |
 * | `error_pattern` | `pitfall` | `feedback` |
 * | `system_behavior` | `fact` | `reference` |
 * | `learned_fact` | `fact` | `reference` |
 * | `user_info` (facts only) | `fact` | `user` |
 *
 * | note | → knowledge, facts | → record |
 * |---|---|---|
 * | `user` | `user_preference` | `preference` |
 * | `feedback` | `user_preference` | `preference` |
 * | `project` | `project_decision` | `decision` |
 * | `reference` | `learned_fact` | `fact` |
 * | `other` | `learned_fact` | `fact` |
 *
 * | record | → knowledge, facts | → note |
 * |---|---|---|
 * | `policy` | `user_preference` | `feedback` |
 * | `workflow` | `system_behavior` | `reference` |
 * | `pitfall` | `error_pattern` | `feedback` |
 * | `architecture` | `project_decision` | `project` |
 * | `decision` | `project_decision` | `project` |
 * | `preference` | `user_preference` | `user` |
 * | `fact` | `learned_fact` | `reference` |
 *
 * An unknown category counts as `learned_fact`, an unknown type of a note as `other`.
 * @throws MemoryError `bad-input` for an unknown record type
 */
export function toRecordType(layer: SortedLayer, name: string): RecordType {
  return counterpartOf(layer, name).record
}

/** The category of knowledge and facts for a name of any layer. Throws as {@link toRecordType} does. */
export function toKnowledgeCategory(layer: SortedLayer, name: string): KnowledgeCategory {
  return counterpartOf(layer, name).category
}

/** The type under which a note is written, for a name of any layer. Throws as {@link toRecordType} does. */
export function toNoteType(layer: SortedLayer, name: string): WritableNoteType {
  return counterpartOf(layer, name).note
}

function counterpartOf(layer: SortedLayer, name: string): Counterpart {
  if (layer === 'records') {
    const row = found(ofRecords, name)
    if (row) return row
    throw wrongValue('the record type', name, Object.keys(ofRecords).join(', '))
  }
  if (layer === 'notes') return found(ofNotes, name) ?? ofNotes.other
  const factsOnly = layer === 'facts' ? found(ofFacts, name) : undefined
  return factsOnly ?? found(ofCategories, name) ?? ofCategories.learned_fact
}

function found(table: Readonly<Record<string, Counterpart>>, name: string): Counterpart | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
