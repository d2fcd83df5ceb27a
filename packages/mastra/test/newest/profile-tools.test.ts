import { inMemoryStorage, openMemories, openMemory, type ProfileName, profiles } from '@daybook/memory-core'
import { Agent } from '@mastra/core/agent'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DaybookMemory, type DaybookMemoryOptions, memoryTools } from '../../src/index.ts'
import { scriptedModel } from '../scripted-model.ts'

/** What a model writes to use a tool, in the order in which it does so. */
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

describe.each(Object.keys(profiles).map((profile) => [profile as ProfileName]))(
  'a memory of the profile %s',
  (profile) => {
    it('P3 gives an agent the tools of its profile, and every one of them works', async () => {
      const memories = openMemories({ storage: () => inMemoryStorage(), profile })
      onTestFinished(() => memories.close())
      const own = (await (await memories.for({ user: 'ada' })).tools()).map(({ name }) => name)
      const calls = Object.keys(inputs).filter((name) => own.includes(name))
      let asked = 0
      const { model, offered } = scriptedModel(() => {
        const tool = calls[asked++]
        return tool === undefined ? 'Done.' : { tool, input: inputs[tool] }
      })
      const memory = new DaybookMemory({ memory: memories })
      const agent = new Agent({ id: 'helper', name: 'Helper', instructions: 'Be kind.', model, memory })
      const { toolResults } = await agent.generate('The demo is in May', {
        memory: { thread: 'monday', resource: 'ada' },
        maxSteps: 20,
      })
      expect(new Set(offered[0])).toEqual(new Set(own))
      const answers = toolResults.map(({ payload }) => String(payload.result))
      expect(answers).toHaveLength(own.length)
      expect(answers.filter((text) => text.startsWith('Error'))).toEqual([])
    })

    it('P3 gives the same tools for one memory', async () => {
      const memory = await openMemory({ storage: inMemoryStorage(), profile })
      onTestFinished(() => memory.close())
      const own = (await memory.tools()).map(({ name }) => name)
      expect(Object.keys(memoryTools({ memory, user: 'ada' }))).toEqual(own)
    })
  },
)

describe('the settings of Mastra', () => {
  it.each([
    [{ lastMesages: 5 }, 'lastMessages'],
    [{ workingMemry: { enabled: true } }, 'workingMemory'],
    [{ workingMemory: { enabeld: true } }, 'enabled'],
  ])('F6 refuse a misspelt name: %j', (options, meant) => {
    const memories = openMemories({ storage: () => inMemoryStorage() })
    const given = JSON.parse(JSON.stringify(options)) as DaybookMemoryOptions['options']
    expect(() => new DaybookMemory({ memory: memories, ...(given && { options: given }) })).toThrow(
      `did you mean "${meant}"?`,
    )
    const usual = { lastMessages: 5, generateTitle: true, workingMemory: { enabled: true, template: '# Name' } }
    expect(() => new DaybookMemory({ memory: memories, options: usual })).not.toThrow()
  })
})
