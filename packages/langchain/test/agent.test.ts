import { type Memory, openMemory } from '@daybook/memory-core'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent, fakeModel } from 'langchain'
import { describe, expect, it } from 'vitest'
import { memoryMiddleware } from '../src/middleware.ts'
import { adder, allShownTo, answering, calling, remembering, shownTo } from './agents.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

/** What is recalled for it, after `learn`. */
const question = 'What colour is the boat?'

describe('an agent with memory', () => {
  it('remembers what another conversation said, in another process', async () => {
    const directory = await temporaryDirectory()
    const first = await openMemory({ directory })
    await remembering(answering('Noted.'), { memory: first }).say('I prefer pnpm over npm.')
    await first.close()

    const model = answering('Use pnpm.')
    await remembering(model, { memory: await temporaryMemory(directory) }).say('npm or pnpm?', {}, 't2')
    expect(allShownTo(model)).toContain('I prefer pnpm over npm')
  })

  it('stores each message once, turn after turn, under the ids of the thread', async () => {
    const memory = await temporaryMemory()
    const { say } = remembering(answering('One.', 'Two.', 'Two.'), { memory })
    await say('First?')
    await say('Second?')
    const messages = await say('Second?')
    expect(await said(memory, 't1')).toEqual([
      'user: First?',
      'assistant: One.',
      'user: Second?',
      'assistant: Two.',
      'user: Second?',
      'assistant: Two.',
    ])
    const ids = (await memory.sessions.messages('t1')).filter(({ role }) => role === 'user').map(({ id }) => id)
    expect(ids).toEqual(messages.filter((message) => message.type === 'human').map(({ id }) => id))
  })

  it('stores each message once when the host sends the whole conversation again, with new ids', async () => {
    const memory = await temporaryMemory()
    const agent = createAgent({
      model: answering('One.', 'Two.', 'Three.'),
      middleware: [memoryMiddleware({ memory })],
    })
    const conversation: { role: string; content: string }[] = []
    for (const [text, answer] of [
      ['Yes', 'One.'],
      ['Yes', 'Two.'],
      ['No', 'Three.'],
    ] as const) {
      conversation.push({ role: 'user', content: text })
      await agent.invoke({ messages: conversation }, { context: { session: 's' } })
      conversation.push({ role: 'assistant', content: answer })
    }
    expect(await said(memory, 's')).toEqual(conversation.map(({ role, content }) => `${role}: ${content}`))
  })

  it('stores each message once when the host sends only the newest', async () => {
    const memory = await temporaryMemory()
    const { say } = remembering(answering('One.', 'Two.', 'Three.'), { memory }, { withThreads: false })
    for (const text of ['Go on', 'Go on', 'Stop']) await say(text, { session: 's' })
    expect(await said(memory, 's')).toEqual([
      'user: Go on',
      'assistant: One.',
      'user: Go on',
      'assistant: Two.',
      'user: Stop',
      'assistant: Three.',
    ])
  })

  it('writes nothing of the context into the state', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Lives in Oslo' })
    await learn(memory)
    const model = answering('Blue.', 'Yes.')
    const checkpointer = new MemorySaver()
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory })], checkpointer })
    const run = { configurable: { thread_id: 't1' } }
    await agent.invoke({ messages: [new HumanMessage(question)] }, run)
    const state = JSON.stringify(await agent.graph.getState(run))
    for (const told of ['<memory>', 'Lives in Oslo', '<recalled>', 'painted the boat blue']) {
      expect(allShownTo(model)).toContain(told)
      expect(state).not.toContain(told)
    }
  })

  it('adds to the system prompt and to the last user message, and nowhere else', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Lives in Oslo' })
    await learn(memory)
    const model = answering('Blue.')
    await remembering(model, { memory }, { systemPrompt: 'Be brief.' }).say(question)
    const [system, user, ...rest] = shownTo(model)
    expect(system).toMatch(/^system: Be brief\.[\s\S]*Lives in Oslo/)
    expect(system).not.toContain('boat')
    expect(user).toMatch(/^human: What colour is the boat\?[\s\S]*painted the boat blue/)
    expect(user).not.toContain('Oslo')
    expect(rest).toEqual([])
  })

  it('works without a system prompt', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Lives in Oslo' })
    const model = answering('Hello.')
    await remembering(model, { memory }).say('Hello')
    expect(shownTo(model)[0]).toMatch(/^system: <[\s\S]*Lives in Oslo/)
  })

  it('recalls once for each user message, through three tool steps', async () => {
    const memory = await temporaryMemory()
    await learn(memory)
    const model = fakeModel()
      .respond(calling('add', { a: 1, b: 2 }, 'c1'))
      .respond(calling('add', { a: 3, b: 4 }, 'c2'))
      .respond(calling('add', { a: 5, b: 6 }, 'c3'))
      .respond(new AIMessage('3, 7 and 11.'))
    let built = 0
    const counted: Memory['buildContext'] = (request) => {
      built += 1
      return memory.buildContext(request)
    }
    const counting: Memory = { ...memory, buildContext: counted }
    await remembering(model, { memory: counting }).say(`Add. ${question}`)
    expect(built).toBe(1)
    expect(model.callCount).toBe(4)
    const asked = model.calls.map(({ messages }) => messages.find((message) => message.type === 'human')?.text)
    expect(asked[0]).toContain('painted the boat blue')
    expect(new Set(asked).size).toBe(1)
    expect(await said(memory, 't1')).toEqual([
      `user: Add. ${question}`,
      'assistant: [add {"a":1,"b":2}]',
      'tool: 3',
      'assistant: [add {"a":3,"b":4}]',
      'tool: 7',
      'assistant: [add {"a":5,"b":6}]',
      'tool: 11',
      'assistant: 3, 7 and 11.',
    ])
  })

  it('stores nothing twice in a tool loop without a checkpointer', async () => {
    const memory = await temporaryMemory()
    const model = fakeModel()
      .respond(calling('add', { a: 1, b: 2 }, 'c1'))
      .respond(new AIMessage('3.'))
      .respond(new AIMessage('Three.'))
    const { say } = remembering(model, { memory }, { withThreads: false })
    const messages = await say('1 + 2?', { session: 's' })
    const agent = createAgent({ model, tools: [adder], middleware: [memoryMiddleware({ memory })] })
    const again = messages.map((message) => ({
      ...message.toDict().data,
      role: message.type === 'human' ? 'user' : message.type,
    }))
    expect(again).toHaveLength(4)
    await agent.invoke({ messages: [...messages, new HumanMessage('In a word?')] }, { context: { session: 's' } })
    expect((await said(memory, 's')).map((line) => line.split(':')[0])).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ])
  })

  it('does not lose an answer whose id another answer had', async () => {
    const memory = await temporaryMemory()
    // Each of LangChain's fake models counts its answers from 0 on, and so do some servers.
    for (const [n, text] of ['one', 'two'].entries()) {
      const model = fakeModel().respond(new AIMessage({ content: `Answer ${text}.`, id: 'msg-0' }))
      const agent = createAgent({ model, middleware: [memoryMiddleware({ memory })] })
      await agent.invoke({ messages: [new HumanMessage(`Question ${n}?`)] }, { context: { session: 's' } })
    }
    expect(await said(memory, 's')).toEqual([
      'user: Question 0?',
      'assistant: Answer one.',
      'user: Question 1?',
      'assistant: Answer two.',
    ])
  })

  it('tells what is remembered and stores nothing when it only reads', async () => {
    const memory = await temporaryMemory()
    await learn(memory)
    const model = answering('Blue.')
    await remembering(model, { memory, readOnly: true }).say(question, {}, 'title')
    expect(allShownTo(model)).toContain('painted the boat blue')
    expect(await said(memory, 'title')).toEqual([])
    expect(model.calls[0]?.messages).toHaveLength(1)
  })

  it('refuses options that cannot be', async () => {
    const memory = await temporaryMemory()
    const wrong: unknown[] = [
      undefined,
      {},
      { memory: 7 },
      { memory, session: '' },
      { memory, timeoutMs: 0 },
      { memory, thread: 'x' },
    ]
    for (const options of wrong)
      expect(() => Reflect.apply(memoryMiddleware, undefined, [options])).toThrow(
        expect.objectContaining({ code: 'bad-option' }),
      )
    expect(() => memoryMiddleware({ memory, tools: ['memory_lern'] })).toThrow(/memory_lern/)
  })
})

async function learn(memory: Memory): Promise<void> {
  await memory.addMessages('earlier', { role: 'user', content: 'Yesterday we painted the boat blue.' })
  await memory.flush()
}
