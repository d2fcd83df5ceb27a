import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent, fakeModel, tool } from 'langchain'
import { z } from 'zod'
import type { MemoryMiddlewareOptions } from '../src/middleware.ts'
import { memoryMiddleware } from '../src/middleware.ts'

/** LangChain's scripted model: it says what it was told to, and keeps what it was shown. */
export type Scripted = ReturnType<typeof fakeModel>

/** A model that answers each call with the next text. */
export function answering(...answers: readonly string[]): Scripted {
  return answers.reduce((model, answer) => model.respond(new AIMessage(answer)), fakeModel())
}

/** What a model says that calls a tool. LangChain's own `respondWithTools` would repeat all that it was shown. */
export function calling(name: string, args: Record<string, unknown>, id: string): AIMessage {
  return new AIMessage({ content: '', tool_calls: [{ name, args, id, type: 'tool_call' }] })
}

/** What a model was shown in one of its calls, as `type: text`. */
export function shownTo(model: Scripted, call = -1): string[] {
  return (model.calls.at(call)?.messages ?? []).map((message) => `${message.type}: ${message.text}`)
}

/** All that a model was shown in one of its calls, as one text. */
export function allShownTo(model: Scripted, call = -1): string {
  return shownTo(model, call).join('\n')
}

/** An agent with memory, and a function that says something to it. */
export interface TestAgent {
  agent: ReturnType<typeof createAgent>
  say(text: string, context?: Record<string, unknown>, thread?: string): Promise<BaseMessage[]>
}

/** A tool without memory: it adds. */
export const adder = tool(({ a, b }) => String(a + b), {
  name: 'add',
  description: 'Adds two numbers',
  schema: z.object({ a: z.number(), b: z.number() }),
})

/** An agent with the middleware, and a checkpointer unless told otherwise. */
export function remembering(
  model: Scripted,
  options: MemoryMiddlewareOptions,
  { withThreads = true, systemPrompt }: { withThreads?: boolean; systemPrompt?: string } = {},
): TestAgent {
  const agent = createAgent({
    model,
    tools: [adder],
    middleware: [memoryMiddleware(options)],
    ...(withThreads && { checkpointer: new MemorySaver() }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  })
  return {
    agent,
    async say(text, context = {}, thread = 't1') {
      const input = { messages: [new HumanMessage(text)] }
      const { messages } = await agent.invoke(input, { context, configurable: { thread_id: thread } })
      return messages
    },
  }
}
