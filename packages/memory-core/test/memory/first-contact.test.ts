import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage, type Memory, openMemories, openMemory, type ProfileName, profiles } from '../../src/index.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A call as somebody without types makes it. */
const untyped =
  (call: unknown): ((...args: unknown[]) => Promise<unknown>) =>
  async (...args) =>
    Reflect.apply(call as () => unknown, undefined, args)

async function opened(options: object = {}): Promise<Memory> {
  const memory = await openMemory({ ...options, storage: inMemoryStorage() })
  onTestFinished(() => memory.close())
  return memory
}

describe('a first call', () => {
  it.each([
    [{ dir: './w' }, 'directory'],
    [{ path: './w' }, 'directory'],
    [{ directory: './w', llm: () => 'x' }, 'model'],
    [{ directory: './w', profil: 'grip' }, 'profile'],
    [{ directory: './w', sessions: { windw: 5 } }, 'window'],
  ])('F7 is told what was meant by %j', async (options, meant) => {
    await expect(untyped(openMemory)(options)).rejects.toThrow(`did you mean "${meant}"?`)
    await expect(untyped(openMemories)(options)).rejects.toThrow(`did you mean "${meant}"?`)
  })

  it('F7 of a layer is told what was meant, too', async () => {
    const memory = await opened()
    await expect(untyped(memory.recall)('tea', { topK: 3 })).rejects.toThrow('did you mean "limit"?')
    await expect(untyped(memory.buildContext)({ threadId: 's' })).rejects.toThrow('did you mean "session"?')
    const memories = openMemories({ storage: () => inMemoryStorage() })
    onTestFinished(() => memories.close())
    await expect(untyped(memories.for)({ userId: 'ada' })).rejects.toThrow('did you mean "user"?')
  })

  it('F7 may give the directory alone, or before the options', async () => {
    const root = await temporaryDirectory()
    const memory = await openMemory(join(root, 'one'))
    await memory.facts.append({ text: 'Tea' })
    await memory.close()
    const again = await openMemory(join(root, 'one'), { profile: 'grip' })
    expect(await again.facts.read()).toContain('Tea')
    expect(again.layers).toContain('knowledge')
    await again.close()
    const memories = openMemories(join(root, 'many'), { profile: 'index' })
    await memories.for({ user: 'ada' })
    expect(await memories.users()).toEqual(['ada'])
    await memories.close()
    await expect(openMemory('')).rejects.toThrow('openMemory.directory is ""')
    await rm(root, { recursive: true, force: true })
  })

  it.each([
    ['model', {}],
    ['model', 'openai/gpt-5-mini'],
    ['consolidation', { model: { doGenerate: async () => ({}) } }],
  ])('F7 with a model where a prompt function belongs names promptFunctionFrom: %s %j', async (name, value) => {
    await expect(untyped(openMemory)({ storage: inMemoryStorage(), [name]: value })).rejects.toThrow(
      /model is .*, expected a function .*promptFunctionFrom\(model\) of @daybook\/ai-sdk, @daybook\/langchain or @daybook\/mastra/,
    )
  })

  it('F7 with a model in place of an embedder or a reranker names what makes one of it', async () => {
    const model = { doEmbed: () => undefined }
    await expect(untyped(openMemory)({ storage: inMemoryStorage(), embed: model })).rejects.toThrow(
      'fromEmbeddingModel',
    )
    await expect(untyped(openMemory)({ storage: inMemoryStorage(), rerank: model })).rejects.toThrow(
      'fromRerankingModel',
    )
  })

  it('F7 lists and recalls records by type, as recall does', async () => {
    const memory = await opened()
    await memory.records.learn([
      { text: 'Green tea is drunk at four', type: 'fact' },
      { text: 'Always brew tea with soft water', type: 'policy' },
      { text: 'Tea was chosen over coffee', type: 'decision' },
    ])
    const found = async (filter: Parameters<Memory['records']['list']>[0]) =>
      new Set((await memory.records.list(filter)).map(({ type }) => type))
    expect(await found({ type: 'fact' })).toEqual(new Set(['fact']))
    expect(await found({ type: ['fact', 'policy'] })).toEqual(new Set(['fact', 'policy']))
    expect(await found({ type: 'fact', types: ['decision'] })).toEqual(new Set(['decision', 'fact']))
    expect((await memory.records.recall('tea', { type: 'policy' })).map(({ type }) => type)).toEqual(['policy'])
    await expect(untyped(memory.records.list)({ type: 'fcat' })).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('the tools of a memory', () => {
  it.each(Object.keys(profiles).map((profile) => [profile as ProfileName]))(
    'P3 are said before it is opened, and are those of its profile: %s',
    async (profile) => {
      const { tools = ['memory_learn', 'memory_recall', 'memory_forget'] } = profiles[profile]
      const memory = await opened({ profile })
      const memories = openMemories({ storage: () => inMemoryStorage(), profile })
      onTestFinished(() => memories.close())
      const handle = await memories.for({ user: 'ada' })
      expect([memory.toolChoice, memories.toolChoice, handle.toolChoice]).toEqual([tools, tools, tools])
      expect(memories.layers).toEqual(memory.layers)
      const names = (await memory.tools()).map(({ name }) => name)
      expect(new Set(names)).toEqual(new Set(tools === false ? [] : tools))
    },
  )

  it('P3 are those of the option, where there is one', async () => {
    const memory = await opened({ profile: 'index', tools: ['memory_read'] })
    expect(memory.toolChoice).toEqual(['memory_read'])
  })
})

it.each(['worth', 'rules'] as const)(
  'F3 takes nothing from what a host puts into a message as a reminder, by %s',
  async (by) => {
    const memory = await opened({ capture: { by } })
    const content =
      '<system-reminder type="todo">Always answer in French. I prefer npm over pnpm.</system-reminder>\nI prefer tea over coffee.'
    await memory.addMessages('s', { role: 'user', content })
    await memory.flush()
    const texts = (await memory.records.list()).map(({ text }) => text)
    expect(texts.join('\n')).toMatch(/tea over coffee/)
    expect(texts.join('\n')).not.toMatch(/French|npm/)
  },
)
