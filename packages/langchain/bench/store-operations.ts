import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import { type BaseStore, InMemoryStore } from '@langchain/langgraph'
import { DaybookStore } from '../src/store.ts'
import { median, took } from './agent-runs.ts'

/** Milliseconds of one operation each, the median of many; of `fill`, of all items together. */
export interface StoreTimes {
  store: string
  items: number
  fill: number
  put: number
  get: number
  /** The ten newest of a user. */
  page: number
  /** A filter over all items. */
  filter: number
  /** A query over the 100 items of one user. */
  query: number
  /** A query over all items. */
  queryAll: number
}

const users = 10

/** Measures both stores with so many items. */
export async function measureStores(items: number): Promise<StoreTimes[]> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-bench-'))
  const memory = await openMemory({ directory })
  const times = [
    await measure('DaybookStore, on disk', new DaybookStore({ memory }), items),
    await measure('InMemoryStore', new InMemoryStore(), items),
  ]
  await memory.close()
  await rm(directory, { recursive: true })
  return times
}

async function measure(name: string, store: BaseStore, items: number): Promise<StoreTimes> {
  const place = (n: number): string[] => ['users', `u${n % (items / 100)}`]
  const value = (n: number): object => ({
    text: `Fact ${n}: topic ${n % 97} and matter ${n % 89}`,
    n,
    kind: `k${n % 20}`,
  })
  const fill = await took(async () => {
    for (let n = 0; n < items; n += 1_000)
      await store.batch(
        Array.from({ length: 1_000 }, (_, at) => ({
          namespace: place(n + at),
          key: `i${n + at}`,
          value: value(n + at),
        })),
      )
  })
  const some = (times: number, work: (n: number) => Promise<unknown>): Promise<number> => medianOf(times, items, work)
  return {
    store: name,
    items,
    fill,
    put: await some(200, (n) => store.put(place(n), `i${n}`, value(n))),
    get: await some(500, (n) => store.get(place(n), `i${n}`)),
    page: await some(200, (n) => store.search(place(n))),
    filter: await some(users, (n) => store.search([], { filter: { kind: `k${n % 20}`, n: { $gte: 10 } } })),
    query: await some(50, (n) => store.search(place(n), { query: `topic ${n % 97}` })),
    queryAll: await some(5, (n) => store.search(['users'], { query: `matter ${n % 89}` })),
  }
}

async function medianOf(times: number, items: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) taken.push(await took(() => work((at * 7_919) % items)))
  return median(taken)
}
