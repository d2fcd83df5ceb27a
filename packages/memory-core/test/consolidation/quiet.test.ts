import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, type MemoryOptions, openMemory } from '../../src/index.ts'
import { program } from '../processes/program.ts'
import { talk, workspace } from './workspace.ts'

interface Watched {
  memory: Memory
  /** How many messages each consolidation took, in the order of their ends. */
  done: number[]
}

async function watched(options: Partial<MemoryOptions> = {}): Promise<Watched> {
  const done: number[] = []
  const memory = await openMemory({
    storage: inMemoryStorage(),
    sessions: { window: 4 },
    onEvent: ({ type, details }) => {
      if (type === 'consolidated') done.push(Number(details?.['messages']))
    },
    ...options,
  })
  onTestFinished(() => memory.close())
  return { memory, done }
}

/** So long nothing begins by itself in a test. */
const consolidation = { quietMs: 600_000 }

describe('a consolidation in the background', () => {
  it('begins when nothing has been stored for a moment, once for everything', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { memory, done } = await watched()
    for (let from = 1; from <= 31; from += 10) {
      await memory.addMessages('chat', talk(10, from))
      await vi.advanceTimersByTimeAsync(240)
    }
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(20)
    await expect.poll(() => done).toHaveLength(1)
    expect(done[0]).toBeGreaterThan(30)
  })

  it('begins after five seconds in any case, however much is stored', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { memory, done } = await watched()
    let from = 1
    const write = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++, from += 10) {
        await memory.addMessages('chat', talk(10, from))
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await write(49)
    expect(done).toEqual([])
    await write(2)
    await expect.poll(() => done).toHaveLength(1)
  })

  it('waits for as long as the option says', async () => {
    const { memory, done } = await watched({ consolidation: { quietMs: 0 } })
    await memory.addMessages('chat', talk(10))
    await expect.poll(() => done).toHaveLength(1)
    const patient = await watched({ consolidation })
    await patient.memory.addMessages('chat', talk(10))
    await delay(400)
    expect(patient.done).toEqual([])
  })

  it('is there when the memory has been flushed', async () => {
    const { memory, done } = await watched({ consolidation })
    for (const session of ['one', 'two']) await memory.addMessages(session, talk(10))
    await memory.flush()
    expect(done).toHaveLength(2)
  })

  it('is there when the memory has been closed', async () => {
    const { memory, done } = await watched({ consolidation })
    await memory.addMessages('chat', talk(10))
    await memory.close()
    expect(done).toHaveLength(1)
  })

  it.each(['consolidate', 'resetSession'] as const)('comes before what %s does', async (call) => {
    const { memory, done } = await watched({ consolidation })
    await memory.addMessages('one', talk(10))
    await memory.addMessages('two', talk(3))
    await memory[call]('two')
    expect(done[0]).toBeGreaterThan(5)
    expect(await memory.history.list()).toHaveLength(done.length)
  })

  it('is waited for when it is inline', async () => {
    const { memory, done } = await watched({ consolidation: { ...consolidation, mode: 'inline' } })
    await memory.addMessages('chat', talk(10))
    expect(done).toHaveLength(1)
  })

  it('makes no session that is not due wait for the model, when it is inline', async () => {
    const model = vi.fn(() => new Promise<string>(() => undefined))
    const { memory } = await watched({ consolidation: { mode: 'inline', timeoutMs: 3_000 }, model })
    let isAnswered = false
    const due = memory.addMessages('one', talk(10)).then(() => (isAnswered = true))
    await expect.poll(() => model).toHaveBeenCalled()
    await memory.addMessages('two', talk(1))
    expect(isAnswered).toBe(false)
    await due
  })

  it('keeps no mark of a session that is consolidated, forgotten or cleared, and none without a search', async () => {
    for (const silentAfterMs of [3_600_000, 0]) {
      const storage = inMemoryStorage()
      let now = Date.parse('2026-03-01T10:00:00Z')
      const { memory } = await watched({ storage, clock: () => now, consolidation: { silentAfterMs } })
      const marks = async (): Promise<string[]> =>
        [...(await storage.records.listMarks(undefined, 99)).keys()].filter((key) => key.startsWith('own-session:'))
      for (const session of ['silent', 'called', 'forgotten', 'cleared']) await memory.addMessages(session, talk(2))
      await memory.flush()
      expect(await marks()).toHaveLength(silentAfterMs === 0 ? 0 : 4)
      await memory.consolidate('called')
      await memory.forget({ session: 'forgotten' })
      await memory.sessions.clear('cleared', { archived: true })
      for (let hour = 0; hour < 3; hour++) {
        now += 3_600_001
        await memory.recall('x')
        await memory.flush()
      }
      expect(await marks()).toEqual([])
    }
  })

  it('keeps no process alive, and is left to the next open then', async () => {
    const { directory, open, events } = await workspace()
    const script = program('test/consolidation/ends-early')
    const child = spawn(process.execPath, [script, directory], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'exit')).toEqual([0, null])
    const memory = await open({ sessions: { window: 4 } })
    expect(await memory.history.list()).toEqual([])
    await memory.flush()
    expect(events.map(({ type }) => type)).toContain('consolidated')
    expect(await memory.history.list()).toHaveLength(1)
  })
})
