import { describe, expect, it } from 'vitest'
import { compareTexts } from '../storage/compare-texts.ts'
import { openRecords } from './open-records.fixture.ts'
import { createScoring } from './record-types.ts'
import type { NewEpisode, NewProcedure, RecordFilter } from './records.ts'

const day = 86_400_000

describe('records', () => {
  it('C12 "remember this" resets the decay timer', async () => {
    const { records, clock } = openRecords()
    const [secret] = await records.learn({ text: 'Never commit secrets', type: 'policy' })
    const id = secret?.id ?? ''
    clock.advance(180 * day)
    expect((await records.get(id))?.score).toBe(0.25)
    const [again] = await records.reinforce([id])
    expect(again).toMatchObject({ reinforcementCount: 2, accessedAt: '2026-06-30T00:00:00.000Z' })
    expect((await records.get(id))?.score).toBeCloseTo(1 + Math.log(2), 12)
  })

  it('C12 brings back what was archived, and passes over what is not there', async () => {
    const { records } = openRecords()
    const [secret] = await records.learn({ text: 'Never commit secrets', type: 'policy' })
    await records.archive([secret?.id ?? ''])
    expect(await records.reinforce(['record:none', secret?.id ?? ''])).toHaveLength(1)
    expect(await records.list()).toHaveLength(1)
  })

  it('lists the most urgent first, then the highest score', async () => {
    const { records, clock } = openRecords()
    await records.learn([{ text: 'Old fact' }, { text: 'Rule', type: 'policy' }])
    clock.advance(day)
    await records.learn([{ text: 'New fact' }, { text: 'Liking', type: 'preference' }])
    expect((await records.list()).map(({ text }) => text)).toEqual(['Rule', 'Liking', 'New fact', 'Old fact'])
    expect(await records.list({ limit: 1 })).toHaveLength(1)
  })

  it('lists a hundred when no limit is given', async () => {
    const { records } = openRecords()
    await records.learn(Array.from({ length: 120 }, (_, index) => ({ text: `Fact ${index}` })))
    expect(await records.list()).toHaveLength(100)
  })

  it('C14 lists what applies to a file: globs that match, and no scope', async () => {
    const { records } = openRecords()
    const learned = await records.learn([
      { text: 'Everywhere' },
      { text: 'In sources', scope: 'src/**/*.ts' },
      { text: 'In tests', scope: '*.test.ts' },
      { text: 'In docs', scope: 'docs/**' },
    ])
    const texts = async (filter: RecordFilter): Promise<string[]> =>
      (await records.list({ ...filter })).map(({ text }) => text).toSorted(compareTexts)
    expect(await texts({ filePath: 'src/a/b.ts' })).toEqual(['Everywhere', 'In sources'])
    expect(await texts({ filePath: 'src/a/b.test.ts' })).toEqual(['Everywhere', 'In sources', 'In tests'])
    expect(await texts({ filePath: 'docs/a.md', limit: 1 })).toHaveLength(1)
    await records.archive(learned.map(({ id }) => id))
    expect(await texts({ filePath: 'docs/a.md' })).toEqual([])
    expect(await texts({ filePath: 'docs/a.md', archived: 'all' })).toEqual(['Everywhere', 'In docs'])
    expect(await texts({ filePath: 'docs/a.md', archived: 'only', limit: 1 })).toHaveLength(1)
  })

  it('C14 finds the one archived record of a file among many of other files', async () => {
    const { records } = openRecords()
    const many = Array.from(
      { length: 60 },
      (_, index) => ({ text: `Rule ${index}`, type: 'policy', scope: 'a/**' }) as const,
    )
    const learned = await records.learn([...many, { text: 'Mine', scope: 'b/**' }])
    await records.archive(learned.map(({ id }) => id))
    const found = await records.list({ filePath: 'b/x', archived: 'only', limit: 1 })
    expect(found.map(({ text }) => text)).toEqual(['Mine'])
  })

  it('archives and restores; restoring begins the decay anew', async () => {
    const { records, clock } = openRecords()
    const [a, b] = await records.learn([{ text: 'A' }, { text: 'B' }])
    const ids = [a?.id ?? '', b?.id ?? '', 'record:none']
    expect(await records.archive(ids)).toBe(2)
    expect(await records.archive(ids)).toBe(0)
    expect(await records.stats()).toMatchObject({ active: 0, archived: 2, tokens: 0 })
    clock.advance(300 * day)
    expect(await records.restore([a?.id ?? ''])).toBe(1)
    expect(await records.restore([a?.id ?? ''])).toBe(0)
    expect((await records.list()).map(({ text, score }) => [text, score])).toEqual([['A', 0.6]])
  })

  it('removes for good', async () => {
    const { records, book } = openRecords()
    const [a] = await records.learn([{ text: 'A' }, { text: 'B' }])
    book.touch([a?.id ?? ''])
    expect(await records.remove([a?.id ?? '', a?.id ?? '', 'record:none'])).toBe(1)
    await book.flush()
    expect(await records.get(a?.id ?? '')).toBeUndefined()
    expect(await records.remove([a?.id ?? ''])).toBe(0)
    expect((await records.learn({ text: 'A' }))[0]).toMatchObject({ isNew: true, reinforcementCount: 1 })
  })

  it('updates fields, and the score with them', async () => {
    const { records, storage, book } = openRecords()
    const [a] = await records.learn({ text: 'Uses npm', tags: ['x'], scope: 'a/**' })
    const changed = await records.update(a?.id ?? '', { text: 'Uses pnpm for all of it', type: 'policy', tags: ['y'] })
    expect(changed).toMatchObject({
      id: a?.id,
      text: 'Uses pnpm for all of it',
      type: 'policy',
      tags: ['y'],
      scope: 'a/**',
    })
    const [stored] = await storage.records.get([a?.id ?? ''])
    expect(stored).toMatchObject({ tokens: 6 })
    expect(stored?.strength).toBe(stored && createScoring(book.options).strength(stored))
    expect((await records.get(a?.id ?? ''))?.score).toBe(1)
    expect(await records.update(a?.id ?? '', Object({ text: undefined }))).toEqual(changed)
  })

  it('refuses an update that cannot be, and says when the record is not there', async () => {
    const { records } = openRecords()
    const [a] = await records.learn({ text: 'Uses npm', validFrom: '2026-01-01' })
    const id = a?.id ?? ''
    await expect(records.update(id, { validTo: '2025-01-01' })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(records.update(id, { text: '\u0000' })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(records.update(id, Object({ id: 'other' }))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(records.update('record:none', { text: 'x' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('"record:none"'),
    })
    expect(await records.get(id)).toMatchObject({ text: 'Uses npm' })
  })

  it('C09 counts by type and kind, with the tokens of all active records', async () => {
    const { records } = openRecords()
    const [old] = await records.learn([{ text: 'One two' }, { text: 'Three', type: 'policy' }, { text: 'Four' }])
    await records.episode({ text: 'Five six', outcome: 'bad' })
    await records.archive([old?.id ?? ''])
    expect(await records.stats()).toEqual({
      active: 3,
      archived: 1,
      byType: { policy: 1, workflow: 0, pitfall: 0, architecture: 0, decision: 0, preference: 0, fact: 2 },
      byKind: { semantic: 2, episodic: 1, procedural: 0 },
      tokens: 1 + 1 + 3,
    })
  })

  it.each<[string, (records: ReturnType<typeof openRecords>['records']) => Promise<unknown>]>([
    ['filter.limit', (records) => records.list({ limit: 0 })],
    ['filter.types', (records) => records.list(Object({ types: ['rule'] }))],
    ['filter.archived', (records) => records.list(Object({ archived: true }))],
    ['sort', (records) => records.list(Object({ sort: 'x' }))],
    ['filter.budget', (records) => records.recall('x', { budget: -1 })],
    ['filter.signal', (records) => records.recall('x', Object({ signal: 1 }))],
    ['query', (records) => records.recall(Object(1))],
    ['ids', (records) => records.archive(Object('record:1'))],
    ['ids', (records) => records.remove(Object([1]))],
    ['ids', (records) => records.get(Object(1))],
    ['outcome', (records) => records.report('x', Object('ok'))],
    ['name', (records) => records.report(Object(1), 'success')],
  ])('names %s when it is wrong', async (where, call) => {
    await expect(call(openRecords().records)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(where),
    })
  })
})

describe('episodes', () => {
  it('C01 C09 records an event with outcome and tags', async () => {
    const { records } = openRecords()
    const episode = await records.episode({ text: 'Deployed v2', outcome: 'rolled\nback', tags: ['deploy'] })
    expect(episode).toMatchObject({
      kind: 'episodic',
      type: 'fact',
      outcome: 'rolled back',
      tags: ['deploy'],
      isNew: true,
    })
    expect(await records.list({ kinds: ['episodic'], tags: ['deploy', 'x'] })).toHaveLength(1)
  })

  it('keeps two equal events apart, and one told twice once', async () => {
    const { records, clock } = openRecords()
    const first = await records.episode({ text: 'The build broke' })
    expect((await records.episode({ text: 'The build broke' })).id).toBe(first.id)
    clock.advance(1)
    expect((await records.episode({ text: 'The build broke' })).id).not.toBe(first.id)
    expect((await records.stats()).byKind.episodic).toBe(2)
  })

  it('refuses what is no event', async () => {
    const { records } = openRecords()
    for (const wrong of [
      {},
      { text: 'x', outcome: 1 },
      { text: 'x', supersedes: 'y' },
      { text: 'x', outcome: '\u0000' },
    ])
      await expect(records.episode(Object(wrong) satisfies NewEpisode)).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('procedures', () => {
  it('C01 C09 saves a named workflow with its steps', async () => {
    const { records } = openRecords()
    const deploy = await records.procedure({ name: ' deploy  it ', steps: ['build', 'push\u0000'], tags: ['ops'] })
    expect(deploy).toMatchObject({
      kind: 'procedural',
      type: 'workflow',
      priority: 'high',
      name: 'deploy it',
      text: 'deploy it',
      steps: ['build', 'push'],
      isNew: true,
    })
  })

  it('replaces the steps of the same name and keeps the counts', async () => {
    const { records } = openRecords()
    await records.procedure({ name: 'deploy', steps: ['build'], tags: ['a'], scope: 'x/**' })
    await records.report('deploy', 'success')
    const again = await records.procedure({ name: 'deploy', text: 'To production', steps: ['test', 'build'] })
    expect(again).toMatchObject({
      isNew: false,
      text: 'To production',
      steps: ['test', 'build'],
      tags: ['a'],
      scope: 'x/**',
      successCount: 1,
      reinforcementCount: 3,
    })
    expect((await records.stats()).byKind.procedural).toBe(1)
  })

  it('counts how it went; success reinforces it', async () => {
    const { records, clock } = openRecords()
    await records.procedure({ name: 'deploy', steps: ['build'] })
    clock.advance(day)
    expect(await records.report(' deploy', 'failure')).toMatchObject({
      failureCount: 1,
      successCount: 0,
      reinforcementCount: 1,
      accessedAt: '2026-01-02T00:00:00.000Z',
    })
    expect(await records.report('deploy', 'success')).toMatchObject({
      failureCount: 1,
      successCount: 1,
      reinforcementCount: 2,
    })
    await expect(records.report('none', 'success')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('refuses what is no procedure', async () => {
    const { records } = openRecords()
    const wrong = [
      { name: 'x' },
      { steps: ['a'] },
      { name: 'x', steps: [] },
      { name: 'x', steps: [''] },
      { name: '', steps: ['a'] },
    ]
    for (const one of [...wrong, { name: 'x', steps: Array(101).fill('a') }, { name: '\u0000', steps: ['a'] }])
      await expect(records.procedure(Object(one) satisfies NewProcedure)).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('recalling', () => {
  it('C09 answers by relevance, filtered by type and scope', async () => {
    const { records } = openRecords()
    await records.learn([
      { text: 'Green tea in the morning', type: 'preference' },
      { text: 'Green walls', type: 'decision' },
      { text: 'Tea for the tests', scope: 'test/**' },
    ])
    const found = await records.recall('green tea')
    expect(found.map(({ text, relevance }) => [text, relevance])[0]).toEqual(['Green tea in the morning', 2])
    expect(found).toHaveLength(3)
    expect(found[0]).toMatchObject({ score: 0.8 })
    expect(await records.recall('green', { types: ['decision'] })).toMatchObject([{ text: 'Green walls' }])
    expect(await records.recall('tea', { filePath: 'src/a.ts' })).toMatchObject([{ text: 'Green tea in the morning' }])
    expect(await records.recall('tea', { filePath: 'test/a.ts' })).toHaveLength(2)
  })

  it('C13 finds archived records too', async () => {
    const { records } = openRecords()
    const learned = await records.learn([{ text: 'Green tea' }, { text: 'Black tea' }])
    await records.archive([learned[0]?.id ?? ''])
    expect(await records.recall('tea')).toHaveLength(2)
    expect(await records.recall('tea', { archived: 'no' })).toMatchObject([{ text: 'Black tea' }])
    expect(await records.recall('tea', { archived: 'only' })).toMatchObject([{ text: 'Green tea' }])
  })

  it('filters by kind, tag and priority', async () => {
    const { records } = openRecords()
    await records.learn([
      { text: 'Tea rule', type: 'policy', tags: ['x'] },
      { text: 'Tea fact', tags: ['y'] },
    ])
    await records.episode({ text: 'Tea spilled' })
    const texts = async (filter: RecordFilter): Promise<string[]> =>
      (await records.recall('tea', filter)).map(({ text }) => text)
    expect(await texts({ kinds: ['episodic'] })).toEqual(['Tea spilled'])
    expect(await texts({ tags: ['y', 'z'] })).toEqual(['Tea fact'])
    expect(await texts({ priorityFrom: 'high' })).toEqual(['Tea rule'])
    expect(await texts({ priorityFrom: 'normal' })).toHaveLength(3)
  })

  it('C09 keeps to the token budget, passing over what is too dear', async () => {
    const { records } = openRecords()
    await records.learn([{ text: 'hot green tea in cups' }, { text: 'hot tea' }, { text: 'tea for me alone today' }])
    const texts = async (budget: number): Promise<string[]> =>
      (await records.recall('hot green tea', { budget })).map(({ text }) => text)
    expect(await texts(7)).toEqual(['hot green tea in cups', 'hot tea'])
    expect(await texts(6)).toEqual(['hot green tea in cups'])
    expect(await texts(4)).toEqual(['hot tea'])
    expect(await records.recall('tea', { budget: 0 })).toEqual([])
  })

  it('C11 touches only what it answers', async () => {
    const { records, book } = openRecords()
    await records.learn([{ text: 'green tea one' }, { text: 'green tea that is too dear' }, { text: 'tea two' }])
    await records.recall('green tea', { limit: 2, budget: 5 })
    await book.flush()
    const listed = await records.list()
    expect(new Map(listed.map(({ text, reinforcementCount }) => [text, reinforcementCount]))).toEqual(
      new Map([
        ['green tea one', 2],
        ['green tea that is too dear', 1],
        ['tea two', 1],
      ]),
    )
  })

  it('looks further when filters leave too few, and answers ten when no limit is given', async () => {
    const { records } = openRecords()
    await records.learn(Array.from({ length: 300 }, (_, index) => ({ text: `tea two ${index}` })))
    await records.learn(Array.from({ length: 12 }, (_, index) => ({ text: `tea ${index + 400}`, tags: ['rare'] })))
    expect(await records.recall('tea two', { tags: ['rare'] })).toHaveLength(10)
    expect(await records.recall('tea two', { tags: ['rare'], limit: 50 })).toHaveLength(12)
  })

  it('stops when it is told to, and touches nothing then', async () => {
    const { records, book, writes } = openRecords()
    await records.learn({ text: 'tea' })
    writes.length = 0
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(records.recall('tea', { signal })).rejects.toThrow('enough')
    await book.flush()
    expect(writes).toEqual([])
  })
})
