import assert from 'node:assert/strict'
import { compareTexts } from '../storage/compare-texts.ts'
import type { RecordStore, StoredRecord } from '../storage/records.ts'
import { assertFails, type ConformanceCase } from './conformance-case.ts'
import { idsOf, recordCase, storedRecord } from './stored-record.ts'

const hostile = [
  '',
  '\0',
  'a\0b',
  '__proto__',
  'constructor',
  "'; DROP TABLE records; --",
  '%_"',
  '🦉',
  '\ud800',
  '\u0001',
  '\uFFFE',
]

/** A record with every field. */
const whole: StoredRecord = storedRecord('whole', {
  type: 'workflow',
  kind: 'procedural',
  priority: 'high',
  text: 'Ein "Kranich"\0\n🦉\ud800',
  name: 'deploy',
  steps: ['build', '', 'push\0'],
  outcome: 'success',
  scope: 'src/**/*.ts',
  tags: ['ci', '\0'],
  source: { session: 'chat-42', messageId: 'm1', quote: 'we deploy' },
  author: 'assistant',
  confidence: 0.5,
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2026-02-01T00:00:00.000Z',
  supersededBy: 'record:newer',
  conflictsWith: ['record:other', 'fact:one'],
  supersedes: 'older',
  reinforcementCount: 3,
  successCount: 2,
  failureCount: 1,
  archivedAt: '2026-03-02T00:00:00.000Z',
  strength: 229.123456789,
  tokens: 12,
})

/** The requirements of writing records, reading them by id, removing them, and of marks. */
export const recordWriteCases: readonly ConformanceCase[] = [
  recordCase('holds nothing at first', async (records) => {
    assert.deepEqual(await records.list({ limit: 10, archived: 'all' }), [])
    assert.deepEqual(await records.get(['a']), [])
    assert.deepEqual(await records.scopes(), [])
    assert.deepEqual(await records.count(), [])
    assert.equal(await records.revision(), 0)
  }),
  recordCase('gives a record back as it was, every field of it', async (records) => {
    await records.write({ put: [whole, storedRecord('plain')] })
    assert.deepEqual(await records.get(['whole', 'plain']), [whole, storedRecord('plain')])
    assert.deepEqual(await records.list({ limit: 1, archived: 'only' }), [whole])
  }),
  recordCase('leaves out fields that are undefined', async (records) => {
    const given = { ...storedRecord('a'), name: undefined, source: { session: 's', quote: undefined } }
    await records.write({ put: [given as unknown as StoredRecord] })
    const [found] = await records.get(['a'])
    assert.deepEqual(found, storedRecord('a', { source: { session: 's' } }))
    assert.equal(found && 'name' in found, false)
  }),
  ...hostile.map((text) =>
    recordCase(`keeps ${JSON.stringify(text)} in a text, a name, a scope, a tag, an id and a mark`, async (records) => {
      const id = `id ${text}`
      const one = storedRecord(id, { text, name: text, scope: text, tags: [text], kind: 'procedural' })
      await records.write({ put: [one, storedRecord('other')], marks: { [`m${text}`]: text } })
      assert.deepEqual(await records.get([id]), [one])
      assert.deepEqual(await idsOf(records.list({ scopes: [text], limit: 9 })), [id])
      assert.deepEqual(await idsOf(records.list({ tags: [text], limit: 9 })), [id])
      assert.deepEqual(await records.scopes(), [text])
      assert.deepEqual(await records.marks([`m${text}`]), new Map([[`m${text}`, text]]))
      await records.write({ remove: [id] })
      assert.deepEqual((await records.changes(0, 9)).removed, [id])
    }),
  ),
  recordCase('keeps a text of a million characters', async (records) => {
    const long = storedRecord('a', { text: 'é\0'.repeat(500_000) })
    await records.write({ put: [long] })
    assert.equal((await records.get(['a']))[0]?.text, long.text)
  }),
  recordCase('keeps strengths that are infinite or negative', async (records) => {
    const strengths = [Number.POSITIVE_INFINITY, 1e300, 0, -1.5, Number.NEGATIVE_INFINITY]
    await records.write({ put: strengths.map((strength, index) => storedRecord(`${index}`, { strength })) })
    const found = await records.list({ limit: 9 })
    assert.deepEqual(
      found.map(({ strength }) => strength),
      strengths,
    )
    assert.deepEqual(await idsOf(records.list({ limit: 9, strengthFrom: Number.POSITIVE_INFINITY })), ['0'])
  }),
  recordCase('does not keep what it was given, nor give what it keeps', async (records) => {
    const tags = ['a']
    const given = storedRecord('a', { tags, source: { session: 's' } })
    const writing = records.write({ put: [given] })
    tags.push('later')
    given.text = 'later'
    await writing
    const [found] = await records.get(['a'])
    if (found) Object.assign(found, { text: 'mine', tags: [] })
    if (found?.source) found.source.session = 'mine'
    assert.deepEqual(await records.get(['a']), [storedRecord('a', { tags: ['a'], source: { session: 's' } })])
  }),
  recordCase('replaces a record of a known id as a whole', async (records) => {
    await records.write({ put: [whole] })
    await records.write({ put: [storedRecord('whole')] })
    assert.deepEqual(await records.get(['whole']), [storedRecord('whole')])
    assert.deepEqual(await records.list({ limit: 9, archived: 'all' }), [storedRecord('whole')])
    assert.deepEqual(await records.scopes(), [])
  }),
  recordCase(
    'inserts what is not known, leaves the others as they are, and answers which were new',
    async (records) => {
      await records.write({ put: [storedRecord('a')] })
      const insert = ['a', 'b', 'c', 'b'].map((id, index) => storedRecord(id, { text: `${index}` }))
      assert.deepEqual(await records.write({ insert }), { inserted: ['b', 'c'] })
      const found = await records.get(['a', 'b', 'c'])
      assert.deepEqual(
        found.map(({ text }) => text),
        ['what a says', '1', '2'],
      )
      assert.deepEqual(await records.write({ insert }), { inserted: [] })
    },
  ),
  recordCase('removes first, then puts, then inserts', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b'), storedRecord('c')] })
    const change = { remove: ['a', 'b', 'c'], put: [storedRecord('a', { text: 'put' })] }
    const insert = [storedRecord('a', { text: 'inserted' }), storedRecord('b', { text: 'inserted' })]
    assert.deepEqual(await records.write({ ...change, insert }), { inserted: ['b'] })
    const found = await records.get(['a', 'b', 'c'])
    assert.deepEqual(
      found.map(({ text }) => text),
      ['put', 'inserted'],
    )
  }),
  recordCase('deletes records permanently and ignores unknown ids', async (records) => {
    await records.write({ put: [storedRecord('a', { scope: 'x' }), storedRecord('b')] })
    await records.write({ remove: ['a', 'unknown', '__proto__', 'a'] })
    assert.deepEqual(await records.get(['a', 'b']), [storedRecord('b')])
    assert.deepEqual(await idsOf(records.list({ limit: 9, archived: 'all' })), ['b'])
    assert.deepEqual(await records.scopes(), [])
  }),
  recordCase('answers records in the order of the ids, each once, archived ones too', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b', { archivedAt: '2026-03-02T00:00:00.000Z' })] })
    assert.deepEqual(await idsOf(records.get(['b', 'none', 'a', 'b'])), ['b', 'a'])
    assert.deepEqual(await records.get([]), [])
  }),
  recordCase('keeps, moves and forgets marks, and answers those that were asked for', async (records) => {
    await records.write({ marks: { a: '1', ['__proto__']: '2', '': '' } })
    await records.write({ marks: { a: '3', none: undefined } })
    const all = await records.marks(['a', '__proto__', '', 'none'])
    assert.deepEqual(
      new Map([...all].sort()),
      new Map([
        ['', ''],
        ['__proto__', '2'],
        ['a', '3'],
      ]),
    )
    await records.write({ marks: { a: undefined } })
    assert.deepEqual(await records.marks(['a']), new Map())
  }),
  recordCase('makes an edit as a whole or not at all', async (records) => {
    await records.write({ put: [storedRecord('a')], marks: { m: '1' } })
    const bad = { ...storedRecord('c'), strength: Number.NaN }
    const edit = { put: [storedRecord('b'), bad], remove: ['a'], marks: { m: '2' } }
    await assertFails('bad-input', records.write(edit), 'a strength that is no number')
    const insert = { remove: ['a'], insert: [bad], marks: { m: '2' } }
    await assertFails('bad-input', records.write(insert), 'the same, inserted')
    assert.deepEqual(await idsOf(records.list({ limit: 9 })), ['a'])
    assert.deepEqual(await records.marks(['m']), new Map([['m', '1']]))
    assert.equal(await records.revision(), 1)
  }),
  ...[1, 2, 5, 100].map((limit) =>
    recordCase(`lists every mark once in pages of ${limit}, in the order of their keys`, async (records) => {
      const keys = ['', 'a', 'a\0', 'a\u0001', 'ab', 'b', 'b\ud800', 'constructor', '__proto__', '\uffff', '🦉']
      const marks = Object.fromEntries(keys.map((key) => [key, `what ${key} says`]))
      await records.write({ marks: { ...marks, ['__proto__']: 'p', gone: '1' } })
      await records.write({ marks: { gone: undefined } })
      const listed = await walkMarks(records, limit)
      const expected = keys.map((key): [string, string] => [key, key === '__proto__' ? 'p' : `what ${key} says`])
      assert.deepEqual(
        listed,
        expected.sort(([a], [b]) => compareTexts(a, b)),
      )
    }),
  ),
  recordCase('lists marks with keys of a megabyte whole', async (records) => {
    const keys = ['x', 'y'].map((end) => `${'k'.repeat(1_000_000)}${end}`)
    await records.write({ marks: Object.fromEntries(keys.map((key) => [key, key.slice(-1)])) })
    const listed = await walkMarks(records, 1)
    assert.deepEqual(new Map(listed), new Map(keys.map((key) => [key, key.slice(-1)])))
    assert.deepEqual(await records.marks(keys), new Map(listed))
  }),
  recordCase('lists no mark for a limit of 0, and none when it is cleared', async (records) => {
    await records.write({ marks: { m: '1' } })
    assert.deepEqual(await records.listMarks(undefined, 0), new Map())
    assert.deepEqual(await records.listMarks(undefined, Number.POSITIVE_INFINITY), new Map([['m', '1']]))
    await records.clear()
    assert.deepEqual(await records.listMarks(undefined, 9), new Map())
    await assertFails('bad-input', records.listMarks(undefined, -1), 'a negative limit')
    await assertFails('bad-input', records.listMarks(7 as never, 9), 'a number for a key')
  }),
  recordCase('is as new when it is cleared', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b')], marks: { m: '1' } })
    await records.write({ remove: ['b'] })
    await records.clear()
    assert.deepEqual(await records.changes(0, 9), { records: [], removed: [], revision: 0 })
    assert.deepEqual(await records.marks(['m']), new Map())
    assert.equal(await records.revision(), 0)
    assert.deepEqual((await records.write({ insert: [storedRecord('a')] })).inserted, ['a'])
    assert.equal(await records.revision(), 1)
  }),
  recordCase('writes nothing of an update whose change throws, and asks in the order of the ids', async (records) => {
    await records.write({ put: [storedRecord('a'), storedRecord('b')] })
    const asked: string[] = []
    const update = records.update(['b', 'a'], (record) => {
      asked.push(record.id)
      if (record.id === 'a') throw new Error('on purpose')
      return { ...record, text: 'changed' }
    })
    await assert.rejects(update, /on purpose/)
    assert.deepEqual(asked, ['b', 'a'])
    assert.equal((await records.get(['b']))[0]?.text, storedRecord('b').text)
    assert.equal(await records.revision(), 2)
  }),
  recordCase('refuses invalid records', async (records) => {
    const wrong: Record<string, unknown>[] = [
      { id: '' },
      { id: 7 },
      { type: 'rule' },
      { kind: 'other' },
      { priority: 'urgent' },
      { text: undefined },
      { tags: 'a' },
      { tags: [1] },
      { strength: undefined },
      { tokens: -1 },
      { tokens: 0.5 },
      { confidence: 2 },
      { steps: 'one' },
      { source: { place: 'x' } },
      { colour: 'red' },
    ]
    for (const change of wrong) {
      const record = { ...storedRecord('a'), ...change } as unknown as StoredRecord
      await assertFails('bad-input', records.write({ put: [record] }), JSON.stringify(change))
    }
    assert.equal(await records.revision(), 0)
  }),
  recordCase('refuses invalid edits, ids and keys', async (records) => {
    const edits: unknown[] = [{ puts: [] }, { put: {} }, { remove: [1] }, { marks: { a: 1 } }, null]
    for (const edit of edits) await assertFails('bad-input', records.write(edit as never), JSON.stringify(edit))
    await assertFails('bad-input', records.get('a' as never), 'a text for ids')
    await assertFails(
      'bad-input',
      records.update([1] as never, () => undefined),
      'a number for an id',
    )
    await assertFails('bad-input', records.marks([undefined] as never), 'undefined for a key')
  }),
]

async function walkMarks(records: RecordStore, limit: number): Promise<[string, string][]> {
  const walked: [string, string][] = []
  for (;;) {
    const page = await records.listMarks(walked.at(-1)?.[0], limit)
    assert.ok(page.size <= limit, `a page of ${page.size}`)
    if (page.size === 0) return walked
    walked.push(...page)
  }
}
