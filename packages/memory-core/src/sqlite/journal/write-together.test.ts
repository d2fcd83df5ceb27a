import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { localStorage } from '../../local/storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { day, itemWrite } from '../../testing/item-write.ts'
import { storedRecord } from '../../testing/stored-record.ts'

async function open(): Promise<readonly [storage: Storage, root: string]> {
  const root = await mkdtemp(join(tmpdir(), 'daybook-'))
  const storage = await localStorage({ directory: root })
  onTestFinished(async () => {
    await storage.close()
    await rm(root, { recursive: true })
  })
  return [storage, root]
}

const read = (root: string, name: string): string => fs.readFileSync(join(root, 'journal', `${name}.jsonl`), 'utf8')
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)
const put = (storage: Storage, number: number): Promise<void> => storage.items.put([itemWrite(`a/${number}`)])

/** Does something before each fsync. */
function beforeSync(work: () => void) {
  const { fsyncSync } = fs
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    work()
    fsyncSync(descriptor)
  })
  onTestFinished(() => spy.mockRestore())
  return spy
}

describe('writes that wait together', () => {
  it('are each in a line of their own, behind one sync, and resolve after it', async () => {
    const [storage, root] = await open()
    await put(storage, 0)
    const acknowledged: number[] = []
    const atSync: { lines: number; acknowledged: number }[] = []
    beforeSync(() => {
      atSync.push({ lines: read(root, 'items').split('\n').length - 2, acknowledged: acknowledged.length })
    })
    await Promise.all(numbers(20).map((number) => put(storage, number).then(() => acknowledged.push(number))))
    expect(atSync).toEqual([{ lines: 21, acknowledged: 0 }])
    expect(acknowledged).toEqual(numbers(20))
    const another = await localStorage({ directory: root })
    expect(await another.items.count(['a'], day(9))).toBe(20)
    await another.close()
  })

  it('are made in the order of the calls, each in its own journal', async () => {
    const [storage, root] = await open()
    const made: string[] = []
    const change = (number: number) =>
      storage.records.write({ put: [storedRecord(`r${number}`)] }).then(() => made.push(`record ${number}`))
    await Promise.all([
      put(storage, 1).then(() => made.push('item 1')),
      put(storage, 2).then(() => made.push('item 2')),
      change(1),
      change(2),
      put(storage, 3).then(() => made.push('item 3')),
    ])
    expect(made).toEqual(['item 1', 'item 2', 'record 1', 'record 2', 'item 3'])
    const kinds = (name: string): (string | undefined)[] =>
      [...read(root, name).matchAll(/"put":\[\{"(\w+)"/g)].map(([, kind]) => kind)
    expect([kinds('items'), kinds('records')]).toEqual([Array(3).fill('item'), Array(2).fill('record')])
  })

  it('all fail when the disk refuses their sync, and leave nothing', async () => {
    const [storage, root] = await open()
    await put(storage, 0)
    const before = read(root, 'items')
    const sync = beforeSync(() => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
    })
    const done = await Promise.allSettled(numbers(5).map((number) => put(storage, number + 1)))
    expect(sync).toHaveBeenCalledTimes(1)
    for (const one of done)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'storage-failed', message: /EIO/ } })
    expect(read(root, 'items')).toBe(before)
    sync.mockRestore()
    expect(await storage.items.count(['a'], day(9))).toBe(1)
    await put(storage, 1)
    expect(await storage.items.count(['a'], day(9))).toBe(2)
  })

  it('do not fail by the work of one of them', async () => {
    const [storage] = await open()
    await storage.records.write({ put: numbers(3).map((number) => storedRecord(`r${number}`)) })
    const own = new Error('own')
    const done = await Promise.allSettled(
      numbers(3).map((number) =>
        storage.records.update([`r${number}`], (record) => {
          if (number === 1) throw own
          return { ...record, strength: record.strength + 50 }
        }),
      ),
    )
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(done[1]).toMatchObject({ reason: own })
    const records = await storage.records.get(['r0', 'r1', 'r2'])
    expect(records.map((record) => record?.strength)).toEqual([150, 100, 150])
  })
})

it('a write opens its journal once, and looks at no path twice but that of the lock', async () => {
  const [storage, root] = await open()
  for (const number of [0, 1]) await put(storage, number)
  const looks = [vi.spyOn(fs, 'openSync'), vi.spyOn(fs, 'lstatSync'), vi.spyOn(fs, 'readSync')]
  const stats = vi.spyOn(fs, 'statSync')
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await put(storage, 2)
  expect(looks.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  const paths = stats.mock.calls.map(([path]) => String(path).slice(root.length + 1))
  expect(paths).toEqual(['', '.daybook/journals.db', '.daybook/journals.db', 'journal/items.jsonl'])
})
