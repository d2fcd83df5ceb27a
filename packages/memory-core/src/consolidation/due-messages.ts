import type { StoredMessage } from '../message.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { Failure } from './plan.ts'

/**
 * The messages that a failed reset left due, as they are in the archive now: what was removed since is not among them.
 * Reads the session's archive when there are any.
 */
export async function dueMessages(
  session: string,
  failure: Failure | undefined,
  sessions: SessionStore,
): Promise<StoredMessage[]> {
  const due = new Set(failure?.due)
  if (due.size === 0) return []
  const stored = await sessions.messages(session, { archived: true })
  return stored.filter((message) => due.has(message.id))
}
