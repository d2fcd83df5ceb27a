import assert from 'node:assert/strict'
import type { Passage } from '../storage/passages.ts'
import { corpus, fact, found, message, passageCase } from './case-passages.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { passageCandidateCases } from './passage-candidate-cases.ts'
import { passagePartCases } from './passage-part-cases.ts'
import { assertReference, passageSearchCases } from './passage-search-cases.ts'
import { passageTimeCases } from './passage-time-cases.ts'

/** The requirements of every PassageIndex. */
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
  ...passageSearchCases,
  ...passageCandidateCases,
  ...passagePartCases,
  ...passageTimeCases,
]
