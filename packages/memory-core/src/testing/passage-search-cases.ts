import assert from 'node:assert/strict'
import type { Layer, Passage, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { corpus, fact, found, message, passage, passageCase } from './case-passages.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { referenceScores } from './reference-bm25.ts'

const hostileTerms = [
  'OR',
  'AND',
  'NOT',
  '"',
  '""',
  "'",
  'NEAR(',
  '*',
  'crane*',
  '^',
  'tokens:crane',
  '(',
  '-',
  'a"b',
  '\0',
  '\ud800',
]

/** The requirements of a search: its results and their order. */
export const passageSearchCases: readonly ConformanceCase[] = [
  passageCase('scores as the reference BM25 does, best first, equal scores by id', async (passages) => {
    await passages.update({ upsert: corpus })
    for (const query of [
      'cranes',
      'the',
      'north river cranes',
      'the map in march',
      'porto lisbon june',
      'bread',
      'birds',
    ])
      await assertReference(passages, corpus, query.split(' '))
  }),
  passageCase('scores by the passages that are left after changes', async (passages) => {
    await passages.update({ upsert: [...corpus, ...corpus.map((one) => ({ ...one, id: `x${one.id}` }))] })
    const replaced = corpus.slice(0, 5).map((one) => fact(one.id, `${one.text} and a longer ending about the river`))
    await passages.update({ upsert: replaced, remove: corpus.map((one) => `x${one.id}`) })
    await assertReference(passages, [...replaced, ...corpus.slice(5)], ['river', 'cranes', 'longer'])
  }),
  passageCase('counts a term once, however often it is asked for', async (passages) => {
    await passages.update({ upsert: corpus })
    const once = await passages.search({ terms: ['cranes', 'river'], limit: 10 })
    assert.deepEqual(await passages.search({ terms: ['cranes', 'cranes', 'river', ''], limit: 10 }), once)
  }),
  passageCase('finds nothing without terms, and as many as the limit says', async (passages) => {
    await passages.update({ upsert: corpus })
    assert.deepEqual(await passages.search({ terms: [], limit: 10 }), [])
    assert.deepEqual(await passages.search({ terms: [''], limit: 10 }), [])
    assert.equal((await passages.search({ terms: ['the'], limit: 3 })).length, 3)
    assert.deepEqual(await passages.search({ terms: ['the'], limit: 0 }), [])
  }),
  passageCase('takes a very long question', async (passages) => {
    await passages.update({ upsert: corpus })
    const terms = ['cranes', ...Array.from({ length: 5000 }, (_, index) => `word${index}`)]
    assert.equal((await passages.search({ terms, limit: 10 })).length, 3)
  }),
  ...hostileTerms.map((term) =>
    passageCase(`takes the term ${JSON.stringify(term)} for a word, not for syntax`, async (passages) => {
      await passages.update({ upsert: [...corpus, { ...fact('odd', ''), tokens: [term, 'odd'] }] })
      assert.deepEqual(await found(passages, { terms: [term] }), ['odd'])
      assert.deepEqual(await found(passages, { terms: [term, 'birds'] }), ['f18', 'odd'])
    }),
  ),
  passageCase('tells upper-case tokens from lower-case ones', async (passages) => {
    await passages.update({
      upsert: [
        { ...fact('a', ''), tokens: ['Crane'] },
        { ...fact('b', ''), tokens: ['crane'] },
      ],
    })
    assert.deepEqual(await found(passages, { terms: ['Crane'] }), ['a'])
  }),
  passageCase('does not search the layer and the session as words', async (passages) => {
    await passages.update({ upsert: [fact('a', 'crane'), message('b', 'chat', 'crane')] })
    assert.deepEqual(await found(passages, { terms: ['facts', 'sessions', 'none', 'chat'] }), [])
  }),
  passageCase('finds in some layers only', async (passages) => {
    await passages.update({ upsert: layered() })
    assert.deepEqual(await found(passages, { terms: ['crane'], layers: ['facts'] }), ['fact'])
    assert.deepEqual(await found(passages, { terms: ['crane'], layers: ['history', 'facts'] }), ['fact', 'history'])
    assert.deepEqual(await found(passages, { terms: ['crane'], layers: [] }), [])
  }),
  passageCase('finds messages of some sessions only, and leaves the other layers alone', async (passages) => {
    await passages.update({ upsert: layered() })
    assert.deepEqual(await found(passages, { terms: ['crane'], sessions: ['one'] }), ['fact', 'history', 'one'])
    assert.deepEqual(await found(passages, { terms: ['crane'], sessions: [] }), ['fact', 'history'])
    const both: PassageQuery = { terms: ['crane'], layers: ['sessions'], sessions: ['one', 'Two "odd"'], limit: 10 }
    assert.deepEqual(await found(passages, both), ['one', 'two'])
    assert.deepEqual(await found(passages, { ...both, layers: ['facts'] }), ['fact'])
    assert.deepEqual(await found(passages, { ...both, sessions: ['ONE', 'on', 'one '] }), [])
    assert.deepEqual(await found(passages, { ...both, sessions: Array.from({ length: 2000 }, (_, n) => `s${n}`) }), [])
  }),
  passageCase('finds passages of some types only, whatever the type is called', async (passages) => {
    const typed = (id: string, type: string, layer: Layer): Passage => ({ ...fact(id, 'crane'), type, layer })
    await passages.update({
      upsert: [
        ...layered(),
        typed('r', 'policy', 'records'),
        typed('n', 'A "type"\0)', 'notes'),
        typed('k', 'policy', 'knowledge'),
      ],
    })
    assert.deepEqual(await found(passages, { terms: ['crane'], types: ['policy'] }), ['k', 'r'])
    assert.deepEqual(await found(passages, { terms: ['crane'], types: ['A "type"\0)'] }), ['n'])
    assert.deepEqual(await found(passages, { terms: ['crane'], types: ['policy'], layers: ['records'] }), ['r'])
    assert.deepEqual(await found(passages, { terms: ['crane'], types: ['policy'], sessions: ['one'] }), ['k', 'r'])
    assert.deepEqual(await found(passages, { terms: ['crane'], types: [] }), [])
    assert.deepEqual(await found(passages, { terms: ['crane'], types: ['user', 'none', 'one'] }), [])
    const [hit] = await passages.search({ terms: ['crane'], types: ['A "type"\0)'], limit: 1 })
    assert.equal(hit?.passage.type, 'A "type"\0)')
  }),
  passageCase('scores the same within a narrower scope', async (passages) => {
    await passages.update({ upsert: [...corpus, message('m', 'chat', 'the cranes rest by the river')] })
    const all = await passages.search({ terms: ['cranes', 'rest'], limit: 100 })
    const some = await passages.search({
      terms: ['cranes', 'rest'],
      layers: ['sessions'],
      sessions: ['chat'],
      limit: 100,
    })
    assert.deepEqual(
      some,
      all.filter((hit) => hit.passage.id === 'm'),
    )
  }),
  passageCase(
    'finds from a time on and up to a time, both inclusive, and always what has no time',
    async (passages) => {
      const days = ['01', '02', '03'].map((day) => ({
        ...fact(`d${day}`, 'crane'),
        createdAt: `2026-03-${day}T00:00:00.000Z`,
      }))
      await passages.update({ upsert: [...days, fact('always', 'crane')] })
      const [since, until] = ['2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
      assert.deepEqual(await found(passages, { terms: ['crane'], since }), ['always', 'd02', 'd03'])
      assert.deepEqual(await found(passages, { terms: ['crane'], until }), ['always', 'd01', 'd02'])
      assert.deepEqual(await found(passages, { terms: ['crane'], since, until }), ['always', 'd02'])
      assert.deepEqual(await found(passages, { terms: ['crane'], since, limit: 2 }), ['always', 'd02'])
    },
  ),
]

function layered(): Passage[] {
  const history = passage('history', 'history', 'memory/HISTORY.md', 'crane', { path: 'memory/HISTORY.md', line: 3 })
  return [fact('fact', 'crane'), history, message('one', 'one', 'crane'), message('two', 'Two "odd"', 'crane')]
}

/** Asserts that a search returns the scores of the reference implementation of BM25. */
export async function assertReference(passages: PassageIndex, all: readonly Passage[], terms: string[]): Promise<void> {
  const expected = referenceScores(all, terms)
  const hits = await passages.search({ terms, limit: all.length })
  assert.deepEqual(
    hits.map((hit) => hit.passage.id),
    expected.map((one) => one.id),
    terms.join(' '),
  )
  for (const [index, hit] of hits.entries())
    assert.ok(Math.abs(hit.score - (expected[index]?.score ?? 0)) <= 1e-6, `${terms}: ${hit.passage.id} ${hit.score}`)
}
