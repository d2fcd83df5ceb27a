import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ItemQuery,
  inMemoryStorage,
  type Layer,
  openMemory,
  type Passage,
  type PassageQuery,
  type RecordQuery,
  type Storage,
} from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { compareTexts } from '@daybook/memory-core/storage'
import { fixedClock } from '@daybook/memory-core/testing'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { conversations } from './conversations.ts'
import { createPool, numRuns, openStorage } from './fixture.ts'
import { record } from './record.ts'

const pool = createPool()
const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(async () => {
  await pool.end()
  await rm(temporary, { recursive: true })
})

let folders = 0
function openFolder(): Promise<Storage> {
  folders += 1
  return localStorage({ directory: join(temporary, `${folders}`) })
}

const label = fc.constantFrom('a', 'b', '\0', '🦉', '\uFFFD')
const time = fc.integer({ min: 1, max: 5 }).map((day) => `2026-03-0${day}T00:00:00.000Z`)
const limit = fc.integer({ min: 0, max: 8 })

describe('passages', () => {
  // The local index keeps a NUL in an id in its own way, and sorts it by that.
  const id = fc.constantFrom('a', 'b', 'c', '🦉', '\uFFFD')
  const layer = fc.constantFrom<Layer>('facts', 'notes', 'sessions')
  const token = fc.constantFrom('crane', 'map', 'the', 'river', '渡り')
  const passage: fc.Arbitrary<Passage> = fc
    .record({ id, layer, type: label, createdAt: time, tokens: fc.array(token, { maxLength: 9 }) })
    .map((fields) => ({
      ...fields,
      ...{ origin: fields.type, text: fields.tokens.join(' ') },
      source:
        fields.layer === 'sessions' ? { session: fields.type, messageId: 'm', role: 'user' } : { path: 'p', line: 1 },
    }))
  const change = fc.record({ upsert: fc.array(passage, { maxLength: 6 }), remove: fc.array(id, { maxLength: 2 }) })
  const query: fc.Arbitrary<PassageQuery> = fc.record(
    {
      terms: fc.array(token, { maxLength: 4 }),
      layers: fc.array(layer, { maxLength: 2 }),
      types: fc.array(label, { maxLength: 2 }),
      sessions: fc.array(label, { maxLength: 2 }),
      ...{ since: time, until: time, limit },
    },
    { requiredKeys: ['terms', 'limit'] },
  )

  it('are found in the same order with the same scores as in SQLite, whatever is changed and asked', async () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(changes, fc.array(query, { maxLength: 6 }), async (steps, queries) => {
        const answers = [await openFolder(), await openStorage(pool)].map(async (storage) => {
          const found: unknown[] = []
          for (const step of steps) await storage.passages.update(step)
          for (const one of queries) {
            const hits = await storage.passages.search(one)
            found.push(hits.map(({ passage: hit, score }) => [hit, Math.trunc(score * 1e9)]))
          }
          found.push((await storage.passages.ids('a')).toSorted(compareTexts))
          await storage.close()
          return found
        })
        const [sqlite, postgres] = await Promise.all(answers)
        expect(postgres).toEqual(sqlite)
      }),
      { numRuns },
    )
  }, 60_000)
})

describe('equal scores', () => {
  it('are ordered by id before the limit cuts them off', async () => {
    const storage = await openStorage(pool)
    const source = { path: 'a.md', line: 1 }
    const ids = Array.from({ length: 60 }, (_, index) => `p${String((index * 37) % 60).padStart(2, '0')}`)
    const passage = (id: string): Passage => ({ id, layer: 'facts', origin: 'o', text: '', tokens: ['crane'], source })
    await storage.passages.update({ upsert: [...ids.map(passage), { ...passage('q'), tokens: ['crane', 'crane'] }] })
    const found = await storage.passages.search({ terms: ['crane'], limit: 4 })
    expect(found.map((hit) => hit.passage.id)).toEqual(['q', 'p00', 'p01', 'p02'])
    await storage.close()
  })

  it('are told apart from scores that differ, for rare terms and frequent ones', async () => {
    const [sqlite, postgres] = [await openFolder(), await openStorage(pool)]
    const source = { path: 'a.md', line: 1 }
    const upsert = Array.from({ length: 200 }, (_, index): Passage => {
      const tokens = ['the', `w${index % 7}`, `w${index % 31}`, ...Array.from({ length: index % 13 }, () => 'x')]
      return { id: `p${index}`, layer: 'facts', origin: 'o', text: '', tokens, source }
    })
    for (const { passages } of [sqlite, postgres]) await passages.update({ upsert })
    for (const terms of [['w3'], ['w30', 'x'], ['the'], ['w1', 'w2', 'w29', 'the']]) {
      const answers = [sqlite, postgres].map(async ({ passages }) =>
        (await passages.search({ terms, limit: 50 })).map(({ score, passage }) => [
          passage.id,
          Math.trunc(score * 1e8),
        ]),
      )
      const [expected, found] = await Promise.all(answers)
      expect(found).toEqual(expected)
    }
    await Promise.all([sqlite.close(), postgres.close()])
  })
})

describe('records', () => {
  const priority = fc.constantFrom('critical', 'high', 'medium', 'normal', 'low')
  const fields = fc.record(
    {
      type: fc.constantFrom('policy', 'fact'),
      kind: fc.constantFrom('semantic', 'procedural'),
      strength: fc.constantFrom(-1, 0, 1, Number.NEGATIVE_INFINITY),
      tags: fc.array(label, { maxLength: 2 }),
      ...{ priority, scope: label, name: label, createdAt: time, archivedAt: time },
    },
    { requiredKeys: [] },
  )
  const one = fc.tuple(label, fields).map(([id, change]) => record(id, change as object))
  const edit = fc.record(
    { put: fc.array(one, { maxLength: 4 }), insert: fc.array(one, { maxLength: 4 }), remove: fc.array(label) },
    { requiredKeys: [] },
  )
  const update = fc.record({ ids: fc.array(label, { maxLength: 3 }), change: fields, quietly: fc.boolean() })
  const query = fc.record(
    {
      types: fc.array(fc.constantFrom('policy', 'fact'), { maxLength: 2 }),
      kinds: fc.array(fc.constantFrom('semantic', 'procedural'), { maxLength: 2 }),
      tags: fc.array(label, { maxLength: 2 }),
      scopes: fc.array(fc.option(label, { nil: undefined }), { maxLength: 3 }),
      strengthFrom: fc.constantFrom(-1, 0, 1),
      archived: fc.constantFrom('no', 'only', 'all'),
      order: fc.constantFrom('priority', 'strength'),
      ...{ priorityFrom: priority, limit },
    },
    { requiredKeys: ['limit'] },
  ) as fc.Arbitrary<RecordQuery>

  it('are the same as the records in RAM, whatever is written, changed and asked', async () => {
    const steps = fc.array(fc.oneof(edit, update), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(steps, fc.array(query, { maxLength: 6 }), async (all, queries) => {
        const answers = [inMemoryStorage(), await openStorage(pool)].map(async ({ records, close }) => {
          const found: unknown[] = []
          for (const step of all)
            found.push(
              'ids' in step
                ? await records.update(step.ids, (known) => ({ ...known, ...(step.change as object) }), step)
                : await records.write(step),
            )
          for (const asked of queries) found.push(await records.list(asked))
          for (const since of [0, 1, 5, 50]) found.push(await records.changes(since, 3))
          found.push(await records.scopes(), await records.count(), await records.revision())
          await close()
          return found
        })
        const [ram, postgres] = await Promise.all(answers)
        expect(postgres).toEqual(ram)
      }),
      { numRuns },
    )
  }, 60_000)
})

describe('items', () => {
  const place = fc.array(label, { minLength: 1, maxLength: 3 })
  const write = fc.record(
    {
      namespace: place,
      key: label,
      value: fc.record({ n: fc.integer({ min: 0, max: 2 }) }),
      at: time,
      expiresAt: time,
    },
    { requiredKeys: ['namespace', 'key', 'value', 'at'] },
  )
  const filter = fc.constantFrom({}, { n: 1 }, { n: { $gte: 1 } })
  const order = fc.constantFrom<'updated' | 'created' | 'key'>('updated', 'created', 'key')
  const prefix = fc.array(label, { maxLength: 2 })
  const query: fc.Arbitrary<ItemQuery> = fc.record(
    { prefix, filter, order, limit, offset: limit, at: time },
    { requiredKeys: ['prefix', 'limit', 'at'] },
  )
  const writes = fc.array(fc.array(write, { maxLength: 5 }), { maxLength: 3 })
  const pruning = fc.record({ at: time, keep: fc.integer({ min: 0, max: 6 }) }, { requiredKeys: ['at'] })

  it('are the same as the items in RAM, whatever is written, touched, pruned and asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        writes,
        fc.array(query, { maxLength: 6 }),
        prefix,
        pruning,
        async (puts, queries, below, pruned) => {
          const answers = [inMemoryStorage(), await openStorage(pool)].map(async ({ items, close }) => {
            const found: unknown[] = []
            for (const put of puts) {
              await items.put(put)
              found.push(await items.get(['a'], ['a', 'b'], { at: pruned.at, touch: { expiresAt: pruned.at } }))
            }
            for (const asked of queries) {
              found.push(await items.search(asked), await items.count(asked.prefix, asked.at))
              found.push(await items.namespaces({ prefix: ['*'], maxDepth: 2, limit: 5, at: asked.at }))
            }
            found.push(await items.prune(below, pruned), await items.search({ prefix: [], limit: 99, at: pruned.at }))
            await close()
            return found
          })
          const [ram, postgres] = await Promise.all(answers)
          expect(postgres).toEqual(ram)
        },
      ),
      { numRuns },
    )
  }, 60_000)

  it('are read on until the filter has let enough through, over several pages', async () => {
    const storage = await openStorage(pool)
    const at = '2026-03-01T00:00:00.000Z'
    const keys = Array.from({ length: 1_200 }, (_, index) => String(index).padStart(4, '0'))
    await storage.items.put(
      keys.map((key, index) => ({ namespace: ['n'], key, value: { rare: index % 100 === 99 }, at })),
    )
    const found = await storage.items.search({
      prefix: [],
      filter: { rare: true },
      order: 'key',
      offset: 2,
      limit: 9,
      at,
    })
    expect(found.map(({ key }) => key)).toEqual(keys.filter((_, index) => index % 100 === 99).slice(2, 11))
    await storage.close()
  })
})

describe('recall', () => {
  it('answers the same items in the same order from PostgreSQL as from a folder', async () => {
    const clock = fixedClock('2026-03-20T00:00:00.000Z')
    const memories = await Promise.all(
      [await openFolder(), await openStorage(pool)].map((storage) => openMemory({ storage, clock })),
    )
    const { sessions, questions } = conversations(7, 12)
    for (const memory of memories) {
      // Equal scores rank in the order of indexing, in which records stand among messages.
      for (const [key, messages] of Object.entries(sessions)) {
        await memory.addMessages(key, messages)
        await memory.flush()
      }
    }
    let same = 0
    for (const question of questions) {
      const [folder, postgres] = await Promise.all(memories.map((memory) => memory.recall(question)))
      expect(folder?.items.length).toBeGreaterThan(0)
      const texts = [folder, postgres].map((found) => found?.items.map(({ layer, text }) => `${layer} ${text}`))
      if (JSON.stringify(texts[0]) === JSON.stringify(texts[1])) same += 1
    }
    expect(same / questions.length).toBe(1)
    for (const memory of memories) await memory.close()
  })
})
