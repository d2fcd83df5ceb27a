import type { Message, StoredMessage } from '@daybook/memory-core'
import type { UIMessage } from 'ai'
import { type ChatMark, isSaidBy, markOf } from './chat-records.ts'
import { uiConversation } from './ui-conversation.ts'

/** The writes after which a session contains some messages of a chat. */
export interface ChatChanges {
  /** New marks, and changed content, by id of the stored message. */
  updates: Map<string, { mark: ChatMark; content?: Message['content'] }>
  appends: { message: Message; mark?: ChatMark }[]
  /** The ids of the stored messages for the given ones, in the given order. */
  carriers: string[]
}

/**
 * Finds the stored message of each message of a chat: under its own id, or the one that the middleware stored with the
 * same text. The rest is new.
 */
export async function chatChanges(stored: readonly StoredMessage[], chat: readonly UIMessage[]): Promise<ChatChanges> {
  const changes: ChatChanges = { updates: new Map(), appends: [], carriers: [] }
  const carriers = new Map(stored.flatMap((message) => carriedBy(message)))
  const taken = new Set(stored.flatMap((message) => markOf(message)?.covers ?? []))
  const free = stored.filter((message) => !markOf(message) && !taken.has(message.id))
  const named = new Set(chat.map(({ id }) => id))
  const unnamed = stored.filter((one) => markOf(one)?.unnamed && !named.has(markOf(one)?.message?.id ?? ''))
  for (const message of chat) {
    const said = await uiConversation(message)
    const known = carriers.get(message.id) ?? takeEqual(unnamed, message)
    if (known) keep(changes, free, { message, said }, known)
    else if (!adopt(changes, free, { message, said })) append(changes, { message, said })
  }
  return changes
}

/** A reply that was saved without an id, with the same text. */
function takeEqual(unnamed: StoredMessage[], message: UIMessage): StoredMessage | undefined {
  const place = unnamed.findIndex((one) => {
    const known = markOf(one)?.message
    return known?.role === message.role && JSON.stringify(known.parts) === JSON.stringify(message.parts)
  })
  return place === -1 ? undefined : unnamed.splice(place, 1)[0]
}

/** The mark of a message, under this id if it has none. */
function markFor(message: UIMessage, id: string, covers: readonly string[]): ChatMark & { message: UIMessage } {
  return {
    message: message.id === '' ? { ...message, id } : message,
    ...(message.id === '' && { unnamed: true }),
    ...(covers.length > 0 && { covers }),
  }
}

interface Said {
  message: UIMessage
  said: readonly Message[]
}

function carriedBy(stored: StoredMessage): [string, StoredMessage][] {
  const message = markOf(stored)?.message
  // A message stored by the middleware alone was shown under the memory's own id.
  return message ? [[message.id, stored]] : []
}

function keep(changes: ChatChanges, free: StoredMessage[], { message, said }: Said, stored: StoredMessage): void {
  const mark = markOf(stored) ?? {}
  const { id = stored.id } = mark.message ?? {}
  changes.carriers.push(stored.id)
  const given = markFor(message, id, []).message
  if (!mark.left && JSON.stringify(mark.message) === JSON.stringify(given)) return
  const [first, ...rest] = said
  const before = mark.covers ?? []
  // A message may be continued, for instance after an approval.
  const covers = [...before, ...storeMore(changes, free, given.id, before.length, rest.slice(before.length))]
  changes.updates.set(stored.id, {
    mark: markFor(message, id, covers),
    ...(first && { content: first.content }),
  })
}

/** The ids of further stored messages for a message. */
function storeMore(changes: ChatChanges, free: StoredMessage[], id: string, covered: number, more: readonly Message[]) {
  if (more.length === 0) return []
  const start = findRun(free, more)
  if (start !== -1)
    return free
      .splice(0, start + more.length)
      .slice(start)
      .map((message) => message.id)
  return more.map((message, place) => {
    const own = `${id}#${covered + place + 1}`
    changes.appends.push({ message: { ...message, id: own } })
    return own
  })
}

/** The index of consecutive stored messages with the same text; -1 if there are none. */
function findRun(free: readonly StoredMessage[], said: readonly Message[]): number {
  return free.findIndex((_, place) => said.every((one, step) => fits(free[place + step], one)))
}

/** Matches messages that the middleware has stored. Chats and sessions have the same order: earlier ones are skipped. */
function adopt({ updates, carriers }: ChatChanges, free: StoredMessage[], { message, said }: Said): boolean {
  const own = free.findIndex(({ id }) => id === message.id)
  const start = own === -1 ? findRun(free, said) : own
  const first = free[start]
  if (!first) return false
  // Another request may have stored its reply right behind it.
  const isWhole = said.every((one, step) => fits(free[start + step], one))
  const length = isWhole ? said.length : runLength(free, start)
  const covers = free.slice(start + 1, start + length).map(({ id }) => id)
  updates.set(first.id, { mark: markFor(message, first.id, covers) })
  carriers.push(first.id)
  free.splice(0, start + length)
  return true
}

function fits(stored: StoredMessage | undefined, message: Message): boolean {
  return stored !== undefined && isSaidBy(stored, message)
}

/** Number of stored messages shown as one: an assistant's, with its tool results. */
export function runLength(messages: readonly StoredMessage[], start: number): number {
  const isAnswer = (message: StoredMessage | undefined): boolean =>
    message?.role === 'assistant' || message?.role === 'tool'
  if (!isAnswer(messages[start])) return 1
  const end = messages.findIndex((message, place) => place > start && !isAnswer(message))
  return (end === -1 ? messages.length : end) - start
}

function append({ appends, carriers }: ChatChanges, { message, said }: Said): void {
  const own = message.id === '' ? crypto.randomUUID() : message.id
  const covers = said.slice(1).map((_, place) => `${own}#${place + 1}`)
  said.forEach((one, place) => {
    const id = covers[place - 1]
    if (id === undefined) appends.push({ message: { ...one, id: own }, mark: markFor(message, own, covers) })
    else appends.push({ message: { ...one, id } })
  })
  carriers.push(own)
}

/**
 * Stored messages that were shown, but are not in the chat any more, are hidden from now on. Returns their ids, with those
 * of the messages that represent them as well.
 */
export function leaveOut(
  { updates, carriers }: ChatChanges,
  stored: readonly StoredMessage[],
  window: ReadonlySet<string>,
): string[] {
  const left: string[] = []
  const covered = new Set([...updates.values()].flatMap(({ mark }) => mark.covers ?? []))
  const kept = new Set(carriers)
  for (const message of stored) for (const id of markOf(message)?.covers ?? []) covered.add(id)
  for (const message of stored) {
    const mark = markOf(message)
    if (kept.has(message.id) || covered.has(message.id) || mark?.left || !(mark ?? window.has(message.id))) continue
    updates.set(message.id, { mark: { ...mark, left: true } })
    left.push(message.id, ...(mark?.covers ?? []))
  }
  return left
}

/** The order of a chat's messages by id, if it differs from that in which they were stored. */
export function orderOf({ carriers, appends }: ChatChanges, stored: readonly StoredMessage[]): string[] {
  const places = new Map([...stored, ...appends.map(({ message }) => message)].map(({ id }, place) => [id, place]))
  const order = carriers.map((id) => places.get(id) ?? 0)
  return order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0)) ? [] : carriers
}
