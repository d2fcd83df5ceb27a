import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { memoryOptions, withMemory } from '@daybook/ai-sdk'
import { memoryMiddleware } from '@daybook/langchain/middleware'
import { DaybookMemory } from '@daybook/mastra'
import type { Memory } from '@daybook/memory-core'
import { Agent, type AgentConfig } from '@mastra/core/agent'
import { generateText } from 'ai'
import { AIMessage, createAgent, fakeModel } from 'langchain'
import { offlineModel } from './offline-model.ts'

/** What a user says through a framework, and where. */
export interface Saying {
  memory: Memory
  session: string
  text: string
  /** Whether it is only asked: nothing of it is stored then. */
  readOnly: boolean
  /** The model: answers what it makes of all that it was shown. */
  model: (shown: string) => string
  /** Told whatever went wrong with the memory. */
  onError: (error: unknown) => void
}

/** The frameworks, by the names that people know. Each answers what the model replied. */
export type Framework = 'AI SDK' | 'LangChain' | 'Mastra'

/** More than any disk needs. */
const timeoutMs = 60_000

/** Says something through each framework's adapter, to a model of the framework that needs no network. */
export const sayThrough: Readonly<Record<Framework, (saying: Saying) => Promise<string>>> = {
  'AI SDK': sayThroughAiSdk,
  LangChain: sayThroughLangChain,
  Mastra: sayThroughMastra,
}

async function sayThroughAiSdk({ memory, session, text, readOnly, model, onError }: Saying): Promise<string> {
  const answer = await generateText({
    model: withMemory(standIn(model), { memory, timeoutMs, onError }),
    prompt: text,
    providerOptions: memoryOptions({ session, readOnly }),
  })
  return answer.text
}

async function sayThroughLangChain({ memory, session, text, readOnly, model, onError }: Saying): Promise<string> {
  const agent = createAgent({
    model: fakeModel().respond((messages) => new AIMessage(model(messages.map((each) => each.text).join('\n')))),
    middleware: [memoryMiddleware({ memory, readOnly, timeoutMs, onError })],
  })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: text }] }, { context: { session } })
  return messages.at(-1)?.text ?? ''
}

async function sayThroughMastra({ memory, session, text, readOnly, model, onError }: Saying): Promise<string> {
  const resource = 'ada'
  const remembering = new DaybookMemory({ memory, user: resource, timeoutMs, onError })
  const agent = new Agent({
    id: 'helper',
    name: 'Helper',
    instructions: 'Be kind.',
    model: standIn(model) as AgentConfig['model'], // Mastra has a copy of the same specification
    memory: remembering,
  })
  const answer = await agent.generate(text, { memory: { thread: session, resource, options: { readOnly } } })
  return answer.text
}

function standIn(model: Saying['model']): ReturnType<typeof offlineModel> {
  return offlineModel('quotes', (prompt) => model(prompt.flatMap(textsIn).join('\n')))
}

function textsIn({ content }: LanguageModelV4Message): string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
