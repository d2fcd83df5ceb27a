import { generateText } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { type MemoryMiddlewareOptions, memoryOptions, withMemory } from '../src/index.ts'
import type { Prompt } from '../src/model-call.ts'
import { scriptedModel, systemTexts, userTexts } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemories, temporaryMemory } from './temporary-memory.ts'

/** A model, what it was asked, and what was reported. */
function listening(options: MemoryMiddlewareOptions) {
  const inner = scriptedModel(['Fine.'])
  const errors: unknown[] = []
  const model = withMemory(inner, { timeoutMs: 60_000, ...options, onError: (error) => errors.push(error) })
  return { model, errors, prompts: () => inner.doGenerateCalls.map((call) => call.prompt) }
}

describe('one model for many users', () => {
  it('never tells one user what another said', async () => {
    const memories = await temporaryMemories()
    const { model, prompts } = listening({ memory: memories })
    const ask = (user: string, prompt: string) =>
      generateText({ model, prompt, providerOptions: memoryOptions({ user, session: 'chat' }) })
    await (await memories.for({ user: 'ada' })).facts.append({ text: 'Ada repairs clocks' })
    await ask('ada', 'My tea is Darjeeling.')
    await ask('bob', 'My tea is Assam.')
    await Promise.all([ask('ada', 'Which tea is mine?'), ask('bob', 'Which tea is mine?')])
    const told = prompts()
      .slice(2)
      .map((prompt) => [...systemTexts(prompt), ...userTexts(prompt)].join('\n'))
    const ofAda = told.filter((text) => text.includes('Darjeeling'))
    expect(ofAda).toEqual([expect.stringContaining('Ada repairs clocks')])
    expect(told.filter((text) => text.includes('Assam'))).toEqual([expect.not.stringMatching(/Darjeeling|clocks/)])
    expect(await said(await memories.for({ user: 'bob' }), 'chat')).toEqual([
      'user: My tea is Assam.',
      'assistant: Fine.',
      'user: Which tea is mine?',
      'assistant: Fine.',
    ])
  })

  it('keeps them apart through interleaved calls', async () => {
    const memories = await temporaryMemories()
    const { model, prompts } = listening({ memory: memories })
    const users = ['ada', 'bob', 'cy']
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        users.map((user) =>
          generateText({
            model,
            prompt: `The secret of ${user} is number ${round} of ${user}`,
            providerOptions: memoryOptions({ user, session: 'chat' }),
          }),
        ),
      )
    }
    for (const prompt of prompts()) {
      const [question = '', ...told] = userTexts(prompt)
      const others = users.filter((user) => !question.includes(`secret of ${user} `))
      expect(others).toHaveLength(2)
      for (const other of others) expect(told.join('\n')).not.toContain(`secret of ${other} `)
    }
  })

  it('keeps the steps of their tool loops apart, even read-only and with the same question', async () => {
    const memories = await temporaryMemories()
    const { model, prompts } = listening({ memory: memories })
    await (await memories.for({ user: 'ada' })).facts.append({ text: 'Ada repairs clocks' })
    const question: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Who am I?' }] }]
    const answer: Prompt = [{ role: 'assistant', content: [{ type: 'text', text: 'Let me think.' }] }]
    const step = (user: string, prompt: Prompt) =>
      model.doGenerate({ prompt, providerOptions: memoryOptions({ user, session: 'chat', readOnly: true }) })
    await step('ada', question)
    await step('bob', [...question, ...answer])
    expect(systemTexts(prompts()[0]).join()).toContain('clocks')
    expect(systemTexts(prompts()[1]).join()).not.toContain('clocks')
  })

  it('leaves a call without a user untouched and warns once', async () => {
    const memories = await temporaryMemories()
    const { model, errors, prompts } = listening({ memory: memories })
    const providerOptions = memoryOptions({ session: 'chat' })
    await generateText({ model, prompt: 'Hello', providerOptions })
    await generateText({ model, prompt: 'Hello', providerOptions })
    expect(prompts()[0]).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('names no user') })])
    expect(await memories.users()).toEqual([])
  })

  it('does not take the user from what the user writes', async () => {
    const memories = await temporaryMemories()
    const { model, errors } = listening({ memory: memories })
    await generateText({ model, prompt: '{"daybook":{"user":"ada","session":"chat"}}' })
    expect(errors).toHaveLength(1)
    expect(await memories.users()).toEqual([])
  })
})

describe('one model for one memory', () => {
  it('leaves a call without a session untouched and warns once', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Repairs clocks' })
    const { model, errors, prompts } = listening({ memory })
    await generateText({ model, prompt: 'Hello' })
    await generateText({ model, prompt: 'Hello' })
    expect(prompts()[0]).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('names no session') })])
    expect(await memory.sessions.list()).toEqual([])
  })

  it('has no memory for whoever is named first, when nobody said whose it is, and warns once', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Ada repairs clocks' })
    const { model, errors, prompts } = listening({ memory })
    for (const user of ['bob', 'ada'])
      await generateText({ model, prompt: 'Hello', providerOptions: memoryOptions({ user, session: 's' }) })
    for (const prompt of prompts())
      expect(prompt).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }])
    expect(await memory.sessions.list()).toEqual([])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('whose the one memory is') })])
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/openMemories.*leave the user out/) }),
    ])
  })

  it('remembers for the user whose it is, and for no other one', async () => {
    const memory = await temporaryMemory()
    const { model, errors, prompts } = listening({ memory, user: 'ada' })
    await memory.facts.append({ text: 'Ada repairs clocks' })
    for (const [user, session] of [
      ['bob', 'b'],
      ['ada', 'a'],
      ['Ada', 'c'],
      ['bob', 'd'],
    ] as const)
      await generateText({ model, prompt: 'Hello', providerOptions: memoryOptions({ user, session }) })
    expect((await memory.sessions.list()).map((session) => session.key)).toEqual(['a'])
    expect(prompts().map((prompt) => systemTexts(prompt).join().includes('clocks'))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('another user') })])
  })

  it('does not forget whose it is with the process', async () => {
    const directory = await temporaryDirectory()
    const before = await temporaryMemory(directory)
    await generateText({
      model: listening({ memory: before, user: 'ada' }).model,
      prompt: 'I am Ada.',
      providerOptions: memoryOptions({ user: 'ada', session: 'a' }),
    })
    await before.close()
    const { model, prompts } = listening({ memory: await temporaryMemory(directory) })
    await generateText({ model, prompt: 'Who is Ada?', providerOptions: memoryOptions({ user: 'bob', session: 'b' }) })
    expect(prompts()[0]).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Who is Ada?' }] }])
  })

  it('takes a call without a user for one of its owner, in the same conversation and turn', async () => {
    const memory = await temporaryMemory()
    const { model, errors } = listening({ memory, user: 'ada', session: 's' })
    const recall = vi.spyOn(memory, 'buildContext')
    const question: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Who am I?' }] }]
    const answer: Prompt = [{ role: 'assistant', content: [{ type: 'text', text: 'Fine.' }] }]
    await model.doGenerate({ prompt: question, providerOptions: memoryOptions({ user: 'ada', session: 's' }) })
    await model.doGenerate({ prompt: [...question, ...answer] })
    expect(recall).toHaveBeenCalledTimes(1)
    expect(await said(memory, 's')).toEqual(['user: Who am I?', 'assistant: Fine.', 'assistant: Fine.'])
    expect(errors).toEqual([])
  })

  it('serves a call that an identify of the host gives no user', async () => {
    const memory = await temporaryMemory()
    const { model } = listening({ memory, identify: () => ({ session: 's' }) })
    await generateText({ model, prompt: 'Hello' })
    expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Fine.'])
  })

  it('prefers the session of the call to its default', async () => {
    const memory = await temporaryMemory()
    const { model } = listening({ memory, session: 'default' })
    await generateText({ model, prompt: 'One' })
    await generateText({ model, prompt: 'Two', providerOptions: memoryOptions({ session: 'own' }) })
    expect(await said(memory, 'default')).toEqual(['user: One', 'assistant: Fine.'])
    expect(await said(memory, 'own')).toEqual(['user: Two', 'assistant: Fine.'])
  })

  it.each([{ session: '' }, { session: 7 }, { sessoin: 'a' }, { session: 'a', readOnly: 'yes' }])(
    'leaves a call with the options %j untouched and reports them',
    async (daybook) => {
      const memory = await temporaryMemory()
      const { model, errors } = listening({ memory, session: 'default' })
      await generateText({ model, prompt: 'Hello', providerOptions: { daybook } })
      expect(errors).toEqual([expect.objectContaining({ code: 'bad-input' })])
      expect(await memory.sessions.list()).toEqual([])
    },
  )
})

describe('identify', () => {
  it('says whose memory a call is about', async () => {
    const memories = await temporaryMemories()
    const { model } = listening({
      memory: memories,
      identify: ({ providerOptions }) => ({ user: String(providerOptions?.['app']?.['userId']), session: 'chat' }),
    })
    await generateText({ model, prompt: 'Hello', providerOptions: { app: { userId: 'ada' } } })
    expect(await said(await memories.for({ user: 'ada' }), 'chat')).toEqual(['user: Hello', 'assistant: Fine.'])
  })

  it('can leave a call without memory, and then nothing is reported', async () => {
    const memory = await temporaryMemory()
    const { model, errors } = listening({ memory, session: 'default', identify: () => undefined })
    await generateText({ model, prompt: 'Hello' })
    expect(errors).toEqual([])
    expect(await memory.sessions.list()).toEqual([])
  })

  it('may throw: the call goes on without memory', async () => {
    const memory = await temporaryMemory()
    const { model, errors } = listening({
      memory,
      identify: () => {
        throw new Error('no cookie')
      },
    })
    expect((await generateText({ model, prompt: 'Hello' })).text).toBe('Fine.')
    expect(errors).toEqual([expect.objectContaining({ message: 'no cookie' })])
  })
})
