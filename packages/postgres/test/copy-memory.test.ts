import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemories, openMemory, type Storage, type StoredRecord } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { safeName } from '@daybook/memory-core/storage'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { copyMemory } from '../src/index.ts'
import { createPool, openStorage } from './fixture.ts'

const pool = createPool()
const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(async () => {
  await pool.end()
  await rm(temporary, { recursive: true })
})

let folders = 0
function openFolder(): Promise<Storage> {
  folders += 1
  return localStorage({ directory: join(temporary, `${folders}`) })
}

const day = (number: number): string => `2026-03-0${number}T00:00:00.000Z`
const record = (id: string): StoredRecord => ({
  id,
  type: 'fact',
  kind: 'semantic',
  priority: 'normal',
  text: `what ${id} says \0 \ud800 🦉`,
  tags: ['x'],
  author: 'user',
  confidence: 1,
  createdAt: day(1),
  accessedAt: day(2),
  reinforcementCount: 2,
  successCount: 0,
  failureCount: 0,
  strength: Number.NEGATIVE_INFINITY,
  tokens: 5,
})

async function fill(storage: Storage): Promise<void> {
  await storage.files.write('memory/MEMORY.md', '# Grüße 🦉\r\n')
  await storage.files.append('sessions/a.jsonl', '{"a":1}')
  await storage.files.write('.memory/empty.md', '')
  await storage.records.write({ put: Array.from({ length: 1_203 }, (_, index) => record(`r${index}`)) })
  await storage.records.write({ remove: ['r7'], marks: { m: '1' } })
  const values = Array.from({ length: 7 }, (_, index) => ({ namespace: ['n', `${index}`], key: 'k', value: { index } }))
  await storage.items.put(values.map((item) => ({ ...item, at: day(1), expiresAt: day(9) })))
  await storage.items.put([{ namespace: ['n', '0'], key: 'k', value: 'changed', at: day(2) }])
  await storage.items.get(['n', '1'], ['k'], { at: day(3), touch: {} })
}

describe('copyMemory', () => {
  it('copies a folder to PostgreSQL and back, files, records and items with all their times', async () => {
    const [source, postgres, back] = [await openFolder(), await openStorage(pool), await openFolder()]
    await fill(source)
    const there = await copyMemory(source, postgres)
    expect(there).toMatchObject({ files: 3, records: 1_202, items: 7, marks: 1, written: 1_213 })
    const home = await copyMemory(postgres, back)
    expect(home.checksum).toBe(there.checksum)
    for (const storage of [postgres, back]) {
      expect((await storage.files.read('memory/MEMORY.md'))?.text).toBe('# Grüße 🦉\r\n')
      expect(await storage.records.get(['r3', 'r7'])).toEqual([record('r3')])
      const all = { prefix: [], order: 'key', limit: 9, at: day(3) } as const
      expect(await storage.items.search(all)).toEqual(await source.items.search(all))
    }
    expect(await postgres.records.marks(['m'])).toEqual(new Map([['m', '1']]))
    for (const storage of [source, postgres, back]) await storage.close()
  })

  it('goes on where it was cut off, and writes nothing that is there', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    const abort = new AbortController()
    const failing: Storage = {
      ...target,
      items: { ...target.items, put: async () => abort.abort(new Error('cut off')) },
    }
    await expect(copyMemory(source, failing, { signal: abort.signal })).rejects.toThrow('cut off')
    expect((await copyMemory(source, target)).written).toBe(8)
    expect((await copyMemory(source, target)).written).toBe(0)
    await Promise.all([source.close(), target.close()])
  })

  it('continues after an item whose last reading was not copied yet', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    const failing: Storage = {
      ...target,
      items: {
        ...target.items,
        get: (namespace, keys, read) =>
          read.touch ? Promise.reject(new Error('cut off')) : target.items.get(namespace, keys, read),
      },
    }
    await expect(copyMemory(source, failing)).rejects.toThrow('cut off')
    expect((await copyMemory(source, target)).items).toBe(7)
    await Promise.all([source.close(), target.close()])
  })

  it('ends at an abort before the next item', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    const abort = new AbortController()
    const put = vi.fn(async () => abort.abort(new Error('enough')))
    const watched: Storage = { ...target, items: { ...target.items, put } }
    await expect(copyMemory(source, watched, { signal: abort.signal })).rejects.toThrow('enough')
    expect(put).toHaveBeenCalledOnce()
    await Promise.all([source.close(), target.close()])
  })

  it.each([
    ['file memory/HISTORY.md', ({ files }: Storage) => files.write('memory/HISTORY.md', 'x')],
    ['file memory/MEMORY.md', ({ files }: Storage) => files.write('memory/MEMORY.md', 'newer')],
    ['record other', ({ records }: Storage) => records.write({ put: [record('other')] })],
    ['record r3', ({ records }: Storage) => records.write({ put: [{ ...record('r3'), text: 'newer' }] })],
    ['item [["n"],"k"]', ({ items }: Storage) => items.put([{ namespace: ['n'], key: 'k', value: 1, at: day(1) }])],
    ['mark m', ({ records }: Storage) => records.write({ marks: { m: 'newer' } })],
  ])('refuses a target that has something else before it writes: %s', async (name, write) => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    await write(target)
    const before = [await target.files.list('', { deep: true }), await target.records.revision()]
    await expect(copyMemory(source, target)).rejects.toMatchObject({
      code: 'version-conflict',
      message: expect.stringContaining(`such as ${name}, and nothing was written: choose an empty target`),
    })
    expect([await target.files.list('', { deep: true }), await target.records.revision()]).toEqual(before)
    await Promise.all([source.close(), target.close()])
  })

  it('keeps what was written to the target after a first copy', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    await copyMemory(source, target)
    await target.files.append('sessions/a.jsonl', '{"a":2}')
    await expect(copyMemory(source, target)).rejects.toMatchObject({ code: 'version-conflict' })
    expect((await target.files.read('sessions/a.jsonl'))?.text).toBe('{"a":1}\n{"a":2}')
    await Promise.all([source.close(), target.close()])
  })

  it('copies the memory and nothing else of its folder, and names the agents with memories of their own', async () => {
    const root = join(temporary, 'users')
    const memories = openMemories({ directory: root })
    await (await memories.for({ user: 'ada' })).addMessages('s', { role: 'user', content: 'I prefer tea.' })
    for (const agent of ['planner', 'Coder']) await memories.for({ user: 'ada', agent })
    await memories.close()
    const [source, target] = [await localStorage({ directory: join(root, 'ada') }), await openStorage(pool)]
    for (const path of ['.env', '.git/config', 'src/logo.png', 'docs/MEMORY.md']) await source.files.write(path, 'x')
    const { files, agents } = await copyMemory(source, target, { folders: { facts: { directory: 'docs' } } })
    const paths = (await target.files.list('', { deep: true })).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['docs/MEMORY.md', 'sessions/s.jsonl']))
    expect(paths.filter((path) => /^(?:\.env|\.git|src|agents)|owner\.json|\.gitignore/.test(path))).toEqual([])
    expect(paths).toHaveLength(files)
    expect(agents).toEqual([safeName('Coder'), 'planner'])
    await Promise.all([source.close(), target.close()])
  })

  it('moves the key of the memory into a folder that is prepared for git', async () => {
    const [source, target] = [
      await openStorage(pool),
      await localStorage({ directory: join(temporary, 'g'), git: true }),
    ]
    await source.files.write('.daybook/key', 'secret')
    expect(await copyMemory(source, target)).toMatchObject({ files: 1, written: 1, agents: [] })
    expect((await target.files.read('.daybook/key'))?.text).toBe('secret')
    await Promise.all([source.close(), target.close()])
  })

  it('says so when a mark became another one', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    await fill(source)
    const changing: Storage = {
      ...target,
      records: {
        ...target.records,
        write: (edit) => target.records.write(edit.marks ? { ...edit, marks: { m: 'other' } } : edit),
      },
    }
    await expect(copyMemory(source, changing)).rejects.toMatchObject({ code: 'version-conflict' })
    await Promise.all([source.close(), target.close()])
  })

  it('carries a whole memory: what was remembered in a folder is recalled from PostgreSQL', async () => {
    const [source, target] = [await openFolder(), await openStorage(pool)]
    const memory = await openMemory({ storage: source })
    const said = ['My crane survey begins on Friday in Porto.', 'I prefer pnpm over npm.']
    await memory.addMessages(
      'chat',
      said.map((content) => ({ role: 'user' as const, content })),
    )
    await memory.flush()
    const learned = (await source.records.changes(0, 9)).records
    expect(learned.length).toBeGreaterThan(0)
    await copyMemory(source, target)
    await memory.close()
    const moved = await openMemory({ storage: target })
    const { items } = await moved.recall('When does the crane survey begin?')
    expect(items.map(({ text }) => text).join('\n')).toContain('crane survey begins on Friday')
    // The index was filled from the messages, and what was captured from them was not counted as said again.
    const again = (await target.records.changes(0, 9)).records
    expect(again.map(({ id, reinforcementCount }) => [id, reinforcementCount])).toEqual(
      learned.map(({ id }) => [id, 1]),
    )
    await moved.close()
  })
})
