import { isObject } from '@daybook/memory-core/adapters'
import type { BaseStore, Operation } from '@langchain/langgraph-checkpoint'
import { type StoreCase, same, storeCase } from './store-case.ts'

const put = (key: string, n: number): Operation => ({ namespace: ['a'], key, value: { n } })
const get = (key: string): Operation => ({ namespace: ['a'], key })
const remove = (key: string): Operation => ({ namespace: ['a'], key, value: null })
const search = (filter?: Record<string, unknown>): Operation => ({ namespacePrefix: ['a'], ...(filter && { filter }) })

/** The results as a plain list: LangGraph's types require a tuple known in advance. */
async function batch(store: BaseStore, ...operations: Operation[]): Promise<unknown[]> {
  const answers: readonly unknown[] = await store.batch(operations)
  return [...answers]
}

const numberIn = (answer: unknown): unknown =>
  isObject(answer) && 'value' in answer && isObject(answer.value) && 'n' in answer.value ? answer.value.n : undefined

function keysIn(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) return ['no list']
  return answer.map((item: unknown) => (isObject(item) && 'key' in item ? item.key : item)).sort()
}

/** The requirements of batches. */
export const batchCases: readonly StoreCase[] = [
  storeCase('answers a batch of nothing with nothing', async ({ store }) => {
    same(await batch(store), [], 'batch')
  }),
  storeCase('answers each operation in its place', async ({ store }) => {
    await store.put(['a'], 'k', { n: 1 })
    const list: Operation = { matchConditions: [{ matchType: 'prefix', path: ['a'] }], limit: 10, offset: 0 }
    const [item, none, found, namespaces] = await batch(store, get('k'), get('none'), search(), list)
    same([numberIn(item), none, keysIn(found), namespaces], [1, null, ['k'], [['a']]], 'answers')
  }),
  storeCase('answers a list without conditions in its place', async ({ store }) => {
    await store.put(['a'], 'k', { n: 1 })
    const [namespaces, item] = await batch(store, { limit: 10, offset: 0 }, get('k'))
    same([namespaces, numberIn(item)], [[['a']], 1], 'answers')
  }),
  storeCase('answers puts and removals with nothing', async ({ store }) => {
    const answers = await batch(store, put('k', 1), remove('k'))
    same(
      answers.map((answer) => answer ?? null),
      [null, null],
      'answers',
    )
  }),
  storeCase('shows a get what the puts before it put', async ({ store }) => {
    const [, item, , found] = await batch(store, put('k', 1), get('k'), put('l', 2), search())
    same([numberIn(item), keysIn(found)], [1, ['k', 'l']], 'answers')
  }),
  storeCase('does not show a get what is put behind it', async ({ store }) => {
    const [item] = await batch(store, get('k'), put('k', 1))
    same([item, numberIn(await store.get(['a'], 'k'))], [null, 1], 'before and afterwards')
  }),
  storeCase('lets the last put of a key count', async ({ store }) => {
    await batch(store, put('k', 1), put('l', 5), put('k', 2))
    same([numberIn(await store.get(['a'], 'k')), numberIn(await store.get(['a'], 'l'))], [2, 5], 'k and l')
  }),
  storeCase('removes what the same batch put, and keeps what it puts after a removal', async ({ store }) => {
    await store.put(['a'], 'l', { n: 0 })
    await batch(store, put('k', 1), remove('k'), remove('l'), put('l', 2))
    same([await store.get(['a'], 'k'), numberIn(await store.get(['a'], 'l'))], [null, 2], 'k and l')
  }),
  storeCase('does several searches in one batch', async ({ store }) => {
    await batch(store, put('k', 1), put('l', 2))
    const found = await batch(store, search({ n: 1 }), search({ n: 2 }), { namespacePrefix: [] })
    same(found.map(keysIn), [['k'], ['l'], ['k', 'l']], 'found')
  }),
  storeCase('does batches of a thousand', async ({ store }) => {
    const numbers = Array.from({ length: 1_000 }, (_, n) => n)
    await batch(store, ...numbers.map((n) => put(`k${n}`, n)))
    const items = await batch(store, ...numbers.map((n) => get(`k${n}`)))
    same(items.map(numberIn), numbers, 'numbers')
  }),
]
