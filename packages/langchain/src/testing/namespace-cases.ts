import type { BaseStore } from '@langchain/langgraph-checkpoint'
import { type StoreCase, same, storeCase } from './store-case.ts'

type Asked = NonNullable<Parameters<BaseStore['listNamespaces']>[0]>

const places = [
  ['a', 'b', 'c'],
  ['a', 'b', 'd', 'e'],
  ['a', 'b', 'f'],
  ['a', 'c', 'f'],
  ['b', 'a', 'f'],
  ['users', '123'],
  ['users', '456', 'settings'],
  ['admin', 'users', '789'],
]

function listCase(name: string, asked: Asked, expected: readonly (readonly string[])[]): StoreCase {
  return storeCase(name, async ({ store }) => {
    for (const [n, namespace] of places.entries()) await store.put(namespace, `k${n}`, { n })
    same(await store.listNamespaces(asked), expected, JSON.stringify(asked))
  })
}

/** The requirements of listing namespaces. */
export const namespaceCases: readonly StoreCase[] = [
  storeCase('lists no namespace of an empty store', async ({ store }) => {
    same(await store.listNamespaces(), [], 'list')
  }),
  storeCase('lists each namespace once', async ({ store }) => {
    await store.put(['b'], 'k1', { n: 1 })
    await store.put(['b'], 'k2', { n: 2 })
    await store.put(['a'], 'k1', { n: 3 })
    same(await store.listNamespaces(), [['a'], ['b']], 'list')
  }),
  storeCase('lists no namespace whose last item is gone', async ({ store }) => {
    await store.put(['a'], 'k', { n: 1 })
    await store.put(['b'], 'k', { n: 2 })
    await store.delete(['a'], 'k')
    same(await store.listNamespaces(), [['b']], 'list')
  }),
  listCase('lists namespaces sorted', {}, [
    ['a', 'b', 'c'],
    ['a', 'b', 'd', 'e'],
    ['a', 'b', 'f'],
    ['a', 'c', 'f'],
    ['admin', 'users', '789'],
    ['b', 'a', 'f'],
    ['users', '123'],
    ['users', '456', 'settings'],
  ]),
  listCase('lists the namespaces below a prefix', { prefix: ['a', 'b'] }, [
    ['a', 'b', 'c'],
    ['a', 'b', 'd', 'e'],
    ['a', 'b', 'f'],
  ]),
  listCase('takes * in a prefix for any one label', { prefix: ['a', '*', 'f'] }, [
    ['a', 'b', 'f'],
    ['a', 'c', 'f'],
  ]),
  listCase('lists the namespaces that end alike', { suffix: ['f'] }, [
    ['a', 'b', 'f'],
    ['a', 'c', 'f'],
    ['b', 'a', 'f'],
  ]),
  listCase('takes * in a suffix for any one label', { suffix: ['users', '*'] }, [
    ['admin', 'users', '789'],
    ['users', '123'],
  ]),
  listCase('does not let a suffix reach beyond a namespace', { suffix: ['*', '*', '*', '*'] }, [['a', 'b', 'd', 'e']]),
  listCase('demands prefix and suffix', { prefix: ['a'], suffix: ['f'] }, [
    ['a', 'b', 'f'],
    ['a', 'c', 'f'],
  ]),
  listCase('cuts namespaces to a depth, each once', { prefix: ['a'], maxDepth: 2 }, [
    ['a', 'b'],
    ['a', 'c'],
  ]),
  listCase('cuts what a suffix found', { suffix: ['f'], maxDepth: 1 }, [['a'], ['b']]),
  listCase('counts pages after cutting', { maxDepth: 1, limit: 2, offset: 1 }, [['admin'], ['b']]),
  listCase('lists page by page', { limit: 2, offset: 3 }, [
    ['a', 'c', 'f'],
    ['admin', 'users', '789'],
  ]),
  listCase('lists nothing behind the last page', { limit: 5, offset: 8 }, []),
  storeCase('demands every condition of a list', async ({ store }) => {
    for (const [n, namespace] of places.entries()) await store.put(namespace, `k${n}`, { n })
    const [found] = await store.batch([
      {
        matchConditions: [
          { matchType: 'prefix', path: ['a'] },
          { matchType: 'prefix', path: ['*', 'b'] },
          { matchType: 'suffix', path: ['f'] },
        ],
        limit: 10,
        offset: 0,
      },
    ])
    same(found, [['a', 'b', 'f']], 'list')
  }),
]
