import { AIMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent, fakeModel, tool } from 'langchain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type MemoryMiddlewareOptions, memoryMiddleware } from '../src/middleware.ts'
import { allShownTo, answering, calling } from './agents.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const task = 'Always answer in French. I live in Paris. Find hotels.'

/** An agent that gives a task to another one, both with memory, and what the other one was shown. */
async function delegating(options: Partial<MemoryMiddlewareOptions> = {}) {
  const memory = await temporaryMemory()
  await memory.facts.append({ text: 'Likes quiet hotels' })
  const model = answering('Researched.')
  const researcher = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false, ...options })] })
  const research = tool(
    async ({ task }) =>
      (await researcher.invoke({ messages: [{ role: 'user', content: task }] })).messages.at(-1)?.text,
    { name: 'research', description: 'Researches', schema: z.object({ task: z.string() }) },
  )
  const agent = createAgent({
    model: fakeModel()
      .respond(calling('research', { task }, 'c1'))
      .respond(new AIMessage('Done.')),
    tools: [research],
    middleware: [memoryMiddleware({ memory, tools: false })],
    checkpointer: new MemorySaver(),
  })
  const run = (config: object) => agent.invoke({ messages: [{ role: 'user', content: 'Find me a hotel' }] }, config)
  return { memory, model, run }
}

describe('an agent that a tool runs', () => {
  const thread = { configurable: { thread_id: 's' } }
  it.each([
    ['the thread', thread],
    ['the context', { ...thread, context: { session: 's' } }],
  ])('knows what is remembered, and stores nothing of its task, under %s of the agent', async (_, config) => {
    const { memory, model, run } = await delegating()
    await run(config)
    await memory.flush()
    expect(allShownTo(model)).toContain('Likes quiet hotels')
    expect(await memory.facts.read()).not.toMatch(/French|Paris/)
    expect(await said(memory, 's')).toEqual([
      'user: Find me a hotel',
      `assistant: [research ${JSON.stringify({ task })}]`,
      'tool: Researched.',
      'assistant: Done.',
    ])
  })

  it('stores its conversation where identify says so', async () => {
    const { memory, run } = await delegating({ identify: () => ({ session: 'research' }) })
    await run(thread)
    expect(await said(memory, 'research')).toEqual([`user: ${task}`, 'assistant: Researched.'])
  })
})
