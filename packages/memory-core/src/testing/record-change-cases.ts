import assert from 'node:assert/strict'
import type { RecordStore } from '../storage/records.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { idsOf, recordCase, storedRecord } from './stored-record.ts'

/** The requirements of changing records in place, and of following changes. */
export const recordChangeCases: readonly ConformanceCase[] = [
  recordCase('updates records and answers the changed ones, in the order of the ids', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b'), storedRecord('c')] })
    const changed = await records.update(['c', 'none', 'a', 'b', 'c'], (record) =>
      record.id === 'b' ? undefined : { ...record, text: `${record.text}!`, scope: 's' },
    )
    const expected = ['c', 'a'].map((id) => storedRecord(id, { text: `what ${id} says!`, scope: 's' }))
    assert.deepEqual(changed, expected)
    assert.deepEqual(await records.get(['c', 'a', 'b']), [...expected, storedRecord('b')])
    assert.deepEqual(await idsOf(records.list({ scopes: ['s'], limit: 9 })), ['a', 'c'])
  }),
  recordCase('updates from a copy: what `change` does to it without answering it is lost', async (records) => {
    await records.write({ put: [storedRecord('a', { tags: ['x'] })] })
    const changed = await records.update(['a'], (record) => {
      record.text = 'changed in place'
      return undefined
    })
    assert.deepEqual(changed, [])
    assert.deepEqual(await records.get(['a']), [storedRecord('a', { tags: ['x'] })])
  }),
  recordCase('writes nothing when `change` throws, and passes on what it threw', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b')] })
    const failure = new Error('no')
    const change = records.update(['a', 'b'], (record) => {
      if (record.id === 'b') throw failure
      return { ...record, text: 'changed' }
    })
    await assert.rejects(change, (error) => error === failure)
    assert.deepEqual(await records.get(['a']), [storedRecord('a')])
    assert.equal(await records.revision(), 2)
    await records.write({ put: [storedRecord('c')] })
    assert.equal(await records.revision(), 3)
  }),
  recordCase('refuses another id, and what is no record, from `change`', async (records) => {
    await records.write({ put: [storedRecord('a')] })
    await assertFails(
      'bad-input',
      records.update(['a'], () => storedRecord('b')),
      'another id',
    )
    await assertFails('bad-input', records.update(['a'], (async () => storedRecord('a')) as never), 'a promise')
    await assertFails(
      'bad-input',
      records.update(['a'], () => null as never),
      'null',
    )
    assert.deepEqual(await records.get(['a', 'b']), [storedRecord('a')])
  }),
  recordCase('loses no update when many run at once', async (records) => {
    await records.write({ put: [storedRecord('a', { successCount: 0 })] })
    const once = (): Promise<unknown> =>
      records.update(['a'], (record) => ({ ...record, successCount: record.successCount + 1 }))
    await Promise.all(Array.from({ length: 50 }, once))
    assert.equal((await records.get(['a']))[0]?.successCount, 50)
  }),
  recordCase('goes up by every change that is news', async (records) => {
    const seen: number[] = []
    const then = async (change: Promise<unknown>): Promise<void> => {
      await change
      seen.push(await records.revision())
    }
    await then(records.write({ put: [storedRecord('a')] }))
    await then(records.write({ put: [storedRecord('a')] }))
    await then(records.write({ insert: [storedRecord('b')] }))
    await then(records.update(['a'], (record) => ({ ...record, text: 'new' })))
    await then(records.write({ remove: ['a'] }))
    assert.deepEqual(
      seen,
      [...new Set(seen)].sort((a, b) => a - b),
    )
    assert.ok((seen[0] ?? 0) > 0)
  }),
  recordCase('stays where it is when nothing is news', async (records) => {
    await records.write({ put: [storedRecord('a')] })
    const before = await records.revision()
    await records.write({ insert: [storedRecord('a')], remove: ['none'], marks: { m: '1' } })
    await records.update(['a', 'none'], () => undefined)
    await records.update(['a'], (record) => ({ ...record, strength: 7 }), { quietly: true })
    assert.equal(await records.revision(), before)
    assert.deepEqual(await records.changes(before, 9), { records: [], removed: [], revision: before })
    assert.equal((await records.get(['a']))[0]?.strength, 7)
    assert.deepEqual(await idsOf(records.list({ strengthFrom: 7, limit: 1 })), ['a'])
  }),
  recordCase(
    'answers what was put, changed and removed since a revision, in the order of the last change',
    async (records) => {
      await records.write({ put: ['a', 'b', 'c', 'd'].map((id) => storedRecord(id)) })
      const since = await records.revision()
      await records.write({ put: [storedRecord('e'), storedRecord('a')] })
      await records.update(['b'], (record) => ({ ...record, text: 'new' }))
      await records.write({ remove: ['c', 'e'] })
      const { records: changed, removed, revision } = await records.changes(since, 9)
      assert.deepEqual(changed, [storedRecord('a'), storedRecord('b', { text: 'new' })])
      assert.deepEqual(removed, ['c', 'e'])
      assert.equal(revision, await records.revision())
      assert.deepEqual(await records.changes(revision, 9), { records: [], removed: [], revision })
    },
  ),
  recordCase('keeps a quiet change in its old place, with its new fields', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b')] })
    await records.update(['a'], (record) => ({ ...record, strength: 7 }), { quietly: true })
    assert.deepEqual((await records.changes(0, 9)).records, [storedRecord('a', { strength: 7 }), storedRecord('b')])
  }),
  recordCase('does not answer as removed what is there again', async (records) => {
    await records.write({ put: [storedRecord('a')] })
    const since = await records.revision()
    await records.write({ remove: ['a'] })
    assert.deepEqual((await records.changes(since, 9)).removed, ['a'])
    await records.write({ insert: [storedRecord('a')] })
    const again = await records.changes(since, 9)
    assert.deepEqual([again.records, again.removed], [[storedRecord('a')], []])
    await records.write({ remove: ['a'], put: [storedRecord('a')] })
    assert.deepEqual((await records.changes(since, 9)).removed, [])
  }),
  ...[1, 2, 3, 7].map((limit) =>
    recordCase(`walks through everything since 0 in pages of ${limit}, skipping nothing`, async (records) => {
      const ids = Array.from({ length: 12 }, (_, index) => `r${index}`)
      await records.write({ put: ids.map((id) => storedRecord(id)) })
      await records.write({ remove: ['r3', 'r4', 'r9'] })
      await records.update(['r0', 'r5'], (record) => ({ ...record, text: 'new' }))
      const walked = await walk(records, limit)
      const there = ['r0', 'r1', 'r10', 'r11', 'r2', 'r5', 'r6', 'r7', 'r8']
      assert.equal(walked.length, 12)
      assert.deepEqual(new Set(walked), new Set(['-r3', '-r4', '-r9', ...there]))
    }),
  ),
  recordCase('answers nothing and stays for a limit of 0, and all for no end', async (records) => {
    await records.write({ put: [storedRecord('a')], remove: [] })
    assert.deepEqual(await records.changes(0, 0), { records: [], removed: [], revision: 0 })
    const all = await records.changes(0, Number.POSITIVE_INFINITY)
    assert.deepEqual(all, { records: [storedRecord('a')], removed: [], revision: 1 })
  }),
  recordCase('answers a lower revision when it is asked from one that it never had', async (records) => {
    await records.write({ put: [storedRecord('a')] })
    assert.deepEqual(await records.changes(99, 5), { records: [], removed: [], revision: 1 })
    await assertFails('bad-input', records.changes(-1, 5), 'a negative revision')
    await assertFails('bad-input', records.changes(0, 1.5), 'a broken limit')
  }),
]

async function walk(records: RecordStore, limit: number): Promise<string[]> {
  const walked: string[] = []
  let since = 0
  while (since < (await records.revision())) {
    const page = await records.changes(since, limit)
    const steps = [...page.records.map(({ id }) => id), ...page.removed.map((id) => `-${id}`)]
    assert.ok(steps.length <= limit && steps.length > 0, `a page of ${steps.length}`)
    walked.push(...steps)
    assert.ok(page.revision > since)
    since = page.revision
  }
  return walked
}
