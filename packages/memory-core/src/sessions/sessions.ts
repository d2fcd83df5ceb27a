import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import type { Message, StoredMessage } from '../message.ts'
import type { Setting } from '../storage/setting.ts'
import { planAlign } from './align-plan.ts'
import { createArchive } from './archive.ts'
import { formatMessages } from './format-messages.ts'
import {
  type CallOptions,
  callOptions,
  changedBy,
  givenChange,
  givenIds,
  givenMessage,
  givenMessages,
  messageVersion,
  planAppend,
} from './given-messages.ts'
import { freshMessage, sameMessage } from './message-codec.ts'
import type { Alignment, MessageChange, MessagesOptions, Session, SessionHeader } from './session.ts'
import { createSessionFiles, type OpenSession } from './session-files.ts'
import { type Description, freshDescription, printDescription, printHeader, printMessage } from './session-lines.ts'
import { describeSession, isForgotten, keyOf, listMessages, listSessions } from './session-reads.ts'
import { copyState, dropMessages, newestTime, type SessionState, windowOf } from './session-state.ts'
import { createSessionTrims, type HeaderChange } from './session-trims.ts'
import type { ResolvedSessionsOptions } from './sessions-options.ts'
import { safeCutoff } from './window.ts'

/**
 * The conversations of a memory. What a call is given is read before the call returns: it can be changed right after.
 * Calls with a `signal` reject with its reason when it is aborted while they wait for their turn; then nothing changes.
 * Every call throws MemoryError `bad-input` for an argument or an option that it cannot use.
 */
export interface Sessions {
  /** All sessions, the one that was active last at the end. Reads every session file that is not in memory. */
  list(): Promise<Session[]>
  /** The session, without its messages; undefined when there is none. */
  get(session: string): Promise<Session | undefined>
  /**
   * The messages of the window, oldest first; with `archived` all that were ever stored and not removed, each once.
   * @throws MemoryError `not-found` when `before` is the id of no message
   */
  messages(session: string, options?: MessagesOptions): Promise<StoredMessage[]>
  /**
   * Stores messages at the end, in one append; makes the session if there is none. The same id with the same content
   * is stored once, with other content it is replaced in its place. Answers the stored message for each one given.
   * Price: one append, whatever the session's size; nothing when all is stored already. The first unknown id of the
   * caller's own reads the ids of the archive, if there is one.
   * @throws MemoryError `bad-input` when one of them cannot be stored; then none is
   */
  append(session: string, messages: Message | readonly Message[], options?: CallOptions): Promise<StoredMessage[]>
  /**
   * Matches the conversation as a host shows it with what is stored, and stores what is new: for hosts that have no
   * message ids and send all, or the last part, again and again. System messages are skipped. See {@link Alignment}.
   */
  align(session: string, messages: readonly Message[], options?: CallOptions): Promise<Alignment>
  /**
   * Changes a stored message in its place, in the archive too; its time stays.
   * @throws MemoryError `not-found` when there is none of that id
   */
  update(session: string, id: string, change: MessageChange, options?: CallOptions): Promise<StoredMessage>
  /** Sets the title or replaces the metadata; makes the session if there is none. */
  describe(
    session: string,
    change: { title?: string; metadata?: Record<string, unknown> },
    options?: CallOptions,
  ): Promise<void>
  /** Deletes messages permanently, from the archive too; only their ids are kept. Answers how many there were. */
  remove(session: string, ids: readonly string[], options?: CallOptions): Promise<number>
  /**
   * Moves all but the newest `keep` messages of the window to the archive; more stay where a tool call would be
   * parted from its result. Answers how many were moved.
   */
  trim(session: string, keep: number, options?: CallOptions): Promise<number>
  /**
   * Empties the window and drops the summary; the messages go to the archive, where they can still be found. With
   * `archived`, every message of the session is deleted permanently, the archive too. Answers how many.
   */
  clear(session: string, options?: { archived?: boolean } & CallOptions): Promise<number>
  /** The window (or its last `limit` messages) as text for a system prompt; "" when it is empty. */
  recap(session: string, options?: { limit?: number }): Promise<string>
}

/** The window of a session. */
export interface SessionWindow {
  header: SessionHeader
  /** Oldest first. */
  messages: StoredMessage[]
  /** Whether the message with this id is one of them. */
  has(id: string): boolean
}

/** {@link Sessions}, with what the rest of the house needs. */
export interface SessionStore extends Sessions {
  /** The session's file, relative to the storage's root. */
  path(session: string): string
  /** The folder of its archive segments. */
  archiveDirectory(session: string): string
  /** The window as it is on disk now. Needs no lock. */
  window(session: string): Promise<SessionWindow | undefined>
  /** The same, but of a very long window that is not in memory only the last 2 MB. */
  recentWindow(session: string): Promise<SessionWindow | undefined>
  /**
   * Moves these messages of the window to the archive and sets what `change` gives, `lastConsolidated` to 0 otherwise.
   * Inside the session's lock. Doing it again is harmless: what is archived already is not archived twice.
   */
  trimLocked(session: string, ids: readonly string[], change?: HeaderChange): Promise<number>
  /** The name of the session's lock. */
  lockName(session: string): string
  /**
   * Brings a session in order in whose file the lines of two copies stand, as after a merge; any other file is left as it
   * is. Answers whether it did.
   */
  settle(path: string): Promise<boolean>
  /** Removes the session with all of its files, as if it had never been. Answers the paths. */
  forget(session: string): Promise<string[]>
  /** Writes the session's file anew: see `SessionTrims.fold`. */
  fold(
    session: string,
    change: (header: SessionHeader) => SessionHeader,
    isGone: (line: string) => boolean,
  ): Promise<string[]>
}

/** The sessions under `options.directory`. Touches no disk by itself. */
export function createSessions(setting: Setting, options: ResolvedSessionsOptions): SessionStore {
  const { clock, report, storage } = setting
  const files = createSessionFiles(setting, options.directory)
  const archive = createArchive(setting)
  /** The files as a writer sees them, inside the session's lock: never with the lines of two copies. */
  const settled = {
    ...files,
    async current(key: string): Promise<OpenSession | undefined> {
      const open = await files.current(key)
      return open?.state.isMerged ? settle(key, open) : open
    },
  }
  const trims = createSessionTrims(setting, settled, archive)
  const lockName = (key: string): string => `session:${key}`

  async function locked<T>(key: string, { signal }: CallOptions, fn: () => Promise<T>): Promise<T> {
    files.path(key) // refuses keys that can have no file, before anything is waited for
    return storage.lock([lockName(key)], fn, { signal })
  }

  /** Writes a session of two copies as one: in order, nothing twice, nothing that was removed or archived in one of them. */
  async function settle(key: string, open: OpenSession): Promise<OpenSession> {
    const state = copyState(open.state)
    const archived = await archive.settle(files.archiveDirectory(key), state.removed)
    state.header.updatedAt = newestTime(state)
    dropMessages(
      state,
      [...archived].filter((id) => state.messages.has(id)),
    )
    const message = `two copies of session ${shown(key)} were merged`
    report({ type: 'session-merged', level: 'info', message, session: key, path: files.path(key) })
    return files.rewrite(open, state)
  }

  /** The session as it is on disk now; one of two copies is settled first. */
  async function current(key: string): Promise<OpenSession | undefined> {
    const open = await files.current(key)
    return open?.state.isMerged ? storage.lock([lockName(key)], () => settled.current(key)) : open
  }

  /** Writes lines at the end, after a header if the session is new: without a file, or with one that is empty. */
  async function write(key: string, open: OpenSession | undefined, lines: readonly string[], header?: Description) {
    const isNew = !open || (open.state.lines === 0 && (header !== undefined || lines.length > 0))
    if (lines.length === 0 && !(isNew && header)) return
    const first = { key, createdAt: isoTime(clock()), lastConsolidated: 0, ...header }
    await files.append(key, open, isNew ? [printHeader(first), ...lines] : lines)
  }

  async function append(
    key: string,
    messages: Message | readonly Message[],
    options: CallOptions = {},
  ): Promise<StoredMessage[]> {
    const given = isList(messages) ? givenMessages(messages, clock) : [givenMessage(messages, clock)]
    return locked(key, callOptions('append', options), async () => {
      const open = await settled.current(key)
      const directory = files.archiveDirectory(key)
      const plan = await planAppend(open?.state, given, archive.finder(directory))
      await write(key, open, plan.lines)
      await archive.rewrite(directory, plan.archived)
      // What is new was made for this call: the session in memory has the lines, not these objects.
      const own = new Set(plan.added)
      return plan.stored.map((message) => (own.has(message) ? message : structuredClone(message)))
    })
  }

  async function align(key: string, messages: readonly Message[], options: CallOptions = {}): Promise<Alignment> {
    const given = givenMessages(messages, clock)
    return locked(key, callOptions('align', options), async () => {
      const open = await settled.current(key)
      const directory = files.archiveDirectory(key)
      const plan = await planAlign(open?.state, given, {
        exists: () => archive.exists(directory),
        tail: (enough) => archive.tail(directory, enough),
        find: archive.finder(directory),
      })
      await write(key, open, plan.lines)
      await archive.rewrite(directory, plan.archived)
      return structuredClone(plan.alignment)
    })
  }

  async function update(
    key: string,
    id: string,
    change: MessageChange,
    options: CallOptions = {},
  ): Promise<StoredMessage> {
    const given = givenChange(id, change)
    return locked(key, callOptions('update', options), async () => {
      const open = await settled.current(key)
      const directory = files.archiveDirectory(key)
      const inFile = open?.state.messages.get(id)
      const before = inFile ?? (open?.state.removed.has(id) ? undefined : await archive.finder(directory)(id))
      if (!before) throw new MemoryError('not-found', `session ${shown(key)} has no message ${shown(id)} to update`)
      const after = freshMessage(changedBy(before, given))
      if (sameMessage(before, after, true)) return structuredClone(before)
      if (inFile) await write(key, open, [printMessage(after, { version: messageVersion(open?.state, id, 0) + 1 })])
      else await archive.rewrite(directory, new Map([[id, after]]))
      return structuredClone(after)
    })
  }

  async function describe(key: string, change: Description, options: CallOptions = {}): Promise<void> {
    const fresh = freshDescription(change)
    return locked(key, callOptions('describe', options), async () => {
      const open = await settled.current(key)
      if (!open) await write(key, open, [], fresh)
      else if (Object.keys(fresh).length > 0) await write(key, open, [printDescription(fresh)])
    })
  }

  async function remove(key: string, ids: readonly string[], options: CallOptions = {}): Promise<number> {
    const given = givenIds(ids)
    return locked(key, callOptions('remove', options), () => trims.remove(key, given))
  }

  async function trim(key: string, keep: number, options: CallOptions = {}): Promise<number> {
    if (typeof keep !== 'number' || !(keep >= 0))
      throw new MemoryError('bad-input', `keep is ${shown(keep)}, expected a number from 0`)
    return locked(key, callOptions('trim', options), async () => {
      const open = await settled.current(key)
      const messages = open ? windowOf(open.state) : []
      const leaving = messages.slice(0, safeCutoff(messages, messages.length - Math.floor(keep)))
      return leaving.length === 0
        ? 0
        : archived(key, await trims.archive(key, new Set(leaving.map((message) => message.id))))
    })
  }

  function archived(key: string, messages: number): number {
    const message = `${messages} messages of session ${shown(key)} went to its archive`
    const about = { session: key, path: files.path(key), details: { messages } }
    if (messages > 0) report({ type: 'session-trimmed', level: 'info', message, ...about })
    return messages
  }

  async function clear(key: string, options: { archived?: boolean } & CallOptions = {}): Promise<number> {
    const { archived: everywhere = false, signal } = callOptions('clear', options)
    return locked(key, { signal }, async () => {
      if (everywhere) return trims.removeAll(key)
      const ids = new Set((await settled.current(key))?.state.messages.keys())
      return archived(key, await trims.archive(key, ids, { summary: undefined }))
    })
  }

  async function window(key: string): Promise<SessionWindow | undefined> {
    return windowIn((await current(key))?.state)
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
      return listMessages(await current(key), archive, files.archiveDirectory(key), asked)
    },
    append,
    align,
    update,
    describe,
    remove,
    trim,
    clear,
    async recap(key, options = {}) {
      const { limit } = callOptions('recap', options)
      const messages = (await window(key))?.messages ?? []
      return recapOf(limit === undefined ? messages : messages.slice(Math.max(0, messages.length - limit)))
    },
    path: files.path,
    archiveDirectory: files.archiveDirectory,
    window,
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
    fold: (key, change, isGone) => locked(key, {}, () => trims.fold(key, change, isGone)),
  }
}

function isList(messages: Message | readonly Message[]): messages is readonly Message[] {
  return Array.isArray(messages)
}

/** The heading of a recap. */
const recapTitle = '## Recent Conversation Recap'

/**
 * What was said last, as text for a system prompt: the heading and a line a message. Tool calls are named; nothing in it
 * is executed again. "" when there is nothing to tell.
 */
function recapOf(messages: readonly StoredMessage[]): string {
  const lines = formatMessages(messages, 'dated')
  return lines === '' ? '' : `${recapTitle}\n\n${lines}`
}
