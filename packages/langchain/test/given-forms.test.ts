import { inMemoryStorage, openMemory, textOf } from '@daybook/memory-core'
import * as messages from '@langchain/core/messages'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { DaybookCache, DaybookChainMemory, DaybookChatHistory, DaybookRetriever } from '../src/index.ts'
import { contentParts } from '../src/messages/content-part.ts'
import { toMessage } from '../src/messages/convert-messages.ts'
import { memoryMiddleware } from '../src/middleware.ts'
import { DaybookStore } from '../src/store.ts'
import { memoryTools } from '../src/tools.ts'
import { answering, remembering, shownTo } from './agents.ts'
import { temporaryMemories, temporaryMemory } from './temporary-memory.ts'

/** As `addNotificationMetadata` marks it, which not every version that is supported has. */
const notification = (text: string, source = 'async_subagent'): HumanMessage =>
  new HumanMessage({ content: text, additional_kwargs: { lc_source: source, lc_data: { task: 't1' } } })

describe('a human message that the user did not type', () => {
  it('F3 is none of the user’s wishes, in an agent and in a history', async () => {
    expect(messages.getNotificationMetadata(notification('x'))).toMatchObject({ source: 'async_subagent' })
    const memory = await temporaryMemory()
    const { agent } = remembering(answering('Noted.'), { memory })
    const given = [new HumanMessage('I prefer tea over coffee.'), notification('I prefer npm over pnpm.')]
    await agent.invoke({ messages: given }, { context: { session: 's' }, configurable: { thread_id: 's' } })
    const history = new DaybookChatHistory({ memory, session: 'h' })
    await history.addMessages([notification('Always deploy on Fridays.'), new HumanMessage('Never call me Bob.')])
    await memory.flush()
    const texts = (await memory.records.list()).map(({ text }) => text).join('\n')
    expect(texts).toMatch(/tea/)
    expect(texts).toMatch(/Bob/)
    expect(texts).not.toMatch(/npm|Fridays/)
    const roles = async (session: string) => (await memory.sessions.messages(session)).map(({ role }) => role)
    expect([await roles('s'), await roles('h')]).toEqual([
      ['user', 'assistant'],
      ['system', 'user'],
    ])
    expect((await history.getMessages()).map(({ type }) => type)).toEqual(['human', 'human'])
  })

  it('F3 is not what is recalled for, and nothing is put into it', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('earlier', { role: 'assistant', content: 'The kiln is in the shed behind the house.' })
    await memory.flush()
    const model = answering('In the shed.')
    const { agent } = remembering(model, { memory })
    const given = [new HumanMessage('Where is the kiln?'), notification('Task t1 is done.')]
    await agent.invoke({ messages: given }, { context: { session: 's' }, configurable: { thread_id: 's' } })
    const shown = shownTo(model)
    expect(shown.find((text) => text.includes('Where is the kiln?'))).toContain('behind the house')
    expect(shown.at(-1)).toBe('human: Task t1 is done.')
  })
})

describe('content', () => {
  it.each<[string, object]>([
    ['a server tool call', { type: 'server_tool_call', id: 'c', name: 'web_search', args: { query: 'x' } }],
    ['its result', { type: 'server_tool_call_result', toolCallId: 'c', status: 'success', output: { a: 1 } }],
    ['a server tool use of Anthropic', { type: 'server_tool_use', id: 'c', name: 'web_search', input: {} }],
    ['its search results', { type: 'web_search_tool_result', tool_use_id: 'c', content: [{ url: 'https://x.test' }] }],
    ['code that a server ran', { type: 'code_execution_tool_result', tool_use_id: 'c', content: {} }],
    ['a call of MCP', { type: 'mcp_tool_use', id: 'c', name: 'x', input: {} }],
    ['a tool result', { type: 'tool_result', tool_use_id: 'c', content: 'x' }],
    ['a search of OpenAI', { type: 'web_search_call', id: 'ws_1', status: 'completed' }],
    ['redacted thinking', { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' }],
    [
      'redacted thinking in a standard message',
      { type: 'non_standard', value: { type: 'redacted_thinking', data: 'x' } },
    ],
    ['a cache point of Bedrock', { cachePoint: { type: 'default' } }],
    ['a cache point', { type: 'cachePoint', cachePoint: { type: 'default' } }],
    ['a citation', { type: 'citation', url: 'https://x.test' }],
  ])('F4 has no file for %s', async (_, block) => {
    expect(await contentParts([block])).toEqual([])
  })

  it('F4 keeps the text of a refusal, and of reasoning in other forms', async () => {
    expect(await contentParts([{ type: 'refusal', refusal: 'I cannot help with that.' }])).toEqual([
      { type: 'text', text: 'I cannot help with that.' },
    ])
    const refused = new AIMessage({ content: '', additional_kwargs: { refusal: 'Not with that either.' } })
    expect((await toMessage(refused))?.content).toBe('Not with that either.')
    expect(await contentParts([{ type: 'reasoning_content', reasoningText: { text: 'So.' } }])).toEqual([
      { type: 'reasoning', text: 'So.' },
    ])
  })
})

describe('the options', () => {
  it('F6 F7 are ({ memory }) everywhere, take openMemories with a user, and say which name was meant', async () => {
    const memory = await temporaryMemory()
    const memories = await temporaryMemories()
    const classes = [DaybookStore, DaybookChatHistory, DaybookChainMemory, DaybookCache]
    for (const Class of classes) {
      const session = Class === DaybookStore || Class === DaybookCache ? {} : { session: 's' }
      const make = (options: object) => () => Reflect.construct(Class, [{ ...options, ...session }])
      expect(make({ memory })).not.toThrow()
      expect(make({ memory: memories, user: 'ada' })).not.toThrow()
      expect(make({ memory: memories })).toThrow(/given many memories and user is undefined/)
      expect(make({ memory, userId: 'ada' })).toThrow('did you mean "user"?')
      expect(make({ memory: openMemory({ storage: inMemoryStorage() }) })).toThrow('await openMemory')
    }
    for (const make of [memoryMiddleware, memoryTools])
      expect(() => Reflect.apply(make, undefined, [{ memory, onEror: console.warn }])).toThrow(
        'did you mean "onError"?',
      )
  })

  it('F6 keep what they store with the user that they name', async () => {
    const memories = await temporaryMemories()
    const store = new DaybookStore({ memory: memories, user: 'ada' })
    await store.put(['notes'], 'k', { text: 'tea' })
    expect(await store.search(['notes'], { query: 'tea' })).toHaveLength(1)
    expect(await store.listNamespaces()).toEqual([['notes']])
    expect(await new DaybookStore({ memory: memories, user: 'bob' }).get(['notes'], 'k')).toBeNull()
    await store.delete(['notes'], 'k')
    expect(await store.get(['notes'], 'k')).toBeNull()
    const history = new DaybookChatHistory({ memory: memories, user: 'ada', session: 's' })
    await history.addMessage(new HumanMessage('I like tea'))
    const chain = new DaybookChainMemory({ memory: memories, user: 'ada', session: 's' })
    await chain.saveContext({ input: 'And milk' }, { response: 'Noted' })
    const ada = await memories.for({ user: 'ada' })
    expect((await ada.sessions.messages('s')).map(textOf)).toEqual(['I like tea', 'And milk', 'Noted'])
    const cache = new DaybookCache({ memory: memories, user: 'ada' })
    await cache.update('Human: hi', 'm', [{ text: 'hello' }])
    expect(await cache.lookup('Human: hi', 'm')).toEqual([{ text: 'hello' }])
    expect(await new DaybookCache({ memory: memories, user: 'bob' }).lookup('Human: hi', 'm')).toBeNull()
  })

  it('F6 refuse what a store cannot use by typed errors, and know $exists', async () => {
    const store = new DaybookStore({ memory: await temporaryMemory() })
    await store.put(['a'], 'x', { n: 1, tag: null })
    await store.put(['a'], 'y', { m: 2 })
    const untyped = (name: 'put' | 'search', ...given: unknown[]) => Reflect.apply(store[name], store, given)
    const bad = { code: 'bad-input' }
    await expect(untyped('put', ['a'], 'z', { n: 1 }, true)).rejects.toMatchObject(bad)
    await expect(untyped('put', ['a'], 'z', { n: 1 }, [7])).rejects.toMatchObject(bad)
    await expect(untyped('search', ['a'], { filter: null })).rejects.toMatchObject(bad)
    await expect(untyped('search', ['a'], { filter: { n: { $exists: 1 } } })).rejects.toMatchObject(bad)
    const keys = async (filter: Record<string, unknown>) =>
      (await store.search(['a'], { filter })).map(({ key }) => key)
    expect(await keys({ n: { $exists: true } })).toEqual(['x'])
    expect(await keys({ tag: { $exists: true } })).toEqual(['x'])
    expect(await keys({ n: { $exists: false } })).toEqual(['y'])
  })
})

describe('the user of a run', () => {
  it('F6 may be named in configurable, unless the host forbids it', async () => {
    const memories = await temporaryMemories()
    const ada = await memories.for({ user: 'ada' })
    await ada.addMessages('s', { role: 'user', content: 'I live in Oslo.' })
    await ada.flush()
    const run = { configurable: { user_id: 'ada', thread_id: 't1' } }
    for (const [userFromConfigurable, isTold] of [
      [true, true],
      [false, false],
    ] as const) {
      const options = { memory: memories, userFromConfigurable, onError: () => undefined }
      const model = answering('Oslo.')
      const { agent } = remembering(model, options)
      await agent.invoke({ messages: [new HumanMessage('Where do I live?')] }, run)
      expect(shownTo(model).join('\n').includes('Oslo')).toBe(isTold)
      expect((await new DaybookRetriever(options).invoke('Oslo', run)).length > 0).toBe(isTold)
      const [recall] = memoryTools({ ...options, tools: ['memory_recall'] })
      expect(String(await recall?.invoke({ query: 'Oslo' }, run)).includes('I live in Oslo')).toBe(isTold)
    }
  })
})
