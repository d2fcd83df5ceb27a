import assert from 'node:assert/strict'
import type { RecordQuery, RecordStore } from '../storage/records.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { idsOf, recordCase, storedRecord } from './stored-record.ts'

const archivedAt = '2026-03-02T00:00:00.000Z'

/** The requirements of listing and counting records. */
export const recordListCases: readonly ConformanceCase[] = [
  recordCase('lists the strongest first, ties by id, when no order is asked for', async (records) => {
    const strengths = { c: 2, b: 1, a: 1, d: 3 }
    await putAll(
      records,
      Object.entries(strengths).map(([id, strength]) => [id, { strength }]),
    )
    assert.deepEqual(await listed(records, {}), ['d', 'c', 'a', 'b'])
    assert.deepEqual(await listed(records, { order: 'strength', limit: 2 }), ['d', 'c'])
  }),
  recordCase('lists the most urgent first, then the strongest, then by id', async (records) => {
    const priorities = ['low', 'normal', 'medium', 'high', 'critical'] as const
    const all = priorities.flatMap((priority, index) => [
      [`${index}weak`, { priority, strength: 1 }] as const,
      [`${index}b`, { priority, strength: 2 }] as const,
      [`${index}a`, { priority, strength: 2 }] as const,
    ])
    await putAll(records, all)
    const expected = [4, 3, 2, 1, 0].flatMap((index) => [`${index}a`, `${index}b`, `${index}weak`])
    assert.deepEqual(await listed(records, { order: 'priority' }), expected)
    for (const limit of [0, 1, 2, 3, 4, 7, 15])
      assert.deepEqual(await listed(records, { order: 'priority', limit }), expected.slice(0, limit), `limit ${limit}`)
  }),
  recordCase('lists the strongest before the most urgent when strength is asked for', async (records) => {
    await putAll(records, [
      ['urgent', { priority: 'critical', strength: 1 }],
      ['strong', { priority: 'low', strength: 2 }],
    ])
    assert.deepEqual(await listed(records, { order: 'strength', limit: 1 }), ['strong'])
    assert.deepEqual(await listed(records, { order: 'priority', limit: 1 }), ['urgent'])
  }),
  recordCase('orders equal records by the code points of their ids', async (records) => {
    const ids = ['a', 'a\0', 'a\u0001', '\uFFFD', '🦉', 'B', '\ud7ff', '\ue000']
    await putAll(
      records,
      ids.map((id) => [id, {}]),
    )
    const expected = ['B', 'a', 'a\0', 'a\u0001', '\ud7ff', '\ue000', '\uFFFD', '🦉']
    for (const order of ['strength', 'priority'] as const)
      assert.deepEqual(await listed(records, { order }), expected, order)
  }),
  recordCase('lists some types only', async (records) => {
    await putAll(records, [
      ['a', { type: 'policy', strength: 1 }],
      ['b', { type: 'fact', strength: 3 }],
      ['c', { type: 'preference', strength: 2 }],
    ])
    assert.deepEqual(await listed(records, { types: ['preference', 'policy', 'policy'] }), ['c', 'a'])
    assert.deepEqual(await listed(records, { types: [] }), [])
  }),
  recordCase('lists some kinds only', async (records) => {
    await putAll(records, [
      ['a', { kind: 'episodic' }],
      ['b', { kind: 'procedural' }],
      ['c', { kind: 'semantic' }],
    ])
    assert.deepEqual(await listed(records, { kinds: ['procedural'] }), ['b'])
    assert.deepEqual(await listed(records, { kinds: ['semantic', 'episodic', 'semantic'] }), ['a', 'c'])
    assert.deepEqual(await listed(records, { kinds: [] }), [])
  }),
  recordCase('lists from a priority on', async (records) => {
    const priorities = ['critical', 'high', 'medium', 'normal', 'low'] as const
    await putAll(
      records,
      priorities.map((priority) => [priority, { priority }]),
    )
    for (const [index, priorityFrom] of priorities.entries())
      for (const order of ['priority', 'strength'] as const) {
        const found = await listed(records, { priorityFrom, order })
        assert.deepEqual(new Set(found), new Set(priorities.slice(0, index + 1)), `${priorityFrom} by ${order}`)
      }
  }),
  recordCase('lists records with any of some tags', async (records) => {
    await putAll(records, [
      ['a', { tags: ['x', 'y'] }],
      ['b', { tags: ['y'] }],
      ['c', { tags: ['X', 'yy'] }],
      ['d', {}],
    ])
    assert.deepEqual(await listed(records, { tags: ['x'] }), ['a'])
    assert.deepEqual(await listed(records, { tags: ['y', 'none'] }), ['a', 'b'])
    assert.deepEqual(await listed(records, { tags: [] }), [])
    assert.deepEqual(await listed(records, { tags: ['%', '"', 'y"]'] }), [])
  }),
  recordCase('lists records of exactly some scopes; undefined stands for none', async (records) => {
    await putAll(records, [
      ['a', { scope: 'src/**' }],
      ['b', { scope: 'src/*', strength: 300 }],
      ['c', {}],
      ['d', { scope: '' }],
    ])
    assert.deepEqual(await listed(records, { scopes: ['src/**'] }), ['a'])
    assert.deepEqual(await listed(records, { scopes: [undefined] }), ['c'])
    assert.deepEqual(await listed(records, { scopes: [''] }), ['d'])
    assert.deepEqual(await listed(records, { scopes: [undefined, 'src/*', 'src/**', 'src/*'] }), ['b', 'a', 'c'])
    assert.deepEqual(await listed(records, { scopes: [] }), [])
    assert.deepEqual(await listed(records, { scopes: [undefined, ''], order: 'priority' }), ['c', 'd'])
  }),
  recordCase('lists from a strength on, inclusive', async (records) => {
    await putAll(
      records,
      [1, 2, 3].map((strength) => [`${strength}`, { strength }]),
    )
    assert.deepEqual(await listed(records, { strengthFrom: 2 }), ['3', '2'])
    assert.deepEqual(await listed(records, { strengthFrom: 2.5, order: 'priority' }), ['3'])
    assert.deepEqual(await listed(records, { strengthFrom: 4 }), [])
  }),
  recordCase('lists no archived records, only them, or all', async (records) => {
    await putAll(records, [
      ['a', {}],
      ['b', { archivedAt, strength: 200, type: 'policy', kind: 'episodic', scope: 'x', tags: ['t'] }],
    ])
    for (const order of ['strength', 'priority'] as const) {
      assert.deepEqual(await listed(records, { order }), ['a'])
      assert.deepEqual(await listed(records, { order, archived: 'no' }), ['a'])
      assert.deepEqual(await listed(records, { order, archived: 'only' }), ['b'])
      assert.deepEqual(new Set(await listed(records, { order, archived: 'all' })), new Set(['a', 'b']))
      const fitting: Partial<RecordQuery>[] = [
        { types: ['policy'] },
        { kinds: ['episodic'] },
        { scopes: ['x'] },
        { tags: ['t'] },
      ]
      for (const query of fitting) {
        assert.deepEqual(await listed(records, { order, archived: 'only', ...query }), ['b'])
        assert.deepEqual(await listed(records, { order, archived: 'no', ...query }), [])
      }
    }
  }),
  recordCase('asks for every condition at once', async (records) => {
    const fitting = {
      type: 'policy',
      kind: 'procedural',
      priority: 'high',
      tags: ['t'],
      scope: 's',
    } as const
    const others = [
      { type: 'fact' },
      { kind: 'semantic' },
      { priority: 'low' },
      { tags: ['u'] },
      { scope: 'r' },
    ] as const
    await putAll(records, [
      ['yes', fitting],
      ...others.map((change, index) => [`no${index}`, { ...fitting, ...change }] as const),
      ['weak', { ...fitting, strength: 1 }],
    ])
    const query = { types: ['policy'], kinds: ['procedural'], tags: ['t'], scopes: ['s'] } as const
    const whole = { ...query, priorityFrom: 'medium', strengthFrom: 50 } as const
    for (const order of ['strength', 'priority'] as const)
      assert.deepEqual(await listed(records, { ...whole, order }), ['yes'])
  }),
  recordCase('lists as many as the limit says, and all of them without end', async (records) => {
    await putAll(
      records,
      Array.from({ length: 30 }, (_, index) => [`r${index}`, {}]),
    )
    for (const limit of [0, 1, 29, 30, 31]) assert.equal((await listed(records, { limit })).length, Math.min(limit, 30))
    assert.equal((await listed(records, { limit: Number.POSITIVE_INFINITY })).length, 30)
  }),
  recordCase('refuses invalid queries', async (records) => {
    const wrong = [
      {},
      { limit: -1 },
      { limit: 1.5 },
      { limit: Number.NaN },
      { limit: 1, type: ['fact'] },
      { limit: 1, types: ['rule'] },
      { limit: 1, kinds: 'semantic' },
      { limit: 1, order: 'oldest' },
      { limit: 1, archived: true },
      { limit: 1, scopes: [null] },
      { limit: 1, strengthFrom: Number.NaN },
    ]
    for (const query of wrong) await assertFails('bad-input', records.list(query as never), JSON.stringify(query))
  }),
  recordCase('answers the different scopes of what is not archived, sorted by code point', async (records) => {
    const scopes = ['src/**', 'docs/*', '🦉', '\uFFFD', 'docs/*']
    await putAll(records, [
      ...scopes.map((scope, index) => [`r${index}`, { scope }] as const),
      ['none', {}],
      ['gone', { scope: 'old/**', archivedAt }],
    ])
    assert.deepEqual(await records.scopes(), ['docs/*', 'src/**', '\uFFFD', '🦉'])
  }),
  recordCase('counts records and their tokens by type, kind and archive', async (records) => {
    await putAll(records, [
      ['a', { tokens: 1 }],
      ['b', { tokens: 2 }],
      ['c', { tokens: 4, archivedAt }],
      ['d', { tokens: 8, kind: 'episodic' }],
      ['e', { tokens: 16, type: 'policy' }],
    ])
    const rest = { kind: 'semantic', archived: false, records: 1 }
    assert.deepEqual(await records.count(), [
      { ...rest, type: 'fact', kind: 'episodic', tokens: 8 },
      { ...rest, type: 'fact', records: 2, tokens: 3 },
      { ...rest, type: 'fact', archived: true, tokens: 4 },
      { ...rest, type: 'policy', tokens: 16 },
    ])
  }),
]

async function putAll(
  records: RecordStore,
  all: readonly (readonly [string, Parameters<typeof storedRecord>[1]])[],
): Promise<void> {
  await records.write({ put: all.map(([id, change]) => storedRecord(id, change)) })
}

function listed(records: RecordStore, query: Partial<RecordQuery>): Promise<string[]> {
  return idsOf(records.list({ limit: 100, ...query }))
}
