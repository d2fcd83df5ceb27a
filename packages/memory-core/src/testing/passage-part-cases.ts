import assert from 'node:assert/strict'
import { partId, partsOfText } from '../storage/numbering.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import { byCodeUnit, fact, found, message, passageCase } from './case-passages.ts'
import type { ConformanceCase } from './conformance-case.ts'

/** The requirements of keeping the parts of a long text together. */
export const passagePartCases: readonly ConformanceCase[] = [
  passageCase('numbers the parts of a text after its first, and reads each as it was given', async (passages) => {
    const upsert = [message('before', 'one', 'crane'), ...parted('long', ['crane one', 'crane two', 'crane three'])]
    await passages.update({ upsert: [...upsert, message('after', 'one', 'crane')] })
    const numbers = await numbersOf(passages)
    const first = numbers.get('long') ?? 0
    assert.deepEqual(
      ['before', 'long', partId('long', 1), partId('long', 2), 'after'].map((id) => (numbers.get(id) ?? 0) - first),
      [-partsOfText, 0, 1, 2, partsOfText],
    )
    const [second] = await passages.read([first + 1])
    const { tokens: _, ...given } = upsert[2] ?? message('', '', '')
    assert.deepEqual(second, { number: first + 1, passage: given })
    const [hit] = await passages.search({ terms: ['two'], limit: 1 })
    assert.deepEqual(hit?.passage.part, { place: 1, count: 3, start: 9 })
  }),
  passageCase('takes a text out with all its parts, and nothing else', async (passages) => {
    const near = [message('before', 'one', 'crane'), message('after', 'one', 'crane')]
    await passages.update({ upsert: [...near, ...parted('long', ['crane one', 'crane two'])] })
    await passages.update({ remove: ['long'] })
    assert.deepEqual(await found(passages, { terms: ['crane', 'two'] }), ['after', 'before'])
    assert.deepEqual(await passages.ids('one'), ['after', 'before'])
    const { found: counted, passages: size, tokens } = await passages.candidates({ terms: ['two', 'crane'], limit: 9 })
    assert.deepEqual([counted, size, tokens], [[0, 2], 2, 2])
  }),
  passageCase('takes out single parts', async (passages) => {
    await passages.update({ upsert: parted('long', ['crane one', 'crane two']) })
    await passages.update({ remove: [partId('long', 1)] })
    assert.deepEqual(await passages.ids('one'), ['long'])
  }),
  passageCase('gives a text that changes other parts, at its place', async (passages) => {
    await passages.update({ upsert: [...parted('long', ['crane one', 'crane two']), message('after', 'one', 'crane')] })
    const before = await numbersOf(passages)
    await passages.update({ upsert: parted('long', ['crane', 'crane 2', 'crane 3', 'crane 4']) })
    const grown = await numbersOf(passages)
    assert.equal(grown.get('long'), before.get('long'))
    assert.equal(grown.get(partId('long', 3)), (before.get('long') ?? 0) + 3)
    assert.equal(grown.get('after'), before.get('after'))
    await passages.update({ upsert: [message('long', 'one', 'crane')] })
    assert.deepEqual(await passages.ids('one'), ['after', 'long'])
    assert.equal((await numbersOf(passages)).get('long'), before.get('long'))
  }),
  passageCase('takes the parts of a text along to another origin', async (passages) => {
    await passages.update({ upsert: parted('long', ['crane one', 'crane two', 'crane three']) })
    const moved = parted('long', ['crane one', 'crane two']).map((one) => ({ ...one, origin: 'two' }))
    await passages.update({ upsert: moved })
    assert.deepEqual(await passages.ids('one'), [])
    assert.deepEqual(await passages.ids('two'), ['long', partId('long', 1)])
    const numbers = await numbersOf(passages)
    assert.equal(numbers.get(partId('long', 1)), (numbers.get('long') ?? 0) + 1)
  }),
  passageCase('puts parts behind a text that came in an earlier change', async (passages) => {
    const [first, ...others] = parted('long', ['crane one', 'crane two', 'crane three'])
    assert.ok(first)
    await passages.update({ upsert: [first, message('after', 'one', 'crane')] })
    await passages.update({ upsert: others })
    const numbers = await numbersOf(passages)
    assert.equal(numbers.get(partId('long', 2)), (numbers.get('long') ?? 0) + 2)
  }),
  passageCase('chooses the first parts of the messages next to a part', async (passages) => {
    const upsert = ['a', 'b', 'c', 'd'].flatMap((id) => parted(id, [`one${id}`, `two${id}`]))
    await passages.update({ upsert: [...upsert, fact('fact', 'else')] })
    const { candidates } = await passages.candidates({ terms: ['twob'], limit: 9 })
    const ids = candidates.map(({ id }) => id).sort(byCodeUnit)
    assert.deepEqual(ids, ['a', 'c', 'd', partId('b', 1)])
  }),
  passageCase('chooses a later part only before what is worth much less', async (passages) => {
    const long = parted('long', ['nothing', 'crane north'])
    await passages.update({ upsert: [...long, fact('near', 'crane north by'), fact('far', 'crane by the river')] })
    const chosen = async (limit: number): Promise<string[]> =>
      (await passages.candidates({ terms: ['crane', 'north'], layers: ['facts', 'sessions'], limit })).candidates
        .map(({ id }) => id)
        .filter((id) => id !== 'long')
        .sort(byCodeUnit)
    assert.deepEqual(await chosen(1), ['near'])
    assert.deepEqual(await chosen(2), ['near', partId('long', 1)])
  }),
  passageCase('gives a text of a time once', async (passages) => {
    const createdAt = '2026-01-01T00:00:00.000Z'
    const upsert = parted('long', ['crane one', 'crane two']).map((one) => ({ ...one, createdAt }))
    await passages.update({ upsert })
    const spans = [{ since: '2025-12-31T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }]
    for (const sessions of [undefined, ['one']]) {
      const layers = ['sessions'] as const
      const timed = await passages.timed({ spans, limit: 9, layers, ...(sessions ? { sessions } : {}) })
      assert.deepEqual(
        timed.map(({ id }) => id),
        ['long'],
      )
    }
  }),
]

/** A message of the session "one" in parts. */
function parted(id: string, texts: readonly string[]): Passage[] {
  let start = 0
  return texts.map((text, place) => {
    const part = { place, count: texts.length, start }
    start += text.length
    return { ...message(id, 'one', text), id: partId(id, place), part }
  })
}

async function numbersOf(passages: PassageIndex): Promise<Map<string, number>> {
  const { candidates } = await passages.candidates({ terms: ['crane'], limit: 100 })
  return new Map(candidates.map(({ id, number }) => [id, number]))
}
