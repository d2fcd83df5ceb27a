import assert from 'node:assert/strict'
import type { Json } from '../storage/items.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { day, itemCase, itemWrite, placesOf } from './item-write.ts'

const hostile = [
  '\0',
  '__proto__',
  'constructor',
  '"',
  "'; DROP TABLE items; --",
  '%',
  '/',
  '.',
  '🦉',
  '\ud800',
  '\u0001\u0001',
  '\uE000',
]
const values: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  '',
  'Ein "Kranich"\0\n🦉\ud800',
  [],
  {},
  [[null]],
  { a: { b: [1] }, '': 2 },
]
const all = { limit: 100, at: day(1) }

class Odd {
  value = 1
}

/** The requirements of writing items, reading them by key, removing them, and of their expiry. */
export const itemWriteCases: readonly ConformanceCase[] = [
  itemCase('holds nothing at first', async (items) => {
    assert.deepEqual(await items.get(['a'], ['k'], { at: day(1) }), [undefined])
    assert.deepEqual(await items.search({ prefix: [], ...all }), [])
    assert.deepEqual(await items.namespaces(all), [])
    assert.equal(await items.count([], day(1)), 0)
    assert.equal(await items.remove(['a'], ['k']), 0)
    assert.equal(await items.clear([]), 0)
    assert.equal(await items.prune([], { at: day(1), keep: 0 }), 0)
  }),
  itemCase('gives an item back as it was written', async (items) => {
    const namespace = ['users', 'ada@example.com']
    await items.put([{ namespace, key: 'k', value: { stars: 4 }, at: day(1), expiresAt: day(9) }])
    const times = { createdAt: day(1), updatedAt: day(1), accessedAt: day(1), expiresAt: day(9) }
    const expected = { namespace, key: 'k', value: { stars: 4 }, ...times }
    assert.deepEqual(await items.get(namespace, ['k'], { at: day(2) }), [expected])
    assert.deepEqual(await items.search({ prefix: [], limit: 1, at: day(2) }), [expected])
  }),
  itemCase('gives back what need not be durable, and replaces it like any other', async (items) => {
    await items.put([itemWrite('a/k', 1), itemWrite('a/l', 2)], { durable: false })
    await items.put([itemWrite('a/k', 3)], { durable: true })
    const found = await items.get(['a'], ['k', 'l'], { at: day(1) })
    assert.deepEqual(
      found.map((item) => item?.value),
      [3, 2],
    )
    await assertFails('bad-input', items.put([itemWrite('a/k')], { durable: 'no' as never }), 'durable')
  }),
  ...values.map((value) =>
    itemCase(`keeps the value ${JSON.stringify(value)}`, async (items) => {
      await items.put([itemWrite('a/k', value)])
      const [found] = await items.get(['a'], ['k'], { at: day(1) })
      assert.deepEqual(found?.value, value)
      assert.equal(found && 'expiresAt' in found, false)
    }),
  ),
  ...hostile.map((text) =>
    itemCase(`takes ${JSON.stringify(text)} for a label and for a key like any other`, async (items) => {
      const [namespace, other] = [[text, 'b'], [`${text}b`]]
      const write = { value: 1, at: day(1) }
      await items.put([
        { ...write, namespace, key: text },
        { ...write, namespace: other, key: text },
        { ...write, namespace: [text], key: `b${text}` },
      ])
      const found = await items.get(namespace, [text, `${text} `], { at: day(1) })
      assert.deepEqual(
        found.map((one) => one && [one.namespace, one.key]),
        [[namespace, text], undefined],
      )
      assert.equal(await items.count([text], day(1)), 2)
      assert.deepEqual(await items.namespaces({ ...all, prefix: [text] }), [[text], namespace])
      assert.equal(await items.remove(namespace, [text]), 1)
      assert.equal(await items.clear([text]), 1)
      assert.deepEqual(await items.namespaces(all), [other])
    }),
  ),
  itemCase('keeps a field named __proto__, and pollutes nothing', async (items) => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')
    await items.put([itemWrite('a/k', value)])
    const [found] = await items.get(['a'], ['k'], { at: day(1) })
    assert.equal(JSON.stringify(found?.value), JSON.stringify(value))
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    const filtered = items.search({ prefix: [], filter: { ['__proto__']: { polluted: true } }, ...all })
    assert.deepEqual(await placesOf(filtered), ['a/k'])
  }),
  itemCase('keeps a value of a million characters', async (items) => {
    const value = 'é\0'.repeat(500_000)
    await items.put([itemWrite('a/k', value)])
    assert.equal((await items.get(['a'], ['k'], { at: day(1) }))[0]?.value, value)
  }),
  itemCase('does not keep what it was given, nor give what it keeps', async (items) => {
    const value = { list: [1] }
    const namespace = ['a']
    const writing = items.put([{ namespace, key: 'k', value, at: day(1) }])
    value.list.push(2)
    namespace.push('later')
    await writing
    const read = async (): Promise<Json | undefined> => (await items.get(['a'], ['k'], { at: day(1) }))[0]?.value
    const first = await read()
    if (typeof first === 'object' && first !== null) Object.assign(first, { list: [] })
    assert.deepEqual(await read(), { list: [1] })
  }),
  itemCase('answers items in the order of the keys, undefined where there is none', async (items) => {
    await items.put([itemWrite('a/k'), itemWrite('a/l'), itemWrite('b/m')])
    const found = await items.get(['a'], ['l', 'm', 'k', 'l'], { at: day(1) })
    assert.deepEqual(
      found.map((one) => one?.key),
      ['l', undefined, 'k', 'l'],
    )
    assert.deepEqual(await items.get(['a'], [], { at: day(1) }), [])
  }),
  itemCase('replaces an item and keeps its createdAt', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(9) })])
    await items.put([itemWrite('a/k', 2, { at: day(2) })])
    const [found] = await items.get(['a'], ['k'], { at: day(3) })
    const times = { createdAt: day(1), updatedAt: day(2), accessedAt: day(2) }
    assert.deepEqual(found, { namespace: ['a'], key: 'k', value: 2, ...times })
  }),
  itemCase('creates an item anew where the old one has expired', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(2) })])
    await items.put([itemWrite('a/k', 2, { at: day(2) })])
    assert.equal((await items.get(['a'], ['k'], { at: day(2) }))[0]?.createdAt, day(2))
  }),
  itemCase('takes the last of several writes of one key', async (items) => {
    await items.put([itemWrite('a/k', 1), itemWrite('a/l', 2), itemWrite('a/k', 3, { at: day(2) })])
    const [found] = await items.get(['a'], ['k'], { at: day(2) })
    assert.deepEqual([found?.value, found?.createdAt, found?.updatedAt], [3, day(1), day(2)])
    await items.put([])
    assert.equal(await items.count([], day(2)), 2)
  }),
  itemCase('writes all or none', async (items) => {
    await items.put([itemWrite('a/k', 1)])
    const broken = { ...itemWrite('a/m'), value: Number.NaN }
    await assertFails('bad-input', items.put([itemWrite('a/k', 2), itemWrite('a/l'), broken]), 'NaN')
    assert.deepEqual(await placesOf(items.search({ prefix: [], ...all })), ['a/k'])
    assert.equal((await items.get(['a'], ['k'], { at: day(1) }))[0]?.value, 1)
  }),
  itemCase('refuses values that JSON would change', async (items) => {
    const circle: { self?: unknown } = {}
    circle.self = [circle]
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    const infinite = Number.POSITIVE_INFINITY
    const wrong: unknown[] = [undefined, () => 1, Symbol('s'), 1n, Number.NaN, infinite, circle, deep, new Odd()]
    const more = [new Date(0), new Map(), { a: undefined }, [undefined], new Array(2), { toJSON: () => 1 }]
    for (const value of [...wrong, ...more])
      await assertFails(
        'bad-input',
        items.put([itemWrite('a/k', value as Json, { value: value as Json })]),
        typeof value,
      )
    assert.equal(await items.count([], day(1)), 0)
  }),
  itemCase('takes the same object twice, beside itself', async (items) => {
    const shared = { a: 1 }
    await items.put([itemWrite('a/k', { one: shared, two: [shared, shared] })])
    assert.equal(await items.count([], day(1)), 1)
  }),
  itemCase('refuses invalid namespaces, keys and times', async (items) => {
    const wrong = [{ namespace: [] }, { namespace: ['a', ''] }, { namespace: 'a' }, { namespace: [1] }, { key: 1 }]
    const times = [{ at: 'yesterday' }, { at: '2026-03-01' }, { at: undefined }, { expiresAt: 5 }, { ttl: 5 }]
    for (const change of [...wrong, ...times])
      await assertFails('bad-input', items.put([itemWrite('a/k', 1, change as never)]), JSON.stringify(change))
    await assertFails('bad-input', items.get([], ['k'], { at: day(1) }), 'no namespace')
    await assertFails('bad-input', items.get(['a'], 'k' as never, { at: day(1) }), 'one key')
    await assertFails('bad-input', items.get(['a'], ['k'], { at: '' }), 'no time')
    await assertFails('bad-input', items.remove(['a', ''], ['k']), 'an empty label')
    await assertFails('bad-input', items.clear('a' as never), 'a text for a prefix')
    await assertFails('bad-input', items.count([''], day(1)), 'an empty label in a prefix')
    await assertFails('bad-input', items.prune([], { at: day(1), keep: -1 }), 'a negative number to keep')
  }),
  itemCase('moves the access of an item that is read with touch, and of no other', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(9) }), itemWrite('a/l'), itemWrite('b/k')])
    const [touched] = await items.get(['a'], ['k', 'none'], { at: day(3), touch: {} })
    assert.deepEqual([touched?.accessedAt, touched?.updatedAt, touched?.expiresAt], [day(3), day(1), day(9)])
    await items.get(['a'], ['l'], { at: day(4) })
    const found = await items.search({ prefix: [], order: 'key', limit: 9, at: day(4) })
    assert.deepEqual(
      found.map(({ accessedAt }) => accessedAt),
      [day(3), day(1), day(1)],
    )
  }),
  itemCase('moves the expiry of an item when touch gives one', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(2) }), itemWrite('a/l')])
    const found = await items.get(['a'], ['k', 'l'], { at: day(1), touch: { expiresAt: day(5) } })
    assert.deepEqual(
      found.map((one) => one?.expiresAt),
      [day(5), day(5)],
    )
    assert.deepEqual(await placesOf(items.search({ prefix: [], limit: 9, at: day(4), order: 'key' })), ['a/k', 'a/l'])
    assert.equal(await items.count([], day(5)), 0)
  }),
  itemCase('does not answer what has expired, from that moment on, nor bring it back by a touch', async (items) => {
    await items.put([itemWrite('a/k', 1, { expiresAt: day(2) })])
    const before = '2026-03-01T23:59:59.999Z'
    assert.equal((await items.get(['a'], ['k'], { at: before }))[0]?.key, 'k')
    assert.deepEqual(await items.get(['a'], ['k'], { at: day(2), touch: { expiresAt: day(9) } }), [undefined])
    assert.deepEqual(await items.get(['a'], ['k'], { at: day(3) }), [undefined])
    assert.deepEqual(await items.search({ prefix: ['a'], limit: 9, at: day(2) }), [])
    assert.deepEqual(await items.namespaces({ limit: 9, at: day(2) }), [])
    assert.equal(await items.count([], day(2)), 0)
    assert.equal(await items.count([], before), 1)
  }),
  itemCase('removes keys and answers how many there were', async (items) => {
    await items.put([itemWrite('a/k'), itemWrite('a/l'), itemWrite('a/b/k')])
    assert.equal(await items.remove(['a'], ['k', 'none', 'k']), 1)
    assert.deepEqual(await placesOf(items.search({ prefix: [], ...all })), ['a/l', 'a/b/k'])
  }),
  itemCase('clears everything below a prefix, by whole labels', async (items) => {
    await items.put(['a/b/k', 'a/b/c/k', 'a/bb/k', 'a/k', 'ab/k'].map((place) => itemWrite(place)))
    assert.equal(await items.clear(['a', 'b']), 2)
    assert.equal(await items.count([], day(1)), 3)
    assert.equal(await items.clear(['a']), 2)
    assert.equal(await items.clear([]), 1)
  }),
  itemCase('prunes what has expired, below the prefix only', async (items) => {
    const expiresAt = day(2)
    await items.put([itemWrite('a/k', 1, { expiresAt }), itemWrite('a/l'), itemWrite('b/k', 1, { expiresAt })])
    assert.equal(await items.prune(['a'], { at: day(1) }), 0)
    assert.equal(await items.prune(['a'], { at: day(2) }), 1)
    assert.equal(await items.count([], day(1)), 2)
    assert.equal(await items.prune([], { at: day(2) }), 1)
  }),
  itemCase('prunes the expired first, then those whose access is longest ago, ties by key', async (items) => {
    const keys = ['d', 'c', 'b', 'a', 'e']
    await items.put(keys.map((key, index) => itemWrite(`n/${key}`, 1, { at: day(index < 3 ? 1 : 2) })))
    await items.put([itemWrite('n/x', 1, { at: day(3), expiresAt: day(4) }), itemWrite('other/k')])
    await items.get(['n'], ['b'], { at: day(3), touch: {} })
    assert.equal(await items.prune(['n'], { at: day(4), keep: 4 }), 2)
    const left = (): Promise<string[]> => placesOf(items.search({ prefix: ['n'], limit: 9, at: day(4), order: 'key' }))
    assert.deepEqual(await left(), ['n/a', 'n/b', 'n/d', 'n/e'])
    assert.equal(await items.prune(['n'], { at: day(4), keep: 1 }), 3)
    assert.deepEqual(await left(), ['n/b'])
    assert.equal(await items.prune(['n'], { at: day(4), keep: 1 }), 0)
    assert.equal(await items.count([], day(4)), 2)
  }),
  itemCase('prunes over several namespaces as over one', async (items) => {
    const places = ['b/k', 'a/l', 'a/k', 'a/b/k']
    await items.put(places.map((place, index) => itemWrite(place, 1, { at: day(index === 0 ? 1 : 2) })))
    assert.equal(await items.prune([], { at: day(3), keep: 2 }), 2)
    assert.deepEqual(await placesOf(items.search({ prefix: [], limit: 9, at: day(3), order: 'key' })), ['a/l', 'a/b/k'])
  }),
]
