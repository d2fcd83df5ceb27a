import type { StoredMessage } from '../message.ts'
import type { GivenMessage } from './given-messages.ts'
import { sameMessage } from './message-codec.ts'
import { linkTo, printIds, printMessage } from './session-lines.ts'
import type { SessionState } from './session-state.ts'

/** What has to be written so that some messages are stored. */
export interface AppendPlan {
  /** Lines for the end of the session file; none when everything is stored already. */
  lines: string[]
  /** The stored message for each one given, in their order. */
  stored: StoredMessage[]
  /** Those that the window does not have yet. */
  added: StoredMessage[]
  /** Changes of archived messages by id; undefined takes one out, because it comes back into the window. */
  archived: Map<string, StoredMessage | undefined>
}

/**
 * Decides for each message: new, the same as one that is stored, or a new version of it. A known id keeps its place and,
 * unless the caller gives a time, its time; one that was set aside comes back at the end of the window.
 * @param findArchived is asked only for ids of the caller's own that the session file does not have
 */
export async function planAppend(
  state: SessionState | undefined,
  messages: readonly GivenMessage[],
  findArchived: (id: string) => Promise<StoredMessage | undefined>,
): Promise<AppendPlan> {
  const plan: AppendPlan = { lines: [], stored: [], added: [], archived: new Map() }
  const pending = new Map<string, StoredMessage>()
  const versions = new Map<string, number>()
  // Where there is none before it, it says so: two copies may begin the same session.
  let after: string | undefined = linkTo(state?.last ?? '')
  for (const { message: fresh, hasId, hasTime } of messages) {
    const inFile = pending.get(fresh.id) ?? state?.messages.get(fresh.id)
    const elsewhere =
      inFile || !hasId || !state || state.removed.has(fresh.id) ? undefined : await findArchived(fresh.id)
    const known = inFile ?? elsewhere
    const next = known && !hasTime ? { ...fresh, createdAt: known.createdAt } : fresh
    const comesBack = known !== undefined && state?.aside.has(fresh.id) === true && !pending.has(fresh.id)
    if (known && !comesBack && sameMessage(next, known, hasTime)) {
      plan.stored.push(known)
      continue
    }
    plan.stored.push(next)
    if (!known || comesBack) plan.added.push(next)
    if (comesBack) plan.lines.push(printIds('remove', [next.id], state.versions))
    if (elsewhere) plan.archived.set(next.id, comesBack ? undefined : next)
    if (elsewhere && !comesBack) continue
    const isLast = !inFile || comesBack
    const version = (versions.get(next.id) ?? messageVersion(state, next.id, comesBack ? 0 : -1)) + 1
    plan.lines.push(printMessage(next, { version, ...(isLast && { after }) }))
    if (isLast) after = undefined
    pending.set(next.id, next)
    versions.set(next.id, version)
  }
  return plan
}

/** The version of a message that is stored or was removed; `otherwise` for one that the file does not know. */
export function messageVersion(state: SessionState | undefined, id: string, otherwise: number): number {
  return state?.removed.get(id) ?? state?.versions.get(id) ?? (state?.messages.has(id) ? 0 : otherwise)
}
