import { adapterToolCases } from '@daybook/memory-core/testing'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { createAgent, fakeModel } from 'langchain'
import { describe, it } from 'vitest'
import { memoryMiddleware } from '../src/middleware.ts'
import { memoryTools } from '../src/tools.ts'
import { allShownTo, calling } from './agents.ts'

const cases = adapterToolCases({
  namesOf: (memory) => memoryTools({ memory }).map(({ name }) => name),
  async use(memory, { session, says, calls }) {
    const model = fakeModel()
    const offered = new Set<string>()
    const bindTools = model.bindTools.bind(model)
    model.bindTools = (tools, ...rest) => {
      for (const tool of tools) offered.add(String(Reflect.get(tool, 'name')))
      return bindTools(tools, ...rest)
    }
    for (const { name, input } of calls) model.respond(calling(name, { ...(input as object) }, name))
    model.respond(new AIMessage('Done.'))
    const agent = createAgent({ model, middleware: [memoryMiddleware({ memory })] })
    const run = { context: { session }, recursionLimit: 60 }
    const { messages } = await agent.invoke({ messages: [new HumanMessage(says)] }, run)
    const answers = messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text)
    return { offered: [...offered], answers, told: allShownTo(model, 0) }
  },
})

describe.each(Object.entries(Object.groupBy(cases, ({ profile }) => profile)))(
  'a memory of the profile %s',
  (_, own = []) => {
    for (const { name, run } of own) it(name, run)
  },
)
