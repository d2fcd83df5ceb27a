import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { runs } from '../../test/faults/run-length.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/storage.ts'
import type { ItemFilter, ItemQuery, ItemStore, NamespaceQuery } from '../storage/items.ts'
import { itemStoreCases } from '../testing/item-store-cases.ts'
import { day, itemWrite } from '../testing/item-write.ts'
import { storedRecord } from '../testing/stored-record.ts'
import { pruneOldestSql, searchItemsSql } from './item-row.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`)
}

const label = fc.constantFrom('a', 'b', '\0', '🦉', '\uFFFD')
const namespace = fc.array(label, { minLength: 1, maxLength: 3 })
const prefix = fc.array(label, { maxLength: 2 })
const keys = fc.array(label, { maxLength: 3 })
const time = fc.integer({ min: 1, max: 6 }).map(day)
const value = fc.record({ n: fc.integer({ min: 0, max: 2 }), s: label }, { requiredKeys: [] })
const write = fc.record(
  { namespace, key: label, value, at: time, expiresAt: time },
  { requiredKeys: ['namespace', 'key', 'value', 'at'] },
)
const optional = { requiredKeys: ['prefix', 'limit', 'at'] as ['prefix', 'limit', 'at'] }
const limit = fc.integer({ min: 0, max: 8 })
const filter = fc.constantFrom<ItemFilter>(
  {},
  { n: 1 },
  { n: { $gte: 1 } },
  { s: { $lt: 'b' } },
  { s: { $nin: ['a'] } },
)
const order = fc.constantFrom<'updated' | 'created' | 'key'>('updated', 'created', 'key')
const query: fc.Arbitrary<ItemQuery> = fc.record({ prefix, filter, order, limit, offset: limit, at: time }, optional)
const star = fc.array(fc.oneof(label, fc.constant('*')), { maxLength: 2 })
const maxDepth = fc.integer({ min: 1, max: 3 })
const wanted: fc.Arbitrary<NamespaceQuery> = fc.record(
  { prefix: star, suffix: star, maxDepth, limit, offset: limit, at: time },
  { requiredKeys: ['limit', 'at'] },
)

/** One call of a store, as a function. */
const call: fc.Arbitrary<(items: ItemStore) => Promise<unknown>> = fc.oneof(
  fc.array(write, { maxLength: 5 }).map((writes) => (items: ItemStore) => items.put(writes)),
  fc.array(write, { maxLength: 5 }).map((writes) => (items: ItemStore) => items.put(writes)),
  fc.tuple(namespace, keys).map(
    ([where, which]) =>
      (items: ItemStore) =>
        items.remove(where, which),
  ),
  fc.tuple(namespace, keys, time).map(
    ([where, which, at]) =>
      (items: ItemStore) =>
        items.get(where, which, { at }),
  ),
  fc.tuple(namespace, keys, time, time).map(
    ([where, which, at, expiresAt]) =>
      (items: ItemStore) =>
        items.get(where, which, { at, touch: { expiresAt } }),
  ),
  prefix.map((where) => (items: ItemStore) => (where.length === 0 ? items.count(where, day(1)) : items.clear(where))),
  fc.tuple(prefix, time, limit).map(
    ([where, at, keep]) =>
      (items: ItemStore) =>
        items.prune(where, { at, keep }),
  ),
  fc.tuple(prefix, time).map(
    ([where, at]) =>
      (items: ItemStore) =>
        items.prune(where, { at }),
  ),
  query.map((one) => (items: ItemStore) => items.search(one)),
  wanted.map((one) => (items: ItemStore) => items.namespaces(one)),
)

describe('local items', () => {
  const open = () => localStorage({ directory: directory() })
  for (const one of itemStoreCases) it(one.name, () => one.run(open))

  it('are the same as the items in RAM, whatever is called', async () => {
    const local = await localStorage({ directory: directory() })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), fc.array(query), async (calls, queries) => {
        const inMemory = inMemoryStorage()
        await local.items.clear([])
        for (const one of [...calls, ...queries.map((asked) => (items: ItemStore) => items.search(asked))])
          expect(await one(local.items)).toEqual(await one(inMemory.items))
        const all = { prefix: [], limit: 99, at: '0000-01-01T00:00:00.000Z' }
        expect(await local.items.search(all)).toEqual(await inMemory.items.search(all))
        expect(await local.items.count([], day(3))).toBe(await inMemory.items.count([], day(3)))
      }),
      runs(300, 30),
    )
    await local.close()
  })

  it('search and prune one namespace in the order of an index, without sorting', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await storage.items.count([], day(1))
    await storage.close()
    const database = new DatabaseSync(join(home, 'state', 'tables.db'))
    const searches = (['updated', 'created', 'key'] as const).map((order) => searchItemsSql(order, true))
    for (const sql of [...searches, pruneOldestSql(true)]) {
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('\n')
      expect(plan).toContain('SEARCH items USING')
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN items/)
    }
    database.close()
  })

  it('keep what was put, and when it was read, from one opening to the next', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await first.items.put([itemWrite('a/k', { n: 1 })])
    await first.items.get(['a'], ['k'], { at: day(3), touch: {} })
    await first.close()
    const second = await localStorage({ directory: home })
    const [found] = await second.items.get(['a'], ['k'], { at: day(4) })
    expect(found).toMatchObject({ value: { n: 1 }, createdAt: day(1), accessedAt: day(3) })
    await second.close()
  })

  it('keep when they were read in their own journal, though a record is written next', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await first.items.put([itemWrite('a/k')])
    await first.items.get(['a'], ['k'], { at: day(3), touch: {} })
    await first.records.write({ put: [storedRecord('r')] })
    await first.close()
    await rm(join(home, 'state'), { recursive: true })
    const second = await localStorage({ directory: home })
    expect(await second.items.get(['a'], ['k'], { at: day(4) })).toMatchObject([{ accessedAt: day(3) }])
    await second.close()
  })

  it('let records be read between the pieces in which their tables are made again', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await storage.records.write({ put: [storedRecord('r')] })
    await storage.items.put(Array.from({ length: 3_000 }, (_, number) => itemWrite(`a/${number}`)))
    const revision = await storage.records.revision()
    const journal = join(home, 'journal', 'items.jsonl')
    await copyFile(journal, `${journal}.copy`)
    await rename(`${journal}.copy`, journal)
    let isCounted = false
    const counting = storage.items.count([], day(2)).finally(() => {
      isCounted = true
    })
    // Tables that begin anew count their revisions from another number.
    for (; !isCounted; await setTimeout(1)) expect(await storage.records.revision()).toBe(revision)
    expect(await counting).toBe(3_000)
    await storage.close()
  })

  it('let two storages of one directory write at once', async () => {
    const home = directory()
    const storages = [await localStorage({ directory: home }), await localStorage({ directory: home })]
    const fill = async ({ items }: { items: ItemStore }, name: number): Promise<void> => {
      for (let turn = 0; turn < 50; turn += 1)
        await items.put([itemWrite(`${name}/${turn}`), itemWrite(`both/${turn}`)])
    }
    await Promise.all(storages.map(fill))
    for (const { items } of storages) expect(await items.count([], day(1))).toBe(150)
    for (const storage of storages) await storage.close()
  })
})
