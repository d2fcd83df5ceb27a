import { shown, wrongValue } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import { priorityRank } from '../storage/record-rows.ts'
import type { MemoryRecord } from '../storage/records.ts'
import {
  cleanTags,
  cleanText,
  type Draft,
  maxTags,
  procedureName,
  recordId,
  recordIdentity,
  validity,
} from './drafts.ts'
import type { Records } from './records.ts'

/**
 * A known record that is learned again: counted, as recent as the new one, restored from the archive, with the more
 * urgent priority and the tags of both (at most 32, the known ones first). It keeps its createdAt and first source. A
 * procedure takes the new type, text, steps and scope and keeps its counts. A record that had ended is current again if
 * it is repeated at its end or later; a superseded statement is another record then. If the user or a person confirms
 * it, they become its author.
 */
export function learnedAgain(known: MemoryRecord, again: Draft): MemoryRecord {
  const { archivedAt: _archived, validTo, supersededBy, ...kept } = known
  const { text, steps, scope, type } = again
  const replaced = again.kind === 'procedural' ? withoutUndefined({ text, steps, scope, type }) : {}
  const wasOver = isOver(known, again)
  const { source = again.source, validFrom = again.validFrom } = known
  const worth = Math.max(known.worth ?? 0, again.worth ?? 0) || undefined
  const { about = again.about, until = again.until } = known
  const supersedes = again.supersedes === known.id ? known.supersedes : (again.supersedes ?? known.supersedes)
  return {
    ...kept,
    ...replaced,
    author: again.author === 'user' || again.author === 'person' ? again.author : known.author,
    priority: moreUrgent(known.priority, again.priority),
    tags: unitedTags(known.tags, again.tags),
    confidence: Math.max(known.confidence, again.confidence),
    accessedAt: later(known.accessedAt, again.accessedAt),
    reinforcementCount: known.reinforcementCount + 1,
    ...withoutUndefined({
      about,
      worth,
      until,
      source,
      validFrom,
      validTo: again.validTo ?? (wasOver ? undefined : validTo),
      supersedes,
      supersededBy: wasOver ? undefined : supersededBy,
    }),
  }
}

/** Whether a record had ended when it was said again. */
export function isOver({ validTo }: MemoryRecord, { createdAt }: Draft): boolean {
  return validTo !== undefined && !isAfter(validTo, createdAt)
}

export function moreUrgent(a: MemoryRecord['priority'], b: MemoryRecord['priority']): MemoryRecord['priority'] {
  return priorityRank(a) <= priorityRank(b) ? a : b
}

export function unitedTags(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].slice(0, Math.max(maxTags, a.length))
}

export function later(a: string, b: string): string {
  return isAfter(b, a) ? b : a
}

function isAfter(a: string, b: string): boolean {
  return Date.parse(a) > Date.parse(b)
}

/** The changed fields, normalised; undefined ones stay. @throws MemoryError `bad-input` */
export function changeOf(given: Parameters<Records['update']>[1]): Partial<MemoryRecord> {
  const { text, type, priority, scope, tags, confidence } = given
  return {
    ...withoutUndefined({
      text: text === undefined ? undefined : cleanText(text, 'change.text'),
      type,
      priority,
      scope: scope?.toWellFormed().trim(),
      tags: tags && cleanTags(tags, 'change.tags'),
      confidence,
    }),
    ...validity(given, 'change'),
  }
}

/** @throws MemoryError `bad-input` if the record would end before it begins */
export function checkedSpan(record: MemoryRecord): MemoryRecord {
  const { validFrom, validTo } = record
  if (validFrom === undefined || validTo === undefined || Date.parse(validTo) >= Date.parse(validFrom)) return record
  throw wrongValue('change.validTo', validTo, `a time that is not before validFrom, ${shown(validFrom)}`)
}

export function archived(record: MemoryRecord, at: string): MemoryRecord | undefined {
  return record.archivedAt === undefined ? { ...record, archivedAt: at } : undefined
}

/** A record restored from the archive, as recent as if it were just used; undefined if it is not archived. */
export function restored({ archivedAt, ...record }: MemoryRecord, at: string): MemoryRecord | undefined {
  if (archivedAt === undefined) return undefined
  const { validTo, ...open } = record
  // A record merged into another one ended when it was archived, and for no other reason.
  const back: MemoryRecord = validTo === archivedAt ? open : record
  return { ...back, accessedAt: later(record.accessedAt, at) }
}

/** Ends and archives a record whose line a person removed from a page. */
export function removed(record: MemoryRecord, at: string): MemoryRecord {
  return { ...record, author: 'person', archivedAt: record.archivedAt ?? at, validTo: record.validTo ?? at }
}

/** A record after "remember this": counted, recent and restored. */
export function reinforced(record: MemoryRecord, at: string): MemoryRecord {
  const back = restored(record, at) ?? record
  return { ...back, accessedAt: later(record.accessedAt, at), reinforcementCount: record.reinforcementCount + 1 }
}

export function reported(record: MemoryRecord, outcome: 'success' | 'failure', at: string): MemoryRecord {
  const accessedAt = later(record.accessedAt, at)
  if (outcome === 'failure') return { ...record, accessedAt, failureCount: record.failureCount + 1 }
  const { successCount, reinforcementCount } = record
  return { ...record, accessedAt, successCount: successCount + 1, reinforcementCount: reinforcementCount + 1 }
}

/** The id of a procedure, which depends on its name alone. @throws MemoryError `bad-input` */
export function idOfProcedure(name: unknown): string {
  if (typeof name !== 'string') throw wrongValue('name', name, 'the name of a procedure')
  const named = { kind: 'procedural', type: 'workflow', text: '', name: procedureName(name), createdAt: '' } as const
  return recordId(recordIdentity(named), 0)
}
