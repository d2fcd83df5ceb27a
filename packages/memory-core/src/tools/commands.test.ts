import { describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod'
import { createHistory, createHistoryFile } from '../documents/history.ts'
import { historyDefaults } from '../documents/history-entry.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { openMemory } from '../memory.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { commands, fieldsOf, memorySearchHistory, personSources, toolDefinitions } from './commands.ts'
import { bindTool, bindTools, runForModel } from './tool-definition.ts'

const rowOf = (name: string) => {
  const row = commands.find((one) => one.name === name)
  if (!row) throw new Error(`no command ${name}`)
  return row
}

describe('the table of commands', () => {
  it('is what the tools of a memory are made of', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    for (const tool of await memory.tools({ tools: 'all' })) {
      const { name, description, inputSchema, writes, isForModels } = rowOf(tool.name)
      expect(tool).toMatchObject({ name, description, writes })
      expect(tool.inputSchema).toBe(inputSchema)
      expect(isForModels).toBe(true)
    }
    await memory.close()
    expect(toolDefinitions).toEqual(commands.filter(({ isForModels }) => isForModels))
  })

  it('has each name and each subcommand once', () => {
    const words = commands.flatMap(({ line }) => line?.name ?? [])
    expect(new Set(words).size).toBe(words.length)
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
  })

  it.each(commands)('$name takes strict input, and answers what JSON can say', (row) => {
    for (const schema of [row.inputSchema, row.lineSchema, row.briefSchema])
      expect(toJSONSchema(schema)).toMatchObject({ type: 'object', additionalProperties: false })
    expect(toJSONSchema(row.outputSchema)).toMatchObject({ type: 'object' })
    for (const field of Object.keys(row.briefSchema.shape)) expect(Object.keys(row.inputSchema.shape)).toContain(field)
    for (const field of row.line?.positional ?? []) expect(Object.keys(row.lineSchema.shape)).toContain(field)
    expect(row.writes).toBe(row.effect !== 'reads')
  })

  it('lists the fields of a command for a form', () => {
    expect(
      fieldsOf(rowOf('memory_learn').lineSchema).map(({ name, kind, isRequired }) => [name, kind, isRequired]),
    ).toEqual([
      ['text', 'text', true],
      ['type', 'text', false],
      ['scope', 'text', false],
      ['priority', 'text', false],
      ['tags', 'list', false],
    ])
  })

  it('lets no model remove by a text or a session', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    await memory.facts.append('- Likes tea')
    const sources = personSources(memory)
    const forget = rowOf('memory_forget')
    for (const input of [{ text: 'tea' }, { session: 'monday' }])
      expect(await runForModel(forget, sources, input)).toMatchObject({
        error: expect.stringContaining('there is no field'),
      })
    expect(await memory.facts.read()).toContain('tea')
    await memory.close()
  })

  it('shows a person the sentences that would go, and does not repeat them once they are gone', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    await memory.facts.append('- Likes tea')
    const sources = personSources(memory)
    const forget = rowOf('memory_forget')
    const dry = await forget.answer(sources, { text: 'tea', dryRun: true }, {})
    expect(dry.text).toMatch(/^Would forget 1:\n\[fact:\w+\] Likes tea$/)
    expect(Object.values(Object(dry.value['texts']))).toEqual(['Likes tea'])
    const real = await forget.answer(sources, { text: 'tea' }, {})
    expect(real.text).toMatch(/^Forgot 1: fact:\w+\.$/)
    expect(JSON.stringify(real.value)).not.toContain('tea')
    await memory.close()
  })

  it('puts what a person says to be remembered into MEMORY.md', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    const { value } = await rowOf('memory_learn').answer(
      personSources(memory),
      { text: 'The staging host is blue' },
      {},
    )
    await memory.flush()
    expect(value).toMatchObject({ isNew: true, text: 'The staging host is blue' })
    expect(await memory.facts.read()).toContain('The staging host is blue')
    await memory.close()
  })
})

function open() {
  const storage = inMemoryStorage()
  const setting = { storage, clock: fixedClock('2026-03-25T12:00:00Z'), report: () => undefined }
  const file = createHistoryFile(setting, historyDefaults)
  const history = createHistory(setting, file, (fn) => storage.lock(['documents'], fn), historyDefaults)
  return { history, tool: bindTool(memorySearchHistory, { history }) }
}

describe('memory_search_history', () => {
  it('finds entries, each on a line', async () => {
    const { history, tool } = open()
    await history.append('Moved the database\nto PostgreSQL')
    await history.append('Chose a dark theme')
    const answer = await tool.execute({ query: 'PostgreSQL database' })
    expect(answer).toMatch(/^- .*Moved the database to PostgreSQL$/)
    expect(answer).not.toContain('\n')
  })

  it('shows as many as asked for, ten when not', async () => {
    const { history, tool } = open()
    for (let at = 0; at < 15; at++) await history.append(`Tea number ${at}`)
    expect((await tool.execute({ query: 'tea' })).split('\n')).toHaveLength(10)
    expect((await tool.execute({ query: 'tea', limit: 2 })).split('\n')).toHaveLength(2)
  })

  it('says when nothing fits, and what is wrong with the arguments', async () => {
    const { tool } = open()
    expect(await tool.execute({ query: 'nothing\nlike it' })).toBe('(nothing in the history fits "nothing like it")')
    expect(await tool.execute({ query: '' })).toMatch(/^Error: "query" is ""/)
    expect(await tool.execute({ query: 'x', limit: 0 })).toMatch(/^Error: "limit" is 0/)
  })

  it('is not offered when there is no history', () => {
    expect(bindTools([memorySearchHistory], {})).toEqual([])
    expect(memorySearchHistory.writes).toBe(false)
  })
})
