import { inMemoryStorage, openMemories, openMemory, type ProfileName, profiles } from '@daybook/memory-core'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { createAgent, fakeModel } from 'langchain'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryMiddleware } from '../src/middleware.ts'
import { memoryTools } from '../src/tools.ts'
import { calling } from './agents.ts'

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

/** A model that uses each tool that it is given, once, and then answers. */
function usingAll() {
  const model = fakeModel()
  const offered = new Set<string>()
  const bindTools = model.bindTools.bind(model)
  model.bindTools = (tools, ...rest) => {
    for (const tool of tools) offered.add(String(Reflect.get(tool, 'name')))
    return bindTools(tools, ...rest)
  }
  return { model, offered }
}

describe.each(Object.keys(profiles).map((profile) => [profile as ProfileName]))(
  'a memory of the profile %s',
  (profile) => {
    it('P3 gives an agent the tools of its profile, and every one of them works', async () => {
      const memory = await openMemory({ storage: inMemoryStorage(), profile })
      onTestFinished(() => memory.close())
      const own = (await memory.tools()).map(({ name }) => name)
      const { model, offered } = usingAll()
      for (const name of Object.keys(inputs).filter((one) => own.includes(one)))
        model.respond(calling(name, inputs[name] ?? {}, name))
      model.respond(new AIMessage('Done.'))
      const agent = createAgent({ model, middleware: [memoryMiddleware({ memory })] })
      const run = { context: { session: 's' }, recursionLimit: 60 }
      const { messages } = await agent.invoke({ messages: [new HumanMessage('The demo is in May')] }, run)
      expect(offered).toEqual(new Set(own))
      const answers = messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text)
      expect(answers).toHaveLength(own.length)
      expect(answers.filter((text) => text.startsWith('Error'))).toEqual([])
    })

    it('P3 gives the same tools for many memories', async () => {
      const memories = openMemories({ storage: () => inMemoryStorage(), profile })
      onTestFinished(() => memories.close())
      const own = (await (await memories.for({ user: 'ada' })).tools()).map(({ name }) => name)
      expect(memoryTools({ memory: memories }).map(({ name }) => name)).toEqual(own)
    })
  },
)
