import { type Clock, isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkMessageChange, type Message, type StoredMessage, toStored } from '../message.ts'
import { abortSignal, type Check, checkShape, flag, type Shape, wholeNumber } from '../option-checks.ts'
import { freshMessage, sameMessage } from './message-codec.ts'
import type { MessageChange } from './session.ts'
import { linkTo, printIds, printMessage } from './session-lines.ts'
import type { SessionState } from './session-state.ts'

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

/** What every call that waits for a session's turn can be told. */
export interface CallOptions {
  /** Gives up waiting: the call rejects with the signal's reason, and nothing is stored. */
  signal?: AbortSignal | undefined
}

const id: Check = (value) => (typeof value === 'string' ? undefined : 'the id of a message')

const turn: Shape = { signal: abortSignal }
type SessionCall = 'append' | 'align' | 'update' | 'describe' | 'remove' | 'trim' | 'clear' | 'messages' | 'recap'

const shapes: Readonly<Record<SessionCall, Shape>> = {
  append: turn,
  align: turn,
  update: turn,
  describe: turn,
  remove: turn,
  trim: turn,
  clear: { archived: flag, signal: abortSignal },
  messages: { archived: flag, limit: wholeNumber(0), before: id },
  recap: { limit: wholeNumber(0) },
}

/**
 * Checks the options of a call and copies them.
 * @throws MemoryError `bad-input`, naming the option and those that there are
 */
export function callOptions<Options extends object>(call: SessionCall, options: Options): Options {
  checkShape(options, shapes[call], `sessions.${call}`, 'bad-input')
  return { ...options }
}
