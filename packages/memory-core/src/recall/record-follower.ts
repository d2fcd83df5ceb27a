import type { Passage } from '../storage/passages.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import { letOthersRun } from './let-others-run.ts'
import type { MarkedIndex } from './marked-index.ts'
import type { Watermark } from './watermark.ts'

/** The origin, and the watermark's key, of the records: they are rows and no file. */
export const recordsOrigin = 'records'
const pageSize = 1_000

/** Brings the passages of the records up to the store. Costs one look at its revision when nothing changed. */
export async function followRecords(store: RecordStore, index: MarkedIndex): Promise<void> {
  const mark = (await index.marksOf(recordsOrigin)).get(recordsOrigin)
  let known = mark ? Number(mark.version) : 0
  const revision = await store.revision()
  if (revision === known) return
  // A store that is younger than the index was put there by somebody: nothing of the old one is left.
  if (!(known < revision)) {
    const remove = await index.ids(recordsOrigin)
    await index.apply({ upsert: [], remove, marks: new Map([[recordsOrigin, undefined]]) })
    known = 0
  }
  while (known < revision) {
    const page = await store.changes(known, pageSize)
    const marks = new Map([[recordsOrigin, watermarkOf(page.revision)]])
    await index.apply({ upsert: page.records.map(passageOfRecord), remove: page.removed, marks })
    if (page.revision <= known) return
    known = page.revision
    await letOthersRun()
  }
}

/** The type of an archived record's passage: one search finds only the others, and does not read through what faded. */
export function archivedType(type: string): string {
  return `archived ${type}`
}

/** The type of what a passage was made of. */
export function plainType(type: string): string {
  return type.startsWith('archived ') ? type.slice('archived '.length) : type
}

/** The id of the record that a passage was made of. */
export function recordOf(passage: Pick<Passage, 'source'>): string | undefined {
  return 'record' in passage.source ? passage.source.record : undefined
}

function watermarkOf(revision: number): Watermark {
  return { version: String(revision), generation: '', offset: revision, lines: 0 }
}

/** A record as a passage, under the record's own id: its words, its name, steps, tags and scope are searched (as document 003 has it). */
export function passageOfRecord(record: MemoryRecord): Passage {
  const { id, type, text, name, steps = [], outcome, tags, scope, source, createdAt, archivedAt } = record
  const searched = [name, text, outcome, ...steps, ...tags, scope].filter((part) => part !== undefined).join('\n')
  const session = source?.session
  const saidIn = session === undefined ? undefined : { session, ...pick('messageId', source?.messageId) }
  return {
    id,
    layer: 'records',
    type: archivedAt === undefined ? type : archivedType(type),
    origin: recordsOrigin,
    text,
    tokens: analyse(searched),
    createdAt,
    source: { record: id, ...pick('scope', scope), ...pick('saidIn', saidIn), ...pick('archivedAt', archivedAt) },
  }
}

function pick<Name extends string, Value>(name: Name, value: Value | undefined): { [key in Name]?: Value } {
  const picked: { [key in Name]?: Value } = {}
  if (value !== undefined) picked[name] = value
  return picked
}
