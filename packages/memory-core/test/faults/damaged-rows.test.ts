import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Memory, MemoryEvent, MemoryOptions } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { storedRecord } from '../../src/testing/stored-record.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { synonymEmbedder } from '../memory/synonym-embedder.ts'
import { opened } from './corruption-workspace.ts'

const at = '2026-05-01T10:00:00.000Z'

async function folder(): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => fs.rm(directory, { recursive: true }))
  return directory
}

function onDatabase<T>(directory: string, name: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(directory, 'state', name))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Changes letters inside rows, as a bad disk does. */
function flip(directory: string, name: 'store.db' | 'index.db', sql: string): void {
  const changes = onDatabase(directory, name, (database) => database.prepare(sql).run().changes)
  expect(changes).toBeGreaterThan(0)
}

const flipRecord = "UPDATE records SET body = replace(body, 'heron', 'heroM') WHERE body LIKE '%heron%'"

async function memoryAt(
  directory: string,
  options: Partial<MemoryOptions> = {},
): Promise<{ memory: Memory; events: MemoryEvent[] }> {
  const found = await opened(directory, options)
  onTestFinished(() => found.memory.close())
  return found
}

/** A memory of three rules of which one is damaged. */
async function withDamagedRecord(options: Partial<MemoryOptions> = {}) {
  const directory = await folder()
  const { memory } = await opened(directory)
  const [, heron] = await memory.records.learn([
    { text: 'Count the otters at dawn', type: 'policy' },
    { text: 'Count the heron at noon', type: 'policy' },
    { text: 'Count the marmots at dusk', type: 'policy' },
  ])
  await memory.recall('count')
  await memory.close()
  flip(directory, 'store.db', flipRecord)
  return { directory, id: heron?.id ?? '', ...(await memoryAt(directory, options)) }
}

const textsOf = (found: readonly { text: string }[]): string[] => found.map(({ text }) => text)
const sound = ['Count the marmots at dusk', 'Count the otters at dawn']

describe('a damaged record', () => {
  it('is left out of lists, recalls and contexts, and is reported once', async () => {
    const { memory, events } = await withDamagedRecord()
    for (let round = 0; round < 2; round += 1) {
      expect(textsOf(await memory.records.list()).sort(compareTexts)).toEqual(sound)
      expect(textsOf(await memory.records.recall('count at dawn, noon and dusk')).sort(compareTexts)).toEqual(sound)
      const { stable, volatile } = await memory.buildContext({ session: 's', query: 'count' })
      for (const one of sound) expect(stable + volatile).toContain(one)
    }
    expect(events.filter(({ type }) => type === 'records-unreadable')).toMatchObject([
      { level: 'error', message: expect.stringMatching(/record ".*" is damaged: .*repair/), details: { rows: 1 } },
    ])
  })

  it('does not take the place of another in a list with a limit', async () => {
    const { memory } = await withDamagedRecord()
    expect(textsOf(await memory.records.list({ limit: 2 })).sort(compareTexts)).toEqual(sound)
    expect(await memory.records.list({ limit: 1 })).toHaveLength(1)
  })

  it('throws corrupt to who asks for it by its id', async () => {
    const { memory, id } = await withDamagedRecord()
    await expect(memory.records.get(id)).rejects.toMatchObject({ code: 'corrupt' })
    await expect(memory.records.reinforce([id])).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('keeps no access of the others from being counted', async () => {
    const { memory, events } = await withDamagedRecord({ records: { touchOn: ['recall'] } })
    expect((await memory.recall('count')).items).toHaveLength(3)
    await memory.flush()
    const counts = (await memory.records.list()).map(({ reinforcementCount }) => reinforcementCount)
    expect(counts).toEqual([3, 3])
    expect(events.filter(({ type }) => type === 'records-unwritten')).toEqual([])
  })

  it('stays where it is until a repair sets it aside', async () => {
    const { memory, directory, id } = await withDamagedRecord()
    await memory.records.list()
    const count = () => onDatabase(directory, 'store.db', (db) => db.prepare('SELECT count(*) AS n FROM records').get())
    expect(count()).toEqual({ n: 3 })
    expect((await memory.check()).findings.map(({ place }) => place)).toEqual(['records'])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect(count()).toEqual({ n: 2 })
    expect(await memory.records.get(id)).toBeUndefined()
    expect(textsOf((await memory.recall('count')).items).sort(compareTexts)).toEqual(sound)
  })

  it('is named where it keeps what was forgotten, until it is repaired', async () => {
    const { memory, directory } = await withDamagedRecord()
    const first = await memory.forget({ text: 'at noon' })
    expect(first.remains).toEqual([expect.stringMatching(/1 damaged row .*repair: true/)])
    expect(await filesWith(directory, ['at noon'])).toEqual(['state/store.db'])
    await memory.check({ repair: true })
    const second = await memory.forget({ text: 'at noon' })
    expect(second).toMatchObject({ counts: { damaged: 1 }, remains: [] })
    expect(await filesWith(directory, ['at noon'])).toEqual([])
  })

  it('is named by scrub, too', async () => {
    const { memory } = await withDamagedRecord()
    expect((await memory.scrub()).remains).toEqual([expect.stringMatching(/1 damaged row /)])
  })
})

/** A storage of twelve items, of which some are damaged. */
async function withDamagedItems(damaged: readonly string[]): Promise<{ storage: Storage; told: string[] }> {
  const directory = await folder()
  const before = await localStorage({ directory })
  const keys = Array.from({ length: 12 }, (_, number) => `k${String(number).padStart(2, '0')}`)
  await before.items.put(keys.map((key) => ({ namespace: ['a'], key, value: { is: `heron ${key}` }, at })))
  await before.records.write({ put: keys.map((id) => storedRecord(id, { text: `heron ${id}` })) })
  await before.close()
  for (const key of damaged) {
    flip(directory, 'store.db', `UPDATE items SET value = replace(value, 'heron', 'heroM') WHERE value LIKE '%${key}%'`)
    flip(directory, 'store.db', `UPDATE records SET body = replace(body, 'heron', 'M') WHERE body LIKE '%${key}%'`)
  }
  const storage = await localStorage({ directory })
  onTestFinished(() => storage.close())
  const told: string[] = []
  storage.onDamage?.((table, errors) => told.push(...errors.map(({ code }) => `${table} ${code}`)))
  return { storage, told }
}

describe('damaged rows of a storage', () => {
  it('have no place in a search that goes page by page', async () => {
    const { storage, told } = await withDamagedItems(['k01', 'k04', 'k05', 'k11'])
    const pages: string[][] = []
    for (let offset = 0; pages.length === 0 || pages.at(-1)?.length === 3; offset += 3) {
      const page = await storage.items.search({ prefix: [], order: 'key', limit: 3, offset, at })
      pages.push(page.map(({ key }) => key))
    }
    expect(pages).toEqual([
      ['k00', 'k02', 'k03'],
      ['k06', 'k07', 'k08'],
      ['k09', 'k10'],
    ])
    expect(told).toEqual(Array.from({ length: 4 }, () => 'items corrupt'))
    await expect(storage.items.get(['a'], ['k01'], { at })).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('take no place in a list of the best few', async () => {
    const { storage } = await withDamagedItems(['k00', 'k02', 'k03'])
    const ids = async (limit: number): Promise<string[]> => (await storage.records.list({ limit })).map(({ id }) => id)
    expect(await ids(1)).toEqual(['k01'])
    expect(await ids(3)).toEqual(['k01', 'k04', 'k05'])
    expect(await ids(50)).toHaveLength(9)
    expect(await ids(0)).toEqual([])
  })

  it('have their place again when they are written anew', async () => {
    const { storage } = await withDamagedItems(['k00'])
    const keys = async (): Promise<string[]> => {
      const page = await storage.items.search({ prefix: [], order: 'key', limit: 2, offset: 1, at })
      return page.map(({ key }) => key)
    }
    await storage.items.search({ prefix: [], order: 'key', limit: 20, at })
    expect(await keys()).toEqual(['k02', 'k03'])
    await storage.items.put([{ namespace: ['a'], key: 'k00', value: 1, at }])
    expect(await keys()).toEqual(['k01', 'k02'])
    expect(await storage.purge()).toEqual([])
  })

  it('are passed over in changes, and in what is read or changed by the way', async () => {
    const { storage, told } = await withDamagedItems(['k02'])
    const { records } = storage
    const ids = ['k01', 'k02', 'k03']
    const page = await records.changes(0, 100)
    expect([page.records.length, page.revision]).toEqual([11, 12])
    await expect(records.get(ids)).rejects.toMatchObject({ code: 'corrupt' })
    expect((await records.get(ids, { skipDamaged: true })).map(({ id }) => id)).toEqual(['k01', 'k03'])
    await expect(records.update(ids, (record) => record)).rejects.toMatchObject({ code: 'corrupt' })
    const changed = await records.update(ids, (record) => ({ ...record, text: 'new' }), { skipDamaged: true })
    expect(changed.map(({ id }) => id)).toEqual(['k01', 'k03'])
    expect(told).toEqual(['records corrupt'])
  })

  it('are told to who listens later, and to nobody who has stopped', async () => {
    const { storage } = await withDamagedItems(['k02', 'k03'])
    await storage.records.list({ limit: 100 })
    const told: number[] = []
    const stop = storage.onDamage?.((_, errors) => told.push(errors.length))
    expect(told).toEqual([2])
    stop?.()
    await storage.items.search({ prefix: [], limit: 100, at })
    expect(told).toEqual([2])
  })
})

describe('a damaged passage', () => {
  const said = 'The heron sleeps in the reeds'

  async function withDamagedPassage(options: Partial<MemoryOptions> = {}) {
    const directory = await folder()
    const { memory } = await opened(directory, options)
    await memory.addMessages('s', { id: 'm1', role: 'user', content: said })
    await memory.records.learn({ text: 'Never feed the dog', type: 'policy' })
    await memory.recall('heron')
    await memory.flush()
    await memory.close()
    return { directory, options }
  }

  it('is not recalled: the index is made anew, and that is said', async () => {
    const { directory } = await withDamagedPassage()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'sleeps', 'sleepS')")
    const { memory, events } = await memoryAt(directory)
    expect(textsOf((await memory.recall('heron reeds')).items)).toContain(said)
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(1)
    expect(textsOf((await memory.recall('heron reeds')).items)).toContain(said)
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(1)
  })

  it.each(['id', 'layer', 'type', 'source', 'created_at'])('is noticed by its %s', async (column) => {
    const { directory } = await withDamagedPassage()
    const value = column === 'source' ? `replace(source, '"', '" ')` : `coalesce(${column}, '') || '1'`
    flip(directory, 'index.db', `UPDATE passages SET ${column} = ${value} WHERE layer = 'sessions'`)
    const { memory, events } = await memoryAt(directory)
    const { items } = await memory.recall('heron reeds')
    expect(items.find(({ text }) => text === said)).toMatchObject({ layer: 'sessions', source: { messageId: 'm1' } })
    // Those that a recall ranks by make it miss the row before it is read.
    const isUnseen = column === 'layer' && events.every(({ type }) => type !== 'index-rebuilt')
    expect(isUnseen || events.some(({ type }) => type === 'index-rebuilt')).toBe(true)
  })

  it('does not keep records from being found, nor those that are near in meaning', async () => {
    const { embed, asked } = synonymEmbedder()
    const { directory } = await withDamagedPassage({ embed })
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'feed', 'feeD')")
    const { memory, events } = await memoryAt(directory, { embed })
    expect(textsOf(await memory.records.recall('dog'))).toEqual(['Never feed the dog'])
    await memory.flush()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'feed', 'feeD')")
    // Its text has to be embedded again, and is not: it is not the one that was written.
    await memory.recall('hound')
    await memory.flush()
    await memory.flush()
    expect(asked.flatMap(({ texts }) => texts)).not.toContain('Never feeD the dog')
    expect(textsOf((await memory.recall('hound')).items)[0]).toBe('Never feed the dog')
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(2)
  })

  it('is found by a check', async () => {
    const { directory } = await withDamagedPassage()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'sleeps', 'sleepS')")
    const { memory } = await memoryAt(directory)
    expect((await memory.check()).findings.map(({ place }) => place)).toEqual(['search index'])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect(await memory.check()).toMatchObject({ findings: [] })
  })
})
