import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openForReading } from '../../disk/database.ts'
import { localStorage } from '../../local/storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { day, itemWrite } from '../../testing/item-write.ts'
import { storedRecord } from '../../testing/stored-record.ts'

async function place(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

async function open(directory: string): Promise<Storage> {
  const storage = await localStorage({ directory })
  onTestFinished(() => storage.close())
  return storage
}

/** A storage whose journal of items is not new, and its directory. */
async function opened(): Promise<readonly [storage: Storage, root: string]> {
  const root = await place()
  const storage = await open(root)
  await storage.items.put([itemWrite('a/0')])
  return [storage, root]
}

/** The keys of the items that the tables have, whatever the journal has. */
function keysInTables(root: string): unknown[] {
  const database = openForReading(join(root, 'state/tables.db'))
  const rows = database.prepare('SELECT key FROM items ORDER BY key').all()
  database.close()
  return rows.map(({ key }) => key)
}

const failingSync = () =>
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
  })

const valueAt = async (storage: Storage, key: string) =>
  (await storage.items.get(['a'], [key], { at: day(9) }))[0]?.value

describe('rows of new versions', () => {
  it('are written after the puts, before the next read, and a moment later at the latest', async () => {
    const [storage, root] = await opened()
    await storage.items.put([itemWrite('a/1')])
    await storage.items.put([itemWrite('a/2')])
    expect(keysInTables(root)).toEqual(['0'])
    expect(await storage.items.count(['a'], day(9))).toBe(3)
    expect(keysInTables(root)).toEqual(['0', '1', '2'])
    await storage.items.put([itemWrite('a/3')])
    await expect.poll(() => keysInTables(root)).toEqual(['0', '1', '2', '3'])
    await storage.items.put([itemWrite('a/4')])
    await storage.close()
    expect(keysInTables(root)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('are not left for later without bound', async () => {
    const [storage, root] = await opened()
    const long = 'x'.repeat(150_000)
    for (const key of ['1', '2']) await storage.items.put([itemWrite(`a/${key}`, long)])
    expect(keysInTables(root)).toEqual(['0', '1', '2'])
  })

  it('are written in one transaction with what needs them, or wait on if that fails', async () => {
    const [storage, root] = await opened()
    await storage.items.put([itemWrite('a/1')])
    const sync = failingSync()
    await expect(storage.items.remove(['a'], ['0'])).rejects.toThrow(/EIO/)
    sync.mockRestore()
    expect(keysInTables(root)).toEqual(['0'])
    expect(await storage.items.remove(['a'], ['0'])).toBe(1)
    expect(keysInTables(root)).toEqual(['1'])
  })

  it('are those of the operations that succeeded', async () => {
    const [storage] = await opened()
    await storage.items.put([itemWrite('a/1', 'one')])
    const sync = failingSync()
    await expect(storage.items.put([itemWrite('a/2')])).rejects.toThrow(/EIO/)
    sync.mockRestore()
    expect([await valueAt(storage, '1'), await valueAt(storage, '2')]).toEqual(['one', undefined])
    await storage.items.put([itemWrite('a/2', 'two')])
    expect(await valueAt(storage, '2')).toBe('two')
  })

  it('are written once where another storage has followed the journal first', async () => {
    const [storage, root] = await opened()
    const other = await open(root)
    await storage.items.put([itemWrite('a/1', 'one')])
    expect(await valueAt(other, '1')).toBe('one')
    await storage.records.write({ insert: [storedRecord('r')] })
    await storage.records.write({ insert: [storedRecord('s')] })
    const { records, revision } = await other.records.changes(0, 9)
    expect(records.map(({ id }) => id)).toEqual(['r', 's'])
    expect(await storage.records.changes(revision, 9)).toEqual({ records: [], removed: [], revision })
    await other.items.put([itemWrite('a/1', 'another')])
    await other.items.put([itemWrite('a/2', 'two')])
    expect([await valueAt(storage, '1'), await valueAt(storage, '2')]).toEqual(['another', 'two'])
  })

  it('are not those of marks that only the tables have', async () => {
    const [storage, root] = await opened()
    const other = await open(root)
    for (const id of ['r', 's']) await storage.records.write({ insert: [storedRecord(id)] })
    await storage.records.write({ marks: { 'records-page:a': 'one' } })
    expect(await other.records.marks(['records-page:a'])).toEqual(new Map([['records-page:a', 'one']]))
    expect(await storage.records.marks(['records-page:a'])).toEqual(new Map([['records-page:a', 'one']]))
  })

  it('are of one state with what removes, counts and changes', async () => {
    const [storage] = await opened()
    await storage.items.put([itemWrite('a/1'), itemWrite('a/2'), itemWrite('a/1', 'again', { at: day(2) })])
    await storage.items.put([itemWrite('a/2', 'again', { at: day(2) })])
    expect(await storage.items.remove(['a'], ['1'])).toBe(1)
    const [item] = await storage.items.get(['a'], ['2'], { at: day(9) })
    expect(item).toMatchObject({ value: 'again', createdAt: day(1), updatedAt: day(2) })
    await storage.records.write({ insert: [storedRecord('r')], marks: { m: 'one' } })
    await storage.records.write({ insert: [storedRecord('s')], marks: { m: 'two' } })
    expect(await storage.records.write({ insert: [storedRecord('s')], marks: { m: undefined } })).toEqual({
      inserted: [],
    })
    await storage.records.update(['s'], (record) => ({ ...record, text: 'new' }))
    expect(await storage.records.update(['s'], (record) => ({ ...record, strength: 7 }))).toMatchObject([
      { text: 'new' },
    ])
    expect((await storage.records.marks(['m'])).size).toBe(0)
  })
})

it('what was read before a new version does not end it, also after the tables were deleted', async () => {
  const [storage, root] = await opened()
  await storage.items.put([itemWrite('a/1', 'old', { expiresAt: day(3) })])
  await storage.items.get(['a'], ['1'], { at: day(2), touch: { expiresAt: day(4) } })
  await storage.items.put([itemWrite('a/1', 'new', { at: day(2) })])
  await storage.close()
  await rm(join(root, 'state'), { recursive: true })
  expect(await valueAt(await open(root), '1')).toBe('new')
})

const key = fc.constantFrom('1', '2', '3')
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'read' as const), key }),
  fc.record({ kind: fc.constantFrom('other' as const, 'delete' as const), key }),
)

it('answers as if every row had been written at once, whichever of two storages writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const root = await mkdtemp(join(tmpdir(), 'daybook-'))
      const [one, other] = [await localStorage({ directory: root }), await localStorage({ directory: root })]
      const known = new Map<string, number>()
      let writer = one
      for (const [number, { kind, key }] of steps.entries()) {
        if (kind === 'other') writer = writer === one ? other : one
        if (kind === 'delete') await rm(join(root, 'state'), { recursive: true, force: true })
        if (kind === 'put') {
          await writer.items.put([itemWrite(`a/${key}`, number)])
          await writer.records.write({ put: [storedRecord(key, { text: String(number) })] })
          known.set(key, number)
        }
        if (kind === 'remove') {
          expect(await writer.items.remove(['a'], [key])).toBe(known.has(key) ? 1 : 0)
          await writer.records.write({ remove: [key] })
          known.delete(key)
        }
        if (kind === 'read') {
          expect(await valueAt(writer, key)).toBe(known.get(key))
          const [record] = await writer.records.get([key])
          expect(record?.text).toBe(known.get(key)?.toString())
        }
      }
      for (const storage of [one, other]) {
        const found = await storage.items.search({ prefix: ['a'], limit: 9, at: day(9) })
        expect(new Map(found.map((item) => [item.key, item.value]))).toEqual(known)
        await storage.close()
      }
      await rm(root, { recursive: true })
    }),
    { numRuns: 15 },
  )
})
