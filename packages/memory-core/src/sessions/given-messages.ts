import { type Clock, isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkMessageChange, type Message, type StoredMessage, toStored } from '../message.ts'
import { freshMessage } from './message-codec.ts'
import type { MessageChange } from './session.ts'

/** A message of a caller, checked and copied: what the caller does with his own afterwards changes nothing. */
export interface GivenMessage {
  message: StoredMessage
  /** Whether the id is the caller's. */
  hasId: boolean
  /** Whether the time is the caller's. */
  hasTime: boolean
}

/**
 * Checks and copies a list of messages.
 * @throws MemoryError `bad-input` when it is no list, or one of them cannot be stored
 */
export function givenMessages(messages: readonly Message[], clock: Clock): GivenMessage[] {
  if (!Array.isArray(messages))
    throw new MemoryError('bad-input', `messages is ${shown(messages)}, expected an array of { role, content }`)
  return Array.from(messages, (message: Message, place) => givenMessage(message, clock, `messages[${place}]`))
}

/**
 * Checks and copies one message.
 * @throws MemoryError `bad-input` when it cannot be stored
 */
export function givenMessage(message: Message, clock: Clock, where?: string): GivenMessage {
  const stored = freshMessage(toStored(message, clock, where))
  return { message: stored, hasId: message.id !== undefined, hasTime: message.createdAt !== undefined }
}

/** The message as its caller shows it: without an id that is not the caller's. */
export function saidBy({ message, hasId }: GivenMessage): Message {
  if (hasId) return message
  const { id: _id, ...said } = message
  return said
}

/** The same message under an id of its own. */
export function withoutId({ message, hasTime }: GivenMessage): GivenMessage {
  return { message: { ...message, id: crypto.randomUUID() }, hasId: false, hasTime }
}

/**
 * Checks and copies a list of message ids.
 * @throws MemoryError `bad-input` when it is no array of strings
 */
export function givenIds(ids: readonly string[]): string[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return [...ids]
  throw new MemoryError('bad-input', `ids is ${shown(ids)}, expected an array of message ids`)
}

/** A change as it will be read again; a field that is there and undefined goes away. */
type GivenChange = { [Name in keyof MessageChange]?: StoredMessage[Name] | undefined }

/**
 * Checks and copies the change of a message.
 * @throws MemoryError `bad-input` for a field that cannot be changed or cannot have this value, or an id that is none
 */
export function givenChange(id: string, change: MessageChange): GivenChange {
  if (typeof id !== 'string' || id === '')
    throw new MemoryError('bad-input', `id is ${shown(id)}, expected the id of a message`)
  checkMessageChange(change, 'change')
  const { content = '', ...rest } = change
  const fresh = freshMessage({ ...rest, id, role: 'user', content, createdAt: isoTime(0) })
  return {
    ...(change.content !== undefined && { content: fresh.content }),
    ...('metadata' in change && { metadata: fresh.metadata }),
    ...('name' in change && { name: fresh.name }),
    ...('toolCalls' in change && { toolCalls: fresh.toolCalls }),
    ...('native' in change && { native: fresh.native }),
  }
}

/** The message after the change. */
export function changedBy(before: StoredMessage, change: GivenChange): StoredMessage {
  const { content = before.content, metadata, name, toolCalls, native } = { ...before, ...change }
  const { metadata: _m, name: _n, toolCalls: _t, native: _v, ...rest } = before
  return {
    ...rest,
    content,
    ...(metadata && { metadata }),
    ...(name !== undefined && { name }),
    ...(toolCalls && { toolCalls }),
    ...(native && { native }),
  }
}
