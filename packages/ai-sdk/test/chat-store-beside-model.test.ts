import {
  convertToModelMessages,
  dynamicTool,
  generateText,
  jsonSchema,
  streamText,
  type UIMessage,
  validateUIMessages,
} from 'ai'
import { describe, expect, it } from 'vitest'
import { createChatStore, memoryOptions, withMemory } from '../src/index.ts'
import { isStepCount } from './installed-ai.ts'
import { chunksOf, mockedBy, scriptedModel, toolCall } from './scripted-model.ts'
import { assistant, rich, user } from './shown-messages.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

describe('a chat store beside a model', () => {
  it('gives messages that the AI SDK finds valid', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const model = withMemory(scriptedModel([[{ type: 'text', text: 'Hm.' }, toolCall('c9', 'echo', {})], 'Good.']), {
      memory,
    })
    await store.save('chat', [user('u1', 'How is the sky?'), rich])
    const echo = dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => ({ at: 1 }) })
    await generateText({
      model,
      messages: await convertToModelMessages([user('u2', 'Again')]),
      tools: { echo },
      stopWhen: isStepCount(2),
      providerOptions: memoryOptions({ session: 'chat' }),
    })
    const messages = await store.load('chat')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(messages[3]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Hm.' },
      { type: 'dynamic-tool', toolName: 'echo', state: 'output-available', output: '{"at":1}' },
      { type: 'step-start' },
      { type: 'text', text: 'Good.' },
    ])
    expect(await validateUIMessages({ messages })).toEqual(messages)
    await store.save('chat', messages)
    expect(await store.load('chat')).toEqual(messages)
  })

  it('stores nothing twice beside the middleware, whichever of them is first', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const model = withMemory(scriptedModel(['Good.']), { memory })
    const ask = async (messages: UIMessage[]) =>
      generateText({
        model,
        messages: await convertToModelMessages(messages),
        providerOptions: memoryOptions({ session: 'chat' }),
      })
    const messages: UIMessage[] = []
    for (let turn = 0; turn < 4; turn++) {
      messages.push(user(`u${turn}`, 'yes'))
      if (turn % 2 === 0) await store.append('chat', messages.slice(-1))
      await ask(messages)
      messages.push(assistant(`a${turn}`, 'Good.'))
      await store.save('chat', messages)
    }
    expect(await store.load('chat')).toEqual(messages)
    expect(await said(memory, 'chat')).toEqual(
      messages.map(({ role }) => (role === 'user' ? 'user: yes' : 'assistant: Good.')),
    )
  })

  it('shows the beginning of a reply whose reader went away, before and after it is saved', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const cut = (content: Parameters<typeof chunksOf>[0]) => chunksOf(content).slice(0, -2)
    const inner = mockedBy(() => 'Once upon ', cut)
    const model = withMemory(inner, { memory })
    await store.append('chat', user('u1', 'Tell me a story'))
    const abort = new AbortController()
    const { textStream } = streamText({
      model,
      prompt: 'Tell me a story',
      providerOptions: memoryOptions({ session: 'chat' }),
      abortSignal: abort.signal,
    })
    for await (const chunk of textStream) if (chunk.includes('upon')) abort.abort()
    await expect.poll(async () => (await store.load('chat')).length).toBe(2)
    const [question, beginning] = await store.load('chat')
    expect(question).toEqual(user('u1', 'Tell me a story'))
    expect(beginning).toMatchObject({ role: 'assistant', parts: [{ type: 'step-start' }, { text: 'Once upon ' }] })
    await store.save('chat', [user('u1', 'Tell me a story'), assistant('a1', 'Once ')])
    expect(await store.load('chat')).toEqual([user('u1', 'Tell me a story'), assistant('a1', 'Once ')])
    expect(await said(memory, 'chat')).toEqual(['user: Tell me a story', 'assistant: Once upon '])
  })
})
