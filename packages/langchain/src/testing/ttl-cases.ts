import { keysOf, type StoreCase, same, storeCase, type Trial } from './store-case.ts'

const minute = 60_000

function ttlCase(name: string, trial: Trial, refreshOnRead = true): StoreCase {
  return storeCase(name, trial, { needs: 'ttl', setting: { ttlMs: 10 * minute, refreshOnRead } })
}

/** The requirements of items with a limited lifetime. */
export const ttlCases: readonly StoreCase[] = [
  ttlCase(
    'shows an item until its time is over, and in no way after it',
    async ({ store, advance }) => {
      await store.put(['a'], 'k', { n: 1 })
      advance(10 * minute - 1)
      same(keysOf(await store.search(['a'])), ['k'], 'search before')
      advance(1)
      same(await store.get(['a'], 'k'), null, 'get')
      same(await store.search(['a']), [], 'search')
      same(await store.search(['a'], { filter: { n: 1 } }), [], 'search with a filter')
      same(await store.listNamespaces(), [], 'list')
    },
    false,
  ),
  ttlCase(
    'begins the time anew with each put',
    async ({ store, advance }) => {
      await store.put(['a'], 'k', { n: 1 })
      advance(6 * minute)
      await store.put(['a'], 'k', { n: 2 })
      advance(6 * minute)
      same((await store.get(['a'], 'k'))?.value, { n: 2 }, 'get')
    },
    false,
  ),
  ttlCase('begins the time anew with each get', async ({ store, advance }) => {
    await store.put(['a'], 'k', { n: 1 })
    for (let times = 0; times < 3; times++) {
      advance(6 * minute)
      same((await store.get(['a'], 'k'))?.value, { n: 1 }, 'get')
    }
  }),
  ttlCase('begins the time anew with each search that finds it', async ({ store, advance }) => {
    await store.put(['a'], 'k', { n: 1 })
    await store.put(['b'], 'l', { n: 2 })
    for (let times = 0; times < 3; times++) {
      advance(6 * minute)
      same(keysOf(await store.search(['a'])), ['k'], 'search')
    }
    same(await store.get(['b'], 'l'), null, 'what no search found')
  }),
  ttlCase(
    'does not begin it anew for readers when told so',
    async ({ store, advance }) => {
      await store.put(['a'], 'k', { n: 1 })
      advance(6 * minute)
      same((await store.get(['a'], 'k'))?.value, { n: 1 }, 'get')
      same(keysOf(await store.search(['a'])), ['k'], 'search')
      advance(6 * minute)
      same(await store.get(['a'], 'k'), null, 'get')
    },
    false,
  ),
  ttlCase(
    'makes an item anew after its time',
    async ({ store, advance }) => {
      await store.put(['a'], 'k', { n: 1 })
      const first = await store.get(['a'], 'k')
      const createdAt = first?.createdAt.getTime() ?? 0
      advance(20 * minute)
      await store.put(['a'], 'k', { n: 2 })
      const second = await store.get(['a'], 'k')
      same(second?.value, { n: 2 }, 'value')
      same((second?.createdAt.getTime() ?? 0) > createdAt, true, 'it was made later')
    },
    false,
  ),
]
