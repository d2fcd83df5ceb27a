import { type Clock, isoTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { canonicalJson, isRecord } from '../json.ts'
import { checkMessageChange, type Message, type StoredMessage, toStored } from '../message.ts'
import { abortSignal, checkOf, checkShape, flag, type Shape, wholeNumber } from '../option-checks.ts'
import type { Archive } from './archive.ts'
import type { MessageChange, SessionHeader } from './session.ts'
import { decodeMessage, deepestNesting, linkTo, printIds, printMessage } from './session-lines.ts'
import type { SessionState } from './session-state.ts'

/** A caller's message, checked and copied, so that later changes by the caller have no effect. */
export interface GivenMessage {
  message: StoredMessage
  hasId: boolean
  hasTime: boolean
}

/** Checks and copies messages. @throws MemoryError `bad-input` for no array, or one that cannot be stored */
export function givenMessages(messages: readonly Message[], clock: Clock): GivenMessage[] {
  if (!Array.isArray(messages)) throw wrongValue('messages', messages, 'an array of { role, content }')
  return Array.from(messages, (message: Message, place) => givenMessage(message, clock, `messages[${place}]`))
}

/** Checks and copies one message. @throws MemoryError `bad-input` if it cannot be stored */
export function givenMessage(message: Message, clock: Clock, where?: string): GivenMessage {
  const stored = freshMessage(toStored(message, clock, where))
  return { message: stored, hasId: message.id !== undefined, hasTime: message.createdAt !== undefined }
}

/** The message without an id that was generated here. */
export function saidBy({ message, hasId }: GivenMessage): Message {
  if (hasId) return message
  const { id: _id, ...said } = message
  return said
}

/** Checks and copies ids of messages. @throws MemoryError `bad-input` if they are no array of strings */
export function givenIds(ids: readonly string[]): string[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return [...ids]
  throw wrongValue('ids', ids, 'an array of message ids')
}

/** A change in its stored form; a field that is present and undefined is removed. */
type GivenChange = { [Name in keyof MessageChange]?: StoredMessage[Name] | undefined }

/** Checks and copies the change of a message. @throws MemoryError `bad-input` for another field or an invalid value */
export function givenChange(id: string, change: MessageChange): GivenChange {
  if (typeof id !== 'string' || id === '') throw wrongValue('id', id, 'the id of a message')
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

export interface AppendPlan {
  /** Lines to append to the session file; empty if everything is stored already. */
  lines: string[]
  /** Of a new session: it begins with the oldest of the messages. */
  header?: Pick<SessionHeader, 'createdAt'>
  /** The stored message for each given one, in order. */
  stored: StoredMessage[]
  /** Messages that the window did not contain. */
  added: StoredMessage[]
  /** Changes of archived messages by id. */
  archived: Map<string, StoredMessage>
}

/**
 * Decides for each message whether it is new, stored already, or a new version. A known id keeps its position and,
 * unless the caller gives a time, its time; one that was set aside returns at the end of the window.
 * Searches the archive only for ids given by the caller that are not in the session file.
 */
export async function planAppend(
  state: SessionState | undefined,
  messages: readonly GivenMessage[],
  archive: Pick<Archive, 'find'>,
): Promise<AppendPlan> {
  const plan: AppendPlan = { lines: [], stored: [], added: [], archived: new Map() }
  const pending = new Map<string, StoredMessage>()
  const versions = new Map<string, number>()
  // An explicit link even without a message before it, because two copies may begin the same session. The message before
  // the first one of a window may be archived.
  const before = state?.last === undefined ? state?.header.archived : linkTo(state.last)
  let after: string | undefined = before ?? linkTo('')
  for (const { message: fresh, hasId, hasTime } of messages) {
    const inFile = pending.get(fresh.id) ?? state?.messages.get(fresh.id)
    const elsewhere =
      inFile || !hasId || !state || state.removed.has(fresh.id) ? undefined : await archive.find(fresh.id)
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
    if (elsewhere && !comesBack) {
      plan.archived.set(next.id, next)
      continue
    }
    const isLast = !inFile || comesBack
    const version = (versions.get(next.id) ?? messageVersion(state, next.id, comesBack ? 0 : -1)) + 1
    plan.lines.push(printMessage(next, { version, ...(isLast && { after }) }))
    if (isLast) after = undefined
    if (!plan.header || next.createdAt < plan.header.createdAt) plan.header = { createdAt: next.createdAt }
    pending.set(next.id, next)
    versions.set(next.id, version)
  }
  return plan
}

/** The version of a message that is stored or was removed; `otherwise` for one that is not in the file. */
export function messageVersion(state: SessionState | undefined, id: string, otherwise: number): number {
  return state?.removed.get(id) ?? state?.versions.get(id) ?? (state?.messages.has(id) ? 0 : otherwise)
}

/** Options of every call that waits for the session's lock. */
export interface CallOptions {
  /** Aborts the wait: the call rejects with the signal's reason, and nothing is stored. */
  signal?: AbortSignal | undefined
}

/** The options of calls that have others than a signal. */
const shapes: Readonly<Record<string, Shape>> = {
  clear: { archived: flag, signal: abortSignal },
  messages: {
    archived: flag,
    limit: wholeNumber(0),
    before: checkOf('the id of a message', (value) => typeof value === 'string'),
  },
  recap: { limit: wholeNumber(0) },
}

/** Checks and copies the options of a call. @throws MemoryError `bad-input`, naming the option and the valid ones */
export function callOptions<Options extends object>(call: string, options: Options): Options {
  checkShape(options, shapes[call] ?? { signal: abortSignal }, `sessions.${call}`, 'bad-input')
  return { ...options }
}

/** A message in which undefined fields count as absent. */
type UncheckedMessage = Pick<StoredMessage, 'id' | 'createdAt'> & {
  [Name in keyof StoredMessage]: StoredMessage[Name] | undefined
}

/** The message in its stored form: copied, JSON values only. @throws MemoryError `bad-input` if it has none */
export function freshMessage(message: UncheckedMessage): StoredMessage {
  const cannot = (why: string, options?: { cause: unknown }): MemoryError =>
    new MemoryError('bad-input', `message ${shown(message.id)} cannot be stored${why}`, options)
  try {
    const value: unknown = JSON.parse(JSON.stringify(message))
    const isMessage = isRecord(value) && !('_type' in value)
    const fresh = isMessage ? decodeMessage(value, { line: 0, createdAt: message.createdAt }) : undefined
    if (fresh) return fresh
  } catch (cause) {
    throw cannot(` as JSON: remove cycles, big integers and nesting beyond ${deepestNesting}`, { cause })
  }
  throw cannot(': expected content of text, reasoning and file parts, and fields that JSON can hold')
}

/** Whether two messages are equal in every field, in any order of the fields; `createdAt` only with `withTime`. */
export function sameMessage(a: StoredMessage, b: StoredMessage, withTime: boolean): boolean {
  return (
    (!withTime || a.createdAt === b.createdAt) &&
    canonicalJson({ ...a, createdAt: '' }) === canonicalJson({ ...b, createdAt: '' })
  )
}
