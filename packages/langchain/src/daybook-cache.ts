import { type Json, type Memory, MemoryError, type Responses } from '@daybook/memory-core'
import { type FailureOptions, isObject, type OwnedMemory, openedOwner } from '@daybook/memory-core/adapters'
import { BaseCache, deserializeStoredGeneration, serializeGeneration } from '@langchain/core/caches'
import { isAIMessage, isBaseMessage, type StoredGeneration } from '@langchain/core/messages'
import type { ChatGeneration, Generation } from '@langchain/core/outputs'

/**
 * Where answers are kept: the response cache of the memory, with its lifetime and limits. With one memory and the option
 * `user`, answers are kept for that user alone. The model is asked when the cache fails.
 */
export interface DaybookCacheOptions extends OwnedMemory, FailureOptions {}

/**
 * The response cache of a memory as a model's cache: `new ChatOpenAI({ cache: new DaybookCache({ memory }) })`. It
 * survives the process. LangChain shows a cache the prompt as text, where an image is nothing but `[image]`: prompts
 * with such a mark are neither answered nor kept, so that no two images share an answer. Answers with tool calls are
 * kept only if the memory's option `responses.toolCalls` says so. A cache that fails is no cache: the model is asked.
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

  /** The kept answer, as objects of its own each time; null when there is none. */
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

  /** Keeps an answer, unless the prompt may hide files. */
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
 * Whether a printed prompt has a mark that may stand for a file: `[image]`, `[file]`, `[document]`, and any other word in
 * brackets, as LangChain prints blocks of other kinds by their type. A text that says so itself is not cached either.
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
    throw new MemoryError('corrupt', 'a kept answer is none of LangChain: another program put it there')
  return kept.map((one) => deserializeStoredGeneration(one))
}

function isStored(value: unknown): value is StoredGeneration {
  if (!isObject(value) || !('text' in value) || typeof value.text !== 'string') return false
  return !('message' in value) || (isObject(value.message) && 'type' in value.message && 'data' in value.message)
}
