import { type Memory, openMemories, openMemory } from '../../../packages/memory-core/dist/index.js'
import type { Driver } from './driver.ts'

/** The maximum of a list. Its default of 100 would look like a loss. */
const everything = 10_000

async function messagesOf(memory: Memory): Promise<string[]> {
  const texts: string[] = []
  for (const { key } of await memory.sessions.list())
    for (const { content } of await memory.sessions.messages(key, { archived: true }))
      if (typeof content === 'string') texts.push(content)
  return texts
}

/** Messages through `addMessages`, found by `recall`; each user has a memory. */
export const daybook: Driver = {
  packages: ['@daybook/memory-core'],
  settings: 'defaults, no model; `addMessages` and `recall`',
  async open(directory) {
    const memories = openMemories({ directory })
    return {
      async add(text, { user, session }) {
        const memory = await memories.for({ user })
        await memory.addMessages(session, { role: 'user', content: text })
      },
      async search(query, limit, user) {
        const memory = await memories.for({ user })
        return (await memory.recall(query, { limit })).items.map((item) => item.text)
      },
      all: async (user) => messagesOf(await memories.for({ user })),
      close: () => memories.close(),
    }
  },
  async withModel(directory, statement, answer) {
    const told: string[] = []
    const memory = await openMemory({
      directory,
      model: async () => answer,
      onEvent: ({ type, level }) => {
        if (level !== 'info') told.push(type)
      },
    })
    await memory.addMessages('main', { role: 'user', content: statement })
    const { error } = await memory.consolidate('main')
    if (error !== undefined) told.push('`consolidate` answers the error')
    const kept = [...(await messagesOf(memory)), await memory.facts.read()]
    await memory.close()
    return { kept, told }
  },
}

/** Records through `records.learn`, found by `recall`; each user has a memory. */
export const daybookRecords: Driver = {
  packages: ['@daybook/memory-core'],
  settings: 'defaults, no model; `records.learn` and `recall` over records',
  leavesOut: {
    add: 'no messages',
    search: 'no messages',
    cold: 'no messages',
    memory: 'no messages',
    disk: 'no messages',
  },
  async open(directory) {
    const memories = openMemories({ directory })
    return {
      async add(text, { user }) {
        const memory = await memories.for({ user })
        await memory.records.learn({ text })
      },
      async search(query, limit, user) {
        const memory = await memories.for({ user })
        return (await memory.recall(query, { limit, layers: ['records'] })).items.map((item) => item.text)
      },
      async all(user) {
        const memory = await memories.for({ user })
        return (await memory.records.list({ limit: everything })).map((record) => record.text)
      },
      close: () => memories.close(),
    }
  },
}
