import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  type FileStore,
  inMemoryStorage,
  MemoryError,
  type MemoryEvent,
  openMemory,
  type PassageIndex,
  type RecordStore,
} from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const sessions = 3
const messages = 1_000

/** A memory whose sessions no index has. */
async function unindexed(): Promise<string> {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'sessions'), { recursive: true })
  for (let s = 0; s < sessions; s++) {
    const lines = Array.from({ length: messages }, (_, n) =>
      JSON.stringify({
        role: 'user',
        id: `m${n}`,
        content: `The heron number ${n} of the colony ${s} nests by the river bank.`,
      }),
    )
    await writeFile(join(directory, 'sessions', `colony-${s}.jsonl`), `${lines.join('\n')}\n`)
  }
  return directory
}

it('answers from what is indexed while the rest is not, says so, and is complete in the end', async () => {
  const directory = await unindexed()
  const storage = await localStorage({ directory })
  const { update } = storage.passages
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isBegun = false
  const passages: PassageIndex = {
    ...storage.passages,
    async update(change) {
      if (isBegun) await rest.promise
      isBegun ||= (change.upsert ?? []).length > 0
      await update(change)
      if (isBegun) begun.resolve()
    },
  }
  const off = { capture: { auto: false }, consolidation: { auto: false } }
  const memory = await openMemory({ storage: { ...storage, passages }, ...off })
  onTestFinished(async () => {
    rest.resolve()
    await memory.close()
    await rm(directory, { recursive: true, force: true })
  })
  const query = 'heron 7 of the colony 2'
  expect((await memory.buildContext({ session: 'new', query })).degraded).toBe('indexing')
  await begun.promise
  const early = await memory.recall(query, { layers: ['sessions'] })
  expect(early.degraded).toBe('indexing')
  expect(early.items.length).toBeGreaterThan(0)
  rest.resolve()
  await memory.flush()
  const late = await memory.recall(query, { layers: ['sessions'], limit: 1_000 })
  expect(late.degraded).toBeUndefined()
  const first = await memory.recall('colony 0', { sessions: ['colony-0'], limit: 1_000 })
  expect(first.items.length).toBeGreaterThan(0)
})

it('reads only the records that changed since, also where MEMORY.md has no line', async () => {
  const storage = inMemoryStorage()
  let read = 0
  const records: RecordStore = {
    ...storage.records,
    async changes(since, limit) {
      const page = await storage.records.changes(since, limit)
      read += page.records.length
      return page
    },
  }
  const memory = await openMemory({ storage: { ...storage, records } })
  onTestFinished(() => memory.close())
  await memory.records.learn(Array.from({ length: 100 }, (_, n) => ({ text: `The heron ${n} has a ring.` })))
  await memory.recall('heron')
  // On a busy machine, what a call does not wait for may still be read.
  await memory.flush()
  read = 0
  await memory.records.learn({ text: 'The stork has no ring.' })
  await memory.recall('stork')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10)
})

it('answers from what is indexed while the disk takes no more of the index, says so, and is complete in the end', async () => {
  const storage = inMemoryStorage()
  const { update } = storage.passages
  const disk: { isFull: boolean } = { isFull: false }
  const passages: PassageIndex = {
    ...storage.passages,
    async update(change) {
      if (disk.isFull) throw new MemoryError('storage-failed', 'the disk is full')
      return update(change)
    },
  }
  const events: string[] = []
  const onEvent = ({ type }: MemoryEvent): number => events.push(type)
  const memory = await openMemory({ storage: { ...storage, passages }, consolidation: { auto: false }, onEvent })
  onTestFinished(() => memory.close())
  await memory.addMessages('a', { role: 'user', content: 'I live in Oslo.' })
  await memory.flush()
  disk.isFull = true
  await memory.addMessages('a', { role: 'user', content: 'I live in Oslo with a heron.' })
  for (let n = 0; n < 2; n++) {
    expect(await memory.recall('Oslo')).toMatchObject({ degraded: 'indexing', items: [{}] })
    expect((await memory.buildContext({ session: 'b', query: 'Oslo' })).degraded).toBe('indexing')
    expect(await memory.records.list()).not.toEqual([])
  }
  expect(events.filter((type) => type === 'index-failed')).toHaveLength(1)
  disk.isFull = false
  expect((await memory.recall('heron')).items[0]?.text).toContain('heron')
  expect((await memory.recall('heron')).degraded).toBeUndefined()
})

it('answers without the messages that cannot be captured yet, says so, and has them in the end', async () => {
  const storage = inMemoryStorage()
  const { write } = storage.records
  const store: { isLocked: boolean } = { isLocked: false }
  const records: RecordStore = {
    ...storage.records,
    async write(change) {
      if (store.isLocked) throw new MemoryError('locked', 'the lock was not free')
      return write(change)
    },
  }
  const memory = await openMemory({ storage: { ...storage, records }, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  await memory.addMessages('a', { role: 'user', content: 'I live in Oslo.' })
  await memory.flush()
  store.isLocked = true
  await memory.addMessages('a', { role: 'user', content: 'I live in Oslo with a heron.' })
  for (let n = 0; n < 2; n++) {
    expect(await memory.recall('Oslo', { layers: ['sessions'] })).toMatchObject({ degraded: 'indexing', items: [{}] })
    const context = await memory.buildContext({ session: 'b', query: 'heron' })
    expect(context.degraded).toBe('indexing')
    expect(context.stable).toContain('I live in Oslo')
  }
  store.isLocked = false
  await memory.flush()
  const { items, degraded } = await memory.recall('heron')
  expect(degraded).toBeUndefined()
  expect(items[0]?.text).toContain('heron')
})

it('keeps no stable part for a session that was built before all was indexed', async () => {
  const storage = inMemoryStorage()
  const { update } = storage.passages
  const { promise: indexed, resolve: index } = Promise.withResolvers<void>()
  const passages: PassageIndex = {
    ...storage.passages,
    async update(change) {
      await indexed
      return update(change)
    },
  }
  const memory = await openMemory({ storage: { ...storage, passages }, consolidation: { auto: false } })
  onTestFinished(async () => {
    index()
    await memory.close()
  })
  const ask = () => memory.buildContext({ session: 'b', query: 'Which tea do I prefer?' })
  await memory.addMessages('a', { role: 'user', content: 'I prefer green tea.' })
  expect(await ask()).toMatchObject({ stable: '', volatile: '', degraded: 'indexing' })
  index()
  await memory.flush()
  expect(await memory.receipts.list({ session: 'b' })).toMatchObject([{ degraded: 'indexing' }])
  const { stable } = await ask()
  expect(stable).toContain('I prefer green tea')
  await memory.addMessages('a', { role: 'user', content: 'I prefer warm milk at night.' })
  await memory.flush()
  expect((await ask()).stable).toBe(stable)
})

it('reads all again where the index is lost while the files are being listed', async () => {
  const storage = inMemoryStorage()
  const { list } = storage.files
  const { candidates, clear } = storage.passages
  const index: { isDamaged: boolean } = { isDamaged: false }
  let listed = Promise.resolve()
  const passages: PassageIndex = {
    ...storage.passages,
    async candidates(query) {
      if (!index.isDamaged) return candidates(query)
      index.isDamaged = false
      await clear()
      throw new MemoryError('corrupt', 'the index is damaged')
    },
  }
  const files: FileStore = {
    ...storage.files,
    async list(...given) {
      const found = await list(...given)
      await listed
      return found
    },
  }
  const memory = await openMemory({ storage: { ...storage, files, passages }, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  await memory.addMessages('s', { role: 'user', content: 'The heron nests by the river bank.' })
  await memory.flush()
  const { promise, resolve } = Promise.withResolvers<void>()
  listed = promise
  index.isDamaged = true
  const early = await memory.recall('heron', { layers: ['sessions'] })
  expect(early).toMatchObject({ degraded: 'indexing', items: [] })
  resolve()
  await memory.flush()
  expect((await memory.recall('heron', { layers: ['sessions'] })).items).toHaveLength(1)
})
