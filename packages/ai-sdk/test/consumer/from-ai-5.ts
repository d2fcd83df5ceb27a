import { type Memory, openMemories } from '@daybook/memory-core'
import { generateText, type LanguageModelMiddleware, streamText, type UIMessage, wrapLanguageModel } from 'ai'
import type { EmbeddingModelV2, LanguageModelV2 } from 'ai5-provider'
import {
  anthropicMemoryExecutor,
  createChatStore,
  fromEmbeddingModel,
  type Identify,
  memoryDirectoryTools,
  memoryMiddleware,
  memoryOptions,
  memoryPrepareStep,
  memoryTools,
  promptFunctionFrom,
  type ResponseCacheStore,
  responseCacheMiddleware,
  withMemory,
} from '../../src/index.ts'

/** What an application of any version of `ai` writes; compiled against each of them. */
export async function application(memory: Memory, model: LanguageModelV2): Promise<string> {
  const identify: Identify = ({ providerOptions, prompt }) => {
    const user = providerOptions?.['auth']?.['user']
    return typeof user === 'string' && prompt.length > 0 ? { user, session: 'chat' } : undefined
  }
  const remembering = withMemory(model, { memory: openMemories({ directory: 'x' }), identify, window: 'trim' })
  const middleware: LanguageModelMiddleware = memoryMiddleware({ memory, session: 's', cacheBreakpoint: false })
  const byId = withMemory('openai/gpt-4o', { memory })
  const providerOptions = { ...memoryOptions({ session: 's' }), openai: { reasoningEffort: 'low' } }
  const { text } = await generateText({ model: remembering, prompt: 'Hello', providerOptions })
  const streamed = await streamText({ model: byId, prompt: 'Hello', providerOptions }).text
  const again = withMemory(wrapLanguageModel({ model: remembering, middleware }), { memory })
  return text + streamed + again.modelId + (await promptFunctionFrom(model)({ prompt: 'Why?' }))
}

/** The same application's other wishes. */
export async function more(memory: Memory, cache: ResponseCacheStore, embedder: EmbeddingModelV2<string>) {
  type Shown = UIMessage<{ at: number }>
  const chats = createChatStore<Shown>(memory)
  const ofAda = createChatStore(openMemories({ directory: 'x' }), { user: 'ada' })
  const messages: Shown[] = await chats.load('chat')
  await ofAda.save('chat', messages)
  const caching: LanguageModelMiddleware = responseCacheMiddleware({ cache })
  const [vector]: Float32Array[] = await fromEmbeddingModel(embedder)(['text'])
  const [other]: Float32Array[] = await fromEmbeddingModel('openai/text-embedding-3-small')(['text'])
  return { caching, vector, other }
}

/** The same application's agent. */
export async function agent(memory: Memory, model: LanguageModelV2): Promise<string> {
  const tools = { ...memoryTools(memory, { tools: ['memory_recall'] }), ...memoryDirectoryTools(memory) }
  const prepareStep = memoryPrepareStep({ memory, session: 's' })
  const { text } = await generateText({ model, tools, prepareStep, prompt: 'Hello' })
  return text + (await anthropicMemoryExecutor(memory)({ command: 'view', path: '/memories' }))
}
