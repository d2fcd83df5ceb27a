import type { KnowledgeEntry } from '../knowledge/knowledge-entry.ts'
import type { StoredMessage } from '../message.ts'
import type { MemoryRecord } from '../storage/records.ts'

/**
 * What somebody said in a message, for the search of a phrase. Times, roles and the names of our own fields are in every
 * message: a phrase such as "content", "user" or "2026" would take all of them.
 */
export function saidInMessage({
  id,
  content,
  name,
  toolCallId,
  toolCalls = [],
  metadata,
  native,
}: StoredMessage): unknown {
  const parts = typeof content === 'string' ? content : content.map(({ type: _, ...part }) => Object.values(part))
  return [id, parts, name, toolCallId, toolCalls.map((call) => Object.values(call)), metadata, native]
}

/** The same of a record. */
export function saidInRecord({ id, text, name, steps, outcome, scope, tags, source = {} }: MemoryRecord): unknown {
  return [id, text, name, steps, outcome, scope, tags, Object.values(source)]
}

/** The same of a knowledge entry. */
export function saidInEntry({ id, content, source, tags }: KnowledgeEntry): unknown {
  return [id, content, source, tags]
}
