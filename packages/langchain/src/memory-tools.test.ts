import { inMemoryStorage, openMemory } from '@daybook/memory-core'
import { AIMessage } from '@langchain/core/messages'
import { FakeEmbeddings } from '@langchain/core/utils/testing'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { describe, expect, it } from 'vitest'
import { temporaryMemories, temporaryMemory } from '../test/temporary-memory.ts'
import { fromEmbeddings } from './index.ts'
import { memoryTools } from './tools.ts'

describe('memory tools', () => {
  it('are LangChain tools with a schema, and work when they are invoked', async () => {
    const memory = await temporaryMemory()
    const tools = memoryTools({ memory })
    expect(tools.map(({ name }) => name)).toEqual(['memory_learn', 'memory_recall', 'memory_forget'])
    const [learn, recall] = tools
    expect(await learn?.invoke({ text: 'Prefers tabs', type: 'preference' })).toMatch(/Prefers tabs/)
    expect(await recall?.invoke({ query: 'tabs' })).toContain('Prefers tabs')
  })

  it('take the user from the run in a ToolNode', async () => {
    const memories = await temporaryMemories()
    await (await memories.for({ user: 'ada' })).records.learn({ type: 'fact', text: 'Ada has a boat' })
    const node = new ToolNode(memoryTools({ memory: memories, onError: () => undefined }))
    const call = new AIMessage({
      content: '',
      tool_calls: [{ name: 'memory_recall', args: { query: 'boat' }, id: 'c1', type: 'tool_call' }],
    })
    const asked = async (context: object): Promise<string> => {
      const config: object = { context }
      return JSON.stringify(await node.invoke({ messages: [call] }, config))
    }
    expect(await asked({ user: 'ada' })).toContain('Ada has a boat')
    expect(await asked({ user: 'bob' })).not.toContain('boat"')
    expect(await asked({})).toContain('has no memory in this conversation')
  })

  it('take the user from the configuration of a call', async () => {
    const memories = await temporaryMemories()
    await (await memories.for({ user: 'ada' })).records.learn({ type: 'fact', text: 'Ada has a boat' })
    const [recall] = memoryTools({ memory: memories, tools: ['memory_recall'] })
    const asked = async (user: string): Promise<unknown> =>
      recall?.invoke({ query: 'boat' }, { configurable: { user } })
    expect(await asked('ada')).toContain('Ada has a boat')
    expect(await asked('bob')).not.toContain('Ada has')
  })

  it('leave out what writes, and what needs a layer that is off', async () => {
    const memory = await temporaryMemory(undefined, { records: false })
    const names = memoryTools({ memory, tools: 'all', readOnly: true }).map(({ name }) => name)
    expect(names).toContain('memory_view')
    expect(names).not.toContain('memory_write')
    expect(names).not.toContain('memory_learn')
    const ofMany = memoryTools({ memory: await temporaryMemories(), readOnly: true })
    expect(ofMany.map(({ name }) => name)).toEqual(['memory_recall'])
  })

  it('answer a text when the memory fails', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const [, recall] = memoryTools({ memory, onError: (error) => errors.push(error) })
    await memory.close()
    expect(await recall?.invoke({ query: 'x' })).toMatch(/^Error/)
    expect(errors).toEqual([expect.objectContaining({ code: 'closed' })])
  })
})

describe('fromEmbeddings', () => {
  it('gives one vector for each text, of queries and of documents', async () => {
    const embed = fromEmbeddings(new FakeEmbeddings())
    expect(await embed(['a', 'b'])).toHaveLength(2)
    expect(await embed(['a'], undefined, 'query')).toEqual([[0.1, 0.2, 0.3, 0.4]])
    expect(await embed([])).toEqual([])
  })

  it('lets a memory go by meaning', async () => {
    const vector = (text: string): number[] => (/kitten|feline/.test(text) ? [1, 0] : [0, 1])
    const embed = fromEmbeddings({
      embedDocuments: async (texts) => texts.map(vector),
      embedQuery: async (text) => vector(text),
    })
    const memory = await openMemory({ storage: inMemoryStorage(), embed })
    await memory.addMessages('chat', { role: 'user', content: 'The kitten sleeps.' })
    await memory.flush()
    expect(await memory.recall('feline')).toMatchObject({ mode: 'hybrid', items: [{ text: 'The kitten sleeps.' }] })
    await memory.close()
  })

  it('refuses too few vectors, and ends with the signal', async () => {
    const broken = fromEmbeddings({ embedDocuments: async () => [[1]], embedQuery: async () => [1] })
    await expect(broken(['a', 'b'])).rejects.toMatchObject({ code: 'model-failed' })
    await expect(broken(['a'], AbortSignal.abort())).rejects.toThrow()
  })
})
