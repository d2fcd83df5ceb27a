import type { Memory, ScoredRecord } from '@daybook/memory-core'
import { lastForgotten } from './folder.ts'

/** A change of what a memory knows. */
export interface TimelineEvent {
  at: string
  kind: 'learnt' | 'replaced' | 'archived' | 'document' | 'history' | 'forgotten'
  text: string
  /** The text that replaced it. */
  by?: string
  /** The message that it was learnt from. */
  source?: { session: string; message?: string }
  /** The id of an archived record that can be restored; or the kept version of MEMORY.md that can be restored. */
  record?: string
  version?: string
}

const mostRecords = 10_000
const mostEvents = 2_000

/** Items learnt, replaced, archived and written down, newest first. */
export async function timelineOf(memory: Memory, directory: string | undefined): Promise<TimelineEvent[]> {
  const has = (layer: Memory['layers'][number]): boolean => memory.layers.includes(layer)
  const [records, versions, history] = await Promise.all([
    has('records') ? memory.records.list({ archived: 'all', limit: mostRecords }) : [],
    has('facts') ? memory.facts.versions() : [],
    has('history') ? memory.history.list({ limit: mostEvents }) : [],
  ])
  const byId = new Map(records.map((record) => [record.id, record]))
  const events: TimelineEvent[] = records.flatMap((record) => ofRecord(record, byId))
  for (const { id, createdAt, bytes } of versions)
    events.push({
      at: createdAt,
      kind: 'document',
      text: `MEMORY.md was changed; it had ${bytes} bytes before`,
      version: id,
    })
  for (const { at, text } of history) if (at !== undefined) events.push({ at, kind: 'history', text })
  const forgottenAt = directory === undefined ? undefined : lastForgotten(directory)
  if (forgottenAt !== undefined)
    events.push({
      at: forgottenAt,
      kind: 'forgotten',
      text: 'Something was forgotten, the last time; nothing says what',
    })
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, mostEvents)
}

function ofRecord(record: ScoredRecord, byId: ReadonlyMap<string, ScoredRecord>): TimelineEvent[] {
  const { id, text, createdAt, validTo, supersededBy, archivedAt, source } = record
  const from = source?.session !== undefined && {
    source: { session: source.session, ...(source.messageId !== undefined && { message: source.messageId }) },
  }
  const by = byId.get(supersededBy ?? '')?.text
  return [
    { at: createdAt, kind: 'learnt', text, ...from },
    ...(validTo === undefined
      ? []
      : [{ at: validTo, kind: 'replaced' as const, text, ...(by !== undefined && { by }) }]),
    ...(archivedAt === undefined || supersededBy !== undefined
      ? []
      : [{ at: archivedAt, kind: 'archived' as const, text, record: id }]),
  ]
}
