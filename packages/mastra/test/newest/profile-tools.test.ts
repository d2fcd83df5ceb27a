import { inMemoryStorage, openMemories } from '@daybook/memory-core'
import { adapterToolCases } from '@daybook/memory-core/testing'
import { Agent } from '@mastra/core/agent'
import { describe, expect, it } from 'vitest'
import { DaybookMemory, type DaybookMemoryOptions, memoryTools } from '../../src/index.ts'
import { allText, scriptedModel } from '../scripted-model.ts'

const cases = adapterToolCases({
  namesOf: (memory) => Object.keys(memoryTools('for' in memory ? { memory } : { memory, user: 'ada' })),
  async use(memory, { session, says, calls }) {
    let asked = 0
    const { model, offered, prompts } = scriptedModel(() => {
      const next = calls[asked++]
      return next ? { tool: next.name, input: next.input } : 'Done.'
    })
    const own = new DaybookMemory({ memory, user: 'ada' })
    const agent = new Agent({ id: 'helper', name: 'Helper', instructions: 'Be kind.', model, memory: own })
    const place = { memory: { thread: session, resource: 'ada' }, maxSteps: 20 }
    const { toolResults } = await agent.generate(says, place)
    const answers = toolResults.map(({ payload }) => String(payload.result))
    return { offered: offered.flat(), answers, told: allText(prompts[0]) }
  },
})

describe.each(Object.entries(Object.groupBy(cases, ({ profile }) => profile)))(
  'a memory of the profile %s',
  (_, own = []) => {
    for (const { name, run } of own) it(name, run)
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
