import { letOthersRun } from '../async.ts'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { Passage } from '../storage/passages.ts'
import { isRemoved } from '../storage/record-rows.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import { contentHash } from '../text/content-hash.ts'
import type { MarkedIndex } from './marked-index.ts'

/** The origin and watermark key of records, which are rows and not files. */
export const recordsOrigin = 'records'
const pageSize = 1_000
/** The mark that identifies a store, and its value for a store that was never written. */
const identityMark = 'identity'
const noStore = 'none'

/** The state of the store. */
export interface RecordLook {
  revision: number
  identity: string | undefined
}

/** Reads the revision and the identity of the store at the same time. */
export async function lookAtRecords(store: RecordStore): Promise<RecordLook> {
  const [revision, marks] = await Promise.all([store.revision(), store.marks([identityMark])])
  return { revision, identity: marks.get(identityMark) }
}

/**
 * Brings the passages of the records up to a state of the store. Returns `other-store` if the index belonged to another
 * one; the index is then empty, and all sources must be followed again.
 */
export async function followRecords(
  store: RecordStore,
  index: MarkedIndex,
  seen: RecordLook,
): Promise<'other-store' | undefined> {
  const mark = (await index.marksOf(recordsOrigin)).get(recordsOrigin)
  const { revision } = seen
  const identity = revision === 0 ? noStore : (seen.identity ?? (await identityOf(store)))
  // Another store, or none: its passages must go, and messages are captured again.
  if (mark && mark.generation !== identity) {
    await index.clear()
    return 'other-store'
  }
  let known = mark ? Number(mark.version) : 0
  // Not `<`: rebuilt tables may count from a lower number.
  while (known !== revision) {
    const page = await store.changes(known, pageSize)
    if (page.revision < known) {
      await index.clear()
      return 'other-store'
    }
    const read = { version: String(page.revision), generation: identity, offset: page.revision, lines: 0 }
    const marks = new Map([[recordsOrigin, read]])
    await index.apply({ upsert: page.records.map(passageOfRecord), remove: page.removed, marks })
    if (page.revision <= known) return undefined
    known = page.revision
    await letOthersRun()
  }
  return undefined
}

/** Failures of the store that do not affect the other layers. */
const passedOver: ReadonlySet<MemoryErrorCode> = new Set(['newer-format', 'storage-failed', 'locked', 'corrupt'])

/** Whether an error means only that the records cannot be read at present. */
export function isUnreadable(error: unknown): error is MemoryError {
  return MemoryError.isInstance(error) && passedOver.has(error.code)
}

/** The identity of a store, which shows whether another one has replaced it. Created with the first record. */
async function identityOf(store: RecordStore): Promise<string> {
  const known = (await store.marks([identityMark])).get(identityMark)
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  await store.write({ marks: { [identityMark]: made } })
  return (await store.marks([identityMark])).get(identityMark) ?? made
}

/** The type of an archived record's passage, which lets a search skip archived records without reading them. */
export function archivedType(type: string): string {
  return `archived ${type}`
}

/** The type without the prefix of {@link archivedType}. */
export function plainType(type: string): string {
  return type.startsWith('archived ') ? type.slice('archived '.length) : type
}

/** The passage of a record. Its text, name, outcome, steps, tags and scope are searched, unless a person removed it. */
export function passageOfRecord(record: MemoryRecord): Passage {
  const { id, type, text, name, steps = [], outcome, tags, scope, source, createdAt, archivedAt } = record
  const { validFrom, validTo, supersededBy, conflictsWith } = record
  const searched = [name, text, outcome, ...steps, ...tags, scope].filter((part) => part !== undefined).join('\n')
  const { session, messageId } = source ?? {}
  const saidIn = session === undefined ? undefined : { session, ...withoutUndefined({ messageId }) }
  return {
    id,
    layer: 'records',
    type: archivedAt === undefined ? type : archivedType(type),
    origin: recordsOrigin,
    text,
    tokens: [...(isRemoved(record) ? [] : analyse(searched)), ...sourceTokens(record)],
    createdAt,
    source: {
      record: id,
      ...withoutUndefined({ scope, saidIn, archivedAt, validFrom, validTo, supersededBy, conflictsWith }),
    },
  }
}

/** In the index entry of each record with one of the tokens below: one look-up tells whether there are any. */
export const anySourceToken = 'daybooksourceofwhatchanged'
const hashLength = 20

/** The token that finds the records taken from a message. Letters and digits, like every token. */
export function sourceToken(session: string, messageId: string): string {
  return `daybooksource${contentHash(JSON.stringify([session, messageId])).slice(0, hashLength)}`
}

/**
 * The tokens that link a record to the message it was taken from. Only superseded, contradicted or removed records have
 * them, because only they change what the message means.
 */
function sourceTokens(record: MemoryRecord): string[] {
  const { source, supersededBy, conflictsWith } = record
  const { session, messageId } = source ?? {}
  if (session === undefined || messageId === undefined) return []
  if (supersededBy === undefined && conflictsWith === undefined && !isRemoved(record)) return []
  return [anySourceToken, sourceToken(session, messageId)]
}
