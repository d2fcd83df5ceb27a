import assert from 'node:assert/strict'
import type { ItemStore, NamespaceQuery } from '../storage/items.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { day, itemCase, itemWrite } from './item-write.ts'

const places = [
  'a/b/c/k',
  'a/b/d/e/i/k',
  'a/b/d/i/k',
  'a/b/f/k',
  'a/c/f/k',
  'b/a/f/k',
  'users/123/k',
  'users/456/settings/k',
]

/** Each query with the namespaces that it finds; labels are joined by dots. */
const queries: readonly [Partial<NamespaceQuery>, string][] = [
  [{}, 'a.b.c a.b.d.e.i a.b.d.i a.b.f a.c.f b.a.f users.123 users.456.settings'],
  [{ prefix: ['a', 'b'] }, 'a.b.c a.b.d.e.i a.b.d.i a.b.f'],
  [{ prefix: ['a', 'b', 'c'] }, 'a.b.c'],
  [{ prefix: ['a', 'b', 'c', 'd'] }, ''],
  [{ prefix: ['*', 'b'] }, 'a.b.c a.b.d.e.i a.b.d.i a.b.f'],
  [{ prefix: ['a', '*', 'f'] }, 'a.b.f a.c.f'],
  [{ prefix: ['*', '*', '*', '*'] }, 'a.b.d.e.i a.b.d.i'],
  [{ prefix: ['us'] }, ''],
  [{ suffix: ['f'] }, 'a.b.f a.c.f b.a.f'],
  [{ suffix: ['d', '*'] }, 'a.b.d.i'],
  [{ suffix: ['*', 'settings'] }, 'users.456.settings'],
  [{ suffix: ['x', 'a', 'b', 'c'] }, ''],
  [{ prefix: ['a'], suffix: ['f'] }, 'a.b.f a.c.f'],
  [{ maxDepth: 1 }, 'a b users'],
  [{ maxDepth: 2 }, 'a.b a.c b.a users.123 users.456'],
  [{ maxDepth: 3, prefix: ['a', 'b'] }, 'a.b.c a.b.d a.b.f'],
  [{ maxDepth: 9 }, 'a.b.c a.b.d.e.i a.b.d.i a.b.f a.c.f b.a.f users.123 users.456.settings'],
  [{ maxDepth: 2, suffix: ['i'] }, 'a.b'],
  [{ maxDepth: 2, suffix: ['f'] }, 'a.b a.c b.a'],
  [{ limit: 2 }, 'a.b.c a.b.d.e.i'],
  [{ limit: 2, offset: 6 }, 'users.123 users.456.settings'],
  [{ limit: 1, offset: 1, maxDepth: 1 }, 'b'],
  [{ offset: 99 }, ''],
  [{ limit: 0 }, ''],
]

/** The requirements of listing namespaces. */
export const namespaceCases: readonly ConformanceCase[] = [
  ...queries.map(([query, expected]) =>
    itemCase(`lists namespaces by ${JSON.stringify(query)}`, async (items) => {
      await items.put(places.map((place) => itemWrite(place)))
      assert.equal(await listed(items, query), expected)
    }),
  ),
  itemCase('lists a namespace once, however many items it has, and beside those below it', async (items) => {
    const many = ['a/k', 'a/l', 'a/b/k', 'a/b/l', 'a/b/c/k', 'ab/k']
    await items.put(many.map((place) => itemWrite(place)))
    assert.equal(await listed(items, {}), 'a a.b a.b.c ab')
    assert.equal(await listed(items, { maxDepth: 1 }), 'a ab')
    assert.equal(await listed(items, { maxDepth: 2 }), 'a a.b ab')
  }),
  itemCase('lists no namespace that is empty, or where everything has expired', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(2) }), itemWrite('b/k'), itemWrite('c/k'), itemWrite('c/l')])
    await items.remove(['b'], ['k'])
    await items.remove(['c'], ['k'])
    assert.equal(await listed(items, {}), 'a c')
    assert.equal(await listed(items, { at: day(2) }), 'c')
  }),
  itemCase('takes * in a namespace for itself', async (items) => {
    await items.put([itemWrite('*/k'), itemWrite('a/k')])
    assert.equal(await listed(items, {}), '* a')
    assert.equal(await listed(items, { prefix: ['a'] }), 'a')
  }),
  itemCase('refuses invalid queries', async (items) => {
    const wrong = [
      { prefix: 'a' },
      { suffix: [1] },
      { maxDepth: 0 },
      { limit: undefined },
      { at: undefined },
      { depth: 1 },
    ]
    for (const change of wrong) {
      const query = { limit: 1, at: day(1), ...change } as unknown as NamespaceQuery
      await assertFails('bad-input', items.namespaces(query), JSON.stringify(change))
    }
  }),
]

async function listed(items: ItemStore, query: Partial<NamespaceQuery>): Promise<string> {
  const found = await items.namespaces({ limit: 100, at: day(1), ...query })
  return found.map((labels) => labels.join('.')).join(' ')
}
