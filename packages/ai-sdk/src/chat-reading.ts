import type { Session, StoredMessage } from '@daybook/memory-core'
import type { UIMessage } from 'ai'
import { runLength } from './chat-changes.ts'
import { isSaidBy, markOf } from './chat-records.ts'
import { uiMessageOf } from './ui-conversation.ts'

/** Data of a chat as a whole. */
export interface ChatState {
  /** The ids of the stored messages that carry its messages, where they were stored in another order. */
  order?: readonly string[] | undefined
  deleted?: boolean | undefined
}

/** Its key in the metadata of the session. */
export const stateField = 'aiSdkChat'

/** Reads the data of a chat as a whole. */
export function chatState(metadata: Session['metadata']): ChatState {
  const state: unknown = metadata?.[stateField]
  return typeof state === 'object' && state !== null ? state : {}
}

/** A message of a chat, and the id of its stored message. */
interface Carried {
  carrier: string
  message: UIMessage
}

/**
 * The messages of a chat: saved ones unchanged, and those that only the middleware has stored, as far as they are in the
 * session's window.
 */
export function shownMessages(
  stored: readonly StoredMessage[],
  window: ReadonlySet<string>,
  { order }: ChatState,
): UIMessage[] {
  const covered = new Set(stored.flatMap((message) => markOf(message)?.covers ?? []))
  const carried: Carried[] = []
  const isFree = (message: StoredMessage): boolean =>
    markOf(message) === undefined && !covered.has(message.id) && window.has(message.id)
  for (let place = 0; place < stored.length; place++) {
    const message = stored[place]
    if (!message) break
    const mark = markOf(message)
    if (mark?.message && !mark.left) carried.push({ carrier: message.id, message: mark.message })
    if (!isFree(message) || isRepeated(stored, place)) continue
    const run = freeRun(stored, place, isFree)
    const shown = uiMessageOf(run)
    if (shown) carried.push({ carrier: message.id, message: shown })
    place += run.length - 1
  }
  return inOrder(carried, order)
}

function freeRun(stored: readonly StoredMessage[], start: number, isFree: (message: StoredMessage) => boolean) {
  const end = stored.findIndex((message, place) => place > start && !isFree(message))
  return stored.slice(start, start + runLength(stored.slice(0, end === -1 ? stored.length : end), start))
}

/** The reply of an interrupted call is stored separately if the chat was saved at the same moment. */
function isRepeated(stored: readonly StoredMessage[], place: number): boolean {
  const message = stored[place]
  if (message?.metadata?.['partial'] !== true) return false
  const isSpoken = ({ role }: StoredMessage): boolean => role !== 'tool'
  // Whichever was stored first.
  const neighbours = [stored.slice(0, place).findLast(isSpoken), stored.slice(place + 1).find(isSpoken)]
  return neighbours.some((one) => one !== undefined && markOf(one) !== undefined && isSaidBy(message, one))
}

function inOrder(carried: readonly Carried[], order: readonly string[] | undefined): UIMessage[] {
  if (!order) return carried.map(({ message }) => message)
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ carrier }: Carried): number => places.get(carrier) ?? order.length
  return carried.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({ message }) => message)
}
