import assert from 'node:assert/strict'
import type { Passage, PassageIndex, TimedQuery } from '../storage/passages.ts'
import { byCodeUnit, fact, message, passageCase } from './case-passages.ts'
import type { ConformanceCase } from './conformance-case.ts'

/** The requirements of finding passages by time alone. */
export const passageTimeCases: readonly ConformanceCase[] = [
  passageCase('finds the newest of a span, both ends included, whatever they say', async (passages) => {
    await passages.update({ upsert: [...days('one', 9), fact('undated', 'day 3')] })
    assert.deepEqual(await timed(passages, { spans: [span(3, 5)] }), ['one-3', 'one-4', 'one-5'])
    assert.deepEqual(await timed(passages, { spans: [span(3, 8)], limit: 2 }), ['one-7', 'one-8'])
    assert.deepEqual(await timed(passages, { spans: [span(5, 3)] }), [])
    assert.deepEqual(await timed(passages, { spans: [] }), [])
    assert.deepEqual(await timed(passages, { spans: [span(3, 5)], limit: 0 }), [])
  }),
  passageCase('tells moments of one second apart', async (passages) => {
    const at = (ms: string): Passage => ({ ...message(ms, 'one', 'x'), createdAt: `2026-01-01T00:00:00.${ms}Z` })
    await passages.update({ upsert: ['100', '200', '300', '400'].map(at) })
    const spans = [{ since: '2026-01-01T00:00:00.200Z', until: '2026-01-01T00:00:00.300Z' }]
    assert.deepEqual(await timed(passages, { spans }), ['200', '300'])
    assert.deepEqual(await timed(passages, { spans, limit: 1 }), ['300'])
  }),
  passageCase('takes the limit for each span, and a passage of two spans once', async (passages) => {
    await passages.update({ upsert: days('one', 9) })
    const spans = [span(1, 2), span(6, 8), span(7, 8)]
    assert.deepEqual(await timed(passages, { spans, limit: 1 }), ['one-2', 'one-8'])
    assert.deepEqual(await timed(passages, { spans, limit: 2 }), ['one-1', 'one-2', 'one-7', 'one-8'])
  }),
  passageCase('finds those of the wanted layers, sessions and types by their times', async (passages) => {
    const dated = { ...fact('dated', 'what was typed'), type: 'plan', createdAt: dayOf(4) }
    await passages.update({ upsert: [...days('one', 6), ...days('two', 6), dated] })
    const spans = [span(3, 4)]
    assert.deepEqual(await timed(passages, { spans, layers: ['facts'] }), ['dated'])
    assert.deepEqual(await timed(passages, { spans, layers: ['sessions'], sessions: ['two'] }), ['two-3', 'two-4'])
    const newest = { spans: [span(1, 4)], layers: ['sessions'], sessions: ['two'], limit: 2 } as const
    assert.deepEqual(await timed(passages, newest), ['two-3', 'two-4'])
    assert.deepEqual(await timed(passages, { spans, sessions: ['two'] }), ['dated', 'two-3', 'two-4'])
    assert.deepEqual(await timed(passages, { spans, sessions: ['none'], layers: ['sessions'] }), [])
    assert.deepEqual(await timed(passages, { spans, types: ['plan'] }), ['dated'])
    assert.deepEqual(await timed(passages, { spans, types: ['other'] }), [])
  }),
  passageCase('gives what ranking needs of those found by time, and forgets what is removed', async (passages) => {
    const speech = { speaker: ['ada'], role: 'user', asks: true, personal: false }
    await passages.update({ upsert: [{ ...message('m', 'one', 'two words'), speech, createdAt: dayOf(1) }] })
    const query = { spans: [span(1, 1)], limit: 10 }
    const [found] = await passages.timed(query)
    assert.deepEqual(
      { ...found, number: 0 },
      { number: 0, id: 'm', layer: 'sessions', length: 2, counts: [], createdAt: dayOf(1), speech },
    )
    const [read] = await passages.read([found?.number ?? 0])
    assert.equal(read?.passage.text, 'two words')
    await passages.update({ remove: ['m'] })
    assert.deepEqual(await passages.timed(query), [])
  }),
]

async function timed(passages: PassageIndex, query: Omit<TimedQuery, 'limit'> & { limit?: number }): Promise<string[]> {
  return (await passages.timed({ limit: 10, ...query })).map(({ id }) => id).sort(byCodeUnit)
}

/** One message a day. */
function days(session: string, count: number): Passage[] {
  return Array.from({ length: count }, (_, day) => ({
    ...message(`${session}-${day}`, session, `word${day}`),
    createdAt: dayOf(day),
  }))
}

function dayOf(day: number): string {
  return `2026-01-0${day + 1}T12:00:00.000Z`
}

function span(from: number, to: number): { since: string; until: string } {
  return { since: dayOf(from), until: dayOf(to) }
}
