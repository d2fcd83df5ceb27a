import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { localStorage } from '../local/storage.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { openRecords } from './open-records.fixture.ts'
import type { NewRecord } from './record-book.ts'
import { createScoring } from './record-types.ts'

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
})

describe('learning', () => {
  it('keeps a statement with all that is said of it', async () => {
    const { book, records } = openRecords()
    const given = {
      text: ' Use tabs\u0000 in\r\nGo ',
      type: 'policy',
      priority: 'high',
      scope: 'src/**/*.go',
      tags: ['go', 'style', 'go'],
      source: { session: 'chat-1', messageId: 'm1', quote: 'Please use tabs in Go' },
      author: 'person',
      confidence: 0.7,
      validFrom: '2025-12-01',
      validTo: new Date('2027-01-01T00:00:00Z'),
      createdAt: '2025-12-24T18:00:00',
    } as const
    const [learned] = await book.learn([given])
    expect(learned).toEqual({
      id: learned?.id,
      isNew: true,
      text: 'Use tabs in\nGo',
      type: 'policy',
      kind: 'semantic',
      priority: 'high',
      scope: 'src/**/*.go',
      tags: ['go', 'style'],
      source: { session: 'chat-1', messageId: 'm1', quote: 'Please use tabs in Go' },
      author: 'person',
      confidence: 0.7,
      validFrom: '2025-12-01T00:00:00.000Z',
      validTo: '2027-01-01T00:00:00.000Z',
      createdAt: '2025-12-24T18:00:00.000Z',
      accessedAt: '2026-01-01T00:00:00.000Z',
      reinforcementCount: 1,
      successCount: 0,
      failureCount: 0,
    })
    const { isNew: _new, ...kept } = learned ?? { isNew: false }
    expect(await records.get(learned?.id ?? '')).toEqual({ ...kept, score: expect.any(Number) })
  })

  it('X21 counts a new record once', async () => {
    const { records } = openRecords()
    const [learned] = await records.learn({ text: 'Uses pnpm' })
    expect(learned?.reinforcementCount).toBe(1)
    expect((await records.get(learned?.id ?? ''))?.score).toBe(0.6)
  })

  it('takes arguments as they are at the call', async () => {
    const { book } = openRecords()
    const given: NewRecord[] = [{ text: 'Uses pnpm', tags: ['tools'] }]
    const learning = book.learn(given)
    given[0] = { text: 'Uses npm' }
    expect((await learning).map(({ text }) => text)).toEqual(['Uses pnpm'])
  })

  it('never lets a record of the future outlive its time', async () => {
    const { book } = openRecords()
    const [learned] = await book.learn([{ text: 'Uses pnpm', createdAt: '2099-01-01' }])
    expect(learned).toMatchObject({ createdAt: '2099-01-01T00:00:00.000Z', accessedAt: '2026-01-01T00:00:00.000Z' })
  })

  it('reinforces what is known: counted, fresh, as urgent as the more urgent, with the tags of both', async () => {
    const { book, records, clock } = openRecords()
    const source = { session: 'one' }
    const [first] = await book.learn([
      { text: 'Uses pnpm.', tags: ['a', 'b'], priority: 'high', source, confidence: 0.5 },
    ])
    clock.set('2026-02-01')
    const again = {
      text: 'uses PNPM',
      tags: ['b', 'c'],
      priority: 'low',
      source: { session: 'two' },
      confidence: 0.4,
    } as const
    const [second] = await book.learn([again])
    expect(second).toEqual({
      ...first,
      isNew: false,
      tags: ['a', 'b', 'c'],
      accessedAt: '2026-02-01T00:00:00.000Z',
      reinforcementCount: 2,
    })
    expect(second).toMatchObject({ text: 'Uses pnpm.', source, confidence: 0.5, createdAt: '2026-01-01T00:00:00.000Z' })
    const [third] = await book.learn([{ text: 'uses pnpm', priority: 'critical', createdAt: '2020-01-01' }])
    expect(third).toMatchObject({ priority: 'critical', accessedAt: '2026-02-01T00:00:00.000Z', reinforcementCount: 3 })
    expect((await records.stats()).active).toBe(1)
  })

  it('takes over a source and a beginning where none was known', async () => {
    const { book } = openRecords()
    await book.learn([{ text: 'Uses pnpm' }])
    const [again] = await book.learn([{ text: 'Uses pnpm', source: { session: 'one' }, validFrom: '2025-01-01' }])
    expect(again).toMatchObject({ source: { session: 'one' }, validFrom: '2025-01-01T00:00:00.000Z' })
  })

  it('brings a record that is said again back from the archive', async () => {
    const { book, records } = openRecords()
    const [first] = await book.learn([{ text: 'Uses pnpm' }])
    await records.archive([first?.id ?? ''])
    const [again] = await book.learn([{ text: 'Uses pnpm' }])
    expect(again).toMatchObject({ id: first?.id, isNew: false })
    expect(again).not.toHaveProperty('archivedAt')
    expect(await records.list()).toHaveLength(1)
  })

  it("makes a statement of the assistant the user's own when the user says it", async () => {
    const { book } = openRecords()
    await book.learn([{ text: 'Uses pnpm', author: 'assistant' }])
    expect((await book.learn([{ text: 'Uses pnpm', author: 'tool' }]))[0]?.author).toBe('assistant')
    expect((await book.learn([{ text: 'Uses pnpm' }]))[0]?.author).toBe('user')
    expect((await book.learn([{ text: 'Uses pnpm', author: 'assistant' }]))[0]?.author).toBe('user')
  })

  it('never has more than 32 tags, the first ones', async () => {
    const { book } = openRecords()
    const tags = (name: string): string[] => Array.from({ length: 30 }, (_, index) => `${name}${index}`)
    await book.learn([{ text: 'Uses pnpm', tags: tags('a') }])
    const [again] = await book.learn([{ text: 'Uses pnpm', tags: tags('b') }])
    expect(again?.tags).toEqual([...tags('a'), 'b0', 'b1'])
  })

  it('learns a batch in the order given, a statement said twice in it once', async () => {
    const { book, records } = openRecords()
    await book.learn([{ text: 'Known' }])
    const learned = await book.learn([{ text: 'New' }, { text: 'known' }, { text: 'new!' }, { text: 'Other' }])
    expect(learned.map(({ text, isNew, reinforcementCount }) => [text, isNew, reinforcementCount])).toEqual([
      ['New', true, 2],
      ['Known', false, 2],
      ['New', false, 2],
      ['Other', true, 1],
    ])
    expect((await records.stats()).active).toBe(3)
  })

  it('writes the new ones and the marks in one write', async () => {
    const { book, writes, storage } = openRecords()
    await book.learn([{ text: 'One' }, { text: 'Two' }], { 'captured:1': 'abc' })
    expect(writes.filter((name) => name === 'write')).toHaveLength(1)
    expect((await storage.records.marks(['captured:1'])).get('captured:1')).toBe('abc')
    await book.learn([], { 'captured:1': undefined })
    expect((await storage.records.marks(['captured:1'])).size).toBe(0)
    writes.length = 0
    expect(await book.learn([])).toEqual([])
    expect(writes).toEqual([])
  })

  it('keeps neither new records nor marks when the write fails, and both at the next try', async () => {
    const { book, records, storage, beforeWrite, writes } = openRecords()
    await book.learn([{ text: 'Known' }])
    const batch = [{ text: 'Known' }, { text: 'New' }]
    const start = writes.length
    beforeWrite.call = (write) => {
      if (write === start + 2) throw new MemoryError('storage-failed', 'disk full')
    }
    await expect(book.learn(batch, { done: 'yes' })).rejects.toThrow('disk full')
    expect((await storage.records.marks(['done'])).size).toBe(0)
    await book.learn(batch, { done: 'yes' })
    expect((await records.list()).map(({ text }) => text).toSorted(compareTexts)).toEqual(['Known', 'New'])
    expect((await storage.records.marks(['done'])).get('done')).toBe('yes')
  })

  it('finds another id for a statement whose id belongs to a text that was changed', async () => {
    const { book, records } = openRecords()
    const [npm] = await book.learn([{ text: 'Uses npm' }])
    await records.update(npm?.id ?? '', { text: 'Uses pnpm' })
    const [again] = await book.learn([{ text: 'Uses npm' }])
    expect(again).toMatchObject({ text: 'Uses npm', isNew: true })
    expect(again?.id).not.toBe(npm?.id)
    expect((await book.learn([{ text: 'uses npm' }]))[0]).toMatchObject({ id: again?.id, isNew: false })
    expect((await records.list()).map(({ text }) => text).toSorted(compareTexts)).toEqual(['Uses npm', 'Uses pnpm'])
  })

  it('learns at the same time in two books what both say, once', async () => {
    const { book, storage } = openRecords()
    const other = openRecords({}, storage).book
    const texts = Array.from({ length: 20 }, (_, index) => ({ text: `Fact ${index}` }))
    const answers = await Promise.all([book.learn(texts), other.learn(texts)])
    expect(answers.flat().filter(({ isNew }) => isNew)).toHaveLength(20)
    const kept = await storage.records.list({ limit: 100 })
    expect(kept.map(({ reinforcementCount }) => reinforcementCount)).toEqual(Array(20).fill(2))
  })

  it('C01 keeps facts, events and procedures in SQLite, for the next process', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
    directories.push(directory)
    const first = await localStorage({ directory })
    const { records } = openRecords({}, first)
    await records.learn({ text: 'Uses pnpm' })
    await records.episode({ text: 'Deployed', outcome: 'success' })
    await records.procedure({ name: 'deploy', steps: ['build', 'push'] })
    await first.close()
    const second = await localStorage({ directory })
    const kept = openRecords({}, second).records
    expect((await kept.stats()).byKind).toEqual({ semantic: 1, episodic: 1, procedural: 1 })
    expect(await kept.list({ kinds: ['procedural'] })).toMatchObject([{ name: 'deploy', steps: ['build', 'push'] }])
    await second.close()
  })
})

describe('superseding', () => {
  it('ends the old record when the new one begins, and keeps it', async () => {
    const { book, records } = openRecords()
    const [berlin] = await book.learn([{ text: 'Lives in Berlin' }])
    const [paris] = await book.learn([{ text: 'Lives in Paris', supersedes: berlin?.id, validFrom: '2025-06-01' }])
    expect(paris).toMatchObject({ supersedes: berlin?.id, isNew: true })
    const old = await records.get(berlin?.id ?? '')
    expect(old).toMatchObject({ text: 'Lives in Berlin', validTo: '2025-06-01T00:00:00.000Z' })
    expect(old).not.toHaveProperty('archivedAt')
  })

  it('ends it when the new one was said, if nothing else is known, and never later than it ended already', async () => {
    const { book, records } = openRecords()
    const [berlin] = await book.learn([{ text: 'Lives in Berlin' }])
    const [rome] = await book.learn([{ text: 'Lives in Rome', validTo: '2024-01-01' }])
    const createdAt = '2025-07-01'
    await book.learn([{ text: 'Lives in Paris', supersedes: berlin?.id, createdAt }])
    await book.learn([{ text: 'Lives in Lyon', supersedes: rome?.id, createdAt }])
    expect((await records.get(berlin?.id ?? ''))?.validTo).toBe('2025-07-01T00:00:00.000Z')
    expect((await records.get(rome?.id ?? ''))?.validTo).toBe('2024-01-01T00:00:00.000Z')
  })

  it('holds again when it is said after its end', async () => {
    const { book, records, clock } = openRecords()
    const [berlin] = await book.learn([{ text: 'Camp in Berlin' }])
    const [paris] = await book.learn([{ text: 'Camp in Paris', supersedes: berlin?.id }])
    const [stale] = await book.learn([{ text: 'Camp in Berlin', createdAt: '2020-01-01' }])
    expect(stale).toHaveProperty('validTo')
    clock.set('2026-06-01')
    const [back] = await book.learn([{ text: 'Camp in Berlin', supersedes: paris?.id }])
    expect(back).not.toHaveProperty('validTo')
    expect((await records.get(paris?.id ?? ''))?.validTo).toBe('2026-06-01T00:00:00.000Z')
    await book.learn([{ text: 'Camp in Paris' }])
    expect(await records.get(back?.id ?? '')).not.toHaveProperty('validTo')
    expect(await records.get(berlin?.id ?? '')).toHaveProperty('validTo')
    // Repeated while it holds, it is no other record; ended and stated once more, it is.
    expect((await book.learn([{ text: 'Camp in Berlin' }]))[0]).toMatchObject({ id: back?.id, isNew: false })
    await book.learn([{ text: 'Camp in Rome', supersedes: back?.id }])
    const [last] = await book.learn([{ text: 'Camp in Berlin' }])
    expect(new Set([berlin, back, last].map((one) => one?.id)).size).toBe(3)
  })

  it('does not end itself', async () => {
    const { book, records } = openRecords()
    const [berlin] = await book.learn([{ text: 'Lives in Berlin' }])
    const [again] = await book.learn([{ text: 'lives in Berlin', supersedes: berlin?.id }])
    expect(again).toMatchObject({ isNew: false, reinforcementCount: 2 })
    const kept = await records.get(berlin?.id ?? '')
    expect(kept).not.toHaveProperty('supersedes')
    expect(kept).not.toHaveProperty('validTo')
  })

  it('learns nothing when what it supersedes is not there', async () => {
    const { book, records } = openRecords()
    const learning = book.learn([{ text: 'One' }, { text: 'Two', supersedes: 'record:none' }])
    await expect(learning).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('record:none') })
    expect(await records.list()).toEqual([])
  })
})

describe('what cannot be learned', () => {
  it.each<[string, unknown]>([
    ['records[0].text', {}],
    ['records[0].text', { text: '' }],
    ['records[0].text', { text: '  \n' }],
    ['records[0].text', { text: '\u0000\u0007' }],
    ['records[0].text', { text: 'x'.repeat(4_001) }],
    ['records[0].text', { text: 7 }],
    ['records[0].type', { text: 'x', type: 'rule' }],
    ['records[0].priority', { text: 'x', priority: 'urgent' }],
    ['records[0].scope', { text: 'x', scope: '' }],
    ['records[0].scope', { text: 'x', scope: 'a\u0000b' }],
    ['records[0].scope', { text: 'x', scope: 'a'.repeat(201) }],
    ['records[0].tags', { text: 'x', tags: ['a'.repeat(65)] }],
    ['records[0].tags', { text: 'x', tags: Array(33).fill('a') }],
    ['records[0].tags', { text: 'x', tags: [''] }],
    ['records[0].source', { text: 'x', source: 'chat' }],
    ['records[0].source', { text: 'x', source: { url: 'x' } }],
    ['records[0].source.quote', { text: 'x', source: { quote: 'x'.repeat(20_001) } }],
    ['records[0].author', { text: 'x', author: 'me' }],
    ['records[0].confidence', { text: 'x', confidence: 1.1 }],
    ['records[0].validFrom', { text: 'x', validFrom: 'soon' }],
    ['records[0].validTo', { text: 'x', validFrom: '2026-01-02', validTo: '2026-01-01' }],
    ['records[0].createdAt', { text: 'x', createdAt: 'soon' }],
    ['records[0].until', { text: 'x', until: 'tomorrow' }],
    ['records[0].until', { text: 'x', until: '2026-02-31' }],
    ['records[0].until', { text: 'x', until: '2026-02-28T10:00:00Z' }],
    ['records[0]', { text: 'x', colour: 'red' }],
    ['records[0]', { text: 'x', ['__proto__']: { type: 'fact' }, constructor: 1 }],
    ['records[0]', null],
    ['records[0]', 'x'],
  ])('names %s when it is wrong: %j', async (where, given) => {
    const { book, records } = openRecords()
    const learning = book.learn([given as NewRecord])
    await expect(learning).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(where) })
    expect(await records.list()).toEqual([])
  })

  it('learns texts of every sort of Unicode', async () => {
    const { book, records } = openRecords()
    const texts = ['日本語', 'ünïcode', '🎉', '🙈', 'א', 'half \ud800 pair', 'a\tb\nc']
    const learned = await book.learn(texts.map((text) => ({ text })))
    expect(learned.every(({ isNew }) => isNew)).toBe(true)
    expect((await records.list()).map(({ text }) => text).toSorted(compareTexts)).toEqual(
      ['日本語', 'ünïcode', '🎉', '🙈', 'א', 'half \ufffd pair', 'a\tb\nc'].toSorted(compareTexts),
    )
  })
})

describe('strengths', () => {
  it('are computed anew, quietly, when the options have changed', async () => {
    const { book, storage } = openRecords()
    await book.learn(Array.from({ length: 1_200 }, (_, index) => ({ text: `Fact ${index}` })))
    const revision = await storage.records.revision()
    const other = openRecords({ halfLifeDays: 10, reinforcement: 'linear' }, storage)
    const listed = await other.book.store.list({ limit: 2_000 })
    expect(listed).toHaveLength(1_200)
    for (const record of listed) expect(record.strength).toBe(createScoring(other.book.options).strength(record))
    expect(await storage.records.revision()).toBe(revision)
    expect(other.writes).toEqual(['update', 'update', 'update', 'write'])
  })

  it('are left alone when the options are the same', async () => {
    const { book, storage, writes } = openRecords()
    await book.store.list({ limit: 1 })
    expect(writes).toEqual([])
    await book.learn([{ text: 'Uses pnpm' }])
    const other = openRecords({ flushMs: 1 }, storage)
    await other.book.store.list({ limit: 1 })
    await other.book.store.list({ limit: 1 })
    expect(other.writes).toEqual([])
  })

  it('are looked at again when that failed', async () => {
    const { book, storage } = openRecords()
    await book.learn([{ text: 'Uses pnpm' }])
    const other = openRecords({ halfLifeDays: 10 }, storage)
    other.beforeWrite.call = () => {
      throw new MemoryError('storage-failed', 'disk full')
    }
    await expect(other.book.store.list({ limit: 1 })).rejects.toThrow('disk full')
    other.beforeWrite.call = () => undefined
    const [record] = await other.book.store.list({ limit: 1 })
    expect(record?.strength).toBe(record && createScoring(other.book.options).strength(record))
  })

  it('find the records of a score and more', async () => {
    const { book, records, clock } = openRecords()
    await records.learn({ text: 'Old', type: 'policy' })
    clock.advance(400 * 86_400_000)
    await records.learn({ text: 'New', type: 'policy' })
    const strong = await book.store.list({ strengthFrom: book.strengthFor(0.1), limit: 10 })
    expect(strong.map(({ text }) => text)).toEqual(['New'])
    clock.advance(300 * 86_400_000)
    expect(await book.store.list({ strengthFrom: book.strengthFor(0.1), limit: 10 })).toEqual([])
  })
})
