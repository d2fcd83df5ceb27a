import type { Message } from '@daybook/memory-core'
import {
  type Fields,
  type OpenedOwner,
  type OwnedMemory,
  openedOwner,
  shown,
  text,
  type WaitingOptions,
  waitingFields,
  waitingMs,
  within,
} from '@daybook/memory-core/adapters'
import { BaseMemory, getInputValue, getOutputValue, getPromptInputKey } from '@langchain/core/memory'

/** The conversation of a chain, and the names of its variables. */
export interface DaybookChainMemoryOptions extends OwnedMemory, WaitingOptions {
  session: string
  /** The prompt variable for the memory. @default 'history' */
  memoryKey?: string
  /** The input that contains the user's message. @default the only one */
  inputKey?: string
  /** The output that contains the answer. @default the only one */
  outputKey?: string
}

const fields: Fields = {
  ...waitingFields,
  session: text('a session key'),
  memoryKey: text('the name of a variable'),
  inputKey: text('the name of an input'),
  outputKey: text('the name of an output'),
}

/**
 * The memory of a classic chain: `new ConversationChain({ llm, memory: new DaybookChainMemory({ memory, session }) })`.
 * Its variable is one text: facts, items recalled for the input, and the latest messages of the session. A chain that
 * throws stores nothing, because LangChain does not call its memory then.
 */
export class DaybookChainMemory extends BaseMemory {
  readonly #options: DaybookChainMemoryOptions
  readonly #owner: OpenedOwner

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookChainMemoryOptions) {
    const owner = openedOwner(options, 'DaybookChainMemory', fields, ['memory', 'session'])
    super()
    this.#options = { ...options }
    this.#owner = owner
  }

  override get memoryKeys(): string[] {
    return [this.#options.memoryKey ?? 'history']
  }

  /** The text for the prompt; '' if the memory failed. */
  override async loadMemoryVariables(values: Record<string, unknown>): Promise<Record<string, string>> {
    const { session, inputKey } = this.#options
    const [memoryKey = 'history'] = this.memoryKeys
    const told = async (signal: AbortSignal): Promise<string> => {
      const query = saidIn(getInputValue(values, inputKey ?? getPromptInputKey(values, this.memoryKeys)))
      const { stable, volatile } = await (await this.#owner.open()).buildContext({ session, query, signal })
      return [stable, volatile].filter((part) => part !== '').join('\n\n')
    }
    return { [memoryKey]: (await this.#inTime(told)) ?? '' }
  }

  /** Stores the user's message and the chain's answer. */
  override async saveContext(inputs: Record<string, unknown>, outputs: Record<string, unknown>): Promise<void> {
    const { session, inputKey, outputKey } = this.#options
    await this.#inTime(async () => {
      const asked = getInputValue(inputs, inputKey ?? getPromptInputKey(inputs, this.memoryKeys))
      const turn: Message[] = [
        { role: 'user', content: saidIn(asked) },
        { role: 'assistant', content: saidIn(getOutputValue(outputs, outputKey)) },
      ]
      await (await this.#owner.open()).addMessages(session, turn)
    })
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    return within({ timeoutMs: this.#options.timeoutMs ?? waitingMs }, work).catch(this.#owner.report)
  }
}

function saidIn(value: unknown): string {
  if (typeof value === 'string') return value
  // Chains with chat models pass messages, and lists of them.
  if (Array.isArray(value)) return value.map(saidIn).join('\n')
  if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string')
    return value.text
  throw new TypeError(`a chain's value is ${shown(value)}, expected a text: name its key as inputKey or outputKey`)
}
