import { isRemoved } from '../storage/record-rows.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'

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
export function sourceTokens(record: MemoryRecord): string[] {
  const { source, supersededBy, conflictsWith } = record
  const { session, messageId } = source ?? {}
  if (session === undefined || messageId === undefined) return []
  if (supersededBy === undefined && conflictsWith === undefined && !isRemoved(record)) return []
  return [anySourceToken, sourceToken(session, messageId)]
}
