import assert from 'node:assert/strict'
import { compareTexts } from '../storage/compare-texts.ts'
import { partId } from '../storage/numbering.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Storage } from '../storage/storage.ts'
import type { PassageVector, VectorIndex, VectorModel, VectorQuery } from '../storage/vectors.ts'
import { assertFails, type ConformanceCase, storageCase } from './conformance-case.ts'

const model: VectorModel = { name: 'compass', dimensions: 4 }
const directions: Readonly<Record<string, readonly number[]>> = {
  north: [1, 0, 0, 0],
  northeast: [1, 1, 0, 0],
  east: [0, 1, 0, 0],
  south: [-1, 0, 0, 0],
  up: [0, 0, 1, 0.5],
}

/** The requirements of a storage's VectorIndex. */
export const vectorIndexCases: readonly ConformanceCase[] = [
  vectorCase('has no model and finds nothing before a vector is stored', async ({ vectors }) => {
    assert.equal(await vectors.model(), undefined)
    assert.deepEqual(await vectors.missing('compass', 10), [])
    assert.deepEqual(await vectors.nearest(towards('north')), { nearest: [], also: new Map() })
  }),
  vectorCase('finds the nearest, best first, with their passages and cosines', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    const { nearest } = await vectors.nearest({ ...towards('north'), limit: 3 })
    assert.deepEqual(
      nearest.map(({ passage }) => passage.id),
      ['north', 'northeast', 'east'],
    )
    for (const [i, cosine] of [1, Math.SQRT1_2, 0].entries()) assertNear(nearest[i]?.score, cosine)
    const { tokens: _, ...north } = passage('north')
    assert.deepEqual(nearest[0]?.passage, north)
    assert.deepEqual((await vectors.nearest({ ...towards('north'), limit: 0 })).nearest, [])
  }),
  vectorCase('compares what it is asked to besides, whatever the scope', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    await passages.update({ upsert: [passage('bare')] })
    const query = { ...towards('north'), limit: 1, layers: [], also: ['south', 'northeast', 'bare', 'nowhere'] }
    const { nearest, also } = await vectors.nearest(query)
    assert.deepEqual(nearest, [])
    assert.deepEqual([...also.keys()].sort(compareTexts), ['northeast', 'south'])
    assertNear(also.get('south'), -1)
    assertNear(also.get('northeast'), Math.SQRT1_2)
  }),
  vectorCase('keeps to the scope of a query', async ({ passages, vectors }) => {
    const said = (id: string, session: string, createdAt: string): Passage => ({
      ...passage(id),
      layer: 'sessions',
      createdAt,
      source: { session, messageId: id, role: 'user' },
    })
    await passages.update({
      upsert: [
        said('one', 'a', '2026-01-01T00:00:00.000Z'),
        said('two', 'b', '2026-02-01T00:00:00.000Z'),
        { ...passage('pin'), layer: 'records', type: 'policy' },
        passage('fact'),
      ],
    })
    await put(vectors, ['one', 'two', 'pin', 'fact'], 'north')
    const found = async (scope: Partial<VectorQuery>): Promise<string[]> => {
      const { nearest } = await vectors.nearest({ ...towards('north'), ...scope })
      return nearest.map((hit) => hit.passage.id).toSorted(compareTexts)
    }
    assert.deepEqual(await found({}), ['fact', 'one', 'pin', 'two'])
    assert.deepEqual(await found({ layers: ['sessions'] }), ['one', 'two'])
    assert.deepEqual(await found({ layers: ['sessions'], sessions: ['b'] }), ['two'])
    assert.deepEqual(await found({ sessions: [] }), ['fact', 'pin'])
    assert.deepEqual(await found({ types: ['policy'] }), ['pin'])
    assert.deepEqual(await found({ since: '2026-01-15T00:00:00.000Z' }), ['fact', 'pin', 'two'])
    assert.deepEqual(await found({ until: '2026-01-15T00:00:00.000Z' }), ['fact', 'one', 'pin'])
    assert.deepEqual(await found({ since: '2026-02-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' }), [
      'fact',
      'pin',
      'two',
    ])
  }),
  vectorCase('names what has no vector, and nothing else', async ({ passages, vectors }) => {
    await passages.update({ upsert: ['north', 'east', 'south'].map(passage) })
    assert.deepEqual(await missing(vectors), ['east', 'north', 'south'])
    assert.equal((await vectors.missing('compass', 2)).length, 2)
    await put(vectors, ['north', 'south'])
    assert.deepEqual(await vectors.missing('compass', 10), [{ id: 'east', text: 'text of east' }])
    await put(vectors, ['east'])
    assert.deepEqual(await missing(vectors), [])
    await passages.update({ upsert: [passage('up')] })
    assert.deepEqual(await missing(vectors), ['up'])
    await vectors.put(model, [{ id: 'up', text: 'text of up', vector: undefined }])
    assert.deepEqual(await missing(vectors), [], 'a text that can have none is not asked for again')
    assert.equal((await vectors.nearest(towards('up'))).nearest.length, 3)
  }),
  vectorCase('drops a vector with its passage', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    assert.deepEqual(await missing(vectors), [])
    await vectors.nearest(towards('north'))
    await passages.update({ remove: ['north', 'up'] })
    const { nearest, also } = await vectors.nearest({ ...towards('north'), limit: 2, also: ['north'] })
    assert.deepEqual(
      nearest.map((hit) => hit.passage.id),
      ['northeast', 'east'],
    )
    assert.equal(also.size, 0)
    await passages.update({ upsert: [passage('up'), passage('north')] })
    assert.deepEqual(await missing(vectors), ['north', 'up'])
  }),
  vectorCase('drops the vectors of the parts of a text with the text', async ({ passages, vectors }) => {
    const parted = (count: number): Passage[] =>
      Array.from({ length: count }, (_, place) => ({
        ...passage(partId('long', place)),
        part: { place, count, start: place * 9 },
      }))
    const near = async (): Promise<string[]> =>
      (await vectors.nearest(towards('north'))).nearest.map((hit) => hit.passage.id).sort(compareTexts)
    await passages.update({ upsert: [...parted(3), passage('other')] })
    await put(vectors, ['long', partId('long', 1), partId('long', 2), 'other'], 'north')
    assert.deepEqual(await near(), ['long', 'other', partId('long', 1), partId('long', 2)])
    await passages.update({ upsert: parted(2) })
    assert.ok(!(await near()).includes(partId('long', 2)))
    await passages.update({ remove: ['long'] })
    assert.deepEqual(await near(), ['other'])
    assert.deepEqual(await missing(vectors), [])
  }),
  vectorCase('drops a vector with the text that it was made of', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    await vectors.nearest(towards('north'))
    await passages.update({ upsert: [{ ...passage('north'), text: 'moved' }] })
    assert.deepEqual(await vectors.missing('compass', 10), [{ id: 'north', text: 'moved' }])
    const { nearest } = await vectors.nearest({ ...towards('north'), limit: 1 })
    assert.equal(nearest[0]?.passage.id, 'northeast')
  }),
  vectorCase('keeps the vector of a passage that is written again as it was', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    await passages.update({ upsert: Object.keys(directions).map(passage) })
    assert.deepEqual(await missing(vectors), [])
  }),
  vectorCase('stores no vector of a text that was changed or removed in between', async ({ passages, vectors }) => {
    await passages.update({ upsert: [passage('north')] })
    const asked = await vectors.missing('compass', 10)
    await passages.update({ upsert: [{ ...passage('north'), text: 'moved' }] })
    const vector = Float32Array.from(directions['north'] ?? [])
    await vectors.put(model, [...asked.map((one) => ({ ...one, vector })), { id: 'gone', text: '', vector }])
    assert.deepEqual((await vectors.nearest(towards('north'))).nearest, [])
    assert.deepEqual(await missing(vectors), ['north'])
  }),
  ...[
    { what: 'name', other: { name: 'other', dimensions: 4 } },
    { what: 'length', other: { name: 'compass', dimensions: 3 } },
  ].map(({ what, other }) =>
    vectorCase(`drops all vectors for a model of another ${what}`, async ({ passages, vectors }) => {
      await fill(passages, vectors)
      const vector = new Float32Array(other.dimensions).fill(1)
      assert.deepEqual((await vectors.nearest({ model: other, vector, limit: 9 })).nearest, [])
      await vectors.put(other, [{ id: 'east', text: 'text of east', vector }])
      assert.deepEqual(await vectors.model(), other)
      assert.deepEqual((await vectors.nearest(towards('east'))).nearest, [])
      const { nearest } = await vectors.nearest({ model: other, vector, limit: 9 })
      assert.deepEqual(
        nearest.map((hit) => hit.passage.id),
        ['east'],
      )
      assert.equal((await vectors.missing(other.name, 10)).length, 4)
    }),
  ),
  vectorCase('begins anew after the index was cleared', async ({ passages, vectors }) => {
    await fill(passages, vectors)
    await vectors.nearest(towards('north'))
    await passages.clear()
    assert.equal(await vectors.model(), undefined)
    assert.deepEqual((await vectors.nearest({ ...towards('north'), also: ['north'] })).nearest, [])
    await passages.update({ upsert: [passage('south'), passage('east')] })
    assert.deepEqual(await missing(vectors), ['east', 'south'])
    await put(vectors, ['south'])
    const { nearest } = await vectors.nearest(towards('north'))
    assert.deepEqual(
      nearest.map((hit) => hit.passage.id),
      ['south'],
    )
    assert.deepEqual(await missing(vectors), ['east'])
  }),
  vectorCase(
    'refuses vectors that are none of the model, and stores nothing of the call',
    async ({ passages, vectors }) => {
      await passages.update({ upsert: [passage('north'), passage('east')] })
      const good = { id: 'north', text: 'text of north', vector: new Float32Array(4).fill(1) }
      for (const numbers of [[1, 2, 3], [], [1, Number.NaN, 0, 0], [1, 0, 0, Number.POSITIVE_INFINITY]]) {
        const bad = { id: 'east', text: 'text of east', vector: Float32Array.from(numbers) }
        await assertFails('bad-input', vectors.put(model, [good, bad]), JSON.stringify(numbers))
        await assertFails('bad-input', vectors.nearest({ model, vector: bad.vector, limit: 1 }), 'nearest')
      }
      await assertFails('bad-input', vectors.put({ name: 'x', dimensions: 0 }, [good]), 'no dimensions')
      assert.equal(await vectors.model(), undefined)
      assert.equal((await missing(vectors)).length, 2)
    },
  ),
  vectorCase('takes a vector of nothing but zeros, which is like no other', async ({ passages, vectors }) => {
    await passages.update({ upsert: [passage('zero'), passage('north')] })
    await put(vectors, ['zero'], 'nothing')
    await put(vectors, ['north'])
    const { nearest } = await vectors.nearest(towards('north'))
    assert.deepEqual(
      nearest.map((hit) => [hit.passage.id, Math.round(hit.score)]),
      [
        ['north', 1],
        ['zero', 0],
      ],
    )
    assertNear((await vectors.nearest(towards('nothing'))).nearest[0]?.score, 0)
  }),
  vectorCase('takes any id, text and model name', async ({ passages, vectors }) => {
    const odd = { ...passage('a\0b'), text: 'NUL \0 and \ufffe and \ud83e\udd89' }
    await passages.update({ upsert: [odd, { ...passage('__proto__'), text: '' }] })
    const name = '\ufffe"\0'
    const asked = await vectors.missing(name, 10)
    assert.deepEqual(asked.map(({ text }) => text).sort(compareTexts), ['', odd.text])
    await vectors.put(
      { name, dimensions: 1 },
      asked.map((one) => ({ ...one, vector: Float32Array.of(-2) })),
    )
    assert.deepEqual(await vectors.model(), { name, dimensions: 1 })
    assert.deepEqual(await vectors.missing(name, 10), [])
    const query = { model: { name, dimensions: 1 }, vector: Float32Array.of(1), limit: 9, also: ['__proto__'] }
    const { nearest, also } = await vectors.nearest(query)
    assert.deepEqual(nearest.map((hit) => hit.passage.id).sort(compareTexts), ['__proto__', 'a\0b'])
    assertNear(also.get('__proto__'), -1)
  }),
  vectorCase('takes over what was put while it was searched before', async ({ passages, vectors }) => {
    const ids = Array.from({ length: 60 }, (_, n) => `p${n}`)
    await passages.update({ upsert: ids.map(passage) })
    for (const [n, id] of ids.entries()) {
      await put(vectors, [id], 'north')
      const { nearest } = await vectors.nearest({ ...towards('north'), limit: 100 })
      assert.equal(nearest.length, n + 1)
    }
    await passages.update({ remove: ids.slice(0, 59) })
    const { nearest } = await vectors.nearest({ ...towards('north'), limit: 5 })
    assert.deepEqual(
      nearest.map((hit) => hit.passage.id),
      ['p59'],
    )
  }),
]

interface Open {
  passages: PassageIndex
  vectors: VectorIndex
}

function vectorCase(name: string, check: (open: Open) => Promise<void>): ConformanceCase {
  return storageCase(name, async ({ passages, vectors }: Storage) => {
    assert.ok(vectors, 'the storage has no vectors')
    await check({ passages, vectors })
  })
}

function passage(id: string): Passage {
  const source = { path: 'memory/MEMORY.md', line: 1 }
  return { id, layer: 'facts', origin: 'memory/MEMORY.md', text: `text of ${id}`, tokens: [id], source }
}

function towards(direction: string): VectorQuery {
  return { model, vector: Float32Array.from(directions[direction] ?? [0, 0, 0, 0]), limit: 10 }
}

async function fill(passages: PassageIndex, vectors: VectorIndex): Promise<void> {
  await passages.update({ upsert: Object.keys(directions).map(passage) })
  await put(vectors, Object.keys(directions))
}

/** Stores a vector for each passage: each in its own direction, or all in the same one. */
async function put(vectors: VectorIndex, ids: readonly string[], direction?: string): Promise<void> {
  const given = ids.map((id): PassageVector => {
    const numbers = directions[direction ?? id] ?? [0, 0, 0, 0]
    return { id, text: `text of ${id}`, vector: Float32Array.from(numbers) }
  })
  await vectors.put(model, given)
}

async function missing(vectors: VectorIndex): Promise<string[]> {
  return (await vectors.missing(model.name, 100)).map(({ id }) => id).sort(compareTexts)
}

function assertNear(found: number | undefined, expected: number): void {
  assert.ok(found !== undefined && Math.abs(found - expected) < 0.01, `${found} is not about ${expected}`)
}
