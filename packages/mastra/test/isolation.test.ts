import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { describe, expect, it } from 'vitest'
import { DaybookMemory, type DaybookMemoryOptions } from '../src/index.ts'
import { allText, scriptedModel } from './scripted-model.ts'
import { said, temporaryMemories } from './temporary-memory.ts'

const runs = process.env['DAYBOOK_FAULTS'] === 'long' ? 5_000 : 80
const runsAtOnce = 20
/** No run takes this long, whatever the load: one that did would be told nothing, and `onError` would say so. */
const timeoutMs = 3_600_000
const rounds = runs / runsAtOnce
/** After so many rounds two others go on: one resource that says thousands of times the same would only take long. */
const roundsOfOwners = 50
const blocks = Math.ceil(rounds / roundsOfOwners)
const ownersOf = (block: number): readonly string[] => [`ada${block}`, `bob${block}`]
const owners = Array.from({ length: blocks }, (_, block) => ownersOf(block)).flat()
const secret = (resource: string): string => `secret-of-${resource}`

/** Preferences become facts, a newer one in the place of an older; events are recalled. */
const saying = (place: number): string => (place % 2 === 0 ? 'I prefer' : 'Yesterday we painted')

/** Of how many threads a text tells something. */
function threadsIn(text: string): number {
  return new Set([...text.matchAll(/secret-of-\w+ \d+x(\d+)/g)].map(([, thread]) => thread)).size
}

async function setUp(options: DaybookMemoryOptions['options'] = {}) {
  const users = await temporaryMemories()
  const errors: unknown[] = []
  const memory = new DaybookMemory({
    memory: users,
    options,
    timeoutMs,
    onError: (error) => errors.push(error),
  })
  const scripted = scriptedModel(() => 'Fine.')
  const agent = new Agent({ id: 'a', name: 'a', instructions: '', model: scripted.model, memory })
  const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
  const run = async (text: string, thread: string, resource: string) =>
    mastra.getAgent('agent').generate(text, { memory: { thread, resource } })
  return { users, memory, errors, run, ...scripted }
}

describe('isolation', () => {
  it('fault 27: crosses nothing in many interleaved runs of two resources', async () => {
    const { users, memory, run, prompts, errors } = await setUp()
    for (let round = 0; round < rounds; round++) {
      const block = Math.floor(round / roundsOfOwners)
      const atOnce = Array.from({ length: runsAtOnce / 2 }, (_, place) =>
        ownersOf(block).map((owner) =>
          run(`${saying(place)} ${secret(owner)} ${round}x${place}.`, `${owner}-${place}`, owner),
        ),
      )
      await Promise.all(atOnce.flat())
    }
    // First, because the errors have the reason of an answer that is missing.
    expect(errors).toEqual([])
    expect(prompts).toHaveLength(runs)
    // From its second round on, each was told what its own resource had said in other threads.
    const told = prompts.filter((prompt) => threadsIn(allText(prompt)) > 1)
    // A thread whose own preference is the newest sometimes recalls no event of another.
    expect(told.length).toBeGreaterThanOrEqual(0.98 * (runs - blocks * runsAtOnce))
    const crossed = prompts.filter(
      (prompt) => owners.filter((owner) => allText(prompt).includes(secret(owner))).length > 1,
    )
    expect(crossed).toEqual([])
    for (const owner of owners) {
      const others = owners.filter((other) => other !== owner).map(secret)
      const isCrossed = (text: string): boolean => others.some((other) => text.includes(other))
      const { threads } = await memory.listThreads({ filter: { resourceId: owner }, perPage: false })
      const own = await users.for({ user: owner })
      expect(threads).toHaveLength(runsAtOnce / 2)
      for (const { id } of threads) {
        expect(id.startsWith(`${owner}-`)).toBe(true)
        const lines = await said(own, id)
        expect(lines).toHaveLength(Math.min(rounds, roundsOfOwners) * 2)
        expect(lines.filter(isCrossed)).toEqual([])
      }
      for (const other of others)
        expect((await own.recall(other)).items.filter(({ text }) => text.includes(other))).toEqual([])
    }
  }, 3_600_000)

  it('gives nothing of a stolen thread, and stores nothing in it', async () => {
    const { users, run, prompts, memory } = await setUp()
    await run(`I prefer ${secret('ada')}.`, 't1', 'ada')
    await memory.settled()
    const before = await said(await users.for({ user: 'ada' }), 't1')
    await run('What do I prefer?', 't1', 'eve').catch(() => undefined) // newer versions refuse it by themselves
    const stolen = prompts.slice(1).filter((prompt) => allText(prompt).includes(secret('ada')))
    expect(stolen).toEqual([])
    expect(await said(await users.for({ user: 'ada' }), 't1')).toEqual(before)
    expect(await said(await users.for({ user: 'eve' }), 't1')).toEqual([])
    expect(await memory.getThreadById({ threadId: 't1' })).toMatchObject({ resourceId: 'ada' })
  })

  it('tells nothing of the working memory of a stolen thread', async () => {
    const { run, prompts, memory } = await setUp({ workingMemory: { enabled: true, scope: 'thread' } })
    await run('Hello', 't1', 'ada')
    await memory.updateWorkingMemory({ threadId: 't1', resourceId: 'ada', workingMemory: secret('ada') })
    await run('What do I prefer?', 't1', 'eve').catch(() => undefined)
    expect(prompts.slice(1).filter((prompt) => allText(prompt).includes(secret('ada')))).toEqual([])
    await run('What do I prefer?', 't1', 'ada')
    expect(allText(prompts.at(-1))).toContain(secret('ada'))
  })

  it('refuses by itself what an application asks across resources', async () => {
    const { run, memory } = await setUp()
    await run('Hello', 't1', 'ada')
    const thread = { id: 't1', resourceId: 'eve', createdAt: new Date(), updatedAt: new Date() }
    await expect(memory.saveThread({ thread })).rejects.toThrow('another resource')
    await expect(memory.recall({ threadId: 't1', resourceId: 'eve' })).rejects.toThrow(
      'does not belong to the resource',
    )
    expect(await memory.getThreadById({ threadId: 't1', resourceId: 'eve' })).toBeNull()
    expect((await memory.recall({ threadId: 't1' })).total).toBe(2)
  })

  it('finds what fits a search text in all threads of the resource, and in no others', async () => {
    const { run, memory } = await setUp()
    await run('The blue suitcase is in the attic', 't1', 'ada')
    await run('Hello', 't2', 'ada')
    await run('The red suitcase is in the cellar', 't3', 'bob')
    await memory.settled()
    const { messages } = await memory.recall({
      threadId: 't2',
      resourceId: 'ada',
      perPage: 0,
      vectorSearchString: 'suitcase',
    })
    expect(
      messages.map(({ content }) => content.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')),
    ).toEqual(['The blue suitcase is in the attic'])
  })
})
