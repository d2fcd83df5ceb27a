import { openMemories } from '@daybook/memory-core'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { createAgent, fakeModel } from 'langchain'
import { expect, it, onTestFinished } from 'vitest'
import { memoryMiddleware } from '../src/middleware.ts'
import { shownTo } from './agents.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

const runsOfEach = process.env['DAYBOOK_FAULTS'] === 'long' ? 2_500 : 25
/** No call takes this long, whatever the load: one that did would be told nothing. */
const timeoutMs = 3_600_000

it('keeps two users apart in many interleaved runs of one agent', async () => {
  const memories = openMemories({ directory: await temporaryDirectory() })
  onTestFinished(() => memories.close())
  const crossings: string[] = []
  const model = fakeModel()
  for (let n = 0; n < 2 * runsOfEach; n++)
    model.respond((messages) => {
      const all = messages.map((message) => message.text).join('\n')
      if (all.includes('ada-secret') && all.includes('bob-secret')) crossings.push(all)
      return new AIMessage('Noted.')
    })
  const agent = createAgent({
    model,
    middleware: [memoryMiddleware({ memory: memories, tools: false, timeoutMs })],
  })
  const users = ['ada', 'bob'] as const
  const run = async (user: string, n: number): Promise<void> => {
    const text = `My secret number ${n} is ${user}-secret.`
    await agent.invoke({ messages: [new HumanMessage(text)] }, { context: { user, session: `s${n % 10}` } })
  }
  for (let n = 0; n < runsOfEach; n += 25) {
    const wave = Array.from({ length: 25 }, (_, place) => users.map((user) => run(user, n + place))).flat()
    await Promise.all(wave)
  }
  expect(crossings).toEqual([])
  for (const user of users) {
    const memory = await memories.for({ user })
    const lines = await Promise.all(Array.from({ length: 10 }, (_, n) => said(memory, `s${n}`)))
    const asked = lines.flat().filter((line) => line.startsWith('user: '))
    const other = user === 'ada' ? 'bob' : 'ada'
    expect(asked).toHaveLength(runsOfEach)
    expect(asked.filter((line) => line.includes(`${other}-secret`))).toEqual([])
    expect(lines.flat().filter((line) => line === 'assistant: Noted.')).toHaveLength(runsOfEach)
  }
})

it('keeps the stable part equal, byte for byte, through twenty turns', async () => {
  const memory = await temporaryMemory()
  await memory.facts.append({ text: 'Lives in Oslo' })
  const model = fakeModel()
  for (let n = 0; n < 20; n++) model.respond(new AIMessage(`Answer ${n}.`))
  const agent = createAgent({
    model,
    systemPrompt: 'Be brief.',
    middleware: [memoryMiddleware({ memory, tools: false, timeoutMs })],
  })
  for (let n = 0; n < 20; n++)
    await agent.invoke({ messages: [new HumanMessage(`I like topic ${n}. What next?`)] }, { context: { session: 's' } })
  const systems = model.calls.map((_, call) => shownTo(model, call)[0])
  expect(systems[0]).toContain('Lives in Oslo')
  expect(new Set(systems).size).toBe(1)
})

it('stays within the budget after turns of four times its size', async () => {
  const memory = await temporaryMemory(undefined, {
    context: { budget: 1_000 },
    countTokens: (text) => Math.ceil(text.length / 4),
  })
  const turns = Array.from({ length: 220 }, (_, n) => [
    { role: 'user' as const, content: `I prefer tool ${n} over tool ${n + 1} for building number ${n}.` },
    { role: 'assistant' as const, content: `Tool ${n} it is, then.` },
  ])
  await memory.addMessages('earlier', turns.flat())
  await memory.flush()
  const model = fakeModel().respond(new AIMessage('Hm.'))
  const agent = createAgent({ model, middleware: [memoryMiddleware({ memory, tools: false, timeoutMs })] })
  const question = 'Which tool do I prefer for building?'
  await agent.invoke({ messages: [new HumanMessage(question)] }, { context: { session: 's' } })
  const told = shownTo(model).join('\n')
  expect(told).toContain('I prefer tool')
  expect((told.length - question.length) / 4).toBeLessThan(1_000)
})
