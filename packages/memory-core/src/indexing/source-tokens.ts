import { isRemoved } from '../records/record-changes.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'

/** In the index of every record that has one of the tokens below: whether there are any is asked first. */
export const anySourceToken = 'daybooksourceofwhatchanged'
const hashLength = 20

/** The token by which what was taken from a message is found. Letters and digits, like every token. */
export function sourceToken(session: string, messageId: string): string {
  return `daybooksource${contentHash(JSON.stringify([session, messageId])).slice(0, hashLength)}`
}

/**
 * By which a record is found from the message that it was taken from: only of what was superseded, contradicted or removed,
 * for only that is news for the message.
 */
export function sourceTokens(record: MemoryRecord): string[] {
  const { source, supersededBy, conflictsWith } = record
  const { session, messageId } = source ?? {}
  if (session === undefined || messageId === undefined) return []
  if (supersededBy === undefined && conflictsWith === undefined && !isRemoved(record)) return []
  return [anySourceToken, sourceToken(session, messageId)]
}
