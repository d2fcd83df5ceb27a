import { openMemory } from '@daybook/memory-core'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { Annotation, getStore, START, StateGraph } from '@langchain/langgraph'
import { createAgent, createMiddleware, fakeModel, type ToolRuntime, tool } from 'langchain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DaybookStore, namespaceOf, storeOf } from '../src/store.ts'
import { calling } from './agents.ts'
import { temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

const ada = namespaceOf('users', 'ada@example.com')

describe('a store in an agent', () => {
  it('is what its tools write and read, and outlives the process', async () => {
    const directory = await temporaryDirectory()
    const save = tool(
      async ({ key, text }, runtime: ToolRuntime) => {
        await storeOf(runtime).put(ada, key, { text })
        return 'Saved.'
      },
      { name: 'save', description: 'Saves', schema: z.object({ key: z.string(), text: z.string() }) },
    )
    const find = tool(
      async ({ query }, runtime: ToolRuntime) => {
        const found = await storeOf(runtime).search(ada, { query })
        return found.map(({ value }) => value['text']).join('\n')
      },
      { name: 'find', description: 'Finds', schema: z.object({ query: z.string() }) },
    )
    const run = async (...calls: readonly AIMessage[]): Promise<string[]> => {
      const memory = await openMemory({ directory })
      const model = [...calls, new AIMessage('Done.')].reduce((scripted, call) => scripted.respond(call), fakeModel())
      const agent = createAgent({ model, tools: [save, find], store: new DaybookStore({ memory }) })
      const { messages } = await agent.invoke({ messages: [new HumanMessage('Go.')] })
      await memory.close()
      return messages.filter((message) => message.type === 'tool').map((message) => message.text)
    }
    const saved = await run(
      calling('save', { key: 'food', text: 'Ada likes pasta' }, 'c1'),
      calling('save', { key: 'work', text: 'Ada writes compilers' }, 'c2'),
    )
    expect(saved).toEqual(['Saved.', 'Saved.'])
    expect(await run(calling('find', { query: 'compilers' }, 'c3'))).toEqual(['Ada writes compilers'])
  })

  it('is seen by middleware', async () => {
    const store = new DaybookStore({ memory: await temporaryMemory() })
    await store.put(ada, 'prefs', { tone: 'dry' })
    let tone: unknown
    const reading = createMiddleware({
      name: 'Reading',
      wrapModelCall: async (request, handler) => {
        tone = (await storeOf(request.runtime).get(ada, 'prefs'))?.value['tone']
        return handler(request)
      },
    })
    const agent = createAgent({ model: fakeModel().respond(new AIMessage('Hi.')), middleware: [reading], store })
    await agent.invoke({ messages: [new HumanMessage('Hello')] })
    expect(tone).toBe('dry')
  })

  it('is the store of a graph, whose nodes put and get in one step', async () => {
    const store = new DaybookStore({ memory: await temporaryMemory() })
    const State = Annotation.Root({ found: Annotation<unknown> })
    const graph = new StateGraph(State)
      .addNode('remember', async (_, config) => {
        const [, item] = await Promise.all([storeOf(config).put(['a'], 'k', { n: 1 }), storeOf(config).get(['a'], 'k')])
        return { found: [item?.value, (await getStore()?.search(['a']))?.length] }
      })
      .addEdge(START, 'remember')
      .compile({ store })
    expect((await graph.invoke({})).found).toEqual([{ n: 1 }, 1])
  })

  it('is missed with a word on how to get it', () => {
    expect(() => storeOf({})).toThrow(/createAgent\({ store/)
  })
})
