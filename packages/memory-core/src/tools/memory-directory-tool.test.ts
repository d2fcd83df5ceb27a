import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage, openMemory } from '../index.ts'
import { createMemoryCommands, memoryDirectoryTool } from './memory-commands.ts'

describe('the tool of the memory directory', () => {
  it('keeps files as notes, which the index and a recall have too', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    onTestFinished(() => memory.close())
    const tool = memoryDirectoryTool(createMemoryCommands({ notes: memory.notes }))
    const input = { command: 'create', path: '/memories/plans/launch.md', file_text: 'The launch is in May.' }
    expect(tool.inputSchema.safeParse(input).success).toBe(true)
    expect(await tool.execute(input)).toMatch(/launch\.md/)
    expect(await tool.execute({ command: 'view', path: '/memories/plans/launch.md' })).toContain(
      'The launch is in May.',
    )
    expect(await memory.notes.index()).toContain('launch')
    expect((await memory.recall('launch')).items.map(({ layer }) => layer)).toContain('notes')
  })

  it('answers a text to whatever a model writes', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    onTestFinished(() => memory.close())
    const tool = memoryDirectoryTool(createMemoryCommands({ notes: memory.notes }))
    for (const input of [
      null,
      {},
      { command: 'burn' },
      { command: 'view' },
      { command: 'delete', path: '/etc/passwd' },
    ])
      expect(await tool.execute(input)).toMatch(/^Error/)
  })
})
