import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type CatchUp, createCatchUp } from '../../src/indexing/catch-up.ts'
import { openMemory } from '../../src/memory.ts'
import { resolveLayers } from '../../src/options.ts'
import type { Storage } from '../../src/storage/storage.ts'

/** Longer than the pause after which a catch-up begins by itself. */
const awhile = 300

function lines(session: string, count: number): string {
  const message = (n: number) =>
    JSON.stringify({ role: 'user', id: `${session}-${n}`, content: `heron ${session} ${n}` })
  return `${Array.from({ length: count }, (_, n) => message(n)).join('\n')}\n`
}

async function storageOf(sessions: number, messages: (n: number) => number): Promise<Storage> {
  const storage = inMemoryStorage()
  for (let n = 0; n < sessions; n++) await storage.files.write(`sessions/s${n}.jsonl`, lines(`s${n}`, messages(n)))
  return { ...storage, close: async () => undefined }
}

function catchUpOver(storage: Storage, grown: (session: string, messages: number) => void): CatchUp {
  const setting = { storage, clock: () => 0, report: () => undefined }
  const layers = resolveLayers({})
  return createCatchUp(setting, {
    documents: [],
    sessions: { directory: layers.sessions.directory, path: (session) => `sessions/${session}.jsonl`, grown },
    records: false,
  })
}

describe('an index that is filled from many sessions', () => {
  it('lets others run meanwhile', async () => {
    const memory = await openMemory({ storage: await storageOf(300, () => 3) })
    onTestFinished(() => memory.close())
    let turns = 0
    const timer = setInterval(() => turns++)
    await memory.flush()
    const { items } = await memory.recall('s299')
    clearInterval(timer)
    expect(items).toHaveLength(3)
    expect(turns).toBeGreaterThan(1)
  })

  it('is written once for a loop of writes, and asked for at any time', async () => {
    const storage = inMemoryStorage()
    let updates = 0
    const update: Storage['passages']['update'] = (change) => {
      if (change.upsert?.length) updates++
      return storage.passages.update(change)
    }
    const memory = await openMemory({ storage: { ...storage, passages: { ...storage.passages, update } } })
    onTestFinished(() => memory.close())
    for (let n = 0; n < 5; n++) {
      await memory.addMessages('chat', { role: 'user', content: `The heron number ${n}` })
      await delay(20)
    }
    expect(updates).toBe(0)
    expect((await memory.recall('heron')).items).toHaveLength(5)
    expect(updates).toBe(1)
    await memory.addMessages('chat', { role: 'user', content: 'The last heron' })
    await expect.poll(() => updates).toBe(2)
  })

  it('looks at no session a second time by itself', async () => {
    const storage = await storageOf(20, () => 3)
    let looks = 0
    const list: Storage['files']['list'] = (...given) => {
      looks++
      return storage.files.list(...given)
    }
    const memory = await openMemory({
      storage: { ...storage, files: { ...storage.files, list } },
      consolidation: { silentAfterMs: 0 },
    })
    onTestFinished(() => memory.close())
    await memory.recall('heron')
    // On a busy machine the recall may answer before all is indexed.
    await memory.flush()
    const before = looks
    await delay(awhile)
    expect(looks).toBe(before)
  })

  it('takes in by itself what another process appends to a session while it is read', async () => {
    const storage = await storageOf(1, () => 3)
    let isFirst = true
    const readRange: Storage['files']['readRange'] = async (path, ...range) => {
      const text = await storage.files.readRange(path, ...range)
      if (isFirst) await storage.files.append(path, lines('late', 1))
      isFirst = false
      return text
    }
    const memory = await openMemory({ storage: { ...storage, files: { ...storage.files, readRange } } })
    onTestFinished(() => memory.close())
    await memory.recall('heron')
    await delay(awhile)
    expect(await storage.passages.search({ terms: ['late'], layers: ['sessions'], limit: 10 })).toHaveLength(1)
  })
})

describe('a session that was rewritten', () => {
  /** More than is read in one go, and more messages than a watermark names. */
  const count = 1_200
  const path = 'sessions/s0.jsonl'

  function longLines(skipped?: number): string {
    const message = (n: number) =>
      JSON.stringify({ role: 'user', id: `${n}`, content: `heron ${n} ${'x '.repeat(900)}` })
    return Array.from({ length: count }, (_, n) => (n === skipped ? '' : `${message(n)}\n`)).join('')
  }

  it('stays in the index while the next process reads it again', async () => {
    const storage = await storageOf(0, () => 0)
    await storage.files.write(path, longLines())
    await catchUpOver(storage, () => undefined).now()
    expect((await storage.passages.ids('sessions/s0')).filter((id) => !id.startsWith('part:'))).toHaveLength(count)
    await storage.files.write(path, longLines(3))
    const sizes: number[] = []
    const update: Storage['passages']['update'] = async (change) => {
      await storage.passages.update(change)
      sizes.push((await storage.passages.search({ terms: ['heron'], limit: count })).length)
    }
    await catchUpOver({ ...storage, passages: { ...storage.passages, update } }, () => undefined).now()
    expect(Math.min(...sizes)).toBeGreaterThan(count / 2)
    expect(sizes.at(-1)).toBe(count - 1)
    expect(await storage.passages.search({ terms: ['3'], limit: 10 })).toEqual([])
  })

  it('is in the index as it is when a consolidation ends with the memory', async () => {
    const storage = await storageOf(0, () => 0)
    const memory = await openMemory({ storage, sessions: { window: 10 } })
    const messages = Array.from({ length: 40 }, (_, n) => ({ role: 'user' as const, content: `The heron number ${n}` }))
    await memory.addMessages('chat', messages)
    await memory.close()
    const archived = await storage.files.list('sessions/chat.archive')
    const marks = await storage.passages.watermarks()
    for (const file of [
      ...archived,
      { path: 'sessions/chat.jsonl', ...(await storage.files.stat('sessions/chat.jsonl')) },
    ])
      expect(JSON.parse(marks.get(file.path) ?? '{}')).toMatchObject({ version: file.version })
    expect(archived).toHaveLength(1)
  })
})

describe('what earlier processes left in the windows', () => {
  it('is told once, for windows with messages', async () => {
    const storage = await storageOf(5, (n) => n)
    const told: [string, number][] = []
    const catchUp = catchUpOver(storage, (...given) => told.push(given))
    for (let n = 0; n < 3; n++) await catchUp.now()
    expect(told).toEqual([
      ['s1', 1],
      ['s2', 2],
      ['s3', 3],
      ['s4', 4],
    ])
  })

  it('is told without reading the sessions again', async () => {
    const storage = await storageOf(5, (n) => n)
    await catchUpOver(storage, () => undefined).now()
    const readRange = (): never => {
      throw new Error('a session was read')
    }
    const told: string[] = []
    await catchUpOver({ ...storage, files: { ...storage.files, readRange } }, (session) => told.push(session)).now()
    expect(told).toEqual(['s1', 's2', 's3', 's4'])
  })
})
