import { wrongValue } from '../errors.ts'
import { type RecordType, recordTypes } from '../storage/records.ts'
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

const policy: Counterpart = { category: 'user_preference', record: 'policy', note: 'feedback' }
const preference: Counterpart = { category: 'user_preference', record: 'preference', note: 'user' }
const decision: Counterpart = { category: 'project_decision', record: 'decision', note: 'project' }
const pitfall: Counterpart = { category: 'error_pattern', record: 'pitfall', note: 'feedback' }
const workflow: Counterpart = { category: 'system_behavior', record: 'workflow', note: 'reference' }
/** Also of unknown names. */
const fact: Counterpart = { category: 'learned_fact', record: 'fact', note: 'reference' }

const ofCategories = {
  user_preference: preference,
  project_decision: decision,
  error_pattern: pitfall,
  system_behavior: { ...workflow, record: 'fact' },
  learned_fact: fact,
} as const satisfies Record<KnowledgeCategory, Counterpart>

const counterparts = {
  records: {
    policy,
    workflow,
    pitfall,
    architecture: { ...decision, record: 'architecture' },
    decision,
    preference,
    fact,
  },
  knowledge: ofCategories,
  // Consolidation or a person gives a fact further categories.
  facts: { ...ofCategories, user_info: { ...fact, note: 'user' } },
  notes: { user: preference, feedback: { ...preference, note: 'feedback' }, project: decision, reference: fact },
} as const satisfies Record<SortedLayer, Readonly<Record<string, Counterpart>>> & {
  records: Record<RecordType, Counterpart>
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
  const row = new Map<string, Counterpart>(Object.entries(counterparts[layer])).get(name)
  if (row || layer !== 'records') return row ?? fact
  throw wrongValue('the record type', name, recordTypes.join(', '))
}
