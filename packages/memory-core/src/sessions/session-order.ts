import type { StoredMessage } from '../message.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { linkTo } from './session-lines.ts'
import type { SessionState } from './session-state.ts'

/**
 * Orders the messages of merged copies: each append stays together and after the message that it was appended to; among
 * appends that could come next, the one that began first does. The result is the same for every order of the lines.
 */
export function orderAppends(state: SessionState): void {
  const known = new Map([...state.messages.keys()].map((id) => [linkTo(id), id]))
  const appends: Append[] = []
  for (const [id, message] of state.messages) {
    const link = state.after.get(id)
    const open = link === undefined ? appends.at(-1) : undefined
    if (open) open.messages.push(message)
    else appends.push({ id, createdAt: message.createdAt, parent: link && known.get(link), messages: [message] })
  }
  const following = Map.groupBy(splitAtParents(appends), ({ parent }) => parent)
  const ordered: StoredMessage[] = []
  const next = [...(following.get(undefined) ?? [])].sort(byTime)
  let common: number | undefined
  for (let append = next.shift(); append; append = next.shift()) {
    if (next.length > 0) common ??= ordered.length
    ordered.push(...append.messages)
    next.push(...(following.get(append.messages.at(-1)?.id) ?? []))
    next.sort(byTime)
  }
  // Circular links, which only a person can have made.
  const placed = new Set(ordered)
  ordered.push(...[...state.messages.values()].filter((message) => !placed.has(message)))
  state.messages = new Map(ordered.map((message) => [message.id, message]))
  state.last = state.read = ordered.at(-1)?.id
  // Messages after the branch may be consolidated in neither copy; twice is better than never.
  if (common !== undefined) state.header.lastConsolidated = Math.min(state.header.lastConsolidated, common)
}

interface Append {
  /** The id of its first message. */
  id: string
  createdAt: string
  parent: string | undefined
  messages: StoredMessage[]
}

/** Messages without links, from an older format, look like one append; it is split where another append follows. */
function splitAtParents(appends: readonly Append[]): Append[] {
  const parents = new Set(appends.map(({ parent }) => parent))
  return appends.flatMap(({ id, createdAt, parent, messages }) => {
    const parts: Append[] = [{ id, createdAt, parent, messages: [] }]
    for (const [at, message] of messages.entries()) {
      parts.at(-1)?.messages.push(message)
      const after = messages[at + 1]
      if (after && parents.has(message.id))
        parts.push({ id: after.id, createdAt: after.createdAt, parent: message.id, messages: [] })
    }
    return parts
  })
}

function byTime(a: Append, b: Append): number {
  return compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id)
}
