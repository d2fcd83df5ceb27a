import { generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { describe, expect, it } from 'vitest'
import { memoryMiddleware, memoryOptions, withMemory } from '../src/index.ts'
import { responseMessages, version } from './installed-ai.ts'
import { scriptedModel, systemTexts, userTexts } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

const tea = 'I only drink Darjeeling tea.'

describe('a model with memory', () => {
  it('is told in a later session what was said in an earlier one', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Noted.', 'Darjeeling.'])
    const model = withMemory(inner, { memory })
    await generateText({ model, prompt: tea, providerOptions: memoryOptions({ session: 'monday' }) })
    await generateText({
      model,
      prompt: 'Which tea do I drink?',
      providerOptions: memoryOptions({ session: 'tuesday' }),
    })
    const { prompt } = inner.doGenerateCalls[1] ?? {}
    expect(systemTexts(prompt)).toEqual([
      expect.stringMatching(/^<memory-protocol>.*<memory>.*Darjeeling.*<\/memory>$/s),
    ])
    expect(userTexts(prompt)).toEqual(['Which tea do I drink?'])
  })

  it('is told with the question what an earlier session said of an event', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Lovely.', 'Blue.'])
    const model = withMemory(inner, { memory })
    const event = 'Yesterday we painted the boat blue.'
    await generateText({ model, prompt: event, providerOptions: memoryOptions({ session: 'monday' }) })
    await generateText({
      model,
      prompt: 'What colour did we paint the boat?',
      providerOptions: memoryOptions({ session: 'tuesday' }),
    })
    const [question, recalled] = userTexts(inner.doGenerateCalls[1]?.prompt)
    expect(question).toBe('What colour did we paint the boat?')
    expect(recalled).toMatch(/<recalled>.*painted the boat blue.*<\/recalled>$/s)
  })

  it('remembers what a stream said', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Noted: Darjeeling it is.'])
    const result = streamText({
      model: withMemory(inner, { memory }),
      prompt: tea,
      providerOptions: memoryOptions({ session: 's' }),
    })
    expect(await result.text).toBe('Noted: Darjeeling it is.')
    expect(await said(memory, 's')).toEqual([`user: ${tea}`, 'assistant: Noted: Darjeeling it is.'])
  })

  it('remembers after the memory was closed and opened again', async () => {
    const directory = await temporaryDirectory()
    const before = await temporaryMemory(directory)
    await generateText({
      model: withMemory(scriptedModel(['Noted.']), { memory: before, session: 's' }),
      prompt: tea,
    })
    await before.close()
    const inner = scriptedModel(['Darjeeling.'])
    const after = await temporaryMemory(directory)
    await generateText({ model: withMemory(inner, { memory: after, session: 't' }), prompt: 'Which tea do I drink?' })
    expect(JSON.stringify(inner.doGenerateCalls[0]?.prompt)).toContain('Darjeeling')
    expect(await said(after, 's')).toEqual([`user: ${tea}`, 'assistant: Noted.'])
  })

  it('knows after the end of a conversation what was said in it, whatever the words of the next question', async () => {
    const directory = await temporaryDirectory()
    const before = await temporaryMemory(directory)
    await generateText({
      model: withMemory(scriptedModel(['Noted.']), { memory: before, session: 'chat-1' }),
      prompt: 'I prefer pnpm over npm.',
    })
    await before.resetSession('chat-1')
    await before.close()
    const inner = scriptedModel(['pnpm install'])
    const model = withMemory(inner, { memory: await temporaryMemory(directory), session: 'chat-42' })
    await generateText({ model, prompt: 'How do I install the dependencies?' })
    expect(systemTexts(inner.doGenerateCalls[0]?.prompt)).toEqual([expect.stringContaining('I prefer pnpm over npm')])
  })

  it('finds in a conversation without an end what the next question has words for', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Noted.'])
    const model = withMemory(inner, { memory })
    const ask = async (session: string, prompt: string) => {
      await generateText({ model, prompt, providerOptions: memoryOptions({ session }) })
      return JSON.stringify(inner.doGenerateCalls.at(-1)?.prompt)
    }
    await ask('chat-1', 'The build machine runs pnpm.')
    expect(await ask('chat-41', 'How do I install the dependencies?')).not.toContain('pnpm')
    expect(await ask('chat-42', 'Is it npm or pnpm?')).toContain('The build machine runs pnpm')
  })

  it('goes on with a conversation after its end, and stores nothing of it twice', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel(['Fine.']), { memory, session: 's' })
    const messages: ModelMessage[] = [{ role: 'user', content: tea }]
    messages.push(...(await responseMessages(await generateText({ model, messages }))))
    await memory.resetSession('s')
    await generateText({ model, messages: [...messages, { role: 'user', content: 'And now?' }] })
    expect(await said(memory, 's')).toEqual([`user: ${tea}`, 'assistant: Fine.', 'user: And now?', 'assistant: Fine.'])
  })

  it('gets the facts directly behind the leading system messages', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const inner = scriptedModel(['Darjeeling.'])
    await generateText({
      model: withMemory(inner, { memory, session: 's' }),
      ...(version === 7 && { allowSystemInMessages: true }),
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
      ],
    })
    const prompt = inner.doGenerateCalls[0]?.prompt
    expect(prompt?.map((message) => message.role)).toEqual(['system', 'system', 'system', 'user'])
    expect(systemTexts(prompt)).toEqual([
      'Be brief.',
      'Be kind.',
      expect.stringContaining('Drinks only Darjeeling tea'),
    ])
  })

  it('never sees the provider options that name its memory', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Hi.'])
    const model = withMemory(inner, { memory })
    const other = { other: { effort: 'low' } }
    await generateText({ model, prompt: 'Hi', providerOptions: { ...memoryOptions({ session: 's' }), ...other } })
    await generateText({ model, prompt: 'Hi again', providerOptions: memoryOptions({ session: 's' }) })
    expect(inner.doGenerateCalls.map((call) => call.providerOptions)).toEqual([other, undefined])
  })

  it('works as a middleware among others', async () => {
    const memory = await temporaryMemory()
    const model = wrapLanguageModel({
      model: scriptedModel(['Hi.']),
      middleware: [
        memoryMiddleware({ memory, session: 's' }),
        { transformParams: async ({ params }) => ({ ...params }) },
      ],
    })
    await generateText({ model, prompt: 'Hello' })
    expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })

  it('stores nothing of a read-only call, and is told what is remembered all the same', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Noted.', 'A title'])
    const model = withMemory(inner, { memory })
    await generateText({ model, prompt: tea, providerOptions: memoryOptions({ session: 's' }) })
    const readOnly = memoryOptions({ session: 't', readOnly: true })
    await generateText({ model, prompt: 'Which tea do I drink?', providerOptions: readOnly })
    await streamText({ model, prompt: 'Which tea do I drink?', providerOptions: readOnly }).consumeStream()
    expect(JSON.stringify(inner.doGenerateCalls[1]?.prompt)).toContain('Darjeeling')
    expect(await said(memory, 't')).toEqual([])
  })

  it('is not told in a read-only call what the call shows', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Noted.', 'A title'])
    const model = withMemory(inner, { memory })
    const first = await generateText({ model, prompt: tea, providerOptions: memoryOptions({ session: 's' }) })
    const messages: ModelMessage[] = [
      { role: 'user', content: tea },
      ...(await responseMessages(first)),
      { role: 'user', content: 'Give this talk about tea a title' },
    ]
    await generateText({ model, messages, providerOptions: memoryOptions({ session: 's', readOnly: true }) })
    expect(userTexts(inner.doGenerateCalls[1]?.prompt)).toEqual(['Give this talk about tea a title'])
  })

  it('recalls anew when the same read-only question is asked again', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Yes.'])
    const model = withMemory(inner, { memory })
    const ask = () =>
      generateText({
        model,
        prompt: 'Which tea do I drink?',
        providerOptions: memoryOptions({ session: 't', readOnly: true }),
      })
    await ask()
    await memory.addMessages('s', { role: 'user', content: tea })
    await ask()
    expect(inner.doGenerateCalls.map((call) => userTexts(call.prompt).length)).toEqual([1, 2])
  })

  it('recalls for the query of the call instead of its last user message', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('s', { role: 'assistant', content: 'Yesterday we painted the boat blue.' })
    const inner = scriptedModel(['Done.'])
    const model = withMemory(inner, { memory })
    await generateText({ model, prompt: 'Go on.', providerOptions: memoryOptions({ session: 't', query: 'boat' }) })
    await generateText({ model, prompt: 'Go on.', providerOptions: memoryOptions({ session: 'u' }) })
    const [withQuery, without] = inner.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt))
    expect(withQuery).toContain('painted the boat blue')
    expect(without).not.toContain('painted the boat blue')
  })

  it('gets a byte-equal stable part for twenty turns', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const inner = scriptedModel((call) => `Answer to ${userTexts(call.prompt)[0]}`)
    const model = withMemory(inner, { memory, session: 's' })
    const messages: ModelMessage[] = []
    for (let turn = 0; turn < 20; turn++) {
      messages.push({ role: 'user', content: `Question ${turn} about tea and tools` })
      messages.push(...(await responseMessages(await generateText({ model, messages }))))
    }
    const stable = new Set(inner.doGenerateCalls.map((call) => systemTexts(call.prompt).join('\0')))
    expect([...stable]).toEqual([expect.stringContaining('Darjeeling')])
  })

  it('never stores what it was told itself', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const inner = scriptedModel(['Fine.'])
    const model = withMemory(inner, { memory, session: 's' })
    const sizes: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      await generateText({ model, prompt: `Question ${turn} about my tea` })
      sizes.push(JSON.stringify(inner.doGenerateCalls.at(-1)?.prompt).length)
    }
    const stored = JSON.stringify(await memory.sessions.messages('s', { archived: true }))
    expect(stored).not.toContain('recalled>')
    expect(stored).not.toContain('memory>')
    expect(Math.max(...sizes)).toBeLessThan(20_000)
  })
})
