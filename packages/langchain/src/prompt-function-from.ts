import type { PromptFunction } from '@daybook/memory-core'
import { isObject, unlessAborted } from '@daybook/memory-core/adapters'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { HumanMessage, SystemMessage } from '@langchain/core/messages'

/**
 * Makes a chat model usable for consolidation: `openMemory({ …, model: promptFunctionFrom(model) })`. Its calls belong to
 * no run: inside an agent, too, their tokens are not streamed (they are tagged `nostream` besides), and the end of the
 * run does not end them. LangChain has no word that every model understands for the longest answer and the temperature:
 * set them on the model.
 */
export function promptFunctionFrom(model: Pick<BaseChatModel, 'invoke'>): PromptFunction {
  return async ({ system, prompt, signal }) => {
    const messages = [...(system === undefined ? [] : [new SystemMessage(system)]), new HumanMessage(prompt)]
    const ending = signal ?? new AbortController().signal
    const asked = model.invoke(messages, {
      tags: ['nostream'],
      metadata: { lc_source: 'daybook' },
      // What is not given here is taken from the run that is under way.
      callbacks: [],
      configurable: {},
      signal: ending,
    })
    // Not every model ends with the signal.
    const reply: unknown = await unlessAborted<unknown>(ending, asked)
    return isObject(reply) && 'text' in reply && typeof reply.text === 'string' ? reply.text : ''
  }
}
