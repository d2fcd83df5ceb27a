import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { fakeModel } from 'langchain'
import { describe, expect, it } from 'vitest'
import { allShownTo, answering, calling, remembering } from './agents.ts'
import { said, temporaryMemories, temporaryMemory } from './temporary-memory.ts'

describe('whose memory a run has', () => {
  it('is said by the context, as user or userId', async () => {
    const memories = await temporaryMemories()
    const { say } = remembering(answering('a', 'b'), { memory: memories })
    await say('I am Ada.', { user: 'ada@example.com', session: 's' })
    await say('I am Bob.', { userId: 'bob@example.com', session: 's' }, 't2')
    const of = async (user: string): Promise<string[]> => said(await memories.for({ user }), 's')
    expect(await of('ada@example.com')).toEqual(['user: I am Ada.', 'assistant: a'])
    expect(await of('bob@example.com')).toEqual(['user: I am Bob.', 'assistant: b'])
  })

  it('is the conversation of the thread where no session is named, and the option session without a thread', async () => {
    const memory = await temporaryMemory()
    await remembering(answering('a'), { memory }).say('Hi', {}, 'thread-7')
    expect(await said(memory, 'thread-7')).toEqual(['user: Hi', 'assistant: a'])
    const { agent } = remembering(answering('b'), { memory, session: 'default' }, { withThreads: false })
    await agent.invoke({ messages: [new HumanMessage('Ho')] })
    expect(await said(memory, 'default')).toEqual(['user: Ho', 'assistant: b'])
  })

  it.each([
    ['no user, with many memories', {}, /names no user/],
    ['a number for a user', { user: 7 }, /user of a run is 7, expected a text/],
    ['an object for a user', { user: { id: 'ada' } }, /user of a run is an object/],
    ['an empty user', { user: '' }, /names no user/],
    ['a number for a session', { user: 'ada', session: 7 }, /session of a run is 7/],
  ])('passes a run through untouched that names %s, and says so once', async (_, context, problem) => {
    const memories = await temporaryMemories()
    const errors: unknown[] = []
    const model = answering('a', 'b')
    const { say } = remembering(model, { memory: memories, onError: (error) => errors.push(error) })
    await say('I live in Oslo.', context)
    const messages = await say('Where do I live?', context)
    expect(messages.map((message) => message.text)).toEqual(['I live in Oslo.', 'a', 'Where do I live?', 'b'])
    expect(allShownTo(model)).not.toContain('<')
    expect(await memories.users()).toEqual([])
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error).toMatchObject({ message: expect.stringMatching(problem) })
  })

  it('passes a run through that names no session, and offers it no memory tool', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const model = answering('a')
    const bound: unknown[] = []
    const bindTools = model.bindTools.bind(model)
    model.bindTools = (tools, ...rest) => {
      bound.push(...tools)
      return bindTools(tools, ...rest)
    }
    const { agent } = remembering(model, { memory, onError: (error) => errors.push(error) }, { withThreads: false })
    await agent.invoke({ messages: [new HumanMessage('Hi')] })
    expect(await memory.sessions.list()).toEqual([])
    expect(bound.map((one) => Reflect.get(Object(one), 'name'))).toEqual(['add'])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('names no session') })])
  })

  it('is nobody else’s with one memory: a run that names another user has none', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const options = { memory, user: 'ada', onError: (error: unknown) => errors.push(error) }
    const { say } = remembering(answering('a', 'b', 'c'), options)
    await say('Mine.', { user: 'ada' })
    await say('Not mine.', { user: 'bob' }, 't2')
    await say('Mine, too.', {}, 't3')
    expect(await said(memory, 't2')).toEqual([])
    expect((await memory.sessions.list()).map(({ key }) => key)).toEqual(['t1', 't3'])
    expect(errors).toHaveLength(1)
  })

  it('is said by identify for anything else', async () => {
    const memories = await temporaryMemories()
    const { agent } = remembering(answering('a', 'b'), {
      memory: memories,
      identify: ({ context, configurable }) => {
        const { tenant } = context
        if (typeof tenant !== 'string') return undefined
        return { user: tenant, session: String(configurable['thread_id']) }
      },
    })
    const run = { configurable: { thread_id: 't9' } }
    await agent.invoke({ messages: [new HumanMessage('Hi')] }, { ...run, context: { tenant: 'acme' } })
    await agent.invoke({ messages: [new HumanMessage('Hi again')] }, { ...run, context: {} })
    expect(await memories.users()).toEqual(['acme'])
    expect(await said(await memories.for({ user: 'acme' }), 't9')).toEqual(['user: Hi', 'assistant: a'])
  })

  it('is never said by what a model writes', async () => {
    const memories = await temporaryMemories()
    const bob = await memories.for({ user: 'bob' })
    await bob.addMessages('s', { role: 'user', content: 'My password is hunter2.' })
    await bob.flush()
    const model = fakeModel()
      .respond(calling('memory_recall', { query: 'password', user: 'bob', userId: 'bob' }, 'c1'))
      .respond(calling('memory_recall', { query: 'password' }, 'c2'))
      .respond(new AIMessage('I found nothing.'))
    const messages = await remembering(model, { memory: memories }).say('What is the password?', { user: 'ada' })
    expect(messages.filter((message) => message.type === 'tool')).toHaveLength(2)
    expect(JSON.stringify(messages)).not.toContain('hunter2')
  })
})

describe('the memory tools of an agent', () => {
  it('work on the memory of the run', async () => {
    const memories = await temporaryMemories()
    const model = fakeModel()
      .respond(calling('memory_learn', { type: 'preference', text: 'Prefers tabs over spaces' }, 'c1'))
      .respond(new AIMessage('Learned.'))
      .respond(calling('memory_recall', { query: 'tabs' }, 'c2'))
      .respond(new AIMessage('Tabs.'))
    const { say } = remembering(model, { memory: memories })
    const learned = await say('Remember that.', { user: 'ada' })
    expect(learned.find((message) => message.type === 'tool')?.text).not.toMatch(/^Error/)
    const recalled = await say('Tabs or spaces?', { user: 'ada' }, 't2')
    expect(recalled.find((message) => message.type === 'tool')?.text).toContain('Prefers tabs over spaces')
  })

  it('are those that are wanted, and only readers for a run that only reads', async () => {
    const memory = await temporaryMemory()
    const offered = async (options: object): Promise<unknown[]> => {
      const model = answering('a')
      let names: unknown[] = []
      const bindTools = model.bindTools.bind(model)
      model.bindTools = (tools, ...rest) => {
        names = tools.map((one: unknown) => Reflect.get(Object(one), 'name'))
        return bindTools(tools, ...rest)
      }
      await remembering(model, { memory, ...options }).say('Hi')
      return names
    }
    expect(await offered({})).toEqual(['add', 'memory_learn', 'memory_recall', 'memory_forget'])
    expect(await offered({ tools: ['memory_recall'] })).toEqual(['add', 'memory_recall'])
    expect(await offered({ tools: false })).toEqual(['add'])
    expect(await offered({ readOnly: true })).toEqual(['add', 'memory_recall'])
    expect(await offered({ identify: () => ({ session: 's', readOnly: true }) })).toEqual(['add', 'memory_recall'])
  })
})
