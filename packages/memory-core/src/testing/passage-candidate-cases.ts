import assert from 'node:assert/strict'
import { partsOfText } from '../storage/numbering.ts'
import type { Candidate, Passage, PassageIndex } from '../storage/passages.ts'
import { byCodeUnit, corpus, fact, message, passageCase } from './case-passages.ts'
import type { ConformanceCase } from './conformance-case.ts'

/** The requirements of choosing candidates, and of reading passages by their numbers. */
export const passageCandidateCases: readonly ConformanceCase[] = [
  passageCase('chooses candidates and counts their terms, and knows how common each is', async (passages) => {
    await passages.update({ upsert: corpus })
    const terms = ['map', 'nothing', 'birds', 'map']
    const { candidates, ...known } = await passages.candidates({ terms, limit: 100 })
    const tokens = corpus.reduce((sum, one) => sum + one.tokens.length, 0)
    assert.deepEqual(known, { terms: ['map', 'nothing', 'birds'], found: [4, 0, 1], passages: corpus.length, tokens })
    const expected = corpus.flatMap(({ id, layer, tokens: words }) => {
      const counts = ['map', 'nothing', 'birds'].map((term) => words.filter((word) => word === term).length)
      return counts.some((count) => count > 0) ? [{ id, layer, length: words.length, counts }] : []
    })
    const chosen = candidates.map(({ number, ...one }) => one).sort((a, b) => byCodeUnit(a.id, b.id))
    assert.deepEqual(chosen, expected)
  }),
  passageCase('chooses those with the most and rarest terms, however often they have them', async (passages) => {
    const texts = { a: 'crane north', b: 'crane', c: 'north north north', d: 'north', e: 'heron' }
    await passages.update({ upsert: Object.entries(texts).map(([id, text]) => fact(id, text)) })
    const terms = ['crane', 'north']
    for (const [limit, expected] of [
      [1, ['a']],
      [2, ['a', 'b']],
      [9, ['a', 'b', 'c', 'd']],
    ] as const)
      assert.deepEqual(ids((await passages.candidates({ terms, limit })).candidates), expected)
    assert.deepEqual((await passages.candidates({ terms: ['nowhere'], limit: 3 })).candidates, [])
    assert.deepEqual((await passages.candidates({ terms: [], limit: 3 })).candidates, [])
  }),
  passageCase(
    'chooses of equally good ones the later in their files, in whatever order those came',
    async (passages) => {
      const fileOf = (origin: string, count: number): Passage[] =>
        Array.from({ length: count }, (_, n) => ({ ...fact(`${origin}${n}`, 'crane'), origin }))
      const files = [fileOf('a', 2), fileOf('b', 4), fileOf('c', 3)]
      for (const given of [files, [...files].reverse()]) {
        await passages.clear()
        for (const upsert of given) await passages.update({ upsert })
        const { candidates } = await passages.candidates({ terms: ['crane'], limit: 3 })
        assert.deepEqual(ids(candidates), ['b2', 'b3', 'c2'])
        const facts = await passages.candidates({ terms: ['crane'], layers: ['facts'], limit: 3 })
        assert.deepEqual(ids(facts.candidates), ['b2', 'b3', 'c2'])
      }
    },
  ),
  passageCase('chooses the two messages before and after a found one, of its session only', async (passages) => {
    await passages.update({ upsert: conversation('one', 7) })
    await passages.update({ upsert: [...conversation('two', 2), fact('fact', 'word3 said')] })
    const { candidates } = await passages.candidates({ terms: ['word3'], limit: 10 })
    assert.deepEqual(ids(candidates), ['fact', 'one-1', 'one-2', 'one-3', 'one-4', 'one-5'])
    const numbers = new Map(candidates.map(({ id, number }) => [id, number]))
    const middle = numbers.get('one-3') ?? 0
    assert.deepEqual(
      [1, 2, 4, 5].map((n) => (numbers.get(`one-${n}`) ?? 0) - middle),
      [-2, -1, 1, 2].map((far) => far * partsOfText),
    )
    const atTheEnd = await passages.candidates({ terms: ['word1'], sessions: ['two'], limit: 10 })
    assert.deepEqual(ids(atTheEnd.candidates), ['fact', 'two-0', 'two-1'].slice(1))
    const early = await passages.candidates({ terms: ['word3'], layers: ['sessions'], limit: 10, until: timeOf(3) })
    assert.deepEqual(ids(early.candidates), ['one-1', 'one-2', 'one-3'])
  }),
  passageCase('chooses none twice, and with other layers beside them no more than asked for', async (passages) => {
    await passages.update({ upsert: [...conversation('one', 90), fact('fact', 'said of something else')] })
    for (const limit of [50, 200]) {
      const { candidates } = await passages.candidates({ terms: ['said'], layers: ['sessions'], limit })
      const numbers = new Set(candidates.map(({ number }) => number))
      assert.equal(candidates.length, numbers.size)
      // The neighbours of the best 40 are among the first 50 equal ones already.
      assert.equal(candidates.length, Math.min(limit, 90))
    }
  }),
  passageCase('finds messages that are given again as those of another session in that one only', async (passages) => {
    const given = conversation('one', 3)
    await passages.update({ upsert: given })
    const source = { session: 'two', messageId: 'm', role: 'user' }
    await passages.update({ upsert: given.map((one) => ({ ...one, source })) })
    const layers = ['sessions'] as const
    const before = await passages.candidates({ terms: ['said'], layers, sessions: ['one'], limit: 10 })
    assert.deepEqual(ids(before.candidates), [])
    const after = await passages.candidates({ terms: ['said'], layers, sessions: ['two'], limit: 10 })
    assert.deepEqual(ids(after.candidates), ['one-0', 'one-1', 'one-2'])
  }),
  passageCase('keeps the place of a message that changes, and closes up behind none that goes', async (passages) => {
    await passages.update({ upsert: conversation('one', 5) })
    const before = await numbersOf(passages)
    const changed = { ...message('one-2', 'one', 'said word2 otherwise'), createdAt: timeOf(2) }
    await passages.update({ upsert: [changed], remove: ['one-3'] })
    await passages.update({ upsert: [message('one-5', 'one', 'said word5')] })
    const after = await numbersOf(passages)
    before.delete('one-3')
    assert.deepEqual(
      [...after].filter(([id]) => id !== 'one-5'),
      [...before],
    )
    assert.equal(after.get('one-5'), (before.get('one-4') ?? 0) + partsOfText)
  }),
  passageCase('says how a message is said', async (passages) => {
    const manner = { role: 'user', time: true, number: true } as const
    const speech = { ...manner, speaker: ['ada', '\u{1f99c}', 'OR'], asks: true, personal: true }
    const [plain, named] = [message('plain', 'one', 'crane'), { ...message('named', 'one', 'crane'), speech }]
    await passages.update({ upsert: [plain, named] })
    const said = async (): Promise<unknown> =>
      (await passages.candidates({ terms: ['crane'], limit: 9 })).candidates.find(({ id }) => id === 'named')?.speech
    assert.deepEqual(await said(), speech)
    const silent = { speaker: [], role: 'user', asks: false, personal: false }
    await passages.update({ upsert: [{ ...named, speech: silent }] })
    assert.deepEqual(await said(), silent)
    assert.equal(JSON.stringify(await passages.search({ terms: ['crane'], limit: 9 })).includes('asks'), false)
  }),
  passageCase(
    'reads passages by their numbers, in the order asked for, and leaves out what is gone',
    async (passages) => {
      await passages.update({ upsert: conversation('one', 4) })
      const numbers = await numbersOf(passages)
      await passages.update({ remove: ['one-1'] })
      const wanted = ['one-3', 'one-1', 'one-0'].map((id) => numbers.get(id) ?? 0)
      const read = await passages.read([...wanted, 1])
      assert.deepEqual(
        read.map(({ number, passage }) => [number, passage.id]),
        [
          [wanted[0], 'one-3'],
          [wanted[2], 'one-0'],
        ],
      )
      const [found] = await passages.search({ terms: ['word0'], limit: 1 })
      assert.deepEqual(read[1]?.passage, found?.passage)
    },
  ),
]

/** Messages `<session>-0` and so on, one a minute, each with a unique word. */
function conversation(session: string, count: number): Passage[] {
  return Array.from({ length: count }, (_, n) => ({
    ...message(`${session}-${n}`, session, `said word${n}`),
    createdAt: timeOf(n),
  }))
}

function timeOf(minute: number): string {
  return `2026-01-01T10:0${minute}:00.000Z`
}

function ids(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ id }) => id).sort(byCodeUnit)
}

async function numbersOf(passages: PassageIndex): Promise<Map<string, number>> {
  const { candidates } = await passages.candidates({ terms: ['said'], limit: 100 })
  return new Map(candidates.map(({ id, number }) => [id, number] as const).sort(([a], [b]) => byCodeUnit(a, b)))
}
