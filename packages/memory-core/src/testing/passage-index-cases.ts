import assert from 'node:assert/strict'
import type { Layer, Passage, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { assertFails, type ConformanceCase, storageCase } from './conformance-case.ts'
import { referenceScores } from './reference-bm25.ts'

const corpusText = `the crane flew north over the river
ada prefers pnpm over npm
the map shows where cranes rest on the way north
we decided to store positions in postgis
deploy on friday is forbidden
the demo is on the fourteenth of march
storks and cranes share the northern marsh
ada moved from lisbon to porto in june
the trip to the marsh took nine hours
npm install fails behind the proxy
positions arrive every nine minutes
the river froze in january and the cranes stayed
duckdb replaced postgis for the map
a stork nest on the roof of the house in porto
the proxy needs a certificate from the company
march was cold and the migration late
ada bakes bread on sunday bread needs time
the certificate expires in june
birds birds birds everywhere on the map
north
the migration map loads in two seconds
her sister visits porto in march
pnpm workspaces make the demo build fast
the doctor said nine weeks of rest
friday evening is for choir
the choir sings in the old house by the river
a late train from lisbon cost two hours
minutes of the meeting are in the shared folder
rest the dough for two hours
the company moved the deadline to the fourteenth`

const corpus: readonly Passage[] = corpusText
  .split('\n')
  .map((text, index) => fact(`f${String(index).padStart(2, '0')}`, text))

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

/** What every PassageIndex does. */
export const passageIndexCases: readonly ConformanceCase[] = [
  passageCase('finds nothing in an empty index', async (passages) => {
    assert.deepEqual(await passages.search({ terms: ['crane'], limit: 10 }), [])
    assert.deepEqual(await passages.ids('memory/MEMORY.md'), [])
    assert.deepEqual(await passages.watermarks(), new Map())
  }),
  passageCase('gives a passage back as it was, without its tokens', async (passages) => {
    const source = { session: 'chat-42', messageId: 'm1', role: 'user', name: 'Ada' }
    const given = { id: 'm1', layer: 'sessions' as const, origin: 'chat-42', text: 'Ein "Kranich"\0\n🦉', source }
    await passages.update({
      upsert: [{ ...given, createdAt: '2026-03-01T00:00:00.000Z', tokens: ['kranich', '渡り', 'हिन्दी'] }],
    })
    for (const term of ['kranich', '渡り', 'हिन्दी']) {
      const [hit] = await passages.search({ terms: [term], limit: 1 })
      assert.deepEqual(hit?.passage, { ...given, createdAt: '2026-03-01T00:00:00.000Z' })
    }
    const { source: line, ...plain } = fact('f', 'plain crane')
    await passages.update({ upsert: [{ ...plain, source: line }] })
    const [hit] = await passages.search({ terms: ['crane'], limit: 1 })
    assert.equal(hit && 'createdAt' in hit.passage, false)
  }),
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
  passageCase('changes nothing where a watermark is not what was expected', async (passages) => {
    await passages.update({ upsert: [fact('a', 'crane')], watermarks: { source: '1' } })
    const stale = { upsert: [fact('b', 'crane')], remove: ['a'], watermarks: { source: '2' } }
    for (const expected of [{ source: '0' }, { source: undefined }, { other: '1' }])
      await assertFails('version-conflict', passages.update({ ...stale, expected }), JSON.stringify(expected))
    assert.deepEqual(await found(passages, { terms: ['crane'] }), ['a'])
    assert.deepEqual(await passages.watermarks(), new Map([['source', '1']]))
    await passages.update({ ...stale, expected: { source: '1', other: undefined } })
    assert.deepEqual(await found(passages, { terms: ['crane'] }), ['b'])
  }),
  passageCase('gives the source of a record back as it was', async (passages) => {
    const source = { record: 'r1', scope: 'src/**', saidIn: { session: 'chat', messageId: 'm' } }
    await passages.update({ upsert: [{ ...fact('r', 'crane'), layer: 'records', type: 'fact', source }] })
    const [hit] = await passages.search({ terms: ['crane'], layers: ['records'], limit: 1 })
    assert.deepEqual(hit?.passage.source, source)
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
  passageCase('replaces a passage of the same id as a whole', async (passages) => {
    await passages.update({
      upsert: [{ ...fact('a', 'crane'), createdAt: '2026-03-01T00:00:00.000Z' }, fact('b', 'stork')],
    })
    await passages.update({ upsert: [message('a', 'chat', 'stork')] })
    assert.deepEqual(await found(passages, { terms: ['crane'] }), [])
    assert.deepEqual(await found(passages, { terms: ['stork'], layers: ['sessions'] }), ['a'])
    assert.deepEqual(await passages.ids('memory/MEMORY.md'), ['b'])
    assert.deepEqual(await passages.ids('chat'), ['a'])
  }),
  passageCase('moves a passage whose text stays, and keeps the newer source', async (passages) => {
    await passages.update({ upsert: [fact('a', 'crane')] })
    const moved = { ...fact('a', 'crane'), origin: 'memory/HISTORY.md', source: { path: 'memory/HISTORY.md', line: 7 } }
    await passages.update({ upsert: [moved] })
    await passages.update({ upsert: [moved] })
    const hits = await passages.search({ terms: ['crane'], limit: 10 })
    assert.deepEqual(
      hits.map((hit) => hit.passage.source),
      [{ path: 'memory/HISTORY.md', line: 7 }],
    )
    assert.deepEqual(await passages.ids('memory/HISTORY.md'), ['a'])
    await passages.update({ upsert: [{ ...moved, origin: 'elsewhere' }] })
    assert.deepEqual(await passages.ids('memory/HISTORY.md'), [])
    assert.deepEqual(await passages.ids('elsewhere'), ['a'])
  }),
  passageCase(
    'removes passages and ignores unknown ids; a passage removed and put in one change is there',
    async (passages) => {
      await passages.update({ upsert: [fact('a', 'crane'), fact('b', 'crane')] })
      await passages.update({ remove: ['a', 'b', 'unknown', '__proto__'], upsert: [fact('b', 'crane')] })
      assert.deepEqual(await found(passages, { terms: ['crane'] }), ['b'])
      assert.deepEqual(await passages.ids('memory/MEMORY.md'), ['b'])
    },
  ),
  passageCase('keeps, moves and forgets watermarks', async (passages) => {
    await passages.update({ watermarks: { a: '1', ['__proto__']: '2', '': '3' } })
    await passages.update({ watermarks: { a: '4', '': undefined, none: undefined } })
    assert.deepEqual(
      await passages.watermarks(),
      new Map([
        ['a', '4'],
        ['__proto__', '2'],
      ]),
    )
  }),
  passageCase('makes a change as a whole or not at all', async (passages) => {
    await passages.update({ upsert: [fact('a', 'crane')], watermarks: { file: '1' } })
    const unreadable: Passage = {
      ...fact('c', 'crane'),
      get tokens(): string[] {
        throw new Error('unreadable')
      },
    }
    const change = { upsert: [fact('b', 'crane'), unreadable], remove: ['a'], watermarks: { file: '2' } }
    await assert.rejects(passages.update(change))
    assert.deepEqual(await found(passages, { terms: ['crane'] }), ['a'])
    assert.deepEqual(await passages.watermarks(), new Map([['file', '1']]))
  }),
  passageCase('forgets everything when it is cleared, and is usable after it', async (passages) => {
    await passages.update({ upsert: corpus, watermarks: { file: '1' } })
    await passages.clear()
    assert.deepEqual(await found(passages, { terms: ['the'] }), [])
    assert.deepEqual(await passages.watermarks(), new Map())
    await passages.update({ upsert: corpus })
    await assertReference(passages, corpus, ['cranes', 'north'])
  }),
]

function passageCase(name: string, check: (passages: PassageIndex) => Promise<void>): ConformanceCase {
  return storageCase(name, ({ passages }) => check(passages))
}

function fact(id: string, text: string): Passage {
  return passage(id, 'facts', 'memory/MEMORY.md', text, { path: 'memory/MEMORY.md', line: 1 })
}

function message(id: string, session: string, text: string): Passage {
  return passage(id, 'sessions', session, text, { session, messageId: id, role: 'user' })
}

function passage(id: string, layer: Layer, origin: string, text: string, source: Passage['source']): Passage {
  return { id, layer, origin, text, tokens: text.split(' ').filter((token) => token !== ''), source }
}

function layered(): Passage[] {
  const history = passage('history', 'history', 'memory/HISTORY.md', 'crane', { path: 'memory/HISTORY.md', line: 3 })
  return [fact('fact', 'crane'), history, message('one', 'one', 'crane'), message('two', 'Two "odd"', 'crane')]
}

async function found(
  passages: PassageIndex,
  query: Omit<PassageQuery, 'limit'> & { limit?: number },
): Promise<string[]> {
  const hits = await passages.search({ limit: 100, ...query })
  return hits.map((hit) => hit.passage.id).sort(byCodeUnit)
}

async function assertReference(passages: PassageIndex, all: readonly Passage[], terms: string[]): Promise<void> {
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

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
