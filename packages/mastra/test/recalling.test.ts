import { Agent } from '@mastra/core/agent'
import { RequestContext } from '@mastra/core/request-context'
import { describe, expect, inject, it } from 'vitest'
import { DaybookMemory, memoryTools, promptFunctionFrom } from '../src/index.ts'
import { allText, conversationIn, scriptedModel, textIn } from './scripted-model.ts'
import { temporaryMemories } from './temporary-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the tests run on the newest of the supported versions. */
    isNewest: boolean
  }
}

async function setUp(options: Partial<ConstructorParameters<typeof DaybookMemory>[0]> = {}) {
  const users = await temporaryMemories()
  const errors: unknown[] = []
  const memory = new DaybookMemory({ memory: users, onError: (error) => errors.push(error), ...options })
  const { model, prompts } = scriptedModel(() => 'Fine.')
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'Be kind.', model, memory })
  const run = (text: string, thread = 't', more: object = {}) =>
    agent.generate(text, { memory: { thread, resource: 'ada' }, ...more })
  return { users, memory, errors, prompts, run }
}

describe('what a model is told', () => {
  it('stands in the prompt once, recalled text never before the history', async () => {
    const { users, memory, prompts, run } = await setUp()
    const ada = await users.for({ user: 'ada' })
    await ada.facts.append({ text: 'Ada lives in London' })
    await run('The blue suitcase is in the attic', 't0')
    await memory.settled()
    await run('Hello', 't1')
    await run('Where is the suitcase?', 't1')
    const prompt = prompts.at(-1) ?? []
    const text = allText(prompt)
    for (const told of ['Ada lives in London', 'blue suitcase']) expect(text.split(told)).toHaveLength(2)
    expect(prompt[0]).toMatchObject({ role: 'system', content: 'Be kind.' })
    const recalled = prompt.findIndex((message) => textIn(message).includes('blue suitcase'))
    // At the end of the question where requests can be changed, otherwise among the system messages.
    const isSystem = ({ role }: { role: string }): boolean => role === 'system'
    expect(recalled).toBe(inject('isNewest') ? prompt.length - 1 : prompt.findLastIndex(isSystem))
    expect(conversationIn(prompt).slice(0, 2)).toEqual(['user: Hello', 'assistant: Fine.'])
  })

  it('does not repeat what the history shows', async () => {
    const { memory, prompts, run } = await setUp()
    await run('The blue suitcase is in the attic')
    await memory.settled()
    await run('Where is the blue suitcase?')
    const shown = conversationIn(prompts.at(-1))
    expect(shown[0]).toBe('user: The blue suitcase is in the attic')
    expect(allText(prompts.at(-1)).split('suitcase is in the attic')).toHaveLength(2)
  })

  it('is left out when the memory is too slow, and the run goes on', async () => {
    const { users, errors, run, prompts } = await setUp({ timeoutMs: 1 })
    const ada = await users.for({ user: 'ada' })
    await ada.facts.append({ text: 'Ada lives in London' })
    await ada.addMessages(
      's',
      Array.from({ length: 400 }, (_, n) => ({ role: 'user' as const, content: `London ${n} is big` })),
    )
    expect((await run('What of London?')).text).toBe('Fine.')
    if (allText(prompts[0]).includes('Ada lives')) return // it was fast enough
    expect(errors.map(String)).toEqual([expect.stringContaining('took longer than 1 ms')])
  })

  it('has no semantic recall or observational memory, even when a run asks for them', async () => {
    const { run, memory, errors } = await setUp({ options: { semanticRecall: true, observationalMemory: true } })
    const options = { semanticRecall: true }
    const thread = { thread: 't', resource: 'ada', options }
    expect((await run('Hello', 't', { memory: thread })).text).toBe('Fine.')
    expect(memory.getMergedThreadConfig({ semanticRecall: true })).toMatchObject({
      semanticRecall: false,
      observationalMemory: false,
    })
    expect(errors).toEqual([])
  })

  it('has the files of a message of another framework, and not the message if nothing of it can be shown', async () => {
    const { users, memory } = await setUp()
    const { model, prompts } = scriptedModel(() => 'Black.', { supportedUrls: { '*/*': [/^https:/] } })
    const agent = new Agent({ id: 'b', name: 'b', instructions: 'Be kind.', model, memory })
    const file = { type: 'file' as const, mediaType: 'image/png' }
    await (await users.for({ user: 'ada' })).addMessages('t', [
      { role: 'user', content: [{ ...file, reference: 'https://example.com/cat.png' }] },
      { role: 'user', content: [{ ...file, hash: 'aa' }] },
      { role: 'user', content: [{ ...file, reference: 'openai:file-1' }] },
      { role: 'assistant', content: 'A cat.' },
    ])
    await agent.generate('Which colour?', { memory: { thread: 't', resource: 'ada' } })
    const shown = (prompts.at(-1) ?? []).filter(({ role }) => role !== 'system')
    expect(shown).toMatchObject([
      { content: [{ type: 'file', mediaType: 'image/png', data: new URL('https://example.com/cat.png') }] },
      { content: [{ type: 'text', text: 'A cat.' }] },
      { content: [{ type: 'text', text: 'Which colour?' }] },
    ])
  })
})

describe('the getters', () => {
  it('open no memory and touch no disk', async () => {
    const { users, memory } = await setUp()
    for (let turn = 0; turn < 5; turn++) {
      await memory.getInputProcessors()
      await memory.getOutputProcessors()
      memory.listTools()
    }
    expect(await users.users()).toEqual([])
  })
})

describe('memoryTools', () => {
  it('answers a text when the run has no resource, and when the memory fails', async () => {
    const users = await temporaryMemories()
    const errors: unknown[] = []
    const tools = memoryTools({ memory: users, onError: (error) => errors.push(error) })
    const execute = tools['memory_recall']?.execute
    const input = { query: 'tea' }
    expect(await Reflect.apply(execute ?? String, undefined, [input, {}])).toContain('this run has no resource')
    await users.close()
    expect(await Reflect.apply(execute ?? String, undefined, [input, { agent: { resourceId: 'ada' } }])).toContain(
      'failed inside the memory',
    )
    expect(errors).toHaveLength(1)
  })

  it('follows the resource that a server pins to the request', async () => {
    const users = await temporaryMemories()
    const { memory_learn: learn } = memoryTools({ memory: users })
    const requestContext = new RequestContext()
    requestContext.set('mastra__resourceId', 'ada')
    const input = { text: 'Likes tea', type: 'preference' }
    await Reflect.apply(learn?.execute ?? String, undefined, [input, { requestContext, agent: { resourceId: 'eve' } }])
    expect(await (await users.for({ user: 'ada' })).records.list()).toHaveLength(1)
    expect(await users.users()).toEqual(['ada'])
  })

  it('refuses a name that no tool has, in both places', async () => {
    const memory = await temporaryMemories()
    expect(() => memoryTools({ memory, tools: ['memory_lern'] })).toThrow('memory_lern')
    expect(() => new DaybookMemory({ memory, tools: ['memory_lern'] })).toThrow('memory_lern')
  })
})

describe('promptFunctionFrom', () => {
  it('asks the model with the system text, and answers its text', async () => {
    const { model, prompts } = scriptedModel((prompt) => `${prompt.length} messages`)
    const ask = promptFunctionFrom(model)
    expect(await ask({ system: 'Be short.', prompt: 'Sum up.', maxTokens: 100, temperature: 0 })).toBe('2 messages')
    expect(prompts[0]?.map((message) => `${message.role}: ${textIn(message)}`)).toEqual([
      'system: Be short.',
      'user: Sum up.',
    ])
  })

  it('rejects when the model fails', async () => {
    const { model } = scriptedModel(() => new Error('overloaded'))
    await expect(promptFunctionFrom(model)({ prompt: 'Sum up.' })).rejects.toThrow()
  })
})
