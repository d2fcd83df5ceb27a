import {
  inMemoryStorage,
  type Memory,
  openMemories,
  openMemory,
  type ProfileName,
  profiles,
} from '@daybook/memory-core'
import { generateText } from 'ai'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  anthropicMemoryExecutor,
  createChatStore,
  memoryDirectoryTools,
  memoryPrepareStep,
  memoryTools,
  withMemory,
} from '../src/index.ts'
import { isStepCount } from './installed-ai.ts'
import { scriptedModel, toolCall } from './scripted-model.ts'
import { temporaryMemories, temporaryMemory } from './temporary-memory.ts'

/** What a model writes to use a tool, whichever it is given. */
const inputs: Readonly<Record<string, unknown>> = {
  memory_learn: { text: 'The demo is in May', type: 'fact' },
  memory_recall: { query: 'demo' },
  memory_forget: { ids: ['record:0000'] },
  memory_episode: { text: 'Migrated the orders table', outcome: 'success' },
  memory_procedure: { name: 'Deploy', steps: ['npm test', 'push the tag'] },
  memory_stats: {},
  memory_consolidate: {},
  memory_write: { filename: 'demo.md', name: 'Demo', description: 'When it is', type: 'project', content: 'In May.' },
  memory_view: { target: 'files' },
  memory_read: { filename: 'demo.md' },
  memory_update: { filename: 'demo.md', old_text: 'May', new_text: 'June' },
  memory_delete: { filename: 'demo.md' },
}
const order = ['memory_learn', 'memory_episode', 'memory_procedure', 'memory_write', 'memory_view', 'memory_read']
const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)

/** A model that uses each tool that it is given, once, and then answers. */
function usingAll() {
  const offered: string[][] = []
  const model = scriptedModel(({ tools = [], prompt }) => {
    const names = tools.map(({ name }) => name).toSorted((a, b) => rank(a) - rank(b))
    offered.push(names)
    const next = names[prompt.filter(({ role }) => role === 'tool').length]
    return next === undefined ? 'Done.' : [toolCall(next, next, inputs[next])]
  })
  return { model, offered }
}

describe.each(Object.keys(profiles).map((profile) => [profile as ProfileName]))(
  'a memory of the profile %s',
  (profile) => {
    it('P3 gives a model the tools of its profile, and every one of them works', async () => {
      const memory = await openMemory({ storage: inMemoryStorage(), profile })
      onTestFinished(() => memory.close())
      const { model, offered } = usingAll()
      const { steps } = await generateText({
        model: withMemory(model, { memory, session: 's' }),
        tools: memoryTools({ memory }),
        prompt: 'The demo is in May',
        stopWhen: isStepCount(20),
      })
      const own = (await memory.tools()).map(({ name }) => name)
      expect(new Set(offered[0])).toEqual(new Set(own))
      const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => String(output)))
      expect(outputs).toHaveLength(own.length)
      expect(outputs.filter((output) => /^Error: /.test(output))).toEqual([])
    })

    it('P3 gives the same tools for one of many memories', async () => {
      const memories = openMemories({ storage: () => inMemoryStorage(), profile })
      onTestFinished(() => memories.close())
      const memory = await memories.for({ user: 'ada' })
      const own = (await memory.tools()).map(({ name }) => name)
      expect(Object.keys(memoryTools({ memory: memories, user: 'ada' }))).toEqual(own)
    })
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
