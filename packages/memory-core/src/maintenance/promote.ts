import { recordTypeRows } from '../records/record-types.ts'
import type { MemoryRecord, RecordPriority } from '../storage/records.ts'

/** One step up. Nothing becomes critical by being repeated. */
const nextPriority: Partial<Record<RecordPriority, RecordPriority>> = { normal: 'medium', medium: 'high' }

/**
 * The priority of a record that recurs (a count of `promoteAt` or more): one step above its type's default, while it has
 * that default; undefined for all others. What was promoted, and what was given another priority, keeps it, so
 * that nothing climbs twice.
 */
export function promotion(
  { type, priority, reinforcementCount, archivedAt }: MemoryRecord,
  promoteAt: number,
): RecordPriority | undefined {
  const isPromotable = archivedAt === undefined && priority === recordTypeRows[type].priority
  return isPromotable && reinforcementCount >= promoteAt ? nextPriority[priority] : undefined
}
