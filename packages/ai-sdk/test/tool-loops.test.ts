import { APICallError, dynamicTool, generateText, streamText, tool } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { memoryOptions, withMemory } from '../src/index.ts'
import type { Prompt } from '../src/model-call.ts'
import { isStepCount, mockModel, responseMessages } from './installed-ai.ts'
import { ending, type Script, scriptedModel, systemTexts, toolCall, userTexts } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const tools = {
  weather: tool({
    description: 'Tells the weather',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ city, sky: 'clear' }),
  }),
}

/** A tool that its provider runs; `ai` 5 asks for a declaration. */
const search = dynamicTool({ inputSchema: z.object({}), execute: async () => {} })

const threeSteps: Script[] = [
  [{ type: 'text', text: 'Let me look.' }, toolCall('c1', 'weather', { city: 'Oslo' })],
  [toolCall('c2', 'weather', { city: 'Rome' }), toolCall('c3', 'weather', { city: 'Bonn' })],
  'Clear everywhere.',
]

const asStored = [
  'user: How is the weather?',
  'assistant: Let me look. [weather {"city":"Oslo"}]',
  'tool: {"city":"Oslo","sky":"clear"}',
  'assistant: [weather {"city":"Rome"}] [weather {"city":"Bonn"}]',
  'tool: {"city":"Rome","sky":"clear"}',
  'tool: {"city":"Bonn","sky":"clear"}',
  'assistant: Clear everywhere.',
]

const options = {
  tools,
  stopWhen: isStepCount(5),
  prompt: 'How is the weather?',
  providerOptions: memoryOptions({ session: 's' }),
}

describe('a tool loop', () => {
  it('is stored step by step, each message once', async () => {
    const memory = await temporaryMemory()
    await generateText({ model: withMemory(scriptedModel(threeSteps), { memory }), ...options })
    expect(await said(memory, 's')).toEqual(asStored)
  })

  it('is stored the same when it is streamed', async () => {
    const memory = await temporaryMemory()
    const result = streamText({ model: withMemory(scriptedModel(threeSteps), { memory }), ...options })
    expect(await result.text).toBe('Clear everywhere.')
    expect(await said(memory, 's')).toEqual(asStored)
  })

  it('keeps the ids that tie a result to its call', async () => {
    const memory = await temporaryMemory()
    await generateText({ model: withMemory(scriptedModel(threeSteps), { memory }), ...options })
    const messages = await memory.sessions.messages('s')
    expect(messages.map(({ toolCalls, toolCallId }) => toolCallId ?? toolCalls?.map((call) => call.id))).toEqual([
      undefined,
      ['c1'],
      'c1',
      ['c2', 'c3'],
      'c2',
      'c3',
      undefined,
    ])
  })

  it('recalls once', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext')
    await generateText({ model: withMemory(scriptedModel(threeSteps), { memory }), ...options })
    expect(recalls).toHaveBeenCalledTimes(1)
  })

  it('tells the model the same bytes at each step', async () => {
    // What is captured would be told as a fact, and not be recalled.
    const memory = await temporaryMemory(undefined, { capture: { auto: false } })
    await memory.facts.append({ text: 'Lives in Oslo' })
    await memory.addMessages('earlier', { role: 'user', content: 'The weather of Oslo matters to me.' })
    const inner = scriptedModel(threeSteps)
    await generateText({ model: withMemory(inner, { memory }), ...options })
    const told = inner.doGenerateCalls.map(({ prompt }) => [systemTexts(prompt), userTexts(prompt)])
    expect(told[0]).toEqual([[expect.stringContaining('Oslo')], [options.prompt, expect.stringContaining('Oslo')]])
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })

  it('recalls again for the next user message', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext')
    const model = withMemory(scriptedModel(['Yes.']), { memory })
    await generateText({ model, ...options })
    await generateText({ model, ...options, prompt: 'And tomorrow?' })
    expect(recalls).toHaveBeenCalledTimes(2)
  })

  it('recalls once when another session is answered in between', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext')
    const model = withMemory(scriptedModel(['Yes.']), { memory })
    const step = (session: string, prompt: Prompt) =>
      model.doGenerate({ prompt, providerOptions: memoryOptions({ session }) })
    const question: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] }]
    await step('a', question)
    await step('b', question)
    await step('a', [...question, { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])
    expect(recalls).toHaveBeenCalledTimes(2)
  })

  it('recalls once when the question has left the prompt', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext')
    await generateText({
      model: withMemory(scriptedModel(threeSteps), { memory }),
      ...options,
      prepareStep: ({ stepNumber, messages }) => ({ messages: stepNumber === 0 ? messages : messages.slice(-2) }),
    })
    expect(recalls).toHaveBeenCalledTimes(1)
    expect(await said(memory, 's')).toEqual(asStored)
  })

  it('tries a memory that fails once, and reports it once', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext').mockRejectedValue(new Error('no index'))
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(threeSteps), { memory, onError: (error) => errors.push(error) })
    await generateText({ model, ...options })
    expect(recalls).toHaveBeenCalledTimes(1)
    expect(errors).toEqual([new Error('no index')])
  })

  it('recalls once for a read-only loop, too', async () => {
    const memory = await temporaryMemory()
    const recalls = vi.spyOn(memory, 'buildContext')
    const providerOptions = memoryOptions({ session: 's', readOnly: true })
    await generateText({ model: withMemory(scriptedModel(threeSteps), { memory }), ...options, providerOptions })
    expect(recalls).toHaveBeenCalledTimes(1)
    expect(await said(memory, 's')).toEqual([])
  })

  it('stores what a provider ran itself in its place', async () => {
    const memory = await temporaryMemory()
    const found: Script = [
      { type: 'text', text: 'Searching.' },
      { ...toolCall('c1', 'search', { q: 'tea' }), providerExecuted: true, dynamic: true },
      { type: 'tool-result', toolCallId: 'c1', toolName: 'search', result: { hits: 3 }, dynamic: true },
      { type: 'text', text: 'Three ' },
      { type: 'source', sourceType: 'url', id: 'x', url: 'https://example.com' },
      { type: 'text', text: 'hits.' },
    ]
    const model = withMemory(scriptedModel([found]), { memory, session: 's' })
    const question = { role: 'user' as const, content: 'Search' }
    const answer = await responseMessages(await generateText({ model, messages: [question], tools: { search } }))
    const messages = [question, ...answer, { role: 'user' as const, content: 'Again' }]
    await generateText({ model, messages, tools: { search } })
    expect((await said(memory, 's')).slice(0, 5)).toEqual([
      'user: Search',
      'assistant: Searching. [search {"q":"tea"}]',
      'tool: {"hits":3}',
      'assistant: Three hits.',
      'user: Again',
    ])
  })
})

describe('a retry', () => {
  const overloaded = new APICallError({
    message: 'overloaded',
    url: 'https://example.com',
    requestBodyValues: {},
    isRetryable: true,
    responseHeaders: { 'retry-after-ms': '1' },
  })

  it('stores the user message once', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel([overloaded, overloaded, 'At last.'])
    const recalls = vi.spyOn(memory, 'buildContext')
    await generateText({ model: withMemory(inner, { memory }), ...options, maxRetries: 2 })
    expect(inner.doGenerateCalls).toHaveLength(3)
    expect(recalls).toHaveBeenCalledTimes(1)
    expect(await said(memory, 's')).toEqual([`user: ${options.prompt}`, 'assistant: At last.'])
  })

  it('that never succeeds leaves the user message', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel([overloaded]), { memory })
    await expect(generateText({ model, ...options, maxRetries: 0 })).rejects.toThrow('overloaded')
    expect(await said(memory, 's')).toEqual([`user: ${options.prompt}`])
  })
})

describe('an answer', () => {
  it('that its provider cut off is marked', async () => {
    const memory = await temporaryMemory()
    const whole = await scriptedModel(['Once upon a']).doGenerate({ prompt: [] })
    const inner = mockModel({ doGenerate: async () => ({ ...whole, ...ending('error') }) })
    await generateText({ model: withMemory(inner, { memory, session: 's' }), prompt: 'Tell me a story' })
    const reply = (await memory.sessions.messages('s')).at(-1)
    expect(reply).toMatchObject({
      content: 'Once upon a',
      metadata: { partial: true, finishReason: 'error' },
    })
  })
})
