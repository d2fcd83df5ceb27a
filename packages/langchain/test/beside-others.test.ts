import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import {
  type AgentMiddleware,
  anthropicPromptCachingMiddleware,
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createAgent,
  createMiddleware,
  fakeModel,
  summarizationMiddleware,
  toolStrategy,
} from 'langchain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryMiddleware } from '../src/middleware.ts'
import { adder, allShownTo, answering, calling, shownTo } from './agents.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

/** Their declared types do not compile with `exactOptionalPropertyTypes`, in any program: LangChain is built without it. */
function ofLangChain(make: (options: never) => unknown, options: object): AgentMiddleware {
  return Reflect.apply(make, undefined, [options])
}

describe('beside summarizationMiddleware', () => {
  it('never learns a summary, and stores every message once', async () => {
    const memory = await temporaryMemory()
    const summarizing = fakeModel()
    for (let n = 0; n < 10; n++) summarizing.respond(new AIMessage('SUMMARY: I prefer yarn over pnpm.'))
    const model = answering(...Array.from({ length: 6 }, (_, n) => `Answer ${n}.`))
    const agent = createAgent({
      model,
      checkpointer: new MemorySaver(),
      middleware: [
        ofLangChain(summarizationMiddleware, { model: summarizing, trigger: { messages: 4 }, keep: { messages: 2 } }),
        memoryMiddleware({ memory, tools: false }),
      ],
    })
    for (let n = 0; n < 6; n++)
      await agent.invoke({ messages: [new HumanMessage(`Question ${n}?`)] }, { configurable: { thread_id: 't' } })
    expect(allShownTo(model)).toContain('SUMMARY')
    const expected = Array.from({ length: 6 }, (_, n) => [`user: Question ${n}?`, `assistant: Answer ${n}.`]).flat()
    expect(await said(memory, 't')).toEqual(expected)
    await memory.flush()
    expect((await memory.recall('SUMMARY yarn')).items).toEqual([])
  })

  it('adds what is recalled to the question and not to the summary', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('earlier', { role: 'user', content: 'Yesterday we painted the boat blue.' })
    const model = answering('Blue.')
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false })] })
    const summary = new HumanMessage({
      content: 'So far: the boat.',
      additional_kwargs: { lc_source: 'summarization' },
    })
    await agent.invoke(
      { messages: [new HumanMessage('What colour is the boat?'), summary] },
      { context: { session: 's' } },
    )
    const [question, told] = shownTo(model)
    expect(question).toContain('painted the boat blue')
    expect(told).toBe('human: So far: the boat.')
  })
})

describe('beside contextEditingMiddleware', () => {
  it.each(['before', 'after'])(
    'keeps the results that it clears, and stores each once, listed %s it',
    async (order) => {
      const memory = await temporaryMemory()
      const ask = (id: string) => calling('add', { a: 1, b: Number(id) }, id)
      const model = [ask('1'), ask('2'), ask('3'), new AIMessage('Done.'), new AIMessage('Bye.')].reduce(
        (scripted, answer) => scripted.respond(answer),
        fakeModel(),
      )
      const edits = [new ClearToolUsesEdit({ trigger: { tokens: 1 }, keep: { messages: 1 } })]
      const clearing = ofLangChain(contextEditingMiddleware, { edits })
      const remembering = memoryMiddleware({ memory, tools: false })
      const agent = createAgent({
        model,
        tools: [adder],
        middleware: order === 'before' ? [remembering, clearing] : [clearing, remembering],
        checkpointer: new MemorySaver(),
      })
      const run = { configurable: { thread_id: 't' } }
      await agent.invoke({ messages: [new HumanMessage('Add them')] }, run)
      await agent.invoke({ messages: [new HumanMessage('Thanks')] }, run)
      expect(allShownTo(model)).toContain('[cleared]')
      expect(await said(memory, 't')).toEqual([
        'user: Add them',
        ...[1, 2, 3].flatMap((b) => [`assistant: [add {"a":1,"b":${b}}]`, `tool: ${1 + b}`]),
        'assistant: Done.',
        'user: Thanks',
        'assistant: Bye.',
      ])
    },
  )
})

describe('beside anthropicPromptCachingMiddleware', () => {
  const cached = async (order: 'before' | 'after'): Promise<SystemMessage | undefined> => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Lives in Oslo' })
    const model = answering('Hello.')
    model.getName = () => 'ChatAnthropic'
    const caching = ofLangChain(anthropicPromptCachingMiddleware, { minMessagesToCache: 0, ttl: '1h' })
    const remembering = memoryMiddleware({ memory, tools: false })
    const middleware = order === 'before' ? ([remembering, caching] as const) : ([caching, remembering] as const)
    const agent = createAgent({ model, systemPrompt: 'Be brief.', middleware: [...middleware] })
    await agent.invoke({ messages: [new HumanMessage('Hi')] }, { context: { session: 's' } })
    return model.calls[0]?.messages.find((message) => SystemMessage.isInstance(message))
  }

  it('ends the stable part with a breakpoint of the same kind when it is listed after it', async () => {
    const system = await cached('after')
    expect(system?.content).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: expect.stringContaining('Lives in Oslo'), cache_control: { type: 'ephemeral', ttl: '1h' } },
    ])
  })

  it('sets no breakpoint when it is listed before it, and tells the same', async () => {
    const system = await cached('before')
    expect(system?.text).toContain('Lives in Oslo')
    expect(JSON.stringify(system?.content)).not.toContain('cache_control')
  })
})

describe('beside middleware of others', () => {
  it('stores what the model said, with retries counted once', async () => {
    const memory = await temporaryMemory()
    let tries = 0
    const retrying = createMiddleware({
      name: 'Retrying',
      wrapModelCall: async (request, handler) => {
        tries += 1
        try {
          return await handler(request)
        } catch {
          return handler(request)
        }
      },
    })
    const model = fakeModel().respond(new Error('busy')).respond(new AIMessage('Here.'))
    const agent = createAgent({ model, middleware: [retrying, memoryMiddleware({ memory, tools: false })] })
    await agent.invoke({ messages: [new HumanMessage('Anyone?')] }, { context: { session: 's' } })
    expect(tries).toBe(1)
    expect(await said(memory, 's')).toEqual(['user: Anyone?', 'assistant: Here.'])
  })

  it('stores a structured answer', async () => {
    const memory = await temporaryMemory()
    const city = { name: 'extract-1', args: { city: 'Oslo' }, id: 'c1', type: 'tool_call' as const }
    const model = fakeModel()
      .respond(() => new AIMessage({ content: '', tool_calls: [city] }))
      .respond(() => new AIMessage({ content: '', tool_calls: [{ ...city, id: 'c2' }] }))
    const format = toolStrategy(z.object({ city: z.string() }).meta({ title: 'City' }))
    const agent = createAgent({
      model,
      responseFormat: format,
      middleware: [memoryMiddleware({ memory, tools: false })],
    })
    const [strategy] = Array.isArray(format) ? format : [format]
    city.name = strategy?.name ?? city.name
    const context = { session: 's' }
    const first = await agent.invoke({ messages: [new HumanMessage('Where do I live? Oslo.')] }, { context })
    expect(first.structuredResponse).toEqual({ city: 'Oslo' })
    const lines = await said(memory, 's')
    expect(lines[0]).toBe('user: Where do I live? Oslo.')
    expect(lines.join('\n')).toContain('{"city":"Oslo"}')
    // The agent has given the result and the reply ids by now: they are not stored again.
    await agent.invoke({ messages: [...first.messages, new HumanMessage('And now?')] }, { context })
    expect((await said(memory, 's')).slice(0, lines.length + 1)).toEqual([...lines, 'user: And now?'])
  })

  it('takes two of one agent when they have two names', async () => {
    const [first, second] = [await temporaryMemory(), await temporaryMemory()]
    const options = { tools: false } as const
    const middleware = [
      memoryMiddleware({ ...options, memory: first, name: 'Mine' }),
      memoryMiddleware({ ...options, memory: second, name: 'Ours' }),
    ] as const
    const agent = createAgent({ model: answering('Hi.'), middleware: [...middleware] })
    await agent.invoke({ messages: [new HumanMessage('Hello')] }, { context: { session: 's' } })
    for (const memory of [first, second]) expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })
})
