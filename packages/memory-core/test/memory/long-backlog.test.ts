import { expect, it, onTestFinished } from 'vitest'
import { MemoryError } from '../../src/errors.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { Candidate } from '../../src/storage/passages.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { gate } from '../consolidation/workspace.ts'

const count = 2_400
/** Long lines of few words, from most of which nothing is captured: more bytes than are read at once. */
const filler = ' –'.repeat(220)
const options = { consolidation: { auto: false }, maintenance: { auto: false } } as const

function line(n: number, said = `The heron ring${n}z nests by the river.`): string {
  const message = {
    id: `m${n}`,
    role: n === 1 ? 'user' : 'assistant',
    content: `${said}${filler}`,
    createdAt: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
  }
  return JSON.stringify(message)
}

/** One session that no index has. Its second message said something else before. */
async function unindexed(): Promise<Storage> {
  const storage = inMemoryStorage()
  const lines = Array.from({ length: count }, (_, n) => (n === 1 ? line(1, 'I am allergic to peanuts.') : line(n)))
  await storage.files.append(
    'sessions/herons.jsonl',
    `${[...lines, line(1, 'I am allergic to walnuts.')].join('\n')}\n`,
  )
  return storage
}

/** The same storage for a process that writes so many pieces into the index and then stands still. */
function standingStill(storage: Storage, pieces: number, onStill: () => void = () => undefined): Storage {
  let left = pieces
  const forever = new Promise<void>(() => undefined)
  const { passages } = storage
  return {
    ...storage,
    passages: {
      ...passages,
      async update(change) {
        if (change.upsert?.length && left-- <= 0) {
          onStill()
          await forever
        }
        return passages.update(change)
      },
    },
  }
}

async function found(memory: Memory, n: number): Promise<{ texts: string[]; degraded?: string | undefined }> {
  const { items, degraded } = await memory.recall(`ring${n}z`, { layers: ['sessions'], limit: 1 })
  return { texts: items.map(({ text }) => text.split('.')[0] ?? ''), degraded }
}

/** The indexed messages about herons, without their neighbours. */
async function herons({ passages }: Storage): Promise<Candidate[]> {
  const { candidates } = await passages.candidates({ terms: ['heron'], limit: 5_000 })
  return candidates.filter(({ counts }) => counts[0] !== 0)
}

it('finds the newest messages of a long session before the rest is indexed', async () => {
  const memory = await openMemory({ ...options, storage: standingStill(await unindexed(), 1) })
  for (const n of [count - 990, count - 1]) {
    const context = await memory.buildContext({ session: 'new', query: `ring${n}z` })
    expect(context.degraded).toBe('indexing')
    expect(JSON.stringify(context)).toContain(`The heron ring${n}z`)
    expect(await found(memory, n)).toEqual({ texts: [`The heron ring${n}z nests by the river`], degraded: 'indexing' })
  }
})

it('no longer finds what was removed while the rest is being indexed', async () => {
  const memory = await openMemory({ ...options, storage: standingStill(await unindexed(), 1) })
  expect((await found(memory, count - 1)).texts).toEqual([`The heron ring${count - 1}z nests by the river`])
  await memory.sessions.remove('herons', [`m${count - 1}`])
  expect(await found(memory, count - 1)).toEqual({ texts: [], degraded: 'indexing' })
  expect((await found(memory, count - 2)).texts).toEqual([`The heron ring${count - 2}z nests by the river`])
  await memory.sessions.clear('herons', { archived: true })
  expect(await found(memory, count - 2)).toEqual({ texts: [], degraded: 'indexing' })
})

it.each(['corrupt', 'storage-failed'] as const)('removes messages also where the index fails: %s', async (code) => {
  const storage = inMemoryStorage()
  const index: { error?: MemoryError } = {}
  const passages = {
    ...storage.passages,
    async ids(origin: string) {
      if (index.error) throw index.error
      return storage.passages.ids(origin)
    },
  }
  const memory = await openMemory({ ...options, storage: { ...storage, passages } })
  await memory.addMessages('herons', { role: 'user', content: 'The heron nests by the river.' })
  await memory.flush()
  index.error = new MemoryError(code, 'the index failed')
  expect(await memory.sessions.clear('herons', { archived: true })).toBe(1)
  delete index.error
  expect((await memory.recall('heron')).items).toEqual([])
})

it('finds the newest messages soon when a call comes while the rest is being indexed', async () => {
  const storage = await unindexed()
  const { passages } = storage
  const [written, asked] = [gate(), gate()]
  let updates = 0
  const slow = {
    ...passages,
    async update(change: Parameters<typeof passages.update>[0]) {
      const isOfMessages = change.upsert?.some(({ layer }) => layer === 'sessions') === true
      if (isOfMessages && ++updates === 3) await new Promise(() => undefined)
      await passages.update(change)
      if (isOfMessages && updates === 1) {
        written.open()
        await asked.promise
      }
    },
  }
  const memory = await openMemory({ ...options, storage: { ...storage, passages: slow } })
  void memory.flush()
  await written.promise
  expect(await herons({ ...storage, passages })).not.toHaveLength(0)
  const context = memory.buildContext({ session: 'new', query: `ring${count - 1}z` })
  asked.open()
  expect((await context).degraded).toBe('indexing')
  expect(JSON.stringify(await context)).toContain(`The heron ring${count - 1}z`)
})

it('tells what was said last in a long session that is not indexed, without reading all of it', async () => {
  const storage = standingStill(await unindexed(), 1)
  const before = Array.from({ length: 2_000 }, (_, n) => line(n, 'Nothing of note.').replace('"m', '"b'))
  const file = await storage.files.read('sessions/herons.jsonl')
  await storage.files.write('sessions/herons.jsonl', `${before.join('\n')}\n${file?.text}`)
  let read = 0
  const { files } = storage
  const watched = {
    ...files,
    read: (path: string) => {
      if (path === 'sessions/herons.jsonl') read++
      return files.read(path)
    },
  }
  const memory = await openMemory({ ...options, storage: { ...storage, files: watched } })
  for (const n of [count - 990, count - 1]) {
    const context = await memory.buildContext({ session: 'herons', query: `ring${n}z` })
    expect(context.degraded).toBe('indexing')
    expect(context.volatile).toContain(`The heron ring${n}z`)
  }
  expect(read).toBe(0)
})

it('answers while an index that turned out to be damaged is made anew', async () => {
  const storage = await unindexed()
  const { passages } = storage
  const index: { isDamaged: boolean } = { isDamaged: false }
  let pieces = Number.POSITIVE_INFINITY
  const memory = await openMemory({
    ...options,
    storage: {
      ...storage,
      passages: {
        ...passages,
        async update(change) {
          if (change.upsert?.some(({ layer }) => layer === 'sessions') && pieces-- <= 0)
            await new Promise(() => undefined)
          return passages.update(change)
        },
        async candidates(query) {
          if (!index.isDamaged) return passages.candidates(query)
          index.isDamaged = false
          await passages.clear()
          throw new MemoryError('corrupt', 'the index was damaged')
        },
      },
    },
  })
  await memory.flush()
  index.isDamaged = true
  pieces = 1
  const context = await memory.buildContext({ session: 'new', query: `ring${count - 1}z` })
  expect(context.degraded).toBe('indexing')
  expect(JSON.stringify(context)).toContain(`The heron ring${count - 1}z`)
  expect((await found(memory, count - 990)).degraded).toBe('indexing')
})

it('goes on after a crash where it was, captures what is said now once, and has every message in its place', async () => {
  const storage = await unindexed()
  const still = gate()
  const crashed = await openMemory({ ...options, storage: standingStill(storage, 4, still.open) })
  expect((await crashed.recall('heron')).degraded).toBe('indexing')
  await still.promise
  const marks = await storage.passages.watermarks()
  expect(marks.get('sessions/herons.jsonl')).toMatch(/"version":"up to [1-9]/)

  const memory = await openMemory({ ...options, storage })
  onTestFinished(() => memory.close())
  await memory.flush()
  for (const n of [0, 2, 900, count - 1_010, count - 1])
    expect(await found(memory, n)).toEqual({ texts: [`The heron ring${n}z nests by the river`], degraded: undefined })
  const byTime = (await herons(storage)).toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1))
  expect(byTime.map(({ number }) => number)).toEqual(byTime.map(({ number }) => number).toSorted((a, b) => a - b))
  expect(byTime).toHaveLength(count - 1)
  const records = (await memory.records.list()).map(({ text }) => text)
  expect(records.filter((text) => text.includes('allergic'))).toEqual([expect.stringContaining('walnuts')])
})

it('captures nothing of a message of a long session that was changed later, when no call waits', async () => {
  const memory = await openMemory({ ...options, storage: await unindexed() })
  onTestFinished(() => memory.close())
  await memory.flush()
  const records = (await memory.records.list({ archived: 'all' })).map(({ text }) => text)
  expect(records.filter((text) => text.includes('allergic'))).toEqual([expect.stringContaining('walnuts')])
})

it('loses none of a long session that two processes index at the same time', async () => {
  const storage = await unindexed()
  const { passages } = storage
  const other = await openMemory({ ...options, storage })
  let isHeld = false
  const late = {
    ...passages,
    async update(change: Parameters<typeof passages.update>[0]) {
      const isRenumbering = (change.remove?.length ?? 0) > 0
      if (isRenumbering && !isHeld) {
        isHeld = true
        await other.flush()
      }
      return passages.update(change)
    },
  }
  const memory = await openMemory({ ...options, storage: { ...storage, passages: late } })
  await memory.recall('heron')
  await memory.flush()
  expect(isHeld).toBe(true)
  expect(await herons(storage)).toHaveLength(count - 1)
})
