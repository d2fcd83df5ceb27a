import assert from 'node:assert/strict'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { type Memories, openMemories } from '../memories.ts'
import { type Memory, openMemory } from '../memory.ts'
import { type ProfileName, profiles } from '../profiles.ts'

/** The result of a turn: the tools that the agent was offered, their answers, and the first prompt of its model. */
export interface ToolTrial {
  offered: readonly string[]
  answers: readonly string[]
  told: string
}

/** One turn of an agent. */
export interface ToolTurn {
  session: string
  says: string
  /** The tools that it calls before it replies, each once, in this order. */
  calls: readonly { name: string; input: unknown }[]
}

/** How an adapter gives an agent the tools of a memory. The user is "ada". */
export interface AdapterToolSetting {
  /** The names of the tools that the adapter makes for a memory, or for the memories of many users. */
  namesOf(memory: Memory | Memories): readonly string[]
  /** Runs one turn of an agent. */
  use(memory: Memory, turn: ToolTurn): Promise<ToolTrial>
}

/** One requirement that the tools of every adapter meet. */
export interface AdapterToolCase {
  profile: ProfileName
  name: string
  run(): Promise<void>
}

/** The input for each tool, in the order of the calls. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
  memory_learn: { text: 'The demo is in the Alfama theatre', type: 'fact' },
  memory_recall: { query: 'demo' },
  memory_forget: { ids: ['record:0000'] },
  memory_episode: { text: 'Migrated the orders table', outcome: 'success' },
  memory_procedure: { name: 'Deploy', steps: ['npm test', 'push the tag'] },
  memory_stats: {},
  memory_consolidate: {},
  memory_write: {
    filename: 'demo.md',
    name: 'Demo',
    description: 'The Alfama theatre',
    type: 'project',
    content: 'In May.',
  },
  memory_view: { target: 'files' },
  memory_read: { filename: 'demo.md' },
  memory_update: { filename: 'demo.md', old_text: 'May', new_text: 'June' },
  memory_delete: { filename: 'demo.md' },
}

const takingAway = ['memory_forget', 'memory_delete']

function callsOf(own: readonly string[]): ToolTurn['calls'] {
  return Object.entries(inputs).flatMap(([name, input]) => (own.includes(name) ? [{ name, input }] : []))
}

/** The requirements of every adapter's tools: `for (const one of adapterToolCases(setting)) it(one.name, one.run)`. */
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
            const turn = { session: 'one', says: 'The demo is in May', calls: callsOf(own) }
            const { offered, answers } = await setting.use(memory, turn)
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
        name: 'P3 follows its protocol: the next session is told what was stored, and of no tool that is not offered',
        async run() {
          const memory = await openMemory({ storage: inMemoryStorage(), profile })
          try {
            const own = (await memory.tools()).map((tool) => tool.name)
            const calls = callsOf(own).filter(({ name }) => !takingAway.includes(name))
            // Without tools, only consolidations and people write the documents of the stable part.
            if (own.length === 0) await memory.facts.append('The demo is in the Alfama theatre')
            await setting.use(memory, { session: 'one', says: 'The demo is in May', calls })
            const says = 'Where is the demo?'
            const { stable } = await memory.buildContext({ session: 'two', query: says })
            const { offered, told } = await setting.use(memory, { session: 'two', says, calls: [] })
            assert.ok(told.includes('Alfama'), told)
            assert.ok(told.includes(stable), `${stable} is not in ${told}`)
            const named = [...told.matchAll(/\bmemory_[a-z]+\b/g)].map(([tool]) => tool)
            assert.deepEqual(
              named.filter((tool) => !offered.includes(tool)),
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
