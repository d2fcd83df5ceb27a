import assert from 'node:assert/strict'
import type { ItemFilter, ItemQuery, ItemStore, Json } from '../storage/items.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { day, itemCase, itemWrite, placesOf } from './item-write.ts'

const people: Readonly<Record<string, Json>> = {
  ada: { stars: 5, name: 'Ada', tags: ['x'], meta: { city: 'Porto', since: 2019 }, left: null },
  bob: { stars: 3, name: 'bob', tags: [], meta: { city: 'Lisbon' } },
  cid: { stars: '5', name: 'Cid', 'meta.city': 'Rome', meta: { city: 'Porto' }, zero: 0 },
  dan: 7,
}

/** Each filter with the keys that it finds. */
const filters: readonly [ItemFilter, string[]][] = [
  [{}, ['ada', 'bob', 'cid', 'dan']],
  [{ stars: 5 }, ['ada']],
  [{ stars: '5' }, ['cid']],
  [{ tags: ['x'] }, ['ada']],
  [{ tags: [] }, ['bob']],
  [{ meta: { since: 2019, city: 'Porto' } }, ['ada']],
  [{ stars: {} }, ['ada', 'bob', 'cid', 'dan']],
  [{ left: null }, ['ada']],
  [{ left: { $ne: null } }, ['bob', 'cid', 'dan']],
  [{ stars: { $eq: 3 } }, ['bob']],
  [{ stars: { $ne: 5 } }, ['bob', 'cid', 'dan']],
  [{ stars: { $gt: 3 } }, ['ada']],
  [{ stars: { $gte: 3 } }, ['ada', 'bob']],
  [{ stars: { $lt: 5 } }, ['bob']],
  [{ stars: { $lte: 5, $gt: 3 } }, ['ada']],
  [{ zero: { $lt: 1 } }, ['cid']],
  [{ name: { $gt: 'Ada' } }, ['bob', 'cid']],
  [{ name: { $lte: 'Cid' } }, ['ada', 'cid']],
  [{ stars: { $in: [3, '5'] } }, ['bob', 'cid']],
  [{ tags: { $in: [['x'], []] } }, ['ada', 'bob']],
  [{ stars: { $in: [] } }, []],
  [{ stars: { $nin: [3, '5'] } }, ['ada', 'dan']],
  [{ left: { $exists: true } }, ['ada']],
  [{ 'meta.since': { $exists: false }, stars: { $exists: true } }, ['bob', 'cid']],
  [{ 'meta.city': 'Porto' }, ['ada']],
  [{ 'meta.city': { $in: ['Porto', 'Rome'] } }, ['ada', 'cid']],
  [{ 'meta.since': { $gte: 2019 } }, ['ada']],
  [{ 'tags.0': 'x' }, ['ada']],
  [{ 'tags.length': 1 }, []],
  [{ constructor: { $ne: 'x' } }, ['ada', 'bob', 'cid', 'dan']],
  [{ toString: { $gt: '' } }, []],
  [{ ['__proto__']: { $eq: {} } }, []],
  [{ stars: { $gt: 1 }, name: 'bob' }, ['bob']],
  [{ stars: 3, name: 'Ada' }, []],
]

const wrongFilters: readonly unknown[] = [
  { stars: { $near: 1 } },
  { stars: { $gt: 1, other: 2 } },
  { stars: { $constructor: 1 } },
  { stars: { $in: 5 } },
  { stars: { $nin: 'x' } },
  { stars: { $exists: 'x' } },
  { stars: { $gt: null } },
  { stars: { $lte: [1] } },
  { stars: Number.NaN },
  { stars: undefined },
  'stars',
  [],
]

/** The requirements of searching and counting items. */
export const itemSearchCases: readonly ConformanceCase[] = [
  ...filters.map(([filter, expected]) =>
    itemCase(`finds by the filter ${JSON.stringify(filter)}`, async (items) => {
      await putPeople(items)
      assert.deepEqual(await searched(items, { filter, order: 'key' }), expected)
    }),
  ),
  itemCase('refuses invalid filters, whatever is stored', async (items) => {
    for (const filter of wrongFilters) {
      const query = { prefix: [], filter: filter as ItemFilter, limit: 1, at: day(1) }
      await assertFails('bad-input', items.search(query), JSON.stringify(filter))
    }
  }),
  itemCase('finds below a prefix, by whole labels', async (items) => {
    const places = ['m/u/k', 'm/u/deep/k', 'm/u1/k', 'm/k', 'mu/k']
    await items.put(places.map((place) => itemWrite(place)))
    const found = (prefix: string[]): Promise<string[]> =>
      placesOf(items.search({ prefix, order: 'key', limit: 9, at: day(1) }))
    assert.deepEqual(await found(['m', 'u']), ['m/u/k', 'm/u/deep/k'])
    assert.deepEqual(await found(['m', 'u1']), ['m/u1/k'])
    assert.deepEqual(await found(['m']), ['m/k', 'm/u/k', 'm/u/deep/k', 'm/u1/k'])
    assert.deepEqual(await found([]), ['m/k', 'm/u/k', 'm/u/deep/k', 'm/u1/k', 'mu/k'])
    assert.deepEqual(await found(['m', 'u', 'k']), [])
    assert.equal(await items.count(['m', 'u'], day(1)), 2)
    assert.equal(await items.count([], day(1)), 5)
  }),
  itemCase('finds the last written first, ties by namespace and key', async (items) => {
    await items.put(['b/y', 'b/x', 'a/z', 'a/a/a'].map((place) => itemWrite(place)))
    await items.put([itemWrite('b/late', 1, { at: day(3) }), itemWrite('b/y', 2, { at: day(2) })])
    const expected = ['b/late', 'b/y', 'a/z', 'a/a/a', 'b/x']
    assert.deepEqual(await placesOf(items.search({ prefix: [], limit: 9, at: day(3) })), expected)
    assert.deepEqual(await placesOf(items.search({ prefix: ['b'], limit: 9, at: day(3) })), ['b/late', 'b/y', 'b/x'])
  }),
  itemCase('finds the last created first, when that is asked for', async (items) => {
    await items.put([itemWrite('b/old'), itemWrite('b/new', 1, { at: day(2) }), itemWrite('a/new', 1, { at: day(2) })])
    await items.put([itemWrite('b/old', 2, { at: day(3) })])
    const query = { order: 'created', limit: 9, at: day(3) } as const
    assert.deepEqual(await placesOf(items.search({ prefix: [], ...query })), ['a/new', 'b/new', 'b/old'])
    assert.deepEqual(await placesOf(items.search({ prefix: ['b'], ...query })), ['b/new', 'b/old'])
  }),
  itemCase('finds by namespace and key, in the order of their code points', async (items) => {
    const keys = ['🦉', '\uFFFD', 'a', '', 'a\0']
    await items.put(keys.map((key) => ({ namespace: ['n'], key, value: 1, at: day(1) })))
    await items.put([
      { namespace: ['n\0'], key: 'x', value: 1, at: day(1) },
      { namespace: ['n', 'm'], key: 'y', value: 1, at: day(1) },
    ])
    for (const order of ['key', 'updated', 'created'] as const) {
      const found = await items.search({ prefix: [], order, limit: 9, at: day(1) })
      assert.deepEqual(
        found.map(({ key }) => key),
        ['', 'a', 'a\0', '\uFFFD', '🦉', 'y', 'x'],
      )
    }
  }),
  itemCase('answers one page after the other, with and without a filter', async (items) => {
    const all = Array.from({ length: 25 }, (_, index) => itemWrite(`n/k${String(index).padStart(2, '0')}`, index))
    await items.put([...all, itemWrite('other/k', 30)])
    for (const prefix of [['n'], []])
      for (const filter of [undefined, { '': {} }]) {
        const paged: string[] = []
        for (let offset = 0; offset < 30; offset += 4)
          paged.push(...(await searched(items, { prefix, limit: 4, offset, order: 'key', ...(filter && { filter }) })))
        assert.equal(new Set(paged).size, prefix.length === 0 ? 26 : 25)
        assert.equal(paged.length, prefix.length === 0 ? 26 : 25)
      }
    assert.deepEqual(await searched(items, { limit: 0 }), [])
    assert.equal((await searched(items, { limit: Number.POSITIVE_INFINITY })).length, 26)
  }),
  itemCase('counts the offset in items that the filter lets through', async (items) => {
    await items.put(Array.from({ length: 10 }, (_, index) => itemWrite(`n/k${index}`, { odd: index % 2 })))
    const found = await searched(items, { filter: { odd: 1 }, order: 'key', offset: 2, limit: 2 })
    assert.deepEqual(found, ['k5', 'k7'])
  }),
  itemCase('refuses invalid queries', async (items) => {
    const wrong = [
      { prefix: 'a' },
      { prefix: [''] },
      { limit: -1 },
      { limit: undefined },
      { offset: 0.5 },
      { at: 'now' },
    ]
    const more = [{ order: 'newest' }, { query: 'text' }, { at: undefined }, { prefix: undefined }]
    for (const change of [...wrong, ...more]) {
      const query = { prefix: [], limit: 1, at: day(1), ...change } as unknown as ItemQuery
      await assertFails('bad-input', items.search(query), JSON.stringify(change))
    }
  }),
]

async function putPeople(items: ItemStore): Promise<void> {
  await items.put(Object.entries(people).map(([name, value]) => itemWrite(`people/${name}`, value)))
}

async function searched(items: ItemStore, query: Partial<ItemQuery>): Promise<string[]> {
  return (await items.search({ prefix: [], limit: 100, at: day(1), ...query })).map(({ key }) => key)
}
