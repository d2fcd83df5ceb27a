import { AIMessageChunk, HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel, FakeStreamingChatModel } from '@langchain/core/utils/testing'
import { createAgent } from 'langchain'
import { describe, expect, it } from 'vitest'
import { promptFunctionFrom } from '../src/index.ts'
import { memoryMiddleware } from '../src/middleware.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

describe('a streamed run', () => {
  it('streams token by token and stores the whole reply', async () => {
    const memory = await temporaryMemory()
    const chunks = ['You ', 'live ', 'in Oslo.'].map((content) => new AIMessageChunk({ content }))
    const model = new FakeStreamingChatModel({ chunks })
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false })] })
    const tokens: string[] = []
    const stream = await agent.stream(
      { messages: [new HumanMessage('Where do I live?')] },
      { context: { session: 's' }, streamMode: 'messages' },
    )
    for await (const [message] of stream) tokens.push(message.text)
    expect(tokens.filter((token) => token !== '')).toEqual(['You ', 'live ', 'in Oslo.'])
    expect(await said(memory, 's')).toEqual(['user: Where do I live?', 'assistant: You live in Oslo.'])
  })

  it('keeps what the user said when nobody reads the stream to its end', async () => {
    const memory = await temporaryMemory()
    const model = new FakeListChatModel({ responses: ['A long answer'], sleep: 5 })
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false })] })
    const run = { context: { session: 's' }, streamMode: 'messages' } as const
    for await (const _ of await agent.stream({ messages: [new HumanMessage('I live in Oslo.')] }, run)) break
    await expect.poll(() => said(memory, 's')).toContain('user: I live in Oslo.')
  })

  it('shows nothing of the calls that consolidate, and does not end them with the run', async () => {
    const consolidating = new FakeListChatModel({ responses: ['SECRET-SUMMARY'], sleep: 1 })
    const memory = await temporaryMemory(undefined, {
      model: promptFunctionFrom(consolidating),
      sessions: { window: 2 },
      consolidation: { mode: 'inline', reply: 'bullets' },
    })
    const model = new FakeListChatModel({ responses: ['Fine.'] })
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false })] })
    let streamed = ''
    const controller = new AbortController()
    const run = { context: { session: 's' }, streamMode: 'messages', signal: controller.signal } as const
    for (const text of ['I like tea.', 'I like jazz.', 'I like Oslo.'])
      for await (const [message] of await agent.stream({ messages: [new HumanMessage(text)] }, run))
        streamed += message.text
    controller.abort()
    await memory.flush()
    expect(consolidating.i + (await memory.history.list()).length).toBeGreaterThan(0)
    expect(streamed).toContain('Fine.')
    expect(streamed).not.toMatch(/SECRET|S.?E.?C.?R/)
  })
})

describe('promptFunctionFrom', () => {
  it('gives system prompt and question, answers the text, and tags the call nostream', async () => {
    const calls: unknown[] = []
    const model = {
      invoke: async (messages: unknown, options: unknown) => {
        calls.push(messages, options)
        return new AIMessageChunk({ content: [{ type: 'text', text: 'An answer.' }] })
      },
    }
    const answer = await promptFunctionFrom(model)({ system: 'Summarise.', prompt: 'Text', maxTokens: 5 })
    expect(answer).toBe('An answer.')
    expect(calls).toEqual([
      [expect.objectContaining({ content: 'Summarise.' }), expect.objectContaining({ content: 'Text' })],
      expect.objectContaining({ tags: ['nostream'], callbacks: [] }),
    ])
  })

  it('ends with the signal of its caller', async () => {
    const model = new FakeListChatModel({ responses: ['slow'], sleep: 10_000 })
    const asked = promptFunctionFrom(model)({ prompt: 'Text', signal: AbortSignal.timeout(20) })
    await expect(asked).rejects.toThrow()
  })
})
