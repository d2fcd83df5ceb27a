import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { fixedClock } from '../../src/testing/index.ts'
import { ids, talk, windowIds } from '../consolidation/workspace.ts'
import { workplace } from './run-length.ts'

const times = ['2026-03-01', '1970-01-01', '2100-06-01', '2026-03-02', '1999-12-31', '2026-03-29T01:30:00Z'] as const

it('fault 13: messages keep their order and their ids, whatever the clock says', async () => {
  const directory = await workplace()
  const clock = fixedClock(times[0])
  const memory = await openMemory({ directory, clock, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  const given: string[] = []
  for (const [turn, time] of [...times, ...times].entries()) {
    clock.set(time)
    const [stored] = await memory.addMessages('chat', { role: 'user', content: `turn ${turn}` })
    given.push(stored?.id ?? '')
  }
  expect(new Set(given).size).toBe(12)
  expect(await windowIds(memory)).toEqual(given)
  await memory.consolidate('chat')
  const all = await memory.sessions.messages('chat', { archived: true })
  expect(all.map(({ id }) => id)).toEqual(given)
  expect((await memory.recall('turn')).items.every(({ score }) => Number.isFinite(score) && score > 0)).toBe(true)
})

it('fault 13: history is listed by the time of its entries, and stands in its file in the order of their arrival', async () => {
  const directory = await workplace()
  const clock = fixedClock(times[0])
  const memory = await openMemory({ directory, clock, history: { rotation: { by: 'size', maxBytes: 1_000_000 } } })
  onTestFinished(() => memory.close())
  const arrived: { time: string; text: string }[] = []
  for (const [turn, time] of [...times, ...times].entries()) {
    clock.set(time)
    const text = `entry ${turn}`
    await memory.history.append(text)
    arrived.push({ time: new Date(time).toISOString(), text })
  }
  // Of two of one time the first that came stays the first.
  const byTime = arrived.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
  expect((await memory.history.list()).map(({ text }) => text)).toEqual(byTime.map(({ text }) => text))
  const file = await readFile(join(directory, 'memory', 'HISTORY.md'), 'utf8')
  expect(file.match(/entry \d+/g)).toEqual(arrived.map(({ text }) => text))
})

it('fault 13: records and history are found, and decay nothing below zero, under every clock', async () => {
  const directory = await workplace()
  const clock = fixedClock(times[0])
  const memory = await openMemory({ directory, clock, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  for (const [turn, time] of times.entries()) {
    clock.set(time)
    await memory.records.learn({ text: `the heron number ${turn} nests at the pond`, type: 'fact' })
    await memory.history.append(`entry ${turn}`)
  }
  for (const time of times) {
    clock.set(time)
    const { items } = await memory.recall('heron nests', { layers: ['records'], limit: 20 })
    expect(items).toHaveLength(times.length)
    for (const { score } of items) expect(score).toSatisfy((value: number) => Number.isFinite(value) && value > 0)
    expect((await memory.buildContext({ query: 'where does the heron nest?' })).volatile).toContain('heron')
    await memory.flush()
    // What was learned in 1970 has faded by 2026, and is found all the same.
    expect(await memory.records.list({ archived: 'all', limit: 100 })).toHaveLength(times.length)
  }
  expect(await memory.history.list()).toHaveLength(times.length)
  expect(await memory.history.search('entry', { limit: 20 })).toHaveLength(times.length)
})

it('fault 13: what failed under a clock that stood ahead is tried again when it is back', async () => {
  const directory = await workplace()
  const clock = fixedClock('2100-01-01')
  let answer = async (): Promise<string> => Promise.reject(new Error('overloaded'))
  const memory = await openMemory({
    directory,
    clock,
    sessions: { window: 4 },
    model: async () => answer(),
  })
  onTestFinished(() => memory.close())
  await memory.addMessages('chat', talk(12))
  await memory.flush()
  answer = async () => JSON.stringify({ history_entry: 'Told.', memory_update: '- learned' })
  // In the first hour, the pause between two attempts holds.
  await memory.addMessages('chat', talk(1, 13))
  await memory.flush()
  expect(await memory.facts.read()).not.toContain('learned')
  clock.set('2026-03-01')
  await memory.addMessages('chat', talk(1, 14))
  await memory.flush()
  expect(await memory.facts.read()).toContain('- learned')
  const all = await memory.sessions.messages('chat', { archived: true })
  expect(all.map(({ id }) => id)).toEqual(ids(1, 14))
})

it("fault 13: a leap of the machine's clock takes no lock away, and a lease only with the fencing number's consent", async () => {
  const directory = await workplace()
  const [one, other] = [
    await localStorage({ directory, lockTimeoutMs: 100 }),
    await localStorage({ directory, lockTimeoutMs: 100 }),
  ]
  onTestFinished(async () => {
    vi.useRealTimers()
    await one.close()
    await other.close()
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01') })
  const lease = await one.lease('consolidation')
  await one.lock(['a'], async () => {
    for (const time of ['2100-01-01', '1970-01-01']) {
      vi.setSystemTime(new Date(time))
      await expect(other.lock(['a'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    }
  })
  vi.setSystemTime(new Date('2026-03-01T00:00:10Z'))
  expect(await other.lease('consolidation')).toBeUndefined()
  vi.setSystemTime(new Date('2100-01-01'))
  const taken = await other.lease('consolidation')
  expect(taken?.fence).toBe(2)
  await expect(lease?.check()).rejects.toMatchObject({ code: 'lease-lost' })
  // Its holder cannot renew it before the clock is back: 74 years are no lease.
  vi.setSystemTime(new Date('2026-03-01'))
  const third = await one.lease('consolidation')
  expect(third?.fence).toBe(3)
  await expect(taken?.check()).rejects.toMatchObject({ code: 'lease-lost' })
  await third?.check()
})
