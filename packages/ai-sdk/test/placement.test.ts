import { type Memory, openMemory } from '@daybook/memory-core'
import { generateText, type ModelMessage } from 'ai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import type { Prompt } from '../src/model-call.ts'
import { responseMessages } from './installed-ai.ts'
import { scriptedModel, systemTexts, toolCall, userTexts } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

async function memoryThat(inject: 'per-session' | 'per-request', window = 50): Promise<Memory> {
  const memory = await openMemory({
    directory: await temporaryDirectory(),
    context: { inject },
    sessions: { window, keep: 5 },
    consolidation: { auto: false },
  })
  onTestFinished(() => memory.close())
  return memory
}

/** Twenty turns about tea; the prompts that the model saw. */
async function twentyTurns(memory: Memory, window: 'keep' | 'trim', sends: (all: ModelMessage[]) => ModelMessage[]) {
  const inner = scriptedModel((call) => `Answer to ${userTexts(call.prompt)[0]}`)
  const model = withMemory(inner, { memory, session: 's', window })
  const messages: ModelMessage[] = []
  for (let turn = 0; turn < 20; turn++) {
    messages.push({ role: 'user', content: `Question ${turn} about tea and tools` })
    messages.push(...(await responseMessages(await generateText({ model, messages: sends(messages) }))))
  }
  return inner.doGenerateCalls.map((call) => call.prompt)
}

describe('the stable part', () => {
  const hosts = {
    all: (messages: ModelMessage[]) => messages,
    'the last': (messages: ModelMessage[]) => messages.slice(-1),
  }
  for (const inject of ['per-session', 'per-request'] as const)
    for (const window of ['keep', 'trim'] as const)
      for (const [name, sends] of Object.entries(hosts))
        it(`is byte-equal for twenty turns: made ${inject}, window ${window}, a host that sends ${name}`, async () => {
          const memory = await memoryThat(inject)
          await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
          const prompts = await twentyTurns(memory, window, sends)
          const stable = new Set(prompts.map((prompt) => JSON.stringify(prompt[0])))
          expect(prompts).toHaveLength(20)
          expect([...stable]).toEqual([expect.stringContaining('Darjeeling')])
        })

  it('carries no cache breakpoint for a provider that has none', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const inner = scriptedModel(['Fine.'])
    await generateText({ model: withMemory(inner, { memory, session: 's' }), prompt: 'Hello' })
    expect(inner.doGenerateCalls[0]?.prompt[0]).not.toHaveProperty('providerOptions')
  })

  it('carries the provider options that the option cacheBreakpoint gives, whatever the model', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const cacheBreakpoint = { bedrock: { cachePoint: { type: 'default' } } }
    const inner = scriptedModel(['Fine.'])
    await generateText({ model: withMemory(inner, { memory, session: 's', cacheBreakpoint }), prompt: 'Hello' })
    expect(inner.doGenerateCalls[0]?.prompt[0]).toMatchObject({ role: 'system', providerOptions: cacheBreakpoint })
  })
})

describe('the cache breakpoint of a model of Anthropic', () => {
  const claude = (text: string) => Object.assign(scriptedModel([text]), { provider: 'anthropic.messages' })
  const control = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

  async function told(prompt: Prompt, options?: { cacheBreakpoint: boolean }) {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    const inner = claude('Fine.')
    const model = withMemory(inner, { memory, ...options })
    await model.doGenerate({ prompt, providerOptions: memoryOptions({ session: 's' }) })
    return inner.doGenerateCalls[0]?.prompt ?? []
  }

  const question: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  const rule = (providerOptions?: typeof control): Prompt[number] => {
    return { role: 'system', content: 'Be brief.', ...(providerOptions && { providerOptions }) }
  }

  it('stands on the stable part alone', async () => {
    const prompt = await told([rule(), ...question])
    expect(prompt.map((message) => message.providerOptions)).toEqual([undefined, control, undefined])
  })

  it('is left out when the option is off', async () => {
    const prompt = await told(question, { cacheBreakpoint: false })
    expect(systemTexts(prompt)).toHaveLength(1)
    expect(prompt[0]).not.toHaveProperty('providerOptions')
  })

  it('is set beside three others, and not beside four, wherever they stand', async () => {
    const three: Prompt = [
      rule(control),
      rule(control),
      { role: 'user', content: [{ type: 'text', text: 'Hello', providerOptions: control }] },
    ]
    expect((await told(three))[2]).toHaveProperty('providerOptions')
    const four = await told([rule(control), ...three])
    expect(systemTexts(four)).toHaveLength(4)
    expect(four[3]).not.toHaveProperty('providerOptions')
  })
})

describe('window: trim', () => {
  const turns = 12
  const lookUp = (place: number) => [toolCall(`c${place}`, 'look', { place })]

  /** A conversation in which each question takes a tool call. */
  function conversation(): Prompt {
    return Array.from({ length: turns }, (_, turn): Prompt => {
      const call = { type: 'tool-call' as const, toolCallId: `c${turn}`, toolName: 'look', input: { turn } }
      const output = { type: 'text' as const, value: `Found ${turn}` }
      return [
        { role: 'user', content: [{ type: 'text', text: `I decided number ${turn} is blue.` }] },
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: `c${turn}`, toolName: 'look', output }] },
        { role: 'assistant', content: [{ type: 'text', text: `Noted ${turn}.` }] },
      ]
    }).flat()
  }

  async function consolidated(window: 'keep' | 'trim') {
    const memory = await memoryThat('per-session', 10)
    const inner = scriptedModel([...Array.from({ length: 1 }, () => 'First.'), lookUp(99), 'Last.'])
    const model = withMemory(inner, { memory, session: 's', window })
    const question = (text: string): Prompt => [{ role: 'user', content: [{ type: 'text', text }] }]
    const before = [...conversation(), ...question('Summarise')]
    await model.doGenerate({ prompt: before })
    await memory.consolidate('s')
    const after: Prompt = [
      { role: 'system', content: 'Be brief.' },
      ...before,
      { role: 'assistant', content: [{ type: 'text', text: 'First.' }] },
      ...question('And now?'),
    ]
    return { memory, inner, model, after }
  }

  it('drops what was consolidated, begins with a user message and parts no call from its result', async () => {
    const { memory, inner, model, after } = await consolidated('trim')
    await model.doGenerate({ prompt: after })
    const prompt = inner.doGenerateCalls[1]?.prompt ?? []
    const shown = prompt.filter((message) => message.role !== 'system')
    expect(prompt.length).toBeLessThan(after.length / 2)
    expect(systemTexts(prompt)[0]).toBe('Be brief.')
    expect(shown[0]?.role).toBe('user')
    const parts = shown.flatMap((message) => [...message.content])
    const ids = (type: string) =>
      parts.flatMap((part) => (part.type === type && 'toolCallId' in part ? part.toolCallId : []))
    expect(ids('tool-result')).toEqual(ids('tool-call'))
    expect(ids('tool-call').length).toBeGreaterThan(0)
    const shownText = JSON.stringify(shown)
    for (const text of ['Found 11', 'Noted 11.', 'Summarise', 'First.', 'And now?']) expect(shownText).toContain(text)
    expect(shownText).not.toContain('Noted 10.')
    expect(await said(memory, 's')).toHaveLength(turns * 4 + 4)
  })

  it('shows the same messages at each step of a tool loop, though a consolidation comes between', async () => {
    const { memory, inner, model, after } = await consolidated('trim')
    await model.doGenerate({ prompt: after })
    await memory.consolidate('s')
    await memory.addMessages('s', { role: 'system', content: 'x' })
    await model.doGenerate({
      prompt: [
        ...after,
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c99', toolName: 'look', input: { place: 99 } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c99', toolName: 'look', output: { type: 'text', value: 'x' } }],
        },
      ],
    })
    const [, first, second] = inner.doGenerateCalls.map((call) => call.prompt)
    expect(second?.slice(0, first?.length)).toEqual(first)
  })

  it('is off unless asked for', async () => {
    const { inner, model, after } = await consolidated('keep')
    await model.doGenerate({ prompt: after })
    const prompt = inner.doGenerateCalls[1]?.prompt ?? []
    expect(prompt.filter((message) => message.role !== 'system')).toHaveLength(after.length - 1)
  })

  it('tells by recall of what it dropped', async () => {
    const { inner, model, after } = await consolidated('trim')
    const asked = [
      ...after.slice(0, -1),
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Which one was Noted 3?' }] },
    ]
    await model.doGenerate({ prompt: asked })
    expect(userTexts(inner.doGenerateCalls[1]?.prompt).at(-1)).toContain('Noted 3.')
  })

  it('sends all of it when the memory cannot say what was consolidated', async () => {
    const { memory, inner, model, after } = await consolidated('trim')
    memory.sessions.messages = () => Promise.reject(new Error('no disk'))
    await withMemory(inner, { memory, session: 's', window: 'trim', onError: () => {} }).doGenerate({ prompt: after })
    expect(inner.doGenerateCalls[1]?.prompt).toEqual(after)
    expect(model.modelId).toBe(inner.modelId)
  })
})
