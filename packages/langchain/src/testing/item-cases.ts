import { holds, refused, type StoreCase, same, storeCase } from './store-case.ts'

const hostile = [
  'a.b',
  'a:b',
  'a/b',
  '../a',
  ' ',
  '__proto__',
  'ключ',
  '🦉',
  "'; DROP TABLE items; --",
  'x'.repeat(2_000),
]

/** The requirements of single items. */
export const itemCases: readonly StoreCase[] = [
  storeCase('answers null for an item that is not there', async ({ store }) => {
    same(await store.get(['a'], 'none'), null, 'get')
  }),
  storeCase('gives back what was put, with its place and its times', async ({ store }) => {
    const before = Date.now()
    await store.put(['users', 'ada'], 'prefs', { theme: 'dark' })
    const item = await store.get(['users', 'ada'], 'prefs')
    same([item?.namespace, item?.key, item?.value], [['users', 'ada'], 'prefs', { theme: 'dark' }], 'item')
    holds(item?.createdAt instanceof Date && item.updatedAt instanceof Date, 'times are dates')
    same(item?.createdAt, item?.updatedAt, 'an item that was put once')
    holds(Number.isFinite(before), 'a clock')
  }),
  storeCase('replaces a value as a whole and keeps when the item was made', async ({ store }) => {
    await store.put(['a'], 'k', { one: 1, two: 2 })
    const first = await store.get(['a'], 'k')
    const createdAt = first?.createdAt.getTime()
    await store.put(['a'], 'k', { one: 3 })
    const second = await store.get(['a'], 'k')
    same(second?.value, { one: 3 }, 'value')
    same(second?.createdAt.getTime(), createdAt, 'createdAt')
    holds((second?.updatedAt.getTime() ?? 0) >= (createdAt ?? 0), 'updatedAt is not before createdAt')
  }),
  storeCase('removes an item, and does not mind when there is none', async ({ store }) => {
    await store.put(['a'], 'k', { n: 1 })
    await store.delete(['a'], 'k')
    await store.delete(['a'], 'k')
    same(await store.get(['a'], 'k'), null, 'get')
    same(await store.search(['a']), [], 'search')
  }),
  storeCase('begins an item anew that was removed and put again', async ({ store }) => {
    await store.put(['a'], 'k', { n: 1 })
    await store.delete(['a'], 'k')
    await store.put(['a'], 'k', { n: 2 })
    same((await store.get(['a'], 'k'))?.value, { n: 2 }, 'value')
  }),
  storeCase('keeps equal keys of different namespaces apart', async ({ store }) => {
    await store.put(['users', 'ada'], 'k', { who: 'ada' })
    await store.put(['users', 'bob'], 'k', { who: 'bob' })
    await store.put(['users'], 'k', { who: 'all' })
    same((await store.get(['users', 'ada'], 'k'))?.value, { who: 'ada' }, 'ada')
    same((await store.get(['users', 'bob'], 'k'))?.value, { who: 'bob' }, 'bob')
    same((await store.get(['users'], 'k'))?.value, { who: 'all' }, 'all')
  }),
  storeCase('keeps namespaces apart whose labels read the same when joined', async ({ store }) => {
    const places = [['ab', 'c'], ['a', 'bc'], ['abc'], ['a', 'b', 'c'], ['a/b', 'c'], ['a', 'b/c'], ['a,b', 'c']]
    for (const place of places) await store.put(place, 'k', { place })
    for (const place of places) same((await store.get(place, 'k'))?.value, { place }, place.join(' | '))
  }),
  storeCase('takes any text as a key', async ({ store }) => {
    for (const key of hostile) await store.put(['keys'], key, { key })
    for (const key of hostile) same((await store.get(['keys'], key))?.value, { key }, `the key ${key.slice(0, 20)}`)
    same((await store.search(['keys'], { limit: 100 })).length, hostile.length, 'how many')
  }),
  storeCase('keeps nested values, every kind of JSON, and any character', async ({ store }) => {
    const value = {
      text: 'line\nline\t"quoted" \\ 🦉 \u2028 ñ',
      number: -1.5e300,
      flags: [true, false, null],
      nested: { list: [{ deep: [[]] }], empty: {} },
      constructor: 'a name like any other',
    }
    await store.put(['a'], 'k', value)
    same((await store.get(['a'], 'k'))?.value, value, 'value')
  }),
  storeCase('keeps a value of a million characters', async ({ store }) => {
    const text = 'word '.repeat(200_000)
    await store.put(['a'], 'large', { text })
    same((await store.get(['a'], 'large'))?.value, { text }, 'value')
  }),
  storeCase('does not change with what was given to it', async ({ store }) => {
    const value = { list: [1] }
    const namespace = ['a']
    const work = store.put(namespace, 'k', value)
    value.list.push(2)
    namespace.push('b')
    await work
    value.list.push(3)
    same((await store.get(['a'], 'k'))?.value, { list: [1] }, 'value')
  }),
  storeCase('does not change with what it gave', async ({ store }) => {
    await store.put(['a'], 'k', { list: [1] })
    const item = await store.get(['a'], 'k')
    item?.value['list'].push(2)
    item?.namespace.push('b')
    same((await store.get(['a'], 'k'))?.value, { list: [1] }, 'value')
    same((await store.get(['a'], 'k'))?.namespace, ['a'], 'namespace')
  }),
  storeCase('refuses to put into namespaces that LangGraph forbids', async ({ store }) => {
    const forbidden = [[], [''], ['a', ''], ['a.b'], ['a:b'], ['langgraph'], ['langgraph', 'a'], ['a\0b']]
    for (const namespace of forbidden)
      await refused(() => store.put(namespace, 'k', { n: 1 }), `the namespace ${JSON.stringify(namespace)}`)
    same(await store.search([]), [], 'nothing was stored')
  }),
  storeCase('stores what is put at the same time', async ({ store }) => {
    const numbers = Array.from({ length: 50 }, (_, n) => n)
    await Promise.all(numbers.map((n) => store.put(['many'], `k${n}`, { n })))
    const found = await store.search(['many'], { limit: 100 })
    same(
      found.map((item) => item.value['n']).sort((a, b) => a - b),
      numbers,
      'numbers',
    )
  }),
]
