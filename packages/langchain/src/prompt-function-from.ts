import type { PromptFunction } from '@daybook/memory-core'
import { isObject, unlessAborted } from '@daybook/memory-core/adapters'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { HumanMessage, SystemMessage } from '@langchain/core/messages'

/**
 * Makes a chat model usable for consolidation: `openMemory({ …, model: promptFunctionFrom(model) })`. Its calls belong
 * to no run: inside an agent, their tokens are not streamed (they are also tagged `nostream`), and they do not end with
 * the run. LangChain has no option for maximum length and temperature that every model understands: set both on the
 * model.
 */
export function promptFunctionFrom(model: Pick<BaseChatModel, 'invoke'>): PromptFunction {
  return async ({ system, prompt, signal }) => {
    const messages = [...(system === undefined ? [] : [new SystemMessage(system)]), new HumanMessage(prompt)]
    const ending = signal ?? new AbortController().signal
    const asked = model.invoke(messages, {
      tags: ['nostream'],
      metadata: { lc_source: 'daybook' },
      // Fields left out here would be taken from the current run.
      callbacks: [],
      configurable: {},
      signal: ending,
    })
    // Not every model stops when the signal is aborted.
    const reply: unknown = await unlessAborted<unknown>(ending, asked)
    return isObject(reply) && 'text' in reply && typeof reply.text === 'string' ? reply.text : ''
  }
}
