import assert from 'node:assert/strict'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { type Memories, openMemories } from '../memories.ts'
import { type Memory, openMemory } from '../memory.ts'
import { type ProfileName, profiles } from '../profiles.ts'

/** What an agent was offered, and what its tools answered. */
export interface ToolTrial {
  offered: readonly string[]
  answers: readonly string[]
}

/** How an adapter gives an agent a memory's tools. The user is "ada". */
export interface AdapterToolSetting {
  /** The names of the tools that it makes for a memory, or for the memories of many. */
  namesOf(memory: Memory | Memories): readonly string[]
  /** Lets an agent call each of these tools once, in this order, and then answer. */
  use(memory: Memory, calls: readonly { name: string; input: unknown }[]): Promise<ToolTrial>
}

/** One thing that the tools of every adapter do. */
export interface AdapterToolCase {
  profile: ProfileName
  name: string
  run(): Promise<void>
}

/** What a model writes to use a tool, in the order in which it does so. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
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

/** What the tools of every adapter do, for each profile. `for (const one of adapterToolCases(setting)) it(one.name, one.run)`. */
export function adapterToolCases(setting: AdapterToolSetting): AdapterToolCase[] {
  return Object.keys(profiles).flatMap((name) => {
    const profile = name as ProfileName // the keys of profiles
    return [
      {
        profile,
        name: 'P3 gives an agent the tools of its profile, and every one of them works',
        async run() {
          const memory = await openMemory({ storage: inMemoryStorage(), profile })
          try {
            const own = (await memory.tools()).map((tool) => tool.name)
            const calls = Object.entries(inputs).flatMap(([tool, input]) =>
              own.includes(tool) ? [{ name: tool, input }] : [],
            )
            const { offered, answers } = await setting.use(memory, calls)
            assert.deepEqual(new Set(offered), new Set(own))
            assert.equal(answers.length, own.length)
            assert.deepEqual(
              answers.filter((text) => text.startsWith('Error')),
              [],
            )
          } finally {
            await memory.close()
          }
        },
      },
      {
        profile,
        name: 'P3 makes the same tools for one memory and for one of many',
        async run() {
          const memories = openMemories({ storage: () => inMemoryStorage(), profile })
          try {
            const memory = await memories.for({ user: 'ada' })
            const own = (await memory.tools()).map((tool) => tool.name)
            assert.deepEqual(setting.namesOf(memory), own)
            assert.deepEqual(setting.namesOf(memories), own)
          } finally {
            await memories.close()
          }
        },
      },
    ]
  })
}
