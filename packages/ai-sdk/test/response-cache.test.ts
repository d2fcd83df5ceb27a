import { openMemory } from '@daybook/memory-core'
import { generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryMiddleware, memoryOptions, type ResponseCacheStore, responseCacheMiddleware } from '../src/index.ts'
import type { ReplyPart } from '../src/model-call.ts'
import { mockModel } from './installed-ai.ts'
import { chunksOf, ending, mockedBy, type Script, scriptedModel, toolCall } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

/** A cache in RAM that keeps JSON. */
function mapCache() {
  const kept = new Map<string, string>()
  const keys: string[] = []
  const cache: ResponseCacheStore = {
    key: (parts) => {
      keys.push(JSON.stringify(parts))
      return JSON.stringify(parts)
    },
    get: async (key) => JSON.parse(kept.get(key) ?? 'null') ?? undefined,
    put: async (key, response) => kept.set(key, JSON.stringify(response)),
  }
  return { cache, kept, keys }
}

function cachedModel(script: Script) {
  let asked = 0
  const inner = mockedBy(() => {
    asked++
    return script
  })
  const { cache, kept, keys } = mapCache()
  const model = wrapLanguageModel({ model: inner, middleware: responseCacheMiddleware({ cache }) })
  return { model, inner, kept, keys, asked: () => asked }
}

const prompt = 'Tell me a story'
const story: ReplyPart[] = [
  { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's' } } },
  { type: 'text', text: 'Once upon a time' },
  { type: 'source', sourceType: 'url', id: 'x', url: 'https://example.com' },
  { type: 'file', mediaType: 'image/png', data: { type: 'data', data: Uint8Array.of(0, 127, 255) } },
]

describe('a response cache', () => {
  it('answers what was generated before without the model', async () => {
    const { model, asked } = cachedModel(story)
    const first = await generateText({ model, prompt })
    const again = await generateText({ model, prompt })
    expect(asked()).toBe(1)
    expect([again.text, again.reasoningText, again.finishReason]).toEqual(['Once upon a time', 'Hm.', 'stop'])
    expect(again.usage).toEqual(first.usage)
    expect(again.sources).toEqual(first.sources)
    expect(again.files[0]?.uint8Array).toEqual(Uint8Array.of(0, 127, 255))
  })

  it('answers what was streamed before, as a stream and at once', async () => {
    const { model, asked } = cachedModel(story)
    const first = streamText({ model, prompt })
    expect(await first.text).toBe('Once upon a time')
    const again = streamText({ model, prompt })
    const chunks: string[] = []
    for await (const chunk of again.textStream) chunks.push(chunk)
    expect(chunks.join('')).toBe('Once upon a time')
    expect([await again.reasoningText, await again.finishReason]).toEqual(['Hm.', 'stop'])
    expect(await again.sources).toEqual(await first.sources)
    expect((await again.files)[0]?.uint8Array).toEqual(Uint8Array.of(0, 127, 255))
    expect((await again.reasoning)[0]?.providerMetadata).toEqual({ anthropic: { signature: 's' } })
    expect((await generateText({ model, prompt })).text).toBe('Once upon a time')
    expect(asked()).toBe(1)
  })

  it('streams what was generated, with the metadata of its provider', async () => {
    const { model, asked } = cachedModel(story)
    await generateText({ model, prompt })
    const again = streamText({ model, prompt })
    expect((await again.reasoning)[0]?.providerMetadata).toEqual({ anthropic: { signature: 's' } })
    expect(asked()).toBe(1)
  })

  it.each([
    ['another prompt', { prompt: 'Tell me another story' }],
    ['another temperature', { prompt, temperature: 0.1 }],
    ['other provider options', { prompt, providerOptions: { openai: { effort: 'low' } } }],
    ['another system prompt', { prompt, system: 'Be brief.' }],
  ])('asks the model for %s', async (_, request) => {
    const { model, asked } = cachedModel('Once')
    await generateText({ model, prompt })
    await generateText({ model, ...request })
    expect(asked()).toBe(2)
  })

  it('tells requests apart by what is in their files, not by how it is written, and keeps no bytes and no headers', async () => {
    const { model, asked, keys, kept } = cachedModel('A picture')
    const ask = (data: Uint8Array | string) => {
      const content = [{ type: 'file' as const, mediaType: 'image/png', data }]
      const messages: ModelMessage[] = [{ role: 'user', content }]
      return generateText({ model, messages, headers: { authorization: 'secret key' } })
    }
    const bytes = new TextEncoder().encode('hello '.repeat(50))
    await ask(bytes)
    await ask(btoa('hello '.repeat(50)))
    expect(asked()).toBe(1)
    await ask(new TextEncoder().encode('other '.repeat(50)))
    expect(asked()).toBe(2)
    for (const text of [...keys, ...kept.keys()]) expect(text).not.toMatch(/aGVsbG8|secret key|104/)
  })

  it.each<[string, Script]>([
    ['calls a tool', [{ type: 'text', text: 'Looking' }, toolCall('c1', 'look', {})]],
    ['says nothing', []],
  ])('keeps no answer that %s', async (_, script) => {
    const { model, kept } = cachedModel(script)
    const request = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }] }
    await model.doGenerate(request)
    const { stream } = await model.doStream(request)
    await stream.pipeTo(new WritableStream())
    expect(kept.size).toBe(0)
  })

  it('keeps no answer in which its provider ran a tool', async () => {
    const { cache, kept } = mapCache()
    const content = [toolCall('c1', 'search', {}), { type: 'text' as const, text: 'Found' }]
    const inner = mockModel({ doGenerate: async () => ({ content, ...ending('stop'), warnings: [] }) })
    const model = wrapLanguageModel({ model: inner, middleware: responseCacheMiddleware({ cache }) })
    await model.doGenerate({ prompt: [] })
    expect(kept.size).toBe(0)
  })

  it('keeps no answer that its provider ended early', async () => {
    const { cache, kept } = mapCache()
    const content = [{ type: 'text' as const, text: 'Once' }]
    const inner = mockModel({ doGenerate: async () => ({ content, ...ending('length'), warnings: [] }) })
    await generateText({
      model: wrapLanguageModel({ model: inner, middleware: responseCacheMiddleware({ cache }) }),
      prompt,
    })
    expect(kept.size).toBe(0)
  })

  it('keeps no answer that was left or broken off', async () => {
    const { cache, kept } = mapCache()
    const inner = mockedBy(
      () => 'Once upon a time',
      (content) => chunksOf(content).slice(0, 4),
    )
    const model = wrapLanguageModel({ model: inner, middleware: responseCacheMiddleware({ cache }) })
    const abort = new AbortController()
    const request = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }] }
    const left = (await model.doStream(request)).stream.getReader()
    await left.read()
    await left.cancel()
    const { stream } = await model.doStream({ ...request, abortSignal: abort.signal })
    const reader = stream.getReader()
    await reader.read()
    abort.abort(new Error('enough'))
    await expect(
      reader
        .read()
        .then(() => reader.read())
        .then(() => reader.read())
        .then(() => reader.read())
        .then(() => reader.read()),
    ).rejects.toThrow('enough')
    expect(kept.size).toBe(0)
  })

  it('asks the model when the cache fails, and says so', async () => {
    const errors: unknown[] = []
    const broken = new Error('no disk')
    const { cache } = mapCache()
    const failing = [
      {
        ...cache,
        key: () => {
          throw broken
        },
      },
      { ...cache, get: () => Promise.reject(broken) },
      { ...cache, put: () => Promise.reject(broken) },
      { ...cache, get: async () => 'nonsense' },
    ]
    for (const store of failing) {
      const middleware = responseCacheMiddleware({ cache: store, onError: (error) => errors.push(error) })
      const model = wrapLanguageModel({ model: scriptedModel(['Once']), middleware })
      expect((await generateText({ model, prompt })).text).toBe('Once')
      expect(await streamText({ model, prompt }).text).toBe('Once')
    }
    expect(errors).toEqual(Array.from({ length: 6 }, () => broken))
  })

  it('keeps its answers in a memory, if that has a cache', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), responses: { enabled: true } })
    onTestFinished(() => memory.close())
    let asked = 0
    const inner = mockedBy(() => {
      asked++
      return story
    })
    const middleware = responseCacheMiddleware({ cache: memory.responses })
    const model = wrapLanguageModel({ model: inner, middleware })
    expect((await generateText({ model, prompt })).text).toBe('Once upon a time')
    expect(await streamText({ model, prompt }).text).toBe('Once upon a time')
    expect(asked).toBe(1)
    expect(await memory.responses.stats()).toMatchObject({ size: 1, hits: 1 })
  })

  it('behind a memory stores what is said all the same, and knows what is remembered', async () => {
    const memory = await temporaryMemory()
    const { cache, keys } = mapCache()
    let asked = 0
    const inner = mockedBy(() => `Answer ${asked++}`)
    const middleware = [memoryMiddleware({ memory }), responseCacheMiddleware({ cache })]
    const model = wrapLanguageModel({ model: inner, middleware })
    const ask = (session: string) =>
      generateText({ model, prompt: 'xyz?', providerOptions: memoryOptions({ session }) })
    expect((await ask('a')).text).toBe('Answer 0')
    await memory.sessions.clear('a', { archived: true })
    expect((await ask('b')).text).toBe('Answer 0')
    expect(await said(memory, 'b')).toEqual(['user: xyz?', 'assistant: Answer 0'])
    expect(keys.join()).not.toContain('daybook')
    await memory.facts.append({ text: 'Likes tea' })
    expect((await ask('c')).text).toBe('Answer 1')
  })

  it.each([
    [undefined],
    [{}],
    [{ cache: {} }],
    [{ ...{ cache: mapCache().cache }, ttl: 1 }],
    [{ cache: mapCache().cache, onError: 1 }],
  ])('refuses the options %o', (options) => {
    expect(() => Reflect.apply(responseCacheMiddleware, undefined, [options])).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('responseCacheMiddleware') }),
    )
  })
})
