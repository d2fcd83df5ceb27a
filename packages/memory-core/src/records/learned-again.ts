import { type MemoryRecord, recordPriorities } from '../storage/records.ts'
import type { Draft } from './drafts.ts'
import { maxTags } from './record-checks.ts'
import { withoutUndefined } from './without-undefined.ts'

/**
 * A known record that is said once more: counted, as fresh as the new word, back from the archive, as urgent as the more
 * urgent of both, with the tags of both (at most 32, the known ones first). It keeps its createdAt and its first source.
 * A procedure takes over the new text, steps and scope and keeps its counts. What had ended holds again, if it is said
 * at its end or later. What the user or a person confirms is theirs, regardless of who said it first.
 */
export function learnedAgain(known: MemoryRecord, again: Draft): MemoryRecord {
  const { archivedAt: _archived, validTo, supersededBy, ...kept } = known
  const replaced = again.kind === 'procedural' ? withoutUndefined(pickProcedure(again)) : {}
  const isOver = validTo !== undefined && !isAfter(validTo, again.createdAt)
  const { source = again.source, validFrom = again.validFrom } = known
  const worth = Math.max(known.worth ?? 0, again.worth ?? 0) || undefined
  const { about = again.about, until = again.until } = known
  const supersedes = again.supersedes === known.id ? known.supersedes : (again.supersedes ?? known.supersedes)
  return {
    ...kept,
    ...replaced,
    author: isOfPerson(again) ? again.author : known.author,
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
      validTo: again.validTo ?? (isOver ? undefined : validTo),
      supersedes,
    }),
    ...(isOver ? {} : withoutUndefined({ supersededBy })),
  }
}

/** The more urgent of two priorities. */
export function moreUrgent(a: MemoryRecord['priority'], b: MemoryRecord['priority']): MemoryRecord['priority'] {
  return recordPriorities.indexOf(a) <= recordPriorities.indexOf(b) ? a : b
}

/** The tags of both, each once, at most 32; those of the first come first. */
export function unitedTags(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].slice(0, Math.max(maxTags, a.length))
}

/** The later of two ISO times. */
export function later(a: string, b: string): string {
  return isAfter(b, a) ? b : a
}

function isAfter(a: string, b: string): boolean {
  return Date.parse(a) > Date.parse(b)
}

function isOfPerson({ author }: Draft): boolean {
  return author === 'user' || author === 'person'
}

function pickProcedure({ text, steps, scope, type }: Draft): Partial<Draft> {
  return withoutUndefined({ text, steps, scope, type })
}
