import type { BaseStore } from '@langchain/langgraph-checkpoint'
import { holds, keysOf, type StoreCase, same, sortedKeys, storeCase } from './store-case.ts'

async function fill(store: BaseStore): Promise<void> {
  await store.put(['docs'], 'a', {
    type: 'report',
    stars: 5,
    open: true,
    meta: { lang: 'en', size: 10 },
    title: 'alpha',
  })
  await store.put(['docs'], 'b', {
    type: 'report',
    stars: 3,
    open: false,
    meta: { lang: 'de', size: 20 },
    title: 'beta',
  })
  await store.put(['docs'], 'c', { type: 'memo', stars: 4, open: true, meta: { lang: 'en', size: 30 }, title: 'gamma' })
  await store.put(['docs', 'old'], 'd', { type: 'memo', stars: 1, note: null, title: 'delta' })
}

function filterCase(name: string, filter: Record<string, unknown>, keys: readonly string[]): StoreCase {
  return storeCase(name, async ({ store }) => {
    await fill(store)
    same(sortedKeys(await store.search(['docs'], { filter })), keys, JSON.stringify(filter))
  })
}

const operators: readonly StoreCase[] = [
  filterCase('filters by equality', { type: 'report' }, ['a', 'b']),
  filterCase('demands every condition of a filter', { type: 'report', open: true }, ['a']),
  filterCase('filters by true and false', { open: false }, ['b']),
  filterCase('filters by null', { note: null }, ['d']),
  filterCase('filters by $eq', { type: { $eq: 'memo' } }, ['c', 'd']),
  filterCase('filters by $ne, which a field that is not there meets', { open: { $ne: true } }, ['b', 'd']),
  filterCase('filters by $gt', { stars: { $gt: 3 } }, ['a', 'c']),
  filterCase('filters by $gte', { stars: { $gte: 3 } }, ['a', 'b', 'c']),
  filterCase('filters by $lt', { stars: { $lt: 3 } }, ['d']),
  filterCase('filters by $lte', { stars: { $lte: 3 } }, ['b', 'd']),
  filterCase('filters by $in', { stars: { $in: [1, 5] } }, ['a', 'd']),
  filterCase('filters by $nin', { stars: { $nin: [1, 5] } }, ['b', 'c']),
  filterCase('demands every operator of a condition', { stars: { $gt: 1, $lt: 5 } }, ['b', 'c']),
  filterCase('takes a filter of nothing for all', {}, ['a', 'b', 'c', 'd']),
  filterCase('finds nothing by a field that no item has', { none: 'x' }, []),
  filterCase('does not take a text for a number', { stars: '5' }, []),
  filterCase('filters by nested fields', { 'meta.lang': 'en' }, ['a', 'c']),
  filterCase('filters by operators on nested fields', { 'meta.size': { $gte: 20 } }, ['b', 'c']),
  filterCase('filters by a whole nested object', { meta: { size: 20, lang: 'de' } }, ['b']),
  filterCase('orders texts as texts', { title: { $gte: 'beta', $lt: 'delta' } }, ['b']),
]

/** The requirements of searches without a query. */
export const searchCases: readonly StoreCase[] = [
  storeCase('searches below a prefix, whole labels only', async ({ store }) => {
    await store.put(['memories', 'u1'], 'a', { n: 1 })
    await store.put(['memories', 'u1', 'work'], 'b', { n: 2 })
    await store.put(['memories', 'u10'], 'c', { n: 3 })
    same(sortedKeys(await store.search(['memories', 'u1'])), ['a', 'b'], 'u1')
    same(sortedKeys(await store.search(['memories', 'u'])), [], 'u')
    same(sortedKeys(await store.search(['memories'])), ['a', 'b', 'c'], 'memories')
  }),
  storeCase('searches everywhere with an empty prefix', async ({ store }) => {
    await fill(store)
    await store.put(['other'], 'e', { n: 1 })
    same(sortedKeys(await store.search([])), ['a', 'b', 'c', 'd', 'e'], 'all')
  }),
  storeCase('finds nothing where nothing is', async ({ store }) => {
    same(await store.search(['none']), [], 'search')
  }),
  storeCase('gives items with their place and times, and no score', async ({ store }) => {
    await fill(store)
    const [item] = await store.search(['docs', 'old'])
    same([item?.namespace, item?.key, item?.value['title']], [['docs', 'old'], 'd', 'delta'], 'item')
    holds(item?.createdAt instanceof Date && item.updatedAt instanceof Date, 'times are dates')
    same(item?.score, undefined, 'score')
  }),
  storeCase('finds ten items unless told otherwise', async ({ store }) => {
    await store.batch(Array.from({ length: 15 }, (_, n) => ({ namespace: ['a'], key: `k${n}`, value: { n } })))
    same((await store.search(['a'])).length, 10, 'without a limit')
    same((await store.search(['a'], { limit: 12 })).length, 12, 'limit 12')
    same((await store.search(['a'], { limit: 0 })).length, 0, 'limit 0')
    same((await store.search(['a'], { offset: 10 })).length, 5, 'offset 10')
    same((await store.search(['a'], { offset: 20 })).length, 0, 'offset 20')
  }),
  storeCase('shows each item once, page after page', async ({ store }) => {
    const numbers = Array.from({ length: 23 }, (_, n) => n)
    await store.batch(
      numbers.map((n) => ({ namespace: ['a', `n${n % 3}`], key: `k${n}`, value: { n, even: n % 2 === 0 } })),
    )
    const pages = await Promise.all([0, 5, 10, 15, 20].map((offset) => store.search(['a'], { limit: 5, offset })))
    same(
      pages
        .flat()
        .map((item) => item.value['n'])
        .sort((a, b) => a - b),
      numbers,
      'all pages',
    )
    const even = await Promise.all(
      [0, 5, 10].map((offset) => store.search(['a'], { filter: { even: true }, limit: 5, offset })),
    )
    same(
      even.map((page) => page.length),
      [5, 5, 2],
      'pages of a filter',
    )
  }),
  storeCase('searches what is there now', async ({ store }) => {
    await fill(store)
    await store.put(['docs'], 'a', { type: 'memo' })
    await store.delete(['docs'], 'c')
    same(sortedKeys(await store.search(['docs'], { filter: { type: 'report' } })), ['b'], 'reports')
    same(sortedKeys(await store.search(['docs'], { filter: { type: 'memo' } })), ['a', 'd'], 'memos')
  }),
  ...operators,
]

const texts: ReadonlyMap<string, string> = new Map([
  ['food', 'Ada likes pasta with basil and garlic'],
  ['work', 'Ada works on compilers, mostly in Rust'],
  ['trip', 'The trip to Oslo is in March; Ada goes by train'],
])

async function fillTexts(store: BaseStore): Promise<void> {
  for (const [key, text] of texts) await store.put(['notes'], key, { text, kind: key === 'trip' ? 'plan' : 'fact' })
}

/** The requirements of a query in a store that searches by words. */
export const textCases: readonly StoreCase[] = [
  storeCase(
    'finds by words, best first, with scores',
    async ({ store }) => {
      await fillTexts(store)
      const found = await store.search(['notes'], { query: 'compilers in Rust' })
      same(keysOf(found)[0], 'work', 'best')
      holds((found[0]?.score ?? 0) > (found[1]?.score ?? 0), 'the best has the highest score')
      same(keysOf(await store.search(['notes'], { query: 'BASIL' })), ['food'], 'in any case')
      same(await store.search(['notes'], { query: 'zebra' }), [], 'a word that nothing has')
    },
    { needs: 'text' },
  ),
  storeCase(
    'finds by words below a prefix, within a filter, page by page',
    async ({ store }) => {
      await fillTexts(store)
      await store.put(['others'], 'x', { text: 'Ada', kind: 'fact' })
      const facts = await store.search(['notes'], { query: 'Ada', filter: { kind: 'fact' } })
      same(sortedKeys(facts), ['food', 'work'], 'facts')
      const pages = await Promise.all(
        [0, 1, 2, 3].map((offset) => store.search(['notes'], { query: 'Ada', limit: 1, offset })),
      )
      same(sortedKeys(pages.flat()), ['food', 'trip', 'work'], 'pages')
    },
    { needs: 'text' },
  ),
  storeCase(
    'finds by words what no spaces part',
    async ({ store }) => {
      await store.put(['notes'], 'tokyo', { text: '東京に住んでいます' })
      await store.put(['notes'], 'osaka', { text: '大阪で働いています' })
      same(keysOf(await store.search(['notes'], { query: '東京' }))[0], 'tokyo', 'best')
    },
    { needs: 'text' },
  ),
  storeCase(
    'takes any text as a query',
    async ({ store }) => {
      await fillTexts(store)
      for (const query of [
        '"',
        'a" OR "b',
        'NEAR(a b)',
        '*',
        '%',
        "'; --",
        '\0',
        '()',
        'ada AND',
        '🦉',
        'x'.repeat(100_000),
      ])
        holds(Array.isArray(await store.search(['notes'], { query })), query.slice(0, 20))
    },
    { needs: 'text' },
  ),
]
