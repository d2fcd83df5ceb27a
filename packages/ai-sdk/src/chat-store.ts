import { type Memories, type Memory, MemoryError, type Session } from '@daybook/memory-core'
import { createQueues, type OwnedMemory, ownerFields } from '@daybook/memory-core/adapters'
import type { UIMessage } from 'ai'
import { chatChanges, leaveOut, orderOf } from './chat-changes.ts'
import { chatState, shownMessages, stateField } from './chat-reading.ts'
import { alsoStored, givenMessages, marked } from './chat-records.ts'
import { type GivenMemory, readGiven } from './memory-tools.ts'

/** A chat, without its messages. */
export interface Chat {
  /** The session in the memory; the id that `memoryOptions({ session })` takes. */
  id: string
  title?: string
  /** ISO time of its first message. */
  createdAt: string
  /** ISO time of its latest message. */
  updatedAt: string
}

/** Stores the messages of chats in the form that a user interface shows. */
export interface ChatStore<Shown extends UIMessage = UIMessage> {
  /**
   * The messages of a chat exactly as they were saved, followed by those that the middleware has stored since, such as
   * the beginning of a reply whose reader disconnected. Empty for an unknown chat. Reads the session, archive included.
   */
  load(chat: string): Promise<Shown[]>
  /**
   * Replaces the messages of the chat. Messages that `save` or the middleware have stored already are not stored twice;
   * those missing from the list are no longer shown, but stay in the memory. Reads the session, and writes one line for
   * each new or changed message. A reply at the end without an id gets one, which `load` returns.
   * @throws MemoryError `bad-input` for other messages without an id, or that are not JSON
   */
  save(chat: string, messages: readonly Shown[]): Promise<void>
  /**
   * Takes a message that a client has sent, and returns the chat up to it, for the model. A known id is an edit or a new
   * try: the message replaces the one with its id, and what followed it is no longer shown. @throws MemoryError `bad-input`
   */
  receive(chat: string, message: Shown): Promise<Shown[]>
  /** Appends messages to the chat, or replaces those with the same ids. @throws MemoryError `bad-input` */
  append(chat: string, messages: Shown | readonly Shown[]): Promise<void>
  /** All chats, most recently active first. */
  list(): Promise<Chat[]>
  /** Permanently deletes a chat and its session. Facts and history that were made from it stay. */
  delete(chat: string): Promise<void>
}

/** The memory that chats are stored in. */
export interface ChatStoreOptions extends OwnedMemory {}

/** A route makes a store for each request, so the writes of a chat wait for each other by its memory. */
const queues = new WeakMap<Memory, ReturnType<typeof createQueues>>()

function queuesOf(memory: Memory): ReturnType<typeof createQueues> {
  const known = queues.get(memory) ?? createQueues()
  queues.set(memory, known)
  return known
}

/**
 * Stores chats in a memory, in the same sessions as the middleware: `memoryOptions({ session: chat })` and `load(chat)`
 * refer to the same conversation. With the memories of many users, `user` selects one. `createChatStore(memory)` and
 * `createChatStore(memories, { user })` are short forms.
 * @throws MemoryError `bad-option`
 */
export function createChatStore<Shown extends UIMessage = UIMessage>(options: ChatStoreOptions): ChatStore<Shown>
export function createChatStore<Shown extends UIMessage = UIMessage>(memory: Memory): ChatStore<Shown>
export function createChatStore<Shown extends UIMessage = UIMessage>(
  memories: Memories,
  owner: { user: string },
): ChatStore<Shown>
export function createChatStore<Shown extends UIMessage = UIMessage>(
  given: GivenMemory<ChatStoreOptions>,
  owner?: { user: string },
): ChatStore<Shown> {
  const { options, open } = readGiven<ChatStoreOptions>(given, owner, 'createChatStore', ownerFields)
  if (!('for' in options.memory) && options.user !== undefined)
    throw new MemoryError(
      'bad-option',
      "createChatStore: one memory is one user's: leave the user out, or pass openMemories({ directory })",
    )

  async function read({ sessions }: Memory, chat: string) {
    const [stored, window] = await Promise.all([sessions.messages(chat, { archived: true }), sessions.messages(chat)])
    return { stored, window: new Set(window.map((message) => message.id)) }
  }

  /** Two requests in one chat write one after the other: each reads what the other has written. */
  async function inOrder<T>(chat: string, task: (memory: Memory) => Promise<T>): Promise<T> {
    const memory = await open()
    return queuesOf(memory)(chat, () => task(memory))
  }

  async function write(memory: Memory, chat: string, given: readonly Shown[], isWhole: boolean): Promise<void> {
    const { sessions } = memory
    const { stored, window } = await read(memory, chat)
    const changes = await chatChanges(stored, given)
    const left = isWhole ? leaveOut(changes, stored, window) : []
    // First, because a message that is marked as left is not looked at again.
    if (left.length > 0) await sessions.setAside(chat, left)
    for (const [id, { mark, ...change }] of changes.updates)
      await sessions.update(chat, id, { ...change, native: marked(mark) })
    const added = changes.appends.map(({ message, mark }) => ({ ...message, ...(mark && { native: marked(mark) }) }))
    if (added.length > 0) {
      await sessions.append(chat, added)
      const known = new Set(stored.map(({ id }) => id))
      const newest = (await sessions.messages(chat)).filter(({ id }) => !known.has(id))
      await sessions.setAside(chat, alsoStored(newest, added))
    }
    await describe(memory, chat, isWhole ? orderOf(changes, stored) : undefined)
  }

  /** Stores the order of messages, if it differs from that in which they were stored. */
  async function describe({ sessions }: Memory, chat: string, order: readonly string[] | undefined): Promise<void> {
    const { metadata } = (await sessions.get(chat)) ?? {}
    const before = chatState(metadata)
    const next = order === undefined ? before.order : order.length > 0 ? order : undefined
    if (before.deleted !== true && JSON.stringify(before.order) === JSON.stringify(next)) return
    await sessions.describe(chat, { metadata: { ...metadata, [stateField]: { order: next } } })
  }

  async function load(memory: Memory, chat: string): Promise<Shown[]> {
    const { stored, window } = await read(memory, chat)
    const session = await memory.sessions.get(chat)
    return shownMessages(stored, window, chatState(session?.metadata)) as Shown[] // saved under this type
  }

  return {
    load: async (chat) => load(await open(), chat),
    async save(chat, messages) {
      const given = givenMessages(messages)
      await inOrder(chat, (memory) => write(memory, chat, given, true))
    },
    async receive(chat, message) {
      const given = givenMessages(message)
      return inOrder(chat, async (memory) => {
        const known = await load(memory, chat)
        const place = known.findIndex(({ id }) => id === message.id)
        if (place < 0) await write(memory, chat, given, false)
        else await write(memory, chat, [...known.slice(0, place), ...given], true)
        return load(memory, chat)
      })
    },
    async append(chat, messages) {
      const given = givenMessages(messages)
      await inOrder(chat, (memory) => write(memory, chat, given, false))
    },
    async list() {
      const { sessions } = await open()
      const chats = (await sessions.list()).filter(({ metadata }) => chatState(metadata).deleted !== true)
      return chats.toReversed().map(chatOf)
    },
    async delete(chat) {
      const { sessions } = await open()
      if ((await sessions.get(chat)) === undefined) return
      await sessions.clear(chat, { archived: true })
      await sessions.describe(chat, { title: '', metadata: { [stateField]: { deleted: true } } })
    },
  }
}

function chatOf({ key, title, createdAt, updatedAt }: Session): Chat {
  return { id: key, createdAt, updatedAt, ...(title !== undefined && title !== '' && { title }) }
}
