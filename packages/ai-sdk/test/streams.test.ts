import { setTimeout } from 'node:timers/promises'
import { streamText, wrapLanguageModel } from 'ai'
import { convertReadableStreamToArray, simulateReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import type { Prompt, StreamPart } from '../src/model-call.ts'
import { models, partsOf } from './installed-ai.ts'
import { chunksOf, finish, scriptedModel, stalled, streamingModel, toolCall } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const prompt: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Tell me a story' }] }]
const providerOptions = memoryOptions({ session: 's' })
const delta = (text: string): StreamPart => ({ type: 'text-delta', id: '0', delta: text })
const beginning: StreamPart[] = [{ type: 'text-start', id: '0' }, delta('Once upon '), delta('a time')]

async function kept(memory: Awaited<ReturnType<typeof temporaryMemory>>) {
  const messages = await memory.sessions.messages('s')
  return messages.map(({ role, content, metadata }) => ({ role, content, ...(metadata && { metadata }) }))
}

const question = { role: 'user', content: 'Tell me a story' }

describe('a stream', () => {
  it('passes on every chunk unchanged and in order', async () => {
    const memory = await temporaryMemory()
    const chunks = chunksOf([
      { type: 'reasoning', text: 'Which story?' },
      { type: 'text', text: 'Once upon a time' },
      toolCall('c1', 'paint', { what: 'a castle' }),
    ])
    const inner = streamingModel(() => simulateReadableStream({ chunks }))
    const unwrapped = await wrapLanguageModel({ model: inner, middleware: [] }).doStream({ prompt })
    const { stream } = await withMemory(inner, { memory }).doStream({ prompt, providerOptions })
    const passed = await convertReadableStreamToArray(stream)
    expect(passed).toEqual(await convertReadableStreamToArray(unwrapped.stream))
    expect(passed).toHaveLength(chunks.length)
  })

  it('gives each chunk before the next one is there', async () => {
    const memory = await temporaryMemory()
    const [first, ...more] = beginning
    const model = withMemory(
      streamingModel(() => stalled(first ? [first] : [])),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    const reader = stream.getReader()
    expect(await reader.read()).toEqual({ done: false, value: first })
    expect(more).toHaveLength(2)
    await reader.cancel()
  })

  it('has given its last chunk before the reply is stored', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel(['Once upon a time']), { memory })
    const { stream } = await model.doStream({ prompt, providerOptions })
    const append = Promise.withResolvers<void>()
    const addMessages = memory.addMessages
    memory.addMessages = async (...given) => {
      await append.promise
      return addMessages(...given)
    }
    const reader = stream.getReader()
    let last: StreamPart | undefined
    while (last?.type !== 'finish') last = (await reader.read()).value
    expect(await said(memory, 's')).toEqual(['user: Tell me a story'])
    append.resolve()
    expect((await reader.read()).done).toBe(true)
    expect(await said(memory, 's')).toEqual(['user: Tell me a story', 'assistant: Once upon a time'])
  })

  it('that is aborted leaves its text, marked as partial', async () => {
    const memory = await temporaryMemory()
    const abort = new AbortController()
    const model = withMemory(
      streamingModel(() => stalled(beginning, abort.signal)),
      { memory },
    )
    const result = streamText({ model, prompt: 'Tell me a story', providerOptions, abortSignal: abort.signal })
    for await (const part of partsOf(result)) if (part.type === 'text-delta' && part.text === 'a time') abort.abort()
    await expect
      .poll(() => kept(memory))
      .toEqual([
        question,
        { role: 'assistant', content: 'Once upon a time', metadata: { partial: true, finishReason: 'abort' } },
      ])
  })

  it('that is aborted and then left is stored once', async () => {
    const memory = await temporaryMemory()
    const abort = new AbortController()
    const model = withMemory(
      streamingModel(() => stalled(beginning)),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions, abortSignal: abort.signal })
    const reader = stream.getReader()
    for (let read = 0; read < 3; read++) await reader.read()
    abort.abort()
    await reader.cancel()
    await memory.flush()
    expect(await said(memory, 's')).toEqual(['user: Tell me a story', 'assistant: Once upon a time'])
  })

  it('that is aborted is stored before the next call of its session', async () => {
    const memory = await temporaryMemory()
    const { addMessages } = memory
    const disk = Promise.withResolvers<void>()
    memory.addMessages = async (...given) => {
      await disk.promise
      return addMessages(...given)
    }
    const abort = new AbortController()
    const model = withMemory(
      streamingModel(() => stalled(beginning)),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions, abortSignal: abort.signal })
    const reader = stream.getReader()
    for (let read = 0; read < 3; read++) await reader.read()
    abort.abort()
    const next: Prompt = [
      ...prompt,
      { role: 'assistant', content: [{ type: 'text', text: 'Once upon a time' }] },
      { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
    ]
    const following = model.doStream({ prompt: next, providerOptions })
    await setTimeout(30)
    disk.resolve()
    await (await following).stream.cancel()
    expect(await said(memory, 's')).toEqual(['user: Tell me a story', 'assistant: Once upon a time', 'user: Go on'])
  })

  it('that is aborted while nobody reads leaves its text', async () => {
    const memory = await temporaryMemory()
    const abort = new AbortController()
    const model = withMemory(
      streamingModel(() => stalled(beginning)),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions, abortSignal: abort.signal })
    const reader = stream.getReader()
    for (let read = 0; read < 3; read++) await reader.read()
    abort.abort()
    await expect.poll(() => said(memory, 's')).toEqual(['user: Tell me a story', 'assistant: Once upon a time'])
  })

  it('that its consumer leaves is cancelled at once, whatever the memory does', async () => {
    const memory = await temporaryMemory()
    memory.addMessages = () => new Promise(() => {})
    const cancelled = Promise.withResolvers<unknown>()
    const model = withMemory(
      streamingModel(() => new ReadableStream({ cancel: (reason) => cancelled.resolve(reason) })),
      { memory, timeoutMs: 50, onError: () => {} },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    const ended = stream.cancel('enough')
    expect(await cancelled.promise).toBe('enough')
    await ended
  })

  it('that its consumer leaves keeps its text, marked as partial', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(
      streamingModel(() => stalled(beginning)),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    const reader = stream.getReader()
    for (let read = 0; read < 3; read++) await reader.read()
    await reader.cancel()
    expect(await kept(memory)).toEqual([
      question,
      { role: 'assistant', content: 'Once upon a time', metadata: { partial: true, finishReason: 'cancelled' } },
    ])
  })

  it('whose text nobody reads to the end is stored all the same', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel(['Once upon a time']), { memory })
    const result = streamText({ model, prompt: 'Tell me a story', providerOptions })
    for await (const text of result.textStream) if (text !== '') break
    await expect.poll(() => said(memory, 's')).toHaveLength(2)
  })

  it('that breaks off keeps its text, and the consumer gets the error', async () => {
    const memory = await temporaryMemory()
    const broken = () => {
      let place = 0
      return new ReadableStream<StreamPart>({
        pull(controller) {
          const chunk = beginning[place++]
          if (chunk) controller.enqueue(chunk)
          else controller.error(new Error('connection reset'))
        },
      })
    }
    const model = withMemory(streamingModel(broken), { memory })
    const { stream } = await model.doStream({ prompt, providerOptions })
    await expect(convertReadableStreamToArray(stream)).rejects.toThrow('connection reset')
    expect(await kept(memory)).toEqual([
      question,
      { role: 'assistant', content: 'Once upon a time', metadata: { partial: true, finishReason: 'error' } },
    ])
  })

  it('that ends with an error part and without a finish is partial', async () => {
    const memory = await temporaryMemory()
    const chunks: StreamPart[] = [...beginning, { type: 'error', error: new Error('overloaded') }]
    const model = withMemory(
      streamingModel(() => simulateReadableStream({ chunks })),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    expect(await convertReadableStreamToArray(stream)).toEqual(chunks)
    expect((await kept(memory)).at(-1)?.metadata).toEqual({ partial: true, finishReason: 'error' })
  })

  const cuts = models === 'v4' ? (['error', 'interrupted'] as const) : (['error'] as const)
  it.each(cuts)('that its provider finishes with %s is partial', async (reason) => {
    const memory = await temporaryMemory()
    const model = withMemory(
      streamingModel(() => simulateReadableStream({ chunks: [...beginning, finish(reason)] })),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    await convertReadableStreamToArray(stream)
    expect((await kept(memory)).at(-1)?.metadata).toEqual({ partial: true, finishReason: reason })
  })

  it('that is cut off before it said anything leaves only the user message', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(
      streamingModel(() => stalled([{ type: 'stream-start', warnings: [] }, toolCall('c1', 'paint', {})])),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(await kept(memory)).toEqual([question])
  })

  it('that was cut off is completed when the host shows the whole text', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(
      streamingModel(() => stalled(beginning)),
      { memory },
    )
    const { stream } = await model.doStream({ prompt, providerOptions })
    const reader = stream.getReader()
    for (let read = 0; read < 3; read++) await reader.read()
    await reader.cancel()
    const whole: Prompt = [
      ...prompt,
      { role: 'assistant', content: [{ type: 'text', text: 'Once upon a time there was a bear.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
    ]
    const next = withMemory(scriptedModel(['It slept.']), { memory })
    await next.doGenerate({ prompt: whole, providerOptions })
    expect(await said(memory, 's')).toEqual([
      'user: Tell me a story',
      'assistant: Once upon a time there was a bear.',
      'user: Go on',
      'assistant: It slept.',
    ])
    expect((await kept(memory))[1]).not.toHaveProperty('metadata')
  })
})
