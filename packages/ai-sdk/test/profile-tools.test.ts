import { inMemoryStorage, type Memory, openMemory } from '@daybook/memory-core'
import { adapterToolCases } from '@daybook/memory-core/testing'
import { generateText } from 'ai'
import { describe, expect, it } from 'vitest'
import {
  anthropicMemoryExecutor,
  createChatStore,
  memoryDirectoryTools,
  memoryPrepareStep,
  memoryTools,
  withMemory,
} from '../src/index.ts'
import { isStepCount } from './installed-ai.ts'
import { scriptedModel, systemTexts, toolCall, userTexts } from './scripted-model.ts'
import { temporaryMemories, temporaryMemory } from './temporary-memory.ts'

const cases = adapterToolCases({
  namesOf: (memory) => Object.keys(memoryTools('for' in memory ? { memory, user: 'ada' } : { memory })),
  async use(memory, { session, says, calls }) {
    const offered = new Set<string>()
    const model = scriptedModel(({ tools = [], prompt }) => {
      for (const { name } of tools) offered.add(name)
      const next = calls[prompt.filter(({ role }) => role === 'tool').length]
      return next ? [toolCall(next.name, next.name, next.input)] : 'Done.'
    })
    const { steps } = await generateText({
      model: withMemory(model, { memory, session }),
      tools: memoryTools({ memory }),
      prompt: says,
      stopWhen: isStepCount(20),
    })
    const answers = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => String(output)))
    const first = model.doGenerateCalls[0]?.prompt
    const told = [...systemTexts(first), ...userTexts(first)].join('\n')
    return { offered: [...offered], answers, told }
  },
})

describe.each(Object.entries(Object.groupBy(cases, ({ profile }) => profile)))(
  'a memory of the profile %s',
  (_, own = []) => {
    for (const { name, run } of own) it(name, run)
  },
)

describe('one form', () => {
  it('F6 is ({ memory }) everywhere, and the memory alone where it was taken before', async () => {
    const memory = await temporaryMemory()
    const memories = await temporaryMemories()
    const all = [memoryTools, memoryDirectoryTools, anthropicMemoryExecutor, createChatStore, memoryPrepareStep]
    for (const make of all) {
      expect(() => Reflect.apply(make, undefined, [{ memory }])).not.toThrow()
      expect(() => Reflect.apply(make, undefined, [{ memory: memories, user: 'ada' }])).not.toThrow()
      expect(() => Reflect.apply(make, undefined, [{ memory: memories }])).toThrow('given many memories and user is')
      expect(() => Reflect.apply(make, undefined, [{ memory, usr: 'ada' }])).toThrow('did you mean "user"?')
      expect(() => Reflect.apply(make, undefined, [{ memory: openMemory({ storage: inMemoryStorage() }) }])).toThrow(
        'expected what openMemory or openMemories answers; await openMemory',
      )
    }
    expect(Object.keys(memoryTools({ memory, readOnly: true }))).toEqual(
      Object.keys(memoryTools(memory, { readOnly: true })),
    )
    const learn = async (tools: ReturnType<typeof memoryTools>, text: string): Promise<unknown> =>
      tools['memory_learn']?.execute?.({ text, type: 'fact' }, { toolCallId: 'c', messages: [], context: undefined })
    await learn(memoryTools({ memory: memories, user: 'ada' }), 'Ada likes tea')
    const texts = async (one: Memory) => (await one.records.list()).map(({ text }) => text)
    expect(await texts(await memories.for({ user: 'ada' }))).toEqual(['Ada likes tea'])
    await createChatStore({ memory: memories, user: 'ada' }).save('c', [{ id: 'u', role: 'user', parts: [] }])
    expect(await createChatStore(memories, { user: 'ada' }).load('c')).toHaveLength(1)
  })
})
