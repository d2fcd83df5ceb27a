import { generateText, type ModelMessage, streamText } from 'ai'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import { responseMessages } from './installed-ai.ts'
import { scriptedModel, userTexts } from './scripted-model.ts'
import { said, temporaryMemory, windowOf } from './temporary-memory.ts'

const turns = 14
const repeated = new Set([4, 5, 9, 13])

/** Turns, some of them the same "yes", each answered the same way. */
const questions = Array.from({ length: turns }, (_, turn) => (repeated.has(turn) ? 'yes' : `Question ${turn}?`))
const expected = questions.flatMap((question) => [`user: ${question}`, `assistant: You said ${question}`])

const echoing = () => scriptedModel((call) => `You said ${userTexts(call.prompt)[0]}`)

/** What a host shows of a conversation. */
const hosts: Record<string, (messages: readonly ModelMessage[]) => ModelMessage[]> = {
  'all of it': (messages) => [...messages],
  'the last six messages': (messages) => messages.slice(-6),
  'the last message': (messages) => messages.slice(-1),
  'all of it, answers as plain text': (messages) =>
    messages.map((message) =>
      message.role === 'assistant' && typeof message.content !== 'string'
        ? {
            role: 'assistant',
            content: message.content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
          }
        : message,
    ),
}

describe('the turns of a host that sends', () => {
  for (const [name, visible] of Object.entries(hosts)) {
    it(`${name} are stored once`, async () => {
      const memory = await temporaryMemory()
      const model = withMemory(echoing(), { memory, session: 's' })
      const messages: ModelMessage[] = []
      for (const content of questions) {
        messages.push({ role: 'user', content })
        messages.push(...(await responseMessages(await generateText({ model, messages: visible(messages) }))))
      }
      expect(await said(memory, 's')).toEqual(expected)
    })

    it(`${name} are stored once when they are streamed`, async () => {
      const memory = await temporaryMemory()
      const model = withMemory(echoing(), { memory, session: 's' })
      const messages: ModelMessage[] = []
      for (const content of questions) {
        messages.push({ role: 'user', content })
        const result = streamText({ model, messages: visible(messages) })
        messages.push(...(await responseMessages(result)))
      }
      expect(await said(memory, 's')).toEqual(expected)
    })
  }
})

describe('a host', () => {
  it('that edits its last message has the new one answered and the old one archived', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(echoing(), { memory })
    const providerOptions = memoryOptions({ session: 's' })
    const start: ModelMessage[] = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'You said One' },
    ]
    await generateText({ model, prompt: 'One', providerOptions })
    await generateText({ model, messages: [...start, { role: 'user', content: 'Two' }], providerOptions })
    await generateText({ model, messages: [...start, { role: 'user', content: 'Three' }], providerOptions })
    expect(await windowOf(memory, 's')).toEqual([
      'user: One',
      'assistant: You said One',
      'user: Three',
      'assistant: You said Three',
    ])
    expect(await said(memory, 's')).toContain('user: Two')
  })

  it('that attaches memory to a running conversation has what came before stored', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(echoing(), { memory, session: 's' })
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Before' },
      { role: 'assistant', content: 'Noted' },
      { role: 'user', content: 'After' },
    ]
    await generateText({ model, messages })
    expect(await said(memory, 's')).toEqual([
      'user: Before',
      'assistant: Noted',
      'user: After',
      'assistant: You said After',
    ])
  })

  it('that sends only its last message has the rest of the conversation told to the model', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Hello, Ada.', 'Ada.'])
    const model = withMemory(inner, { memory, session: 's' })
    await generateText({ model, prompt: 'My name is Ada. Yesterday we painted the boat blue.' })
    await generateText({ model, prompt: 'Who am I?' })
    expect(JSON.stringify(inner.doGenerateCalls[1]?.prompt)).toContain('My name is Ada')
    const told = userTexts(inner.doGenerateCalls[1]?.prompt).at(-1)
    expect(told).toContain('Yesterday we painted the boat blue.')
    expect(told).toContain('assistant: Hello, Ada.')
  })

  it('that sends all of it has nothing of it told to the model again', async () => {
    const memory = await temporaryMemory()
    const inner = scriptedModel(['Hello, Ada.', 'Ada.'])
    const model = withMemory(inner, { memory, session: 's' })
    const first: ModelMessage = { role: 'user', content: 'My name is Ada and I repair clocks.' }
    const answer = await responseMessages(await generateText({ model, messages: [first] }))
    await generateText({ model, messages: [first, ...answer, { role: 'user', content: 'Who is Ada?' }] })
    expect(userTexts(inner.doGenerateCalls[1]?.prompt)).toEqual(['Who is Ada?'])
  })
})
