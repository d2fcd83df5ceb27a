import type { Memory, Message, StoredMessage } from '@daybook/memory-core'
import {
  checkOptions,
  type Fields,
  flag,
  isObject,
  memoryOpener,
  type OwnedMemory,
  ownerFields,
  text,
  wholeNumber,
} from '@daybook/memory-core/adapters'
import { BaseListChatMessageHistory } from '@langchain/core/chat_history'
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage as PrintedMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { isSummary, roleOf, toMessage } from './messages/convert-messages.ts'

/** The conversation of a history, and how much of it to return. */
export interface DaybookChatHistoryOptions extends OwnedMemory {
  /** The conversation. It must come from your own code: LangChain passes only the session's id. */
  session: string
  /**
   * Maximum messages to return; the oldest are left out, and the rest begins with a user message.
   * @default the whole window of the session
   */
  limit?: number
  /**
   * Whether consolidated messages that have left the window are returned as a summary, in the first message, marked
   * like LangChain's own summaries. @default true
   */
  summary?: boolean
}

const fields: Fields = {
  ...ownerFields,
  session: text('a session key'),
  limit: wholeNumber(1),
  summary: flag,
}

const framework = 'langchain'

/**
 * A conversation of a memory as a message history, for `RunnableWithMessageHistory` and other users of one. New
 * messages are stored and searchable at once, and consolidated when the conversation gets too long: then the history
 * begins with a summary, followed by the session's window. Messages are returned unchanged in every field, files
 * included. Unlike the other parts it throws MemoryError when the memory fails: a history that cannot be read must not
 * look empty.
 */
export class DaybookChatHistory extends BaseListChatMessageHistory {
  override lc_namespace: string[] = ['daybook', 'chat_history']
  readonly #options: DaybookChatHistoryOptions
  readonly #open: () => Promise<Memory>
  /** Messages that this history returned: a chain may pass them back among the new ones. */
  readonly #given = new WeakSet<BaseMessage>()
  /** Whether to return the summary, decided by the first read of a turn until messages are added at its end. */
  #tellsSummary: boolean | undefined

  static override lc_name(): string {
    return 'DaybookChatHistory'
  }

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookChatHistoryOptions) {
    checkOptions(options, 'DaybookChatHistory', fields, ['memory', 'session'])
    super({})
    this.#options = { ...options }
    this.#open = memoryOpener<Memory>(options, 'DaybookChatHistory')
  }

  /** The summary, if there is one, and the messages of the window, oldest first. */
  override async getMessages(): Promise<BaseMessage[]> {
    const { session, limit, summary = true } = this.#options
    const memory = await this.#open()
    const stored = await memory.sessions.messages(session)
    const told = summary ? summaryOf((await memory.sessions.get(session))?.summary) : []
    // RunnableWithMessageHistory reads twice in a turn, and counts the messages of the second read as old. That count
    // may be lower than the first, never higher.
    this.#tellsSummary ??= told.length > 0
    const shown = limit === undefined ? stored : lastOf(stored, limit)
    const messages = [...(this.#tellsSummary ? told : []), ...shown.map(fromStored)]
    for (const message of messages) this.#given.add(message)
    return messages
  }

  override async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message])
  }

  /** Stores messages in one write. Summaries, and messages that this history returned, are skipped. */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    const memory = await this.#open()
    const fresh = messages.filter((message) => !this.#given.has(message) && !isSummary(message))
    const converted = await Promise.all(fresh.map(toStored))
    if (converted.length > 0) await memory.addMessages(this.#options.session, converted)
    this.#tellsSummary = undefined
  }

  /** Starts anew: empties the window and removes the summary. Earlier messages can still be recalled. */
  override async clear(): Promise<void> {
    const memory = await this.#open()
    await memory.sessions.clear(this.#options.session)
  }
}

/** The message for the memory, with LangChain's serialisation, and without its id, which may not be unique. */
async function toStored(message: BaseMessage): Promise<Message> {
  const [value] = mapChatMessagesToStoredMessages([message])
  const native = { framework, value }
  const known = await toMessage(message)
  if (!known) return { role: roleOf(message) ?? 'system', content: message.text, native }
  const { id: _id, ...said } = known
  return { ...said, native }
}

/** The original message. One that something else stored is converted, as far as LangChain can represent it. */
function fromStored(stored: StoredMessage): BaseMessage {
  const { native } = stored
  if (native?.framework === framework && isPrinted(native.value)) {
    const [message] = mapStoredMessagesToChatMessages([native.value])
    if (message) return message
  }
  return spoken(stored)
}

function isPrinted(value: unknown): value is PrintedMessage {
  return isObject(value) && 'type' in value && typeof value.type === 'string' && 'data' in value && isObject(value.data)
}

function spoken({ id, role, content, name, toolCalls = [], toolCallId = '' }: StoredMessage): BaseMessage {
  const parts = typeof content === 'string' ? content : content.map((part) => printedPart(part))
  const fields = { id, content: parts, ...(name !== undefined && { name }) }
  switch (role) {
    case 'user':
      return new HumanMessage(fields)
    case 'system':
      return new SystemMessage(fields)
    case 'tool':
      return new ToolMessage({ ...fields, tool_call_id: toolCallId })
    case 'assistant':
      return new AIMessage({ ...fields, tool_calls: toolCalls.map(printedCall) })
  }
}

type StoredPart = Exclude<StoredMessage['content'], string>[number]

/** A stored file has only name and place; the model gets them as text. */
function printedPart(part: StoredPart): { type: 'text'; text: string } {
  if (part.type !== 'file') return { type: 'text', text: part.text }
  return { type: 'text', text: `[file: ${part.name ?? part.reference ?? part.mediaType}]` }
}

function printedCall({ id, name, input }: { id: string; name: string; input: unknown }): {
  id: string
  name: string
  args: Record<string, unknown>
  type: 'tool_call'
} {
  return { id, name, args: isObject(input) ? { ...input } : { input }, type: 'tool_call' }
}

function summaryOf(summary: string | undefined): BaseMessage[] {
  if (summary === undefined || summary === '') return []
  const content = `Here is a summary of the conversation to date:\n\n${summary}`
  return [new HumanMessage({ content, additional_kwargs: { lc_source: 'summarization' } })]
}

/** The last messages, from a user message on, so that no answer lacks its question and no tool result its call. */
function lastOf(messages: readonly StoredMessage[], limit: number): StoredMessage[] {
  const last = messages.slice(-limit)
  const start = last.findIndex(({ role }) => role === 'user')
  return start === -1 ? [] : last.slice(start)
}
