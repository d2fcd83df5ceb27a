import type { Memories } from '@daybook/memory-core'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { MASTRA_RESOURCE_ID_KEY, MASTRA_THREAD_ID_KEY, RequestContext } from '@mastra/core/request-context'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryProcessors, DaybookMemory, type DaybookMemoryOptions, memoryTools } from '../src/index.ts'
import { allText, conversationIn, type Reply, scriptedModel, textIn } from './scripted-model.ts'
import { said, temporaryMemories, temporaryMemory } from './temporary-memory.ts'

type Prompt = Parameters<Parameters<typeof scriptedModel>[0]>[0]

const echo = (prompt: Prompt): string =>
  `You said: ${textIn(prompt.findLast(({ role }) => role === 'user') ?? { role: 'user', content: [] }).split('\n')[0]}`

interface Setup {
  answer?: (prompt: Prompt) => Reply
  options?: Partial<DaybookMemoryOptions>
  memories?: Memories
  chunkDelayMs?: number
}

async function setUp({ answer = echo, options = {}, memories, chunkDelayMs = 0 }: Setup = {}) {
  const users = memories ?? (await temporaryMemories())
  const errors: unknown[] = []
  const memory = new DaybookMemory({ memory: users, onError: (error) => errors.push(error), ...options })
  const scripted = scriptedModel(answer, { chunkDelayMs })
  const weather = createTool({
    id: 'weather',
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ [city]: 'sunny' }),
  })
  const agent = new Agent({
    id: 'a',
    name: 'a',
    instructions: 'Be kind.',
    model: scripted.model,
    memory,
    tools: { weather },
  })
  const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
  const ada = async () => users.for({ user: 'ada' })
  const tell = async (text: string, thread = 't1', resource = 'ada', more: object = {}) =>
    (await mastra.getAgent('agent').generate(text, { memory: { thread, resource, ...more } })).text
  return { agent: mastra.getAgent('agent'), memory, users, ada, errors, tell, ...scripted }
}

describe('an agent with DaybookMemory', () => {
  it('remembers a conversation, by generate and by stream', async () => {
    const { agent, tell, prompts, ada, errors } = await setUp()
    expect(await tell('Hello')).toBe('You said: Hello')
    const stream = await agent.stream('And again', { memory: { thread: 't1', resource: 'ada' } })
    let text = ''
    for await (const chunk of stream.textStream) text += chunk
    expect(text).toBe('You said: And again')
    expect(conversationIn(prompts[1])).toEqual([
      'user: Hello',
      'assistant: You said: Hello',
      expect.stringMatching(/^user: And again/),
    ])
    expect(await said(await ada(), 't1')).toEqual([
      'user: Hello',
      'assistant: You said: Hello',
      'user: And again',
      'assistant: You said: And again',
    ])
    expect(errors).toEqual([])
  })

  it('tells in one thread what was said in another one of the resource, and to nobody else', async () => {
    const { tell, prompts, memory } = await setUp()
    await tell('I prefer pnpm over npm.')
    await memory.settled()
    await tell('How do I install the dependencies?', 't2')
    expect(allText(prompts.at(-1))).toContain('I prefer pnpm over npm')
    await tell('How do I install the dependencies?', 't3', 'bob')
    expect(allText(prompts.at(-1))).not.toContain('pnpm')
  })

  it('stores nothing of what it tells the model itself', async () => {
    const { tell, ada, memory } = await setUp()
    await tell('I prefer pnpm over npm.')
    await memory.settled()
    await tell('How do I install the dependencies?', 't2')
    await tell('And then?', 't2')
    expect(await said(await ada(), 't2')).toEqual([
      'user: How do I install the dependencies?',
      'assistant: You said: How do I install the dependencies?',
      'user: And then?',
      'assistant: You said: And then?',
    ])
  })

  it('recalls once for a loop of three steps, and stores calls and results', async () => {
    const steps: Reply[] = [
      { tool: 'weather', input: { city: 'Rome' } },
      { tool: 'weather', input: { city: 'Oslo' } },
      'Sunny in both.',
    ]
    const { tell, prompts, ada, memory, errors } = await setUp({
      answer: (prompt) => steps[prompt.filter(({ role }) => role === 'tool').length] ?? 'What?',
    })
    const build = vi.spyOn(memory, 'saveMessages')
    expect(await tell('Rome or Oslo?')).toBe('Sunny in both.')
    expect(prompts).toHaveLength(3)
    expect(await said(await ada(), 't1')).toEqual([
      'user: Rome or Oslo?',
      'assistant: [weather {"city":"Rome"}]',
      'tool: {"Rome":"sunny"}',
      'assistant: [weather {"city":"Oslo"}]',
      'tool: {"Oslo":"sunny"}',
      'assistant: Sunny in both.',
    ])
    expect(build).not.toHaveBeenCalled()
    const { messages } = await memory.recall({ threadId: 't1', resourceId: 'ada' })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(errors).toEqual([])
  })

  it('stores the same when every step is saved', async () => {
    const answer = (prompt: Prompt): Reply =>
      prompt.at(-1)?.role === 'tool' ? 'Sunny.' : { tool: 'weather', input: { city: 'Rome' } }
    const { agent, ada, memory } = await setUp({ answer })
    await agent.generate('Rome?', { memory: { thread: 't1', resource: 'ada' }, savePerStep: true })
    expect(await said(await ada(), 't1')).toEqual([
      'user: Rome?',
      'assistant: [weather {"city":"Rome"}]',
      'tool: {"Rome":"sunny"}',
      'assistant: Sunny.',
    ])
    expect((await memory.recall({ threadId: 't1' })).total).toBe(2)
  })

  it('lets the model learn and recall with tools, for the resource of the run and no other', async () => {
    const calls: Reply[] = [
      { tool: 'memory_learn', input: { type: 'preference', text: 'Likes green tea' } },
      { tool: 'memory_recall', input: { query: 'green tea' } },
    ]
    const answer = (prompt: Prompt): Reply => calls[prompt.filter(({ role }) => role === 'tool').length] ?? 'Done.'
    const { tell, users, offered, prompts } = await setUp({ answer })
    const told = (): string => JSON.stringify(prompts.at(-1)?.at(-1))
    const learned = async (user: string) => (await (await users.for({ user })).records.list()).map(({ text }) => text)
    await tell('Go on', 't1', 'ada')
    expect(offered[0]).toEqual(expect.arrayContaining(['weather', 'memory_learn', 'memory_recall', 'memory_forget']))
    expect(told()).toContain('Likes green tea')
    expect(await learned('ada')).toEqual(['Likes green tea'])
    calls.shift()
    await tell('Go on', 't2', 'bob')
    expect(told()).toContain('memory_recall')
    expect(told()).not.toContain('Likes green tea')
    expect(await learned('bob')).toEqual([])
  })

  it('lets the model name nobody else as the one to learn about', async () => {
    const input = { type: 'preference', text: 'Likes green tea', resourceId: 'bob', user: 'bob' }
    const answer = (prompt: Prompt): Reply =>
      prompt.at(-1)?.role === 'tool' ? 'Done.' : { tool: 'memory_learn', input }
    const { tell, users, prompts } = await setUp({ answer })
    await tell('Go on')
    expect(JSON.stringify(prompts.at(-1)?.at(-1))).toContain('Unrecognized keys')
    for (const user of ['ada', 'bob']) expect(await (await users.for({ user })).records.list()).toEqual([])
  })

  it('reads and stores nothing of a read-only run, and lets no tool write', async () => {
    const answer = (prompt: Prompt): Reply =>
      prompt.at(-1)?.role === 'tool'
        ? 'Done.'
        : { tool: 'memory_learn', input: { type: 'preference', text: 'Likes green tea' } }
    const { tell, ada, prompts, memory, offered } = await setUp({ answer })
    await (await ada()).addMessages('t0', { role: 'user', content: 'I prefer pnpm over npm.' })
    await memory.settled()
    const before = (await (await ada()).records.list()).map(({ id }) => id)
    await tell('How do I install dependencies?', 't1', 'ada', { options: { readOnly: true } })
    expect(allText(prompts[0])).toContain('pnpm')
    expect(await said(await ada(), 't1')).toEqual([])
    expect((await (await ada()).records.list()).map(({ id }) => id)).toEqual(before)
    expect(offered[0]).not.toContain('memory_learn')
  })

  it('leaves out the history when it is switched off, and remembers all the same', async () => {
    const { tell, prompts, ada } = await setUp({ options: { options: { lastMessages: false } } })
    await tell('One')
    await tell('Two')
    expect(conversationIn(prompts[1])).toHaveLength(1)
    expect(await said(await ada(), 't1')).toEqual([
      'user: One',
      'assistant: You said: One',
      'user: Two',
      'assistant: You said: Two',
    ])
  })

  it('stores no message twice when the client sends the history again', async () => {
    const { agent, tell, ada } = await setUp()
    await tell('One')
    const resent = [
      { role: 'user' as const, content: 'One' },
      { role: 'assistant' as const, content: 'You said: One' },
      { role: 'user' as const, content: 'Two' },
    ]
    await agent.generate(resent, { memory: { thread: 't1', resource: 'ada' } })
    expect(await said(await ada(), 't1')).toEqual([
      'user: One',
      'assistant: You said: One',
      'user: Two',
      'assistant: You said: Two',
    ])
  })

  it('keeps what was said before a stream was aborted', async () => {
    const { agent, ada, errors } = await setUp({ answer: () => 'one two three four five six', chunkDelayMs: 20 })
    const abort = new AbortController()
    const stream = await agent.stream('Count', { memory: { thread: 't1', resource: 'ada' }, abortSignal: abort.signal })
    for await (const chunk of stream.textStream) if (chunk.includes('two')) abort.abort()
    // What came before the abort, and nothing of what came after it.
    await expect.poll(async () => said(await ada(), 't1')).toHaveLength(2)
    expect((await said(await ada(), 't1')).map((line) => line.trim())).toEqual(['user: Count', 'assistant: one two'])
    expect(errors).toEqual([])
    const again = await agent.generate('And then?', { memory: { thread: 't1', resource: 'ada' } })
    expect(again.text).toContain('one')
  })

  it('stores no answer of a model that fails, and goes on in the next run', async () => {
    const broken = new Set(['One'])
    const { tell, ada } = await setUp({
      answer: (prompt) => (broken.size > 0 ? new Error('overloaded') : echo(prompt)),
    })
    await tell('One').catch(() => undefined)
    broken.clear()
    expect(await tell('Two')).toBe('You said: Two')
    const lines = await said(await ada(), 't1')
    expect(lines.filter((line) => line.startsWith('assistant'))).toEqual(['assistant: You said: Two'])
  })

  it('is settled when its memory is closed', async () => {
    const { tell, memory, users, ada } = await setUp()
    await tell('I prefer pnpm over npm.')
    await memory.settled()
    expect((await (await ada()).recall('pnpm')).items).not.toEqual([])
    await users.close()
    await memory.settled()
    const failing = new DaybookMemory({ memory: { ...users, flush: () => Promise.reject(new Error('disk')) } })
    await expect(failing.settled()).rejects.toThrow('disk')
  })

  it('costs the answer nothing when the memory fails', async () => {
    const { tell, errors, users } = await setUp()
    await users.close()
    expect(await tell('Hello')).toBe('You said: Hello')
    expect(errors.map((error) => Reflect.get(Object(error), 'code'))).toContain('closed')
  })

  it('follows the resource and the thread that a server pins to the request', async () => {
    const { agent, ada, users } = await setUp()
    const requestContext = new RequestContext()
    requestContext.set(MASTRA_RESOURCE_ID_KEY, 'ada')
    requestContext.set(MASTRA_THREAD_ID_KEY, 't1')
    await agent.generate('Hello', { requestContext, memory: { thread: 'tX', resource: 'eve' } })
    expect(await said(await ada(), 't1')).toHaveLength(2)
    expect((await users.users()).filter((user) => user === 'eve')).toEqual([])
  })

  it('serves a factory that is asked again and again', async () => {
    const users = await temporaryMemories()
    const known = new Map<string, DaybookMemory>()
    const { model, prompts } = scriptedModel(echo)
    const agent = new Agent({
      id: 'a',
      name: 'a',
      instructions: '',
      model,
      memory: ({ requestContext }) => {
        const tenant = String(requestContext.get('tenant'))
        const memory = known.get(tenant) ?? new DaybookMemory({ memory: users, id: tenant })
        known.set(tenant, memory)
        return memory
      },
    })
    const requestContext = new RequestContext()
    requestContext.set('tenant', 'acme')
    for (const text of ['One', 'Two'])
      await agent.generate(text, { requestContext, memory: { thread: 't1', resource: 'ada' } })
    expect(conversationIn(prompts[1])).toHaveLength(3)
  })

  it('does nothing for calls without a thread', async () => {
    const { agent, users, errors } = await setUp()
    expect((await agent.generate('Hello')).text).toBe('You said: Hello')
    expect((await users.users()).filter((user) => user === 'ada')).toEqual([])
    expect(errors).toEqual([])
  })

  it('titles a thread whose title is empty, and keeps its working memory meanwhile', async () => {
    const workingMemory = { enabled: true, scope: 'thread' } as const
    const { tell, memory } = await setUp({
      options: { options: { generateTitle: true, workingMemory } },
      answer: () => 'A title',
    })
    await memory.saveThread({
      thread: { id: 't1', resourceId: 'ada', title: '', metadata: {}, createdAt: new Date(), updatedAt: new Date() },
    })
    await memory.updateWorkingMemory({ threadId: 't1', resourceId: 'ada', workingMemory: '# Ada' })
    await tell('Hello')
    await expect.poll(async () => (await memory.getThreadById({ threadId: 't1' }))?.title).toBe('A title')
    expect(await memory.getWorkingMemory({ threadId: 't1', resourceId: 'ada' })).toBe('# Ada')
  })
})

describe('working memory', () => {
  it('of a thread stays when the thread is saved as it was before', async () => {
    const { memory } = await setUp({ options: { options: { workingMemory: { enabled: true, scope: 'thread' } } } })
    const stale = await memory.createThread({ threadId: 't1', resourceId: 'ada', metadata: { a: 1 } })
    const place = { threadId: 't1', resourceId: 'ada' }
    for (const text of ['# First', '# Second']) {
      await memory.updateWorkingMemory({ ...place, workingMemory: text })
      await memory.saveThread({ thread: { ...stale, metadata: { a: 2, workingMemory: '# Stale' } } })
      expect(await memory.getWorkingMemory(place)).toBe(text)
    }
    expect(await memory.getThreadById(place)).toMatchObject({ metadata: { a: 2 } })
  })

  it.each([
    ['of a resource', 'resource', 't2', true],
    ['of a thread, in the thread', 'thread', 't1', true],
    ['of a thread, nowhere else', 'thread', 't2', false],
  ] as const)('is rewritten by the model and told again: %s', async (_, scope, next, isTold) => {
    const answer = (prompt: Prompt): Reply => {
      if (prompt.at(-1)?.role === 'tool') return 'Noted.'
      return allText(prompt).includes('Noted') || allText(prompt).includes('second')
        ? 'Fine.'
        : { tool: 'updateWorkingMemory', input: { memory: '# Name: Ada Lovelace' } }
    }
    const { tell, prompts, memory } = await setUp({
      answer,
      options: { options: { workingMemory: { enabled: true, scope } } },
    })
    await tell('I am Ada Lovelace')
    expect(await memory.getWorkingMemory({ threadId: 't1', resourceId: 'ada' })).toBe('# Name: Ada Lovelace')
    await tell('second', next)
    expect(allText(prompts.at(-1)).includes('# Name: Ada Lovelace')).toBe(isTold)
  })

  it('with a schema takes what changes, and leaves the rest', async () => {
    const schema = z.object({
      name: z.string().optional(),
      home: z.object({ city: z.string().optional(), country: z.string().optional() }).optional(),
    })
    const changes = [{ name: 'Ada', home: { city: 'London' } }, { home: { country: 'UK' } }, { name: null }]
    const answer = (prompt: Prompt): Reply => {
      if (prompt.at(-1)?.role === 'tool') return 'Noted.'
      return { tool: 'updateWorkingMemory', input: { memory: changes.shift() } }
    }
    const { tell, memory } = await setUp({ answer, options: { options: { workingMemory: { enabled: true, schema } } } })
    for (const text of ['one', 'two', 'three']) await tell(text)
    const text = await memory.getWorkingMemory({ threadId: 't1', resourceId: 'ada' })
    expect(JSON.parse(text ?? '')).toEqual({ home: { city: 'London', country: 'UK' } })
  })

  it('is MEMORY.md for those who want that', async () => {
    const { memory, ada } = await setUp({
      options: { workingMemory: 'facts', options: { workingMemory: { enabled: true } } },
    })
    await memory.updateWorkingMemory({ threadId: 't1', resourceId: 'ada', workingMemory: '- Likes tea\n' })
    expect(await (await ada()).facts.read()).toBe('- Likes tea\n')
    await (await ada()).facts.append({ text: 'Lives in London' })
    expect(await memory.getWorkingMemory({ threadId: 't1', resourceId: 'ada' })).toContain('Lives in London')
  })

  it.each(['thread', 'resource'] as const)('of a stolen %s is not rewritten', async (scope) => {
    const workingMemory = { enabled: true, scope }
    const { memory } = await setUp({ options: { options: { workingMemory } } })
    await memory.createThread({ threadId: 't1', resourceId: 'ada' })
    const own = { threadId: 't1', resourceId: 'ada' }
    await memory.updateWorkingMemory({ ...own, workingMemory: '# Ada' })
    const tool = memory.listTools()['updateWorkingMemory'] as { execute?: (input: object, run: object) => unknown }
    const run = { agent: { threadId: 't1', resourceId: 'eve' } }
    expect(await tool.execute?.({ memory: '# Eve' }, run)).toContain('this run has no working memory')
    expect(await memory.getWorkingMemory(own)).toBe('# Ada')
    expect(await tool.execute?.({ memory: '# Ada L.' }, { agent: own })).toBe('The working memory is updated.')
    expect(await memory.getWorkingMemory(own)).toBe('# Ada L.')
  })

  it('is not offered when it is off, nor in a read-only configuration', async () => {
    const { memory } = await setUp()
    expect(Object.keys(memory.listTools())).not.toContain('updateWorkingMemory')
    expect(Object.keys(memory.listTools({ workingMemory: { enabled: true } }))).toContain('updateWorkingMemory')
    expect(Object.keys(memory.listTools({ readOnly: true, workingMemory: { enabled: true } }))).toEqual([
      'memory_recall',
    ])
  })
})

describe('processors and tools by themselves', () => {
  it('recall and store beside another memory', async () => {
    const users = await temporaryMemories()
    const { input, output } = createMemoryProcessors({ memory: users })
    const { model, prompts } = scriptedModel(echo)
    const agent = new Agent({
      id: 'a',
      name: 'a',
      instructions: '',
      model,
      inputProcessors: input,
      outputProcessors: output,
      memory: new DaybookMemory({ memory: await temporaryMemories(), options: {} }),
    })
    const run = (text: string, thread: string) => agent.generate(text, { memory: { thread, resource: 'ada' } })
    await run('I prefer pnpm over npm.', 't1')
    await run('Thanks.', 't1')
    await users.flush()
    await run('How do I install the dependencies?', 't2')
    expect(allText(prompts.at(-1))).toContain('I prefer pnpm over npm')
    const memory = await users.for({ user: 'ada' })
    expect(await said(memory, 't1')).toEqual([
      'user: I prefer pnpm over npm.',
      'assistant: You said: I prefer pnpm over npm.',
      'user: Thanks.',
      'assistant: You said: Thanks.',
    ])
  })

  it('store nothing when the memory is read-only, unless a run says otherwise', async () => {
    const users = await temporaryMemories()
    const { model } = scriptedModel(echo)
    const memory = new DaybookMemory({ memory: users, options: { readOnly: true } })
    const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, memory })
    await agent.generate('Hello', { memory: { thread: 't', resource: 'ada' } })
    expect(await said(await users.for({ user: 'ada' }), 't')).toEqual([])
    await agent.generate('Hello', { memory: { thread: 't', resource: 'ada', options: { readOnly: false } } })
    expect(await said(await users.for({ user: 'ada' }), 't')).toHaveLength(2)
  })

  it('store nothing of a read-only run', async () => {
    const users = await temporaryMemories()
    const { output } = createMemoryProcessors({ memory: users })
    const { model } = scriptedModel(echo)
    const memory = new DaybookMemory({ memory: await temporaryMemories() })
    const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, outputProcessors: output, memory })
    for (const readOnly of [true, false]) {
      await agent.generate('Hello', { memory: { thread: 't', resource: 'ada', options: { readOnly } } })
      expect(await said(await users.for({ user: 'ada' }), 't')).toHaveLength(readOnly ? 0 : 2)
    }
  })

  it('store nothing when they are read-only', async () => {
    expect(createMemoryProcessors({ memory: await temporaryMemories(), readOnly: true }).output).toEqual([])
  })

  it('keep out whoever is not the owner of the one memory, and say so once', async () => {
    const memory = await temporaryMemory()
    const { model, prompts } = scriptedModel(echo)
    const errors: unknown[] = []
    const own = new DaybookMemory({ memory, user: 'ada', onError: (error) => errors.push(error) })
    const agent = new Agent({ id: 'a', name: 'a', instructions: '', model, memory: own })
    await agent.generate('I prefer pnpm over npm.', { memory: { thread: 't1', resource: 'ada' } })
    await memory.flush()
    for (const thread of ['t2', 't3'])
      expect((await agent.generate('Do I prefer pnpm?', { memory: { thread, resource: 'bob' } })).text).toBe(
        'You said: Do I prefer pnpm?',
      )
    expect(allText(prompts.at(-1))).not.toContain('over npm')
    expect((await memory.sessions.list()).map(({ key }) => key)).toEqual(['t1'])
    const reported = errors.map(String).filter((error) => error.includes('The run has no memory'))
    expect(reported).toHaveLength(1)
    expect(reported[0]).toContain(
      'A run names the resource "bob", but the one memory that was given is that of the option user: pass openMemories',
    )
  })

  it('refuse to write in a read-only run, though they were offered', async () => {
    const users = await temporaryMemories()
    const answer = (prompt: Prompt): Reply =>
      prompt.at(-1)?.role === 'tool'
        ? 'Done.'
        : { tool: 'memory_learn', input: { type: 'preference', text: 'Likes green tea' } }
    const { model, prompts } = scriptedModel(answer)
    const memory = new DaybookMemory({ memory: await temporaryMemories(), tools: false })
    const agent = new Agent({
      id: 'a',
      name: 'a',
      instructions: '',
      model,
      tools: memoryTools({ memory: users }),
      memory,
    })
    const run = (options: object) => agent.generate('Note it', { memory: { thread: 't', resource: 'ada', options } })
    await run({ readOnly: true })
    expect(JSON.stringify(prompts.at(-1)?.at(-1))).toContain('can only be read')
    expect(await (await users.for({ user: 'ada' })).records.list()).toEqual([])
    await run({})
    expect(JSON.stringify(prompts.at(-1)?.at(-1))).not.toContain('Error')
    expect(await (await users.for({ user: 'ada' })).records.list()).toHaveLength(1)
  })

  it('work as tools of an agent without this memory', async () => {
    const users = await temporaryMemories()
    const answer = (prompt: Prompt): Reply =>
      prompt.at(-1)?.role === 'tool' ? 'Done.' : { tool: 'memory_recall', input: { query: 'pnpm' } }
    await (await users.for({ user: 'ada' })).addMessages('s', { role: 'user', content: 'I prefer pnpm over npm.' })
    await users.flush()
    const { model, prompts } = scriptedModel(answer)
    const agent = new Agent({
      id: 'a',
      name: 'a',
      instructions: '',
      model,
      tools: memoryTools({ memory: users, tools: 'all', readOnly: true }),
      memory: new DaybookMemory({ memory: await temporaryMemories(), tools: false }),
    })
    await agent.generate('What do I prefer?', { memory: { thread: 't', resource: 'ada' } })
    expect(JSON.stringify(prompts.at(-1)?.at(-1))).toContain('pnpm')
  })
})
