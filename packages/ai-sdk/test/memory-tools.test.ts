import { type Memory, openMemory } from '@daybook/memory-core'
import { generateText } from 'ai'
import { describe, expect, it } from 'vitest'
import { anthropicMemoryExecutor, memoryDirectoryTools, memoryPrepareStep, memoryTools } from '../src/index.ts'
import { isStepCount } from './installed-ai.ts'
import { scriptedModel, toolCall } from './scripted-model.ts'
import { temporaryDirectory, temporaryMemories, temporaryMemory } from './temporary-memory.ts'

async function loop(tools: ReturnType<typeof memoryTools>, calls: [string, unknown][]): Promise<string[]> {
  const model = scriptedModel([...calls.map(([name, input], i) => [toolCall(`c${i}`, name, input)]), 'done'])
  const { steps } = await generateText({ model, tools, prompt: 'Go on', stopWhen: isStepCount(calls.length + 1) })
  return steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => String(output)))
}

describe('the tools of a memory', () => {
  it('learn, recall and forget in a tool loop', async () => {
    const memory = await temporaryMemory()
    const [learned = ''] = await loop(memoryTools(memory), [
      ['memory_learn', { text: 'The demo is in May', type: 'fact' }],
    ])
    const id = /record:[0-9a-f]+/.exec(learned)?.[0]
    const [found, forgotten] = await loop(memoryTools(memory), [
      ['memory_recall', { query: 'demo' }],
      ['memory_forget', { ids: [id] }],
    ])
    expect(found).toContain('The demo is in May')
    expect(forgotten).toContain(id)
    expect(await memory.records.list()).toEqual([])
  })

  it('are three unless others are named, and can be those that change nothing', async () => {
    const memory = await temporaryMemory()
    expect(Object.keys(memoryTools(memory))).toEqual(['memory_learn', 'memory_recall', 'memory_forget'])
    expect(Object.keys(memoryTools(memory, { tools: 'all' }))).toHaveLength(16)
    expect(Object.keys(memoryTools(memory, { tools: ['memory_read', 'memory_stats'] }))).toEqual([
      'memory_stats',
      'memory_read',
    ])
    expect(Object.keys(memoryTools(memory, { readOnly: true }))).toEqual(['memory_recall'])
    expect(memoryTools(memory, { tools: false })).toEqual({})
    expect(() => memoryTools(memory, { tools: ['memory_burn'] })).toThrow(/there is no tool "memory_burn"/)
  })

  it('work on the memory of the user whom the host names, and need one', async () => {
    const memories = await temporaryMemories()
    await loop(memoryTools(memories, { user: 'ada' }), [
      ['memory_learn', { text: 'Ada likes tea', type: 'preference', user: 'grace' }],
      ['memory_learn', { text: 'Ada likes tea', type: 'preference' }],
    ])
    expect((await (await memories.for({ user: 'ada' })).records.list()).map(({ text }) => text)).toEqual([
      'Ada likes tea',
    ])
    expect(await (await memories.for({ user: 'grace' })).records.list()).toEqual([])
    expect(() => memoryTools(memories)).toThrow(/memoryTools was given many memories and user is undefined/)
    expect(() => anthropicMemoryExecutor(memories)).toThrow(/anthropicMemoryExecutor was given many/)
    expect(() => anthropicMemoryExecutor(memories, { user: '' })).toThrow(/anthropicMemoryExecutor.user is ""/)
    expect(() => memoryPrepareStep({ memory: memories })).toThrow(/memoryPrepareStep was given many/)
  })

  it('are those whose layers are on, and answer a text to bad arguments and to a memory that fails', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), profile: 'grip' })
    const errors: unknown[] = []
    const tools = memoryTools(memory, { tools: 'all', onError: (error) => errors.push(error) })
    expect(Object.keys(tools)).toEqual([
      'memory_recall',
      'memory_forget',
      'memory_search_history',
      'memory_context',
      'memory_why',
      'memory_log',
    ])
    const options = { toolCallId: 'c', messages: [], context: undefined }
    expect(await tools['memory_recall']?.execute?.({ query: '' }, options)).toMatch(/^Error: /)
    await memory.close()
    expect(await loop(tools, [['memory_recall', { query: 'tea' }]])).toEqual([expect.stringMatching(/^Error: /)])
    expect(errors).toHaveLength(1)
  })
})

describe('the memory directory', () => {
  it('runs the commands of a model on the notes, as an executor and as a tool', async () => {
    const memory = await temporaryMemory()
    const execute = anthropicMemoryExecutor(memory)
    await execute({ command: 'create', path: '/memories/ada.md', file_text: 'About Ada\n\nShe likes tea.' })
    const answers = await loop(memoryDirectoryTools(memory), [
      ['memory', { command: 'view', path: '/memories' }],
      ['memory', { command: 'str_replace', path: '/memories/ada.md', old_str: 'tea', new_str: 'coffee' }],
      ['memory', { command: 'view', path: '/memories/../etc' }],
    ])
    expect(answers[0]).toContain('ada.md')
    expect(answers[2]).toMatch(/^Error/)
    expect((await memory.notes.read('ada.md'))?.content).toBe('About Ada\n\nShe likes coffee.')
  })
})

describe('a prepared step', () => {
  async function told(): Promise<Memory> {
    const memory = await temporaryMemory(undefined, { capture: { auto: false } })
    await memory.facts.append('- Ada leads the map team')
    await memory.addMessages('earlier', { role: 'assistant', content: 'The staging server is called heron.' })
    return memory
  }

  it('gives every step of a tool loop the same context, and stores nothing', async () => {
    const memory = await told()
    const seen: string[] = []
    const model = scriptedModel(({ prompt }) => {
      const question = prompt.findLast(({ role }) => role === 'user')
      seen.push(JSON.stringify(question?.content))
      return seen.length < 3 ? [toolCall(`c${seen.length}`, 'memory_recall', { query: 'heron' })] : 'heron'
    })
    const prepareStep = memoryPrepareStep({ memory, session: 'chat' })
    const question = 'what is the staging server called?'
    const tools = memoryTools(memory)
    await generateText({ model, tools, prompt: question, stopWhen: isStepCount(3), prepareStep })
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toContain('Ada leads the map team')
    expect(seen[0]?.match(/called heron/g)).toHaveLength(1)
    expect(await memory.sessions.list()).toHaveLength(1)
  })

  it('serves many runs at once, each with its own question', async () => {
    const memory = await told()
    const prepareStep = memoryPrepareStep({ memory })
    const ask = async (question: string): Promise<string> => {
      const model = scriptedModel(({ prompt }) => JSON.stringify(prompt.at(-1)?.content))
      return (await generateText({ model, prompt: question, prepareStep })).text
    }
    const [heron, other] = await Promise.all([ask('the staging server?'), ask('the weather?')])
    expect(heron).toContain('heron')
    expect(other).not.toContain('heron')
  })

  it('lets the step go on when the memory fails', async () => {
    const memory = await told()
    await memory.close()
    const errors: unknown[] = []
    const prepareStep = memoryPrepareStep({ memory, onError: (error) => errors.push(error) })
    const { text } = await generateText({ model: scriptedModel(['fine']), prompt: 'Hello', prepareStep })
    expect(text).toBe('fine')
    expect(errors).toHaveLength(1)
  })
})
