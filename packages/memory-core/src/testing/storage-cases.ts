import assert from 'node:assert/strict'
import { type ConformanceCase, storageCase } from './conformance-case.ts'
import { storedRecord } from './stored-record.ts'

const at = '2026-01-01T00:00:00.000Z'

/** The requirements of every storage as a whole. */
export const storageCases: readonly ConformanceCase[] = [
  storageCase('purges what was removed, keeps the rest, and says in words what may be left', async (storage) => {
    const { files, items, records } = storage
    for (const path of ['a/kept.md', 'a/removed.md']) await files.write(path, 'text\n')
    await items.put(['kept', 'removed'].map((key) => ({ namespace: ['n'], key, value: 'text', at })))
    await records.write({ put: [storedRecord('kept'), storedRecord('removed')] })
    await files.remove('a/removed.md')
    await items.remove(['n'], ['removed'])
    await records.write({ remove: ['removed'] })
    const left = await storage.purge()
    assert.ok(left.every((place) => typeof place === 'string' && place.trim() !== ''))
    assert.deepEqual(
      (await files.list('', { deep: true })).map(({ path }) => path),
      ['a/kept.md'],
    )
    assert.deepEqual(
      (await items.get(['n'], ['kept', 'removed'], { at })).map((item) => item?.key),
      ['kept', undefined],
    )
    assert.deepEqual(
      (await records.get(['kept', 'removed'])).map(({ id }) => id),
      ['kept'],
    )
  }),
  storageCase('purges an empty storage, and does it again', async (storage) => {
    const [first, second] = [await storage.purge(), await storage.purge()]
    assert.deepEqual(first, second)
  }),
  {
    name: 'does not purge when it is closed',
    async run(open) {
      const storage = await open()
      await storage.close()
      await assert.rejects(storage.purge(), { code: 'closed' })
    },
  },
]
