import { type Json, type Memory, MemoryError, type Responses } from '@daybook/memory-core'
import { type FailureOptions, isObject, type OwnedMemory, openedOwner } from '@daybook/memory-core/adapters'
import { BaseCache, deserializeStoredGeneration, serializeGeneration } from '@langchain/core/caches'
import { isAIMessage, isBaseMessage, type StoredGeneration } from '@langchain/core/messages'
import type { ChatGeneration, Generation } from '@langchain/core/outputs'

/**
 * Options of {@link DaybookCache}. Answers are stored in the memory's response cache, with its lifetime and limits.
 * With one memory and the option `user`, they are stored for that user alone. If the cache fails, the model is called.
 */
export interface DaybookCacheOptions extends OwnedMemory, FailureOptions {}

/**
 * The response cache of a memory as a model's cache: `new ChatOpenAI({ cache: new DaybookCache({ memory }) })`. It
 * persists across processes. LangChain gives a cache the prompt as text, where an image is only `[image]`: prompts with
 * such a placeholder are neither answered nor stored, so that two images never share an answer. Answers with tool calls
 * are stored only if the memory's option `responses.toolCalls` allows it. If the cache fails, the model is called.
 */
export class DaybookCache extends BaseCache {
  readonly #user: string | undefined
  readonly #open: () => Promise<Memory>
  readonly #report: (error: unknown) => undefined

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookCacheOptions) {
    const { open, report } = openedOwner(options, 'DaybookCache')
    super()
    this.#user = options.user
    this.#open = open
    this.#report = report
  }

  /** The stored answer, as new objects in each call; null if there is none. */
  override async lookup(prompt: string, llmKey: string): Promise<Generation[] | null> {
    if (mayHideFiles(prompt)) return null
    try {
      const { responses } = await this.#open()
      const kept = await responses.get(this.#key(responses, prompt, llmKey))
      return kept === undefined ? null : generationsOf(kept)
    } catch (error) {
      this.#report(error)
      return null
    }
  }

  /** Stores an answer, unless the prompt may contain files. */
  override async update(prompt: string, llmKey: string, value: Generation[]): Promise<void> {
    if (mayHideFiles(prompt)) return
    try {
      const { responses } = await this.#open()
      const printed: unknown = JSON.parse(JSON.stringify(value.map(serializeGeneration)))
      const hasToolCalls = value.some(callsTools)
      await responses.put(this.#key(responses, prompt, llmKey), printed as Json, {
        message: prompt,
        hasToolCalls,
      })
    } catch (error) {
      this.#report(error)
    }
  }

  #key(responses: Responses, prompt: string, llmKey: string): string {
    const user = this.#user
    return responses.key({ model: llmKey || 'unnamed', message: prompt, ...(user !== undefined && { user }) })
  }
}

/**
 * Whether a printed prompt contains a placeholder that may stand for a file: `[image]`, `[file]`, `[document]`, or any
 * other word in brackets, because LangChain prints other blocks by their type. Text that happens to contain one is not
 * cached either.
 */
export function mayHideFiles(prompt: string): boolean {
  return /\[[^\s[\]{}"\d][^[\]{}"\n]*\]/.test(prompt)
}

function callsTools(generation: Generation): boolean {
  if (!isChat(generation) || !isAIMessage(generation.message)) return false
  return (generation.message.tool_calls ?? []).length > 0
}

function isChat(generation: Generation): generation is ChatGeneration {
  return 'message' in generation && isBaseMessage(generation.message)
}

function generationsOf(kept: Json): Generation[] {
  if (!Array.isArray(kept) || !kept.every(isStored))
    throw new MemoryError('corrupt', "a stored answer is not LangChain's: another program wrote it")
  return kept.map((one) => deserializeStoredGeneration(one))
}

function isStored(value: unknown): value is StoredGeneration {
  if (!isObject(value) || !('text' in value) || typeof value.text !== 'string') return false
  return !('message' in value) || (isObject(value.message) && 'type' in value.message && 'data' in value.message)
}
