import { holds, keysOf, type StoreCase, same, sortedKeys, storeCase, type Trial } from './store-case.ts'
import { WordEmbeddings, wordDimensions } from './word-embeddings.ts'

function indexCase(name: string, trial: Trial, fields?: string[]): StoreCase {
  const index = { dims: wordDimensions, embeddings: new WordEmbeddings(), ...(fields && { fields }) }
  return storeCase(name, trial, { needs: 'index', setting: { index } })
}

/** The requirements of a query in a store with an index. */
export const indexCases: readonly StoreCase[] = [
  indexCase(
    'ranks by likeness, with scores',
    async ({ store }) => {
      await store.put(['docs'], 'cats', { text: 'cats purr and sleep' })
      await store.put(['docs'], 'code', { text: 'compilers parse code' })
      const found = await store.search(['docs'], { query: 'sleep cats purr' })
      same(keysOf(found)[0], 'cats', 'best')
      const scores = found.map((item) => item.score ?? Number.NEGATIVE_INFINITY)
      same(
        scores,
        scores.toSorted((a, b) => b - a),
        'scores fall',
      )
      holds((found[0]?.score ?? 0) > (found[1]?.score ?? 0), 'the best has the highest score')
    },
    ['text'],
  ),
  indexCase(
    'ranks within a prefix and a filter, page by page',
    async ({ store }) => {
      for (const [n, text] of ['red fox', 'red red fox fox', 'blue fox', 'green frog'].entries())
        await store.put(['docs', n === 3 ? 'frogs' : 'foxes'], `k${n}`, { text, open: n !== 1 })
      const foxes = await store.search(['docs', 'foxes'], { query: 'red fox' })
      same(sortedKeys(foxes), ['k0', 'k1', 'k2'], 'prefix')
      const open = await store.search(['docs'], { query: 'red fox', filter: { open: true } })
      same(keysOf(open)[0], 'k0', 'best of the filter')
      holds(!keysOf(open).includes('k1'), 'the filter counts')
      const first = await store.search(['docs', 'foxes'], { query: 'red fox', limit: 2 })
      const second = await store.search(['docs', 'foxes'], { query: 'red fox', limit: 2, offset: 2 })
      same([...keysOf(first), ...keysOf(second)], keysOf(foxes), 'pages')
    },
    ['text'],
  ),
  indexCase(
    'embeds the fields that it was told to',
    async ({ store }) => {
      await store.put(['docs'], 'title', { title: 'owl', body: 'mouse' })
      await store.put(['docs'], 'body', { title: 'mouse', body: 'owl' })
      const [best, second] = await store.search(['docs'], { query: 'owl' })
      same(best?.key, 'title', 'best')
      holds((best?.score ?? 0) > (second?.score ?? 0), 'the other field does not count as much')
    },
    ['title'],
  ),
  indexCase('embeds the value as a whole unless told otherwise', async ({ store }) => {
    await store.put(['docs'], 'a', { first: { deep: 'zebra' } })
    await store.put(['docs'], 'b', { first: { deep: 'gnu' } })
    same(keysOf(await store.search(['docs'], { query: 'zebra' }))[0], 'a', 'best')
  }),
  indexCase(
    'embeds nested fields and every part of a list, and finds an item once',
    async ({ store }) => {
      await store.put(['docs'], 'book', { meta: { chapters: [{ text: 'storms at sea' }, { text: 'quiet harbour' }] } })
      await store.put(['docs'], 'other', { meta: { chapters: [{ text: 'dry desert' }] } })
      for (const query of ['storms at sea', 'quiet harbour'])
        same(keysOf(await store.search(['docs'], { query, limit: 1 })), ['book'], query)
      const all = await store.search(['docs'], { query: 'storms at sea' })
      same(all.filter(({ key }) => key === 'book').length, 1, 'how often')
    },
    ['meta.chapters[*].text'],
  ),
  indexCase(
    'embeds the fields that a put names',
    async ({ store }) => {
      await store.put(['docs'], 'a', { text: 'plain', extra: 'lighthouse keeper' }, ['extra'])
      await store.put(['docs'], 'b', { text: 'plain', extra: 'nothing' })
      const [best, second] = await store.search(['docs'], { query: 'lighthouse keeper' })
      same(best?.key, 'a', 'best')
      holds((best?.score ?? 0) > (second?.score ?? 0), 'its likeness counts')
    },
    ['text'],
  ),
  indexCase(
    'puts what is not to be embedded behind what is alike',
    async ({ store }) => {
      await store.put(['docs'], 'hidden', { text: 'unrelated words' }, false)
      await store.put(['docs'], 'shown', { text: 'garden gate' })
      const found = await store.search(['docs'], { query: 'garden gate' })
      same(keysOf(found)[0], 'shown', 'best')
      same((await store.get(['docs'], 'hidden'))?.value, { text: 'unrelated words' }, 'it is stored all the same')
    },
    ['text'],
  ),
  indexCase(
    'forgets what an item meant before it was replaced',
    async ({ store }) => {
      await store.put(['docs'], 'a', { text: 'purple elephants' })
      await store.put(['docs'], 'b', { text: 'purple curtains' })
      await store.put(['docs'], 'a', { text: 'tax forms' }, false)
      same(keysOf(await store.search(['docs'], { query: 'purple elephants' }))[0], 'b', 'best')
    },
    ['text'],
  ),
  indexCase(
    'forgets what an item meant that was removed',
    async ({ store }) => {
      await store.put(['docs'], 'a', { text: 'purple elephants' })
      await store.put(['docs'], 'b', { text: 'purple curtains' })
      await store.delete(['docs'], 'a')
      same(keysOf(await store.search(['docs'], { query: 'purple elephants' })), ['b'], 'search')
      await store.put(['docs'], 'a', { text: 'tax forms' }, false)
      same(keysOf(await store.search(['docs'], { query: 'purple elephants' }))[0], 'b', 'best, after it came back')
    },
    ['text'],
  ),
  indexCase(
    'answers a search without a query as without an index',
    async ({ store }) => {
      await store.put(['docs'], 'a', { text: 'one', n: 1 })
      await store.put(['docs'], 'b', { text: 'two', n: 2 })
      const found = await store.search(['docs'], { filter: { n: { $gt: 1 } } })
      same([keysOf(found), found[0]?.score], [['b'], undefined], 'search')
    },
    ['text'],
  ),
]
