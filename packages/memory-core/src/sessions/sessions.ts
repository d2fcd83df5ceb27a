import { isoTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import type { Message, StoredMessage } from '../message.ts'
import type { Setting } from '../storage/storage.ts'
import { planAlign } from './align-plan.ts'
import { type Archive, createArchives } from './archive.ts'
import {
  type AppendPlan,
  type CallOptions,
  callOptions,
  freshMessage,
  givenChange,
  givenIds,
  givenMessage,
  givenMessages,
  messageVersion,
  planAppend,
  sameMessage,
} from './given-messages.ts'
import type { Alignment, MessageChange, MessagesOptions, Session, SessionHeader } from './session.ts'
import { type SessionsOptions, safeCutoff } from './session.ts'
import { createSessionFiles, type OpenSession, type SessionFiles } from './session-files.ts'
import { freshDescription, printHeader, printIds, printLine, printMessage } from './session-lines.ts'
import { describeSession, formatMessages, isForgotten, keyOf, listMessages, listSessions } from './session-reads.ts'
import { copyState, dropMessages, newestTime, type SessionState, windowOf } from './session-state.ts'
import { createSessionTrims, type HeaderChange, type SessionTrims } from './session-trims.ts'

/**
 * The conversations of a memory. Arguments are copied before a call returns, so they can be changed right after. A call
 * whose `signal` is aborted while it waits for the session's lock rejects with the signal's reason and changes nothing.
 * Every call throws MemoryError `bad-input` for an invalid argument or option.
 */
export interface Sessions {
  /** All sessions, the most recently active last. Reads every session file that is not in memory. */
  list(): Promise<Session[]>
  /** The session without its messages; undefined if there is none. */
  get(session: string): Promise<Session | undefined>
  /** The window; with `archived`, all stored messages; oldest first. @throws MemoryError `not-found` for `before` */
  messages(session: string, options?: MessagesOptions): Promise<StoredMessage[]>
  /**
   * Appends messages in one write; creates the session if there is none. A message with a known id is not stored twice:
   * the same content changes nothing, other content replaces it in place. Resolves to the stored message for
   * each given one. Price: one append, whatever the session's size; nothing if everything is stored already. The first
   * unknown id that the caller gives reads the ids of the archive, if there is one.
   * @throws MemoryError `bad-input` if one of them cannot be stored; then none is
   */
  append(session: string, messages: Message | readonly Message[], options?: CallOptions): Promise<StoredMessage[]>
  /**
   * Matches a conversation as a host shows it with the stored one, and stores what is new: for hosts without message
   * ids that send everything, or the last part, again and again. System messages are skipped. See {@link Alignment}.
   */
  align(session: string, messages: readonly Message[], options?: CallOptions): Promise<Alignment>
  /** Changes a stored message in place, also in the archive; it keeps its time. @throws MemoryError `not-found` */
  update(session: string, id: string, change: MessageChange, options?: CallOptions): Promise<StoredMessage>
  /** Sets the title or replaces the metadata; creates the session if there is none. */
  describe(session: string, change: Pick<Session, 'title' | 'metadata'>, options?: CallOptions): Promise<void>
  /** Deletes messages permanently, also from the archive; only their ids are kept. Resolves to the number deleted. */
  remove(session: string, ids: readonly string[], options?: CallOptions): Promise<number>
  /**
   * Takes messages out of the window that are no part of the conversation any more, such as a rejected answer: no recap
   * tells them, but they stay in the memory, listed with `archived`. Resolves to the number set aside.
   */
  setAside(session: string, ids: readonly string[], options?: CallOptions): Promise<number>
  /** Archives all but the newest `keep` messages, and no call without its result. Resolves to the number moved. */
  trim(session: string, keep: number, options?: CallOptions): Promise<number>
  /**
   * Empties the window and drops the summary; the messages can still be found in the archive. With `archived`, deletes
   * every message of the session permanently, also from the archive. Resolves to their number.
   */
  clear(session: string, options?: { archived?: boolean | undefined } & CallOptions): Promise<number>
  /** The window (or its last `limit` messages) as text for a system prompt; "" if it is empty. */
  recap(session: string, options?: { limit?: number | undefined }): Promise<string>
}

export interface SessionWindow {
  header: SessionHeader
  /** Oldest first. */
  messages: StoredMessage[]
  /** Whether the window contains the message with this id. */
  has(id: string): boolean
}

/** {@link Sessions} with the calls that other layers need. */
export interface SessionStore
  extends Sessions,
    Pick<SessionFiles, 'path' | 'archiveDirectory'>,
    Pick<SessionTrims, 'forget' | 'fold'> {
  /** The window as it is on disk. Needs no lock. */
  window(session: string): Promise<SessionWindow | undefined>
  /** The same, but only the last 2 MB of a very long window that is not in memory. */
  recentWindow(session: string): Promise<SessionWindow | undefined>
  /** Archives these messages and applies `change` (`lastConsolidated` is 0 by default). Idempotent; inside the lock. */
  trimLocked(session: string, ids: readonly string[], change?: HeaderChange): Promise<number>
  lockName(session: string): string
  /** Restores the order of a session file with the lines of two merged copies. Resolves to whether it was one. */
  settle(path: string): Promise<boolean>
}

/** The sessions in `options.directory`. Touches no disk until it is used. */
export function createSessions(setting: Setting, options: Required<SessionsOptions>): SessionStore {
  const { clock, report, storage } = setting
  const files = createSessionFiles(setting, options.directory)
  const archiveOf = createArchives(setting, files.archiveDirectory)
  /** The files for writers, inside the session's lock: what a crash or a merge left half-done is completed first. */
  const settled = {
    ...files,
    async current(key: string): Promise<OpenSession | undefined> {
      const open = await files.current(key)
      if (open) await completeReturns(key, open.state)
      return open?.state.isMerged ? settle(key, open) : open
    },
  }
  const trims = createSessionTrims(setting, settled, archiveOf)
  const lockName = (key: string): string => `session:${key}`

  async function locked<T>(key: string, { signal }: CallOptions, fn: () => Promise<T>): Promise<T> {
    files.path(key) // throws for invalid keys before waiting
    return storage.lock([lockName(key)], fn, { signal })
  }

  /** Checks the options of a call, and runs `fn` inside the lock with the session as it is on disk. */
  async function changing<T>(
    call: string,
    key: string,
    options: CallOptions,
    fn: (open: OpenSession | undefined, archive: Archive) => Promise<T>,
  ): Promise<T> {
    const turn = callOptions(call, options)
    return locked(key, turn, async () => fn(await settled.current(key), archiveOf(key)))
  }

  /** Rewrites a session of two merged copies: in order, each message once, without those removed in either copy. */
  async function settle(key: string, open: OpenSession): Promise<OpenSession> {
    const state = copyState(open.state)
    const archived = await archiveOf(key).settle(state.removed)
    state.header.updatedAt = newestTime(state)
    dropMessages(state, archived)
    const message = `two copies of session ${shown(key)} were merged`
    report({ type: 'session-merged', level: 'info', message, session: key, path: files.path(key) })
    return files.rewrite(open, state)
  }

  /** Removes messages from the archive that came back to the window. They are in the file, so that a crash loses none. */
  async function completeReturns(key: string, { returned, messages }: SessionState): Promise<void> {
    const back = [...returned].filter((id) => messages.has(id))
    await archiveOf(key).rewrite(new Map(back.map((id) => [id, undefined])))
    returned.clear()
  }

  /** Writes what is planned for an append, first the lines of the session file. */
  async function store(key: string, open: OpenSession | undefined, plan: Omit<AppendPlan, 'stored' | 'added'>) {
    const written = await write(key, open, plan.lines, plan.header)
    await archiveOf(key).rewrite(plan.archived)
    if (written) await completeReturns(key, written.state)
  }

  /** The session as it is on disk; merged copies are settled first. */
  async function current(key: string): Promise<OpenSession | undefined> {
    const open = await files.current(key)
    const isDue = open?.state.isMerged || (open && open.state.returned.size > 0 && !storage.isReadOnly)
    return isDue ? storage.lock([lockName(key)], () => settled.current(key)) : open
  }

  /** Appends lines, after a header if the session is new: without a file, or with an empty one. */
  async function write(
    key: string,
    open: OpenSession | undefined,
    lines: readonly string[],
    header?: Partial<SessionHeader>,
  ) {
    const isNew = !open || (open.state.lines === 0 && (header !== undefined || lines.length > 0))
    if (lines.length === 0 && !(isNew && header)) return undefined
    const first = { key, createdAt: isoTime(clock()), lastConsolidated: 0, ...header }
    return files.append(key, open, isNew ? [printHeader(first), ...lines] : lines)
  }

  function archived(key: string, messages: number): number {
    const message = `${messages} messages of session ${shown(key)} were archived`
    const about = { session: key, path: files.path(key), details: { messages } }
    if (messages > 0) report({ type: 'session-trimmed', level: 'info', message, ...about })
    return messages
  }

  function windowIn(state: SessionState | undefined): SessionWindow | undefined {
    if (!state) return undefined
    const has = (id: string): boolean => state.messages.has(id) && !state.aside.has(id)
    return { header: { ...state.header }, messages: windowOf(state), has }
  }

  return {
    list: () => listSessions(setting, options.directory, files),
    async get(key) {
      const open = await current(key)
      return open && !isForgotten(open) ? describeSession(open) : undefined
    },
    async messages(key, options = {}) {
      const asked = callOptions('messages', options)
      return listMessages(await current(key), archiveOf(key), asked)
    },
    async append(key, messages, options = {}) {
      const given = isList(messages) ? givenMessages(messages, clock) : [givenMessage(messages, clock)]
      return changing('append', key, options, async (open, archive) => {
        const plan = await planAppend(open?.state, given, archive)
        await store(key, open, plan)
        // New messages were created for this call and are not shared with the session in memory, so they need no copy.
        const own = new Set(plan.added)
        return plan.stored.map((message) => (own.has(message) ? message : structuredClone(message)))
      })
    },
    async align(key, messages, options = {}) {
      const given = givenMessages(messages, clock)
      return changing('align', key, options, async (open, archive) => {
        const plan = await planAlign(open?.state, given, archive)
        await store(key, open, plan)
        return structuredClone(plan.alignment)
      })
    },
    async update(key, id, change, options = {}) {
      const given = givenChange(id, change)
      return changing('update', key, options, async (open, archive) => {
        const inFile = open?.state.messages.get(id)
        const before = inFile ?? (open?.state.removed.has(id) ? undefined : await archive.find(id))
        if (!before) throw new MemoryError('not-found', `session ${shown(key)} has no message ${shown(id)} to update`)
        const after = freshMessage({ ...before, ...given })
        if (sameMessage(before, after, true)) return structuredClone(before)
        if (inFile) await write(key, open, [printMessage(after, { version: messageVersion(open?.state, id, 0) + 1 })])
        else await archive.rewrite(new Map([[id, after]]))
        return structuredClone(after)
      })
    },
    async describe(key, change, options = {}) {
      const fresh = freshDescription(change)
      return changing('describe', key, options, async (open) => {
        if (!open) await write(key, open, [], fresh)
        else if (Object.keys(fresh).length > 0) await write(key, open, [printLine({ _type: 'describe', ...fresh })])
      })
    },
    async remove(key, ids, options = {}) {
      const given = givenIds(ids)
      return locked(key, callOptions('remove', options), () => trims.remove(key, given))
    },
    async setAside(key, ids, options = {}) {
      const given = givenIds(ids)
      return changing('setAside', key, options, async (open) => {
        const inWindow = new Set(open && windowOf(open.state).map(({ id }) => id))
        const leaving = given.filter((id) => inWindow.has(id))
        if (leaving.length > 0) await write(key, open, [printIds('aside', leaving)])
        return leaving.length
      })
    },
    async trim(key, keep, options = {}) {
      if (typeof keep !== 'number' || !(keep >= 0)) throw wrongValue('keep', keep, 'a number from 0')
      return changing('trim', key, options, async (open) => {
        const messages = open ? windowOf(open.state) : []
        const leaving = messages.slice(0, safeCutoff(messages, messages.length - Math.floor(keep)))
        if (leaving.length === 0) return 0
        return archived(key, await trims.archive(key, new Set(leaving.map((message) => message.id))))
      })
    },
    async clear(key, options = {}) {
      const { archived: everywhere = false, signal } = callOptions('clear', options)
      return locked(key, { signal }, async () => {
        if (everywhere) return trims.removeAll(key)
        const ids = new Set((await settled.current(key))?.state.messages.keys())
        return archived(key, await trims.archive(key, ids, { summary: undefined }))
      })
    },
    async recap(key, options = {}) {
      const { limit } = callOptions('recap', options)
      const open = await current(key)
      const messages = open ? windowOf(open.state) : []
      // Names tool calls only, so that the model does not repeat them.
      const lines = formatMessages(messages.slice(Math.max(0, messages.length - (limit ?? messages.length))), 'dated')
      return lines === '' ? '' : `## Recent Conversation Recap\n\n${lines}`
    },
    path: files.path,
    archiveDirectory: files.archiveDirectory,
    window: async (key) => windowIn((await current(key))?.state),
    recentWindow: async (key) => windowIn(await files.recent(key)),
    trimLocked: (key, ids, change) => trims.archive(key, new Set(ids), change),
    lockName,
    async settle(path) {
      const key = await keyOf(setting, path)
      if (key === undefined || !(await files.peek(key))?.state.isMerged) return false
      await current(key)
      return true
    },
    forget: (key) => locked(key, {}, () => trims.forget(key)),
    fold: (key, change) => locked(key, {}, () => trims.fold(key, change)),
  }
}

function isList(messages: Message | readonly Message[]): messages is readonly Message[] {
  return Array.isArray(messages)
}
