import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { promptFunctionFrom } from '@daybook/ai-sdk'
import type { BehaviourOptions } from '@daybook/memory-core'
import type { Arguments, ModelAddress } from './arguments.ts'
import type { ChatModel } from './play.ts'

/** The model of an OpenAI-compatible server; undefined when none was asked for. Nothing is called yet. */
export function chatModelAt(address: ModelAddress | undefined): ChatModel | undefined {
  return address && createOpenAICompatible({ name: 'demo', baseURL: address.url })(address.name)
}

/** The options of the demo's memories. With a model, it consolidates as well. */
export function memorySettings(
  { budget, window, profile }: Pick<Arguments, 'budget' | 'window' | 'profile'>,
  chatModel: ChatModel | undefined,
): Pick<BehaviourOptions, 'profile' | 'context' | 'sessions' | 'model'> {
  return {
    profile,
    context: { budget },
    ...(window !== undefined && { sessions: { window } }),
    ...(chatModel && { model: promptFunctionFrom(chatModel) }),
  }
}
