import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import type { RecalledItem, RecallOptions } from '../../src/recall/recall.ts'
import { type FixedClock, fixedClock } from '../../src/testing/fixed-clock.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const start = '2026-01-01T09:00:00.000Z'
const question = 'where do I live?'
const user = (content: string, id?: string) => ({ role: 'user' as const, content, ...(id ? { id } : {}) })

async function open(options: Partial<MemoryOptions> = {}): Promise<{ memory: Memory; clock: FixedClock }> {
  const clock = fixedClock(start)
  const place = options.directory === undefined && !options.storage ? { storage: inMemoryStorage() } : {}
  const memory = await openMemory({ clock, consolidation: { auto: false }, ...place, ...options })
  onTestFinished(() => memory.close())
  return { memory, clock }
}

async function recalled(memory: Memory, query = question, options: RecallOptions = {}): Promise<RecalledItem[]> {
  return (await memory.recall(query, { explain: true, ...options })).items
}

async function texts(memory: Memory, query = question, options: RecallOptions = {}): Promise<string[]> {
  return (await recalled(memory, query, options)).map(({ text }) => text)
}

/** Lives in Berlin by a fact, and has moved by a message. */
async function movedFromFact(options: Partial<MemoryOptions> = {}): Promise<{ memory: Memory; clock: FixedClock }> {
  // Where records do not stand behind the lines of MEMORY.md, a replaced line stays there.
  const opened = await open({ facts: { mode: 'append' }, ...options })
  await opened.memory.facts.append({ text: 'I live in Berlin' })
  opened.clock.set('2026-03-01T09:00:00.000Z')
  await opened.memory.addMessages('chat', [user('I moved to Munich.', 'm1'), { role: 'assistant', content: 'Nice.' }])
  await opened.memory.flush()
  return opened
}

describe('what took the place of something', () => {
  it('is answered before it, though no word of the question is in it', async () => {
    const { memory } = await movedFromFact()
    const [now, then, ...others] = await recalled(memory)
    expect(now).toMatchObject({ layer: 'records', text: 'I moved to Munich.', score: then?.score })
    expect(then).toMatchObject({ layer: 'facts', text: 'I live in Berlin', supersededBy: now?.id })
    expect(now?.explain).toEqual({ successor: now?.score })
    expect(others).toEqual([])
    expect(await texts(memory, question, { limit: 1 })).toEqual(['I moved to Munich.'])
  })

  it('is moved up when it is found by a word of its own, and its parts add up', async () => {
    const { memory } = await movedFromFact()
    for (const text of ['We live far from the sea', 'Long live the king'])
      await memory.records.learn({ text, createdAt: '2026-02-01' })
    const found = await recalled(memory, 'who lives in Berlin or Munich, do I live there?')
    expect(found.map(({ text }) => text).indexOf('I moved to Munich.')).toBeLessThan(
      found.map(({ text }) => text).indexOf('I live in Berlin'),
    )
    for (const { score, explain = {} } of found)
      expect(Object.values(explain).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
  })

  it('is what holds at the end, where it was replaced itself', async () => {
    const { memory, clock } = await movedFromFact()
    clock.set('2026-05-01')
    await memory.addMessages('later', [user('I moved to Lisbon.', 'm2')])
    expect(await texts(memory)).toEqual(['I moved to Lisbon.', 'I live in Berlin'])
    expect(await texts(memory, question, { asOf: '2026-04-01' })).toEqual(['I moved to Munich.'])
    expect(await texts(memory, question, { asOf: '2026-02-01' })).toEqual(['I live in Berlin'])
  })

  it('is nothing that is excluded, of another type, for another file or out of the time', async () => {
    const { memory } = await movedFromFact()
    const [record] = await recalled(memory)
    const none: RecallOptions[] = [
      { exclude: [record?.id ?? ''] },
      { until: '2026-02-01' },
      { layers: ['facts'] },
      { layers: ['facts', 'records'], since: '2026-04-01' },
    ]
    for (const options of none) expect(await texts(memory, question, options)).toEqual(['I live in Berlin'])
    await memory.records.learn({ text: 'The cat is grey', scope: 'a.ts', createdAt: '2026-01-02' })
    const [cat] = await memory.records.recall('cat grey')
    await memory.records.learn({ text: 'Our pet turned out white', scope: 'b.ts', supersedes: cat?.id ?? '' })
    expect(await texts(memory, 'grey', { scope: 'a.ts' })).toEqual(['The cat is grey'])
    expect(await texts(memory, 'grey')).toEqual(['Our pet turned out white', 'The cat is grey'])
  })

  it('is the message that it was taken from, where records are not searched', async () => {
    const { memory } = await movedFromFact()
    const options: RecallOptions = { layers: ['facts', 'sessions'] }
    const [now, then] = await recalled(memory, question, options)
    expect(now).toMatchObject({ layer: 'sessions', text: 'I moved to Munich.', source: { messageId: 'm1' } })
    expect(then).toMatchObject({ layer: 'facts', supersededBy: expect.stringMatching(/^record:/) })
    expect(await texts(memory, question, { ...options, sessions: ['other'] })).toEqual(['I live in Berlin'])
    expect(await texts(memory, question, { ...options, exclude: ['m1'] })).toEqual(['I live in Berlin'])
  })

  it('does not come for what it has not replaced yet', async () => {
    const { memory } = await open()
    const [old] = await memory.records.learn({ text: 'I live in Berlin' })
    await memory.records.learn({ text: 'Our flat in Porto', supersedes: old?.id ?? '', validFrom: '2026-06-01' })
    expect(await texts(memory)).toEqual(['I live in Berlin'])
  })

  it('is not what is still to come, which is answered last', async () => {
    const { memory } = await open({ records: {} })
    const spring = { validFrom: '2025-03-01', validTo: '2025-06-01' }
    await memory.records.learn({ text: 'The conference badge is red', ...spring, createdAt: '2025-01-01' })
    await memory.records.learn({ text: 'The conference badge is blue', validFrom: '2026-09-01' })
    await memory.records.learn({ text: 'A badge of paper is enough for the staff' })
    const [now = '', ...others] = await texts(memory, 'conference badge')
    expect(now).toBe('A badge of paper is enough for the staff')
    expect(others).toHaveLength(2)
    expect(await texts(memory, 'conference badge', { asOf: '2026-09-02' })).toEqual([
      'The conference badge is blue',
      'A badge of paper is enough for the staff',
    ])
    const recall = (await memory.tools()).find(({ name }) => name === 'memory_recall')
    const shown = String(await recall?.execute({ query: 'conference badge' }))
    expect(shown).toMatch(/2026-01-01, from 2026-09-01: The conference badge is blue/)
    expect(shown).toMatch(/2025-01-01, from 2025-03-01, held until 2025-06-01: The conference badge is red/)
  })

  it('is before it whatever a reranker says', async () => {
    const rerank = async (_: string, given: readonly string[]) => given.map((text) => Number(text.includes('Berlin')))
    const { memory } = await movedFromFact({ rerank })
    await memory.records.learn({ text: 'The Berlin of others', createdAt: '2026-01-02' })
    expect(await texts(memory, 'live Berlin')).toEqual([
      'The Berlin of others',
      'I moved to Munich.',
      'I live in Berlin',
    ])
  })
})

describe('a message', () => {
  it('from which a superseded record was taken is marked, and comes after the newer one', async () => {
    const { memory, clock } = await open()
    await memory.addMessages('one', [
      user('Remember: my favourite editor is Vim. And the heating makes a noise again, by the way.', 'old'),
    ])
    clock.set('2026-02-01')
    await memory.addMessages('two', [user('Remember: my favourite editor is Helix.', 'new')])
    const [old, now] = await memory.records
      .list({ limit: 2 })
      .then((all) => all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)))
    expect(old?.supersededBy).toBe(now?.id)
    const found = await recalled(memory, 'what about Vim and the noise of the heating?')
    const place = (text: string): number => found.findIndex((item) => item.text.includes(text))
    const message = found.find(({ layer, text }) => layer === 'sessions' && text.includes('heating'))
    expect(message).toMatchObject({ supersededBy: now?.id })
    expect(place('Helix')).toBeGreaterThanOrEqual(0)
    expect(place('Helix')).toBeLessThan(place('heating'))
    const then = await recalled(memory, 'noise of the heating', { asOf: '2026-01-15' })
    expect(then[0]).not.toHaveProperty('supersededBy')
  })

  it('says so in every storage, without the session being read', async () => {
    const directory = await temporaryDirectory()
    for (const options of [{ directory }, { storage: inMemoryStorage() }]) {
      const { memory } = await open(options)
      await memory.addMessages('one', [user('The plan is made', 'said')])
      const source = { session: 'one', messageId: 'said' }
      const [plan] = await memory.records.learn({ text: 'The plan is made', source })
      await memory.records.learn({ text: 'All was cancelled', supersedes: plan?.id ?? '', validFrom: '2026-01-01' })
      const [now, then] = await recalled(memory, 'plan', { layers: ['sessions', 'records'] })
      expect(now?.text).toBe('All was cancelled')
      expect(then).toMatchObject({ text: 'The plan is made', supersededBy: now?.id })
      const [alone] = await recalled(memory, 'plan', { layers: ['sessions'] })
      expect(alone).toMatchObject({ layer: 'sessions', supersededBy: now?.id })
    }
  })

  it('is over with what was learnt from it, and MEMORY.md tells only what holds', async () => {
    const { memory, clock } = await open()
    await memory.addMessages('one', [user('Hi! I live in Berlin, in the north.', 'm1'), user('What is new?', 'm2')])
    await memory.resetSession('one')
    expect(await memory.facts.read()).toContain('Berlin')
    clock.set('2026-02-01')
    await memory.addMessages('two', [user('I moved to Munich.', 'n1'), user('What else?', 'n2')])
    for (const isConsolidated of [false, true]) {
      if (isConsolidated) await memory.resetSession('two')
      const found = await recalled(memory)
      expect(await memory.facts.read()).not.toContain('Berlin')
      expect(found[0]?.text).toContain('I moved to Munich')
      expect(found.find(({ text }) => text.startsWith('Hi! I live'))).toMatchObject({
        supersededBy: expect.stringMatching(/^record:/),
      })
      const { stable, volatile } = await memory.buildContext({ session: 'three', query: question })
      expect(stable).toContain('I moved to Munich')
      expect(volatile).not.toContain('Berlin')
    }
    const then = await recalled(memory, question, { asOf: '2026-01-10', layers: ['sessions'] })
    expect(then.map(({ text, supersededBy }) => [text, supersededBy])).toEqual([
      ['Hi! I live in Berlin, in the north.', undefined],
    ])
  })

  it('that says the same later, or that is not the user’s, is not over', async () => {
    const { memory, clock } = await movedFromFact()
    clock.set('2026-06-01')
    await memory.addMessages('later', [{ role: 'assistant', content: 'I live in Berlin', id: 'a1' }])
    const found = await recalled(memory, question, { layers: ['facts', 'sessions', 'records'] })
    expect(found.find(({ layer }) => layer === 'sessions')).toMatchObject({ text: 'I live in Berlin' })
    expect(found.find(({ layer }) => layer === 'sessions')).not.toHaveProperty('supersededBy')
  })

  it('that says it again in the words of the fact is news, and not over', async () => {
    const { memory, clock } = await movedFromFact()
    clock.set('2026-06-01')
    await memory.addMessages('back', [user('I live in Berlin', 'b1')])
    const found = await recalled(memory, question, { layers: ['sessions'] })
    expect(found.map(({ text }) => text)).toEqual(['I live in Berlin'])
    expect(found[0]).not.toHaveProperty('supersededBy')
  })

  it('holds again when the newer one is forgotten', async () => {
    const { memory, clock } = await open()
    await memory.addMessages('one', [user('I live in Berlin, in the north.', 'm1'), user('What is new?', 'm2')])
    await memory.resetSession('one')
    clock.set('2026-02-01')
    await memory.addMessages('two', [user('I moved to Munich.', 'n1'), user('What else?', 'n2')])
    await memory.flush()
    await memory.forget({ session: 'two' })
    const found = await recalled(memory, question, { layers: ['sessions', 'records'] })
    expect(found[0]?.text).toBe('I live in Berlin, in the north.')
    expect(found[0]).not.toHaveProperty('supersededBy')
    expect(await memory.facts.read()).toContain('- I live in Berlin, in the north (2026-01-01)\n')
  })
})

describe('the tool that recalls', () => {
  it('says what was replaced, and what is contradicted', async () => {
    const { memory, clock } = await movedFromFact()
    await memory.facts.append({ text: 'I work at Bosch and my cat is Tom' })
    await memory.addMessages('chat', [user('I no longer work at Bosch.', 'm2')])
    await memory.flush()
    clock.set('2026-03-02')
    const tool = (await memory.tools()).find(({ name }) => name === 'memory_recall')
    expect(await tool?.execute({ query: question })).toMatch(
      /I moved to Munich\.\n\[fact:\w+\] facts, replaced by something newer: I live in Berlin/,
    )
    expect(await tool?.execute({ query: 'my cat Tom' })).toMatch(/facts, contradicted: I work at Bosch and my cat/)
  })
})

describe('a context', () => {
  it('tells what is newer than the facts, whatever the question is', async () => {
    const { memory } = await movedFromFact()
    const { stable, volatile, items } = await memory.buildContext({ session: 'new', query: 'which tyres fit my bike?' })
    expect(stable).toContain('I live in Berlin')
    expect(volatile).toMatch(/## Records\n- \(.*newer than what the facts say\) I moved to Munich\.\n/)
    expect(items).toContainEqual(expect.objectContaining({ layer: 'records', reason: 'newer than what the facts say' }))
    const [record] = await memory.records.list()
    const without = await memory.buildContext({ session: 'new', query: 'tyres?', exclude: [record?.id ?? '', 'm1'] })
    expect(without.volatile).not.toContain('Munich')
  })

  it('tells what contradicts a part of a fact, once', async () => {
    const { memory, clock } = await open({ facts: { mode: 'append' } })
    await memory.facts.append({ text: 'I live in Berlin and I am allergic to nuts' })
    clock.set('2026-03-01')
    await memory.addMessages('chat', [user('I moved to Munich.', 'm1')])
    const { volatile } = await memory.buildContext({ session: 'new', query: 'where do I live, in Munich?' })
    expect(volatile).toMatch(/contradicted by another statement\) I moved to Munich/)
    expect(volatile.split('I moved to Munich').length).toBe(2)
  })

  it('says of a message with more in it that a part is over', async () => {
    const { memory } = await open()
    await memory.addMessages('one', [user('The plan is made. The boat needs paint.', 'said')])
    const [plan] = await memory.records.learn({
      text: 'The plan is made',
      source: { session: 'one', messageId: 'said' },
    })
    await memory.records.learn({ text: 'All was cancelled', supersedes: plan?.id ?? '', validFrom: '2026-01-01' })
    const { volatile } = await memory.buildContext({ session: 'new', query: 'the plan for the boat' })
    expect(volatile).toMatch(
      /All was cancelled[\s\S]*\(2026-01-01, user, in part no longer true\) The plan is made\. The boat/,
    )
  })

  it('says why it leaves out what is over', async () => {
    const { memory } = await open()
    await memory.addMessages('one', [user('The plan is made', 'said')])
    const source = { session: 'one', messageId: 'said' }
    const [plan] = await memory.records.learn({ text: 'The plan is made', source })
    await memory.records.learn({ text: 'All was cancelled', supersedes: plan?.id ?? '', validFrom: '2026-01-01' })
    const { volatile, dropped } = await memory.buildContext({ session: 'new', query: 'the plan' })
    expect(volatile).toContain('All was cancelled')
    expect(volatile).not.toContain('The plan is made')
    expect(dropped).toContainEqual(
      expect.objectContaining({ text: 'The plan is made', reason: 'something newer took its place' }),
    )
  })
})

describe('a fact that was replaced twice', () => {
  it('was over from the first time on, also when the records between are forgotten', async () => {
    const { memory, clock } = await movedFromFact()
    clock.set('2026-05-01')
    await memory.addMessages('later', [user('I moved to Lisbon.', 'm2')])
    await memory.flush()
    await memory.forget({ session: 'chat' })
    expect(await texts(memory)).toEqual(['I moved to Lisbon.', 'I live in Berlin'])
    await memory.forget({ session: 'later' })
    const [fact] = await recalled(memory)
    expect(fact).toMatchObject({ text: 'I live in Berlin' })
    expect(fact).not.toHaveProperty('supersededBy')
  })
})
