import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localStorage } from '../../src/local/index.ts'
import { openMemory } from '../../src/memory.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { storedRecord } from '../../src/testing/stored-record.ts'
import { program } from '../processes/program.ts'
import { opened } from './corruption-workspace.ts'
import { runs, workplace } from './run-length.ts'

const at = '2026-05-01T10:00:00.000Z'
const worker = program('src/disk/locks.fixture')
const stateOf = (directory: string): string => join(directory, 'state')

async function storageIn(directory: string): Promise<Storage> {
  const storage = await localStorage({ directory })
  onTestFinished(() => storage.close())
  return storage
}

/** What is stored, as a person would list it. */
async function contentOf({ records, items }: Storage): Promise<string[]> {
  const texts = (await records.list({ limit: 10_000, archived: 'all' })).map(({ id, text }) => `${id} ${text}`)
  const found = await items.search({ prefix: [], limit: 10_000, order: 'key', at })
  return [...texts, ...found.map(({ key, value }) => `${key} ${JSON.stringify(value)}`)].sort(compareTexts)
}

/** What is deleted alone. */
const alone: Readonly<Record<string, readonly string[]>> = {
  tables: ['tables.db'],
  index: ['index.db'],
  log: ['tables.db-wal', 'index.db-wal'],
  shm: ['tables.db-shm', 'index.db-shm'],
}

const removeState = (directory: string): void =>
  fs.rmSync(stateOf(directory), { recursive: true, force: true, maxRetries: 20, retryDelay: 1 })

describe('S6 databases are derived', () => {
  it('S6 state/ is removed while a memory is open: all that was acknowledged is there, and searches answer as before', async () => {
    const directory = await workplace()
    const { memory } = await opened(directory)
    onTestFinished(() => memory.close())
    const learn = (text: string) => memory.records.learn({ text, type: 'policy' })
    for (let turn = 0; turn < 5; turn += 1) await learn(`Always count the marmots of cabin ${turn}`)
    await memory.items.put([{ namespace: ['a'], key: 'k', value: 1 }])
    await memory.addMessages('chat', { role: 'user', content: 'The heron sleeps in the reeds.' })
    const texts = async (query: string): Promise<string[]> => (await memory.recall(query)).items.map(({ text }) => text)
    await memory.flush()
    const [ofCabin, ofReeds] = [await texts('marmots of the cabin'), await texts('heron reeds')]
    removeState(directory)
    expect(await memory.records.list({ limit: 10 })).toHaveLength(5)
    await learn('Always feed the heron')
    removeState(directory)
    expect(await memory.items.get(['a'], ['k'])).toMatchObject([{ value: 1 }])
    expect(await memory.records.list({ limit: 10 })).toHaveLength(6)
    // A recall waits a second at most for an index that is made anew.
    await memory.flush()
    expect([await texts('marmots of the cabin'), await texts('heron sleeps reeds')]).toEqual([
      ofCabin,
      expect.arrayContaining(ofReeds),
    ])
    expect(await memory.check()).toMatchObject({ isSound: true, findings: [] })
  })

  it('S6 a deleted index is made again by the memory that has it open, where there is no record to tell', async () => {
    const directory = await workplace()
    const memory = await openMemory({ directory, consolidation: { auto: false }, capture: { auto: false } })
    await memory.addMessages('a', { role: 'user', content: 'The heron sleeps in the reeds.' })
    const found = async () => (await memory.recall('heron reeds')).items.map(({ text }) => text)
    expect(await found()).toHaveLength(1)
    removeState(directory)
    expect(await found()).toHaveLength(1)
    await memory.close()
  })

  it.each(['wal', 'shm'])('S6 the -%s of the databases is deleted alone, while two have them open', async (suffix) => {
    const directory = await workplace()
    const [one, other] = [await storageIn(directory), await storageIn(directory)]
    const write = (id: string) => one.records.write({ put: [storedRecord(id)] })
    for (const { records, passages } of [one, other]) {
      await passages.watermarks()
      await records.list({ limit: 1 })
    }
    await write('first')
    for (const name of ['tables', 'index']) fs.rmSync(join(stateOf(directory), `${name}.db-${suffix}`), { force: true })
    for (let turn = 0; turn < 20; turn += 1) await write('gone')
    await one.records.write({ remove: ['gone'] })
    await write('last')
    for (const storage of [one, other]) {
      expect(await contentOf(storage)).toEqual(await contentOf(one))
      expect(await storage.records.list({ limit: 99 })).toHaveLength(2)
      expect(await storage.passages.watermarks()).toBeInstanceOf(Map)
    }
    expect(await one.check?.({ repair: false, folders: ['state', 'journal', '.daybook'] })).toEqual([])
  })

  it('S6 storages whose log was deleted close, and nothing is lost', async () => {
    const directory = await workplace()
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => localStorage({ directory })))
    if (!one || !other || !third) never()
    const put = (storage: Storage, id: string) => storage.records.write({ put: [storedRecord(id)] })
    await put(one, 'r0')
    for (const storage of [one, third]) await storage.items.remove(['n'], ['k0'])
    for (const file of alone['log'] ?? []) fs.rmSync(join(stateOf(directory), file), { force: true })
    for (const id of ['r1', 'r2', 'r3']) await put(other, id)
    await one.items.put([{ namespace: ['n'], key: 'k0', value: 'kept', at }])
    for (const id of ['r4', 'r5', 'r6']) await put(other, id)
    await put(one, 'r7')
    for (const storage of [other, one, third]) await storage.close()
    expect(await contentOf(await storageIn(directory))).toHaveLength(9)
  })

  it('S6 tables are not made anew by who opens them while another is writing', async () => {
    const directory = await workplace()
    const file = join(stateOf(directory), 'tables.db')
    const write = (storage: Storage, from: number) =>
      storage.records.write({ put: Array.from({ length: 200 }, (_, at) => storedRecord(`r${from + at}`)) })
    const one = await storageIn(directory)
    await write(one, 0)
    const { ino } = fs.statSync(file)
    const other = await storageIn(directory)
    for (let turn = 1; turn < 6; turn += 1) {
      await write(other, turn * 400)
      await write(one, turn * 400 + 200)
    }
    expect(fs.statSync(file).ino).toBe(ino)
    expect(await contentOf(other)).toHaveLength(2_200)
  })

  it('S6 an older state/ is put back: the newest records are there', async () => {
    const directory = await workplace()
    const first = await localStorage({ directory })
    await first.records.write({ put: [storedRecord('old')] })
    await first.close()
    fs.cpSync(stateOf(directory), `${directory}-older`, { recursive: true })
    const second = await localStorage({ directory })
    await second.records.write({ put: [storedRecord('new')], remove: ['old'] })
    await second.items.put([{ namespace: ['a'], key: 'k', value: 1, at }])
    const before = await contentOf(second)
    await second.close()
    removeState(directory)
    fs.cpSync(`${directory}-older`, stateOf(directory), { recursive: true })
    const third = await storageIn(directory)
    expect(await contentOf(third)).toEqual(before)
    expect((await third.records.changes(0, 99)).records.map(({ id }) => id)).toEqual(['new'])
  })

  it('S6 nothing is learnt again when every database is deleted after something was forgotten', async () => {
    const directory = await workplace()
    const { memory } = await opened(directory)
    await memory.addMessages('chat', { id: 'm1', role: 'user', content: 'I prefer rye bread. I prefer pnpm over npm.' })
    await memory.flush()
    const learnt = await memory.records.list({ limit: 10 })
    expect(learnt.length).toBeGreaterThan(1)
    const gone = learnt[0]?.id ?? ''
    await memory.records.archive([gone])
    await memory.close()
    removeState(directory)
    const again = await opened(directory)
    onTestFinished(() => again.memory.close())
    await again.memory.recall('bread')
    await again.memory.flush()
    const kept = (await again.memory.records.list({ limit: 10 })).map(({ id }) => id)
    expect(kept).not.toContain(gone)
    expect(kept).toHaveLength(learnt.length - 1)
  })

  it('S6 whatever is deleted, damaged or put back between the operations of four, nothing is lost', async () => {
    const damage = fc.record({
      where: fc.nat(30),
      how: fc.constantFrom('remove', 'tables', 'index', 'log', 'shm', 'random', 'cut', 'older'),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const operation = fc.record({
      who: fc.nat(3),
      what: fc.constantFrom('put', 'drop', 'item', 'unitem', 'use'),
      id: fc.nat(9),
    })
    const property = fc.asyncProperty(
      fc.array(operation, { minLength: 30, maxLength: 30 }),
      fc.array(damage, { maxLength: 4 }),
      async (operations, damages) => {
        const directory = await workplace()
        let four = await Promise.all(Array.from({ length: 4 }, () => localStorage({ directory })))
        const wanted = new Map<string, string>()
        const older = `${directory}-older`
        for (const [turn, { who, what, id }] of operations.entries()) {
          for (const { how, cut } of damages.filter(({ where }) => where === turn)) {
            const files = alone[how]
            if (how === 'remove') removeState(directory)
            else if (files) for (const file of files) fs.rmSync(join(stateOf(directory), file), { force: true })
            else {
              // What is damaged under an open database is SQLite's own to find; here nobody has it open.
              for (const storage of four) await storage.close()
              hurt(directory, older, how, cut)
              four = await Promise.all(four.map(() => localStorage({ directory })))
            }
          }
          const { records, items } = four[who] ?? never()
          const text = `said in turn ${turn}`
          if (what === 'put') await records.write({ put: [storedRecord(`r${id}`, { text })] })
          if (what === 'drop') await records.write({ remove: [`r${id}`] })
          if (what === 'item') await items.put([{ namespace: ['n'], key: `k${id}`, value: text, at }])
          if (what === 'unitem') await items.remove(['n'], [`k${id}`])
          if (what === 'use')
            await records.update([`r${id}`], (one) => ({ ...one, reinforcementCount: one.reinforcementCount + 1 }), {
              quietly: true,
            })
          if (what === 'put') wanted.set(`r${id}`, text)
          if (what === 'item') wanted.set(`k${id}`, JSON.stringify(text))
          if (what === 'drop') wanted.delete(`r${id}`)
          if (what === 'unitem') wanted.delete(`k${id}`)
        }
        const right = [...wanted].map(([id, text]) => `${id} ${text}`).sort(compareTexts)
        for (const storage of four) expect(await contentOf(storage)).toEqual(right)
        const findings = await four[0]?.check?.({ repair: false, folders: ['state', 'journal', '.daybook'] })
        expect(findings).toEqual([])
        for (const storage of four) await storage.close()
      },
    )
    await fc.assert(property, runs(300, 8))
  })

  it('S6 state/ is removed again and again while four processes write', async () => {
    const directory = await workplace()
    const storage = await storageIn(directory)
    await storage.records.write({ put: [storedRecord('counter', { successCount: 0 })] })
    const turns = 8
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [worker, directory, 'churn', String(turns)], { stdio: ['ignore', 'ignore', 'inherit'] }),
    )
    const ended = children.map((child) => new Promise<number | null>((resolve) => child.once('exit', resolve)))
    const all = Promise.all(ended)
    while (children.some(({ exitCode }) => exitCode === null)) {
      removeState(directory)
      await delay(40)
    }
    expect(await all).toEqual([0, 0, 0, 0])
    expect((await storage.records.get(['counter']))[0]?.successCount).toBe(4 * turns)
    expect(await storage.records.list({ limit: 999 })).toHaveLength(1 + 4 * turns + turns)
    expect(await storage.items.count([], at)).toBe(2 + 4 * turns)
    expect(await storage.check?.({ repair: false, folders: ['journal'] })).toEqual([])
  })
})

function hurt(directory: string, older: string, how: string, cut: number): void {
  for (const name of ['tables.db', 'index.db']) {
    const file = join(stateOf(directory), name)
    if (!fs.existsSync(file)) continue
    const bytes = fs.readFileSync(file)
    if (how === 'random') fs.writeFileSync(file, randomBytes(bytes.length))
    if (how === 'cut') fs.writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * cut)))
  }
  if (how !== 'older') return
  if (fs.existsSync(older)) {
    removeState(directory)
    fs.cpSync(older, stateOf(directory), { recursive: true })
  } else if (fs.existsSync(stateOf(directory))) fs.cpSync(stateOf(directory), older, { recursive: true })
}

function never(): never {
  throw new Error('there are four')
}
