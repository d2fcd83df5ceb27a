import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory, MemoryOptions } from '../../src/index.ts'
import { isLong } from '../faults/run-length.ts'
import { type Crash, crashingStorage } from './crashing-storage.ts'
import { historyTexts, ids, reply, talk, type Workspace, windowIds, workspace } from './workspace.ts'

type Options = Omit<MemoryOptions, 'directory'>

const summary = 'They tälked about 😀 many things, and decided on pnpm.'
const facts = '- Ada knows\n- Berta wrote this line\n- Carla said so\n'

interface Case {
  name: string
  options: Options
  /** What is expected of MEMORY.md in the end. */
  memory: string
  entries: string[]
}

const cases: readonly Case[] = [
  {
    name: 'a rewrite of MEMORY.md',
    options: { model: async () => reply(summary, `${facts}- Dora joined 😀`) },
    memory: `${facts}- Dora joined 😀\n`,
    entries: [summary],
  },
  {
    name: 'an append to MEMORY.md',
    options: { model: async () => reply(summary, '- Dora joined 😀'), facts: { mode: 'append' } },
    memory: `${facts}\n### Consolidated 2026-03-01\n- Dora joined 😀\n`,
    entries: [summary],
  },
  {
    name: 'HISTORY.md and the file of the month',
    options: {
      model: async () => reply(summary, `${facts}- Dora joined 😀`),
      history: { rotation: { by: 'month', keepMain: true } },
    },
    memory: `${facts}- Dora joined 😀\n`,
    entries: [summary],
  },
  {
    name: 'turns and summary, rotated by size',
    options: {
      model: async () => reply(summary, ''),
      history: { content: 'both', rotation: { by: 'size', maxBytes: 150 }, format: 'line' },
    },
    memory: facts,
    entries: [...talk(4).map(({ role, content }) => `${role === 'user' ? 'User' : 'Agent'}: ${content}`), summary],
  },
]

const crashes: readonly (readonly [Crash, number])[] = [
  ['before', 0],
  ['torn', 1],
  ['torn', 47],
]

/** Every case with every crash; in the short form with one of the three. */
const crashedCases = cases.flatMap((expected, place) =>
  crashes.filter((_, index) => isLong || index === place % 3).map(([crash, bytes]) => ({ ...expected, crash, bytes })),
)

/** A memory whose session is full, made by a process that will die at a change of a consolidation. */
async function fullSession(place: Workspace, options: Options, crash: Crash, tornBytes: number) {
  const crashing = await crashingStorage(place.directory, crash, tornBytes)
  const sessions = { window: 4, keep: 2 }
  const memory = await place.open({ sessions, ...options, consolidation: { auto: false }, storage: crashing.storage })
  await memory.facts.replace(facts)
  await memory.addMessages('chat', talk(4))
  await memory.flush()
  return { crashing, memory }
}

async function expectWhole(place: Workspace, memory: Memory, expected: Case): Promise<void> {
  expect(await memory.facts.read()).toBe(expected.memory)
  const texts = await historyTexts(memory)
  expect(texts.filter((text) => expected.entries.includes(text))).toEqual(expected.entries)
  const all = await memory.sessions.messages('chat', { archived: true })
  expect(all.map((message) => message.id)).toEqual(ids(1, 4))
  expect(await windowIds(memory)).toEqual(ids(3, 4))
  expect((await memory.sessions.get('chat'))?.lastConsolidated).toBe(2)
  expect((await place.ledger()).map((line) => line.messages)).toEqual([ids(1, 4)])
  expect(await place.text('.daybook/consolidation/chat.plan.json')).toBe('')
}

/** Dies at the given change, opens again, consolidates what is left. Answers whether it came so far as to die. */
async function survives(expected: Case, crash: Crash, tornBytes: number, change: number): Promise<boolean> {
  const place = await workspace()
  const { crashing, memory } = await fullSession(place, expected.options, crash, tornBytes)
  crashing.dieAt(change)
  const outcome = await memory.consolidate('chat').then(
    () => 'done',
    () => 'died',
  )
  const again = await place.open({ ...expected.options, sessions: { window: 4, keep: 2 } })
  await again.consolidate('chat')
  await expectWhole(place, again, expected)
  return crashing.isDead() || outcome === 'died'
}

describe('a process that dies while a consolidation is written', () => {
  it.each(crashedCases)(
    'leaves everything exactly once: $name, $crash the change ($bytes)',
    async ({ crash, bytes, ...expected }) => {
      let change = 1
      while (await survives(expected, crash, bytes, change)) change++
      expect(change).toBeGreaterThan(5)
    },
  )

  it('leaves everything exactly once when it dies again while it is finished', async () => {
    const [expected] = cases
    if (!expected) throw new Error('there is a first case')
    for (const change of [2, 4, 6])
      for (let second = 1; second < 6; second++) {
        const place = await workspace()
        const { crashing, memory } = await fullSession(place, expected.options, 'before', 0)
        crashing.dieAt(change)
        await memory.consolidate('chat').catch(() => undefined)
        const dying = await crashingStorage(place.directory, 'torn', 20)
        dying.dieAt(second)
        const options = { ...expected.options, sessions: { window: 4, keep: 2 } }
        await place.open({ ...options, storage: dying.storage }).catch(() => undefined)
        const again = await place.open(options)
        await again.consolidate('chat')
        await expectWhole(place, again, expected)
      }
  })

  it('finishes a failed reset exactly once', async () => {
    for (let change = 1; change < 9; change++) {
      const place = await workspace()
      const failing: Options = { model: () => Promise.reject(new Error('overloaded')) }
      const { crashing, memory } = await fullSession(place, failing, 'before', 0)
      crashing.dieAt(change)
      await memory.resetSession('chat').catch(() => undefined)
      place.clock.advance(3_600_000)
      const model = async (): Promise<string> => reply(summary, '')
      const again = await place.open({ model, sessions: { window: 4, keep: 2 } })
      await again.resetSession('chat')
      await again.flush()
      expect((await historyTexts(again)).filter((text) => text === summary)).toHaveLength(1)
      expect((await historyTexts(again)).length).toBeLessThanOrEqual(2)
      expect(await windowIds(again)).toEqual([])
      expect(await again.sessions.messages('chat', { archived: true })).toHaveLength(4)
      expect((await place.ledger()).filter((line) => !line.failed).map((line) => line.messages)).toEqual([ids(1, 4)])
    }
  })

  // From the second change on there is a plan; before, the model is simply asked again.
  it.each([2, 3, 4, 5, 6, 7])(
    'keeps what a person edits between death %i and the next opening, and adds what is new once',
    async (change) => {
      const [expected] = cases
      if (!expected) throw new Error('there is a first case')
      const place = await workspace()
      const { crashing, memory } = await fullSession(place, expected.options, 'before', 0)
      crashing.dieAt(change)
      await memory.consolidate('chat').catch(() => undefined)
      const path = join(place.directory, 'memory/MEMORY.md')
      const edited = (await place.text('memory/MEMORY.md')).replace('- Berta wrote this line\n', '- by hand\n')
      await writeFile(path, edited)
      const again = await place.open({ ...expected.options, sessions: { window: 4, keep: 2 } })
      await again.consolidate('chat')
      const text = await again.facts.read()
      expect(text).toContain('- by hand\n')
      expect(text.match(/Dora joined/g)).toHaveLength(1)
      expect(await historyTexts(again)).toEqual([summary])
    },
  )

  it('finds its entry in a history that a person has shortened meanwhile', async () => {
    const [expected] = cases
    if (!expected) throw new Error('there is a first case')
    const place = await workspace()
    const { crashing, memory } = await fullSession(place, expected.options, 'before', 0)
    for (const number of [1, 2, 3]) await memory.history.append(`An older entry, ${number}.`)
    // The plan, the version of MEMORY.md, MEMORY.md and the history are written, the archive is not.
    crashing.dieAt(5)
    await memory.consolidate('chat').catch(() => undefined)
    const path = 'memory/HISTORY-2026-03.md'
    const whole = await place.text(path)
    expect(whole).toContain(summary)
    await writeFile(join(place.directory, path), whole.slice(whole.indexOf('## ', 3)))
    const again = await place.open({ ...expected.options, sessions: { window: 4, keep: 2 } })
    expect(await historyTexts(again)).toEqual(['An older entry, 2.', 'An older entry, 3.', summary])
  })

  it('finishes the plan of a dead process before another one writes its own about the same messages', async () => {
    const place = await workspace()
    const options: Options = { model: async () => reply(summary, '') }
    const other = await place.open(options)
    const { crashing, memory } = await fullSession(place, { ...options, sessions: { window: 50 } }, 'before', 0)
    crashing.dieAt(2)
    await memory.consolidate('chat').catch(() => undefined)
    expect(await place.text('.daybook/consolidation/chat.plan.json')).not.toBe('')
    await other.consolidate('chat')
    expect(await historyTexts(other)).toEqual([summary])
    expect((await place.ledger()).map((line) => line.messages)).toEqual([ids(1, 4)])
  })

  it('finishes the plan before it changes the documents otherwise', async () => {
    const [expected] = cases
    if (!expected) throw new Error('there is a first case')
    const place = await workspace()
    const other = await place.open()
    const { crashing, memory } = await fullSession(place, expected.options, 'before', 0)
    crashing.dieAt(2)
    await memory.consolidate('chat').catch(() => undefined)
    expect(await place.text('.daybook/consolidation/chat.plan.json')).not.toBe('')
    await other.facts.append('- by hand')
    expect(await other.facts.read()).toBe(`${expected.memory}- by hand\n`)
    expect(place.events.filter((event) => event.type === 'plan-recovered')).toHaveLength(1)
  })
})
