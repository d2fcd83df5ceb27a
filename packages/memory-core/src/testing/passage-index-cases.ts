import assert from 'node:assert/strict'
import type { Candidate, Layer, Passage, PassageIndex, PassageQuery } from '../storage/passages.ts'
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
  passageCase(
    'chooses the best candidates where the limit leaves others out, and none without a known term',
    async (passages) => {
      await passages.update({ upsert: corpus })
      const terms = ['cranes', 'north']
      const best = await passages.search({ terms, limit: 3 })
      const { candidates } = await passages.candidates({ terms, limit: 3 })
      assert.deepEqual(
        candidates.map(({ id }) => id).sort(byCodeUnit),
        best.map(({ passage: { id } }) => id).sort(byCodeUnit),
      )
      assert.deepEqual((await passages.candidates({ terms: ['nowhere'], limit: 3 })).candidates, [])
      assert.deepEqual((await passages.candidates({ terms: [], limit: 3 })).candidates, [])
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
      [-2, -1, 1, 2],
    )
    const atTheEnd = await passages.candidates({ terms: ['word1'], sessions: ['two'], limit: 10 })
    assert.deepEqual(ids(atTheEnd.candidates), ['fact', 'two-0', 'two-1'].slice(1))
    const early = await passages.candidates({ terms: ['word3'], layers: ['sessions'], limit: 10, until: timeOf(3) })
    assert.deepEqual(ids(early.candidates), ['one-1', 'one-2', 'one-3'])
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
    assert.equal(after.get('one-5'), (before.get('one-4') ?? 0) + 1)
  }),
  passageCase('says how a message is said', async (passages) => {
    const speech = { speaker: ['ada', '\u{1f99c}', 'OR'], role: 'user', asks: true, personal: true }
    const [plain, named] = [message('plain', 'one', 'crane'), { ...message('named', 'one', 'crane'), speech }]
    await passages.update({ upsert: [plain, named] })
    const said = async (): Promise<unknown> =>
      (await passages.candidates({ terms: ['crane'], limit: 9 })).candidates.find(({ id }) => id === 'named')?.speech
    assert.deepEqual(await said(), speech)
    const silent = { ...speech, speaker: [], asks: false, personal: false }
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

/** Messages `<session>-0` and so on, a minute apart, each with a word of its own. */
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
