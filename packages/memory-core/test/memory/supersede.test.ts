import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import type { RecallOptions } from '../../src/recall/recall.ts'
import { type FixedClock, fixedClock } from '../../src/testing/fixed-clock.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const start = '2026-03-01T09:00:00.000Z'

async function open(options: Partial<MemoryOptions> = {}): Promise<{ memory: Memory; clock: FixedClock }> {
  const clock = fixedClock(start)
  const place = options.directory === undefined && !options.storage ? { storage: inMemoryStorage() } : {}
  const memory = await openMemory({ clock, consolidation: { auto: false }, ...place, ...options })
  onTestFinished(() => memory.close())
  return { memory, clock }
}

async function texts(memory: Memory, query: string, options?: RecallOptions): Promise<string[]> {
  return (await memory.recall(query, options)).items.map(({ text }) => text)
}

const said = (content: string, id: string, createdAt = start) => ({ role: 'user' as const, content, id, createdAt })

describe('a newer statement', () => {
  it('is recalled before the one that it replaces, which says by what', async () => {
    const { memory, clock } = await open()
    const [old] = await memory.records.learn({ text: 'I live in Berlin' })
    clock.set('2026-04-01')
    const [now] = await memory.records.learn({
      text: 'I live in Munich, in a flat in the north',
      validFrom: '2026-03-20',
    })
    expect(now).toMatchObject({ supersedes: old?.id })
    const { items } = await memory.recall('who is in Berlin, who lives in a flat', { layers: ['records'] })
    expect(items.map(({ id }) => id)).toEqual([now?.id, old?.id])
    expect(items[1]).toMatchObject({ supersededBy: now?.id, source: { validTo: '2026-03-20T00:00:00.000Z' } })
    expect(items[0]).not.toHaveProperty('supersededBy')
  })

  it.each(['append', 'rewrite'] as const)(
    'is not the older one of the same day, when that comes by again in the archive or in a new index, with facts.mode %j',
    async (mode) => {
      const directory = await temporaryDirectory()
      const { memory } = await open({ directory, facts: { mode } })
      await memory.addMessages('one', said('I live in Berlin and I am allergic to nuts.', 'm1'))
      await memory.resetSession('one')
      await memory.addMessages('two', said('I moved to Munich.', 'm2', '2026-03-01T09:00:05.000Z'))
      await memory.resetSession('two')
      await memory.flush()
      await memory.close()
      await rm(join(directory, 'state/index.db'))
      const { memory: again } = await open({ directory, facts: { mode } })
      const { items } = await again.recall('Munich', { layers: ['facts'] })
      expect(items).toHaveLength(1)
      expect(items[0]).not.toHaveProperty('supersededBy')
      const moved = (await again.records.list()).find(({ text }) => text === 'I moved to Munich.')
      expect(moved).not.toHaveProperty('supersededBy')
    },
  )

  it('is not the older one that is captured together with it, where facts have both with their day', async () => {
    const { memory } = await open({ facts: { mode: 'append' } })
    const facts = ['I live in Berlin and I am allergic to nuts.', 'I moved to Munich.']
    await memory.facts.append(facts.map((text) => `- "${text}" (2026-03-01)`).join('\n'))
    await memory.addMessages(
      'chat',
      facts.map((text, at) => said(text, `m${at}`, `2026-03-01T09:00:0${at}.000Z`)),
    )
    const { items } = await memory.recall('Munich', { layers: ['facts'] })
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty('supersededBy')
  })

  it('is captured from a message because it changes what is known', async () => {
    const { memory } = await open()
    const [old] = await memory.records.learn({ text: 'I live in Berlin', createdAt: '2026-01-01' })
    await memory.addMessages('chat', [said('Guess what: the boxes are here. I moved to Munich!', 'm1')])
    const listed = await memory.records.list()
    expect(listed).toContainEqual(
      expect.objectContaining({
        text: 'I moved to Munich!',
        supersedes: old?.id,
        source: { session: 'chat', messageId: 'm1' },
      }),
    )
    expect(await memory.records.get(old?.id ?? '')).toMatchObject({ validTo: start })
  })

  it.each([
    ['changes nothing', 'The boxes went to Munich.', 'I like tea'],
    ['is a question', 'Should I have said that I moved to Munich?', 'I live in Berlin'],
    ['is a quotation', 'She wrote "I moved to Munich" on the card', 'I live in Berlin'],
    ['is code', '```\nI moved to Munich\n```', 'I live in Berlin'],
  ])('is not captured from a message where it %s', async (_why, message, known) => {
    const { memory } = await open()
    await memory.records.learn({ text: known, createdAt: '2026-01-01' })
    await memory.addMessages('chat', [said(message, 'm1')])
    expect((await memory.records.list()).map(({ text }) => text)).toEqual([known])
  })

  it('is none that is imported from an old message after the newer one', async () => {
    const { memory } = await open()
    await memory.records.learn({ text: 'I live in Munich' })
    await memory.addMessages('chat', [said('I moved to Berlin.', 'm1', '2020-01-01T00:00:00.000Z')])
    const holding = (await memory.records.list()).filter(({ validTo }) => validTo === undefined)
    expect(holding.map(({ text }) => text)).toEqual(['I live in Munich'])
  })

  it('of somebody else among several speakers replaces nothing of mine', async () => {
    const { memory } = await open()
    await memory.records.learn({ text: 'I live in Berlin', createdAt: '2026-01-01' })
    await memory.addMessages('chat', [{ ...said('I moved to Munich.', 'm1'), name: 'Ada' }])
    const mine = (await memory.records.list()).find(({ text }) => text === 'I live in Berlin')
    expect(mine).not.toHaveProperty('supersededBy')
  })

  it('replaces nothing in the profile of document 003, and with supersede: false', async () => {
    for (const options of [{ profile: 'cognitive' }, { records: { supersede: false } }] as const) {
      const { memory } = await open(options)
      await memory.records.learn([{ text: 'I live in Berlin' }, { text: 'I moved to Munich' }])
      for (const record of await memory.records.list()) expect(record.validTo).toBeUndefined()
    }
  })
})

describe('a newer statement than a fact', () => {
  it('is shown as newer than what the facts say, and the fact is marked and recalled last', async () => {
    const { memory } = await open({ facts: { mode: 'append' } })
    await memory.facts.append({ text: 'I live in Berlin', category: 'user_info' })
    await memory.addMessages('chat', [said('By the way, I moved to Munich.', 'm1')])
    const { volatile, stable } = await memory.buildContext({ session: 'chat', query: 'where do I live, in Munich?' })
    expect(stable).toContain('I live in Berlin')
    expect(volatile).toMatch(/newer than what the facts say\) .*I moved to Munich/)
    const { items } = await memory.recall('Berlin Munich', { layers: ['facts', 'records'] })
    const [record, fact] = items
    expect(record).toMatchObject({ layer: 'records', text: expect.stringContaining('I moved to Munich.') })
    expect(fact).toMatchObject({ layer: 'facts', supersededBy: record?.id })
    expect(await memory.records.get(record?.id ?? '')).toMatchObject({ supersedes: fact?.id })
  })

  it('K1 takes the place of a line of MEMORY.md at once; the line stays in a version and as a record of the past', async () => {
    const directory = await temporaryDirectory()
    const { memory } = await open({ directory })
    const document = '# Facts\n\n- [user_info] I live in Berlin\n- Prefers tea\n'
    await memory.facts.replace(document)
    await memory.addMessages('chat', [said('I moved to Munich.', 'm1')])
    await memory.flush()
    expect(await memory.facts.read()).toBe(
      '# Facts\n\n- Prefers tea\n\n## About you\n\n- I moved to Munich (2026-03-01)\n',
    )
    const [version] = await memory.facts.versions()
    expect(await readFile(join(directory, 'memory/.versions', `MEMORY.${version?.id}.md`), 'utf8')).toBe(document)
    const [past] = (await memory.recall('Berlin', { layers: ['records'] })).items.filter(({ text }) =>
      text.includes('Berlin'),
    )
    expect(past).toMatchObject({ text: 'I live in Berlin', supersededBy: expect.stringMatching(/^record:/) })
  })

  it.each([
    'I live in Berlin and I am allergic to nuts.',
    'I live in Berlin, my daughter is called Ida',
    'I live in Berlin with my wife Anna and two kids',
  ])('stands in MEMORY.md beside a fact that says more, which stays: %j', async (fact) => {
    const { memory } = await open()
    await memory.facts.replace(`- ${fact}\n- Prefers tea\n`)
    await memory.addMessages('chat', [said('I moved to Munich.', 'm1')])
    await memory.resetSession('chat')
    const text = await memory.facts.read()
    expect(text.startsWith(`- ${fact}\n- Prefers tea\n`)).toBe(true)
    expect(text).toContain('\n- I moved to Munich (2026-03-01)\n')
  })

  it('is forgotten when a person writes the fact again after the correction', async () => {
    const { memory } = await open()
    await memory.facts.append({ text: 'I live in Berlin' })
    await memory.addMessages('chat', [said('I moved to Munich.', 'm1')])
    await memory.flush()
    await memory.resetSession('chat')
    await memory.facts.append({ text: 'I live in Berlin' })
    const { items } = await memory.recall('Berlin', { layers: ['facts'] })
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty('supersededBy')
  })

  it('is none where an old message is imported: nobody knows when the fact was written', async () => {
    const { memory } = await open()
    await memory.facts.append({ text: 'I live in Berlin' })
    await memory.addMessages('chat', [said('I moved to Porto.', 'm1', '2020-01-01T00:00:00.000Z')])
    await memory.flush()
    expect(await memory.facts.read()).toContain('I live in Berlin')
  })

  it('may be learned with the id of the fact, as recall gives it', async () => {
    const { memory } = await open({ facts: { mode: 'append' } })
    await memory.facts.append({ text: 'The cat is grey' })
    const [fact] = (await memory.recall('cat')).items
    await memory.records.learn({ text: 'Our cat turned out to be white', supersedes: fact?.id })
    expect((await memory.recall('cat', { layers: ['facts'] })).items[0]).toHaveProperty('supersededBy')
    await expect(memory.records.learn({ text: 'x', supersedes: 'fact:none' })).rejects.toThrow('to supersede')
  })
})

describe('recall as of a moment', () => {
  it('answers the records that held then', async () => {
    const { memory, clock } = await open()
    await memory.records.learn({ text: 'I live in Berlin', validFrom: '2020-01-01' })
    clock.set('2026-05-01')
    await memory.records.learn({ text: 'I live in Munich' })
    const options = { layers: ['records'] } as const
    expect(await texts(memory, 'live', { ...options, asOf: '2026-04-01' })).toEqual(['I live in Berlin'])
    expect(await texts(memory, 'live', { ...options, asOf: new Date('2026-05-01') })).toEqual(['I live in Munich'])
    expect(await texts(memory, 'live', { ...options, asOf: '2019-12-31' })).toEqual([])
    expect(await texts(memory, 'live', options)).toEqual(['I live in Munich', 'I live in Berlin'])
    expect((await memory.records.list({ asOf: '2026-04-01' })).map(({ text }) => text)).toEqual(['I live in Berlin'])
    const recalled = await memory.records.recall('live', { asOf: '2026-06-01' })
    expect(recalled.map(({ text }) => text)).toEqual(['I live in Munich'])
  })

  it('answers messages and history up to then, however many came later', async () => {
    const { memory } = await open()
    const later = Array.from({ length: 60 }, (_, at) => said(`kayak ${at}`, `later${at}`, '2026-02-01T00:00:00Z'))
    await memory.addMessages('chat', [
      said('The kayak is red, it was repaired again', 'old', '2026-01-01T00:00:00Z'),
      ...later,
    ])
    await memory.history.append('We bought a kayak.', { at: '2026-01-02T00:00:00Z' })
    await memory.history.append('We sold a kayak.', { at: '2026-02-02T00:00:00Z' })
    const found = await texts(memory, 'kayak', { asOf: '2026-01-15', limit: 3 })
    expect(new Set(found)).toEqual(new Set(['The kayak is red, it was repaired again', 'We bought a kayak.']))
  })

  it('answers the facts of the version of MEMORY.md of that moment', async () => {
    const { memory, clock } = await open()
    await memory.facts.replace('- The router stands in the attic\n')
    clock.set('2026-04-01')
    await memory.facts.replace('- The router stands in the cellar\n')
    clock.set('2026-05-01')
    await memory.facts.replace('- "The router stands in the hall" (2026-05-01)\n- The router stands in the cellar\n')
    const at = (asOf: string): Promise<string[]> => texts(memory, 'router', { asOf })
    expect(await at('2026-03-15')).toEqual(['The router stands in the attic'])
    expect(await at('2026-04-15')).toEqual(['The router stands in the cellar'])
    expect(new Set(await at('2026-05-02'))).toEqual(
      new Set(['"The router stands in the hall" (2026-05-01)', 'The router stands in the cellar']),
    )
  })

  it('leaves out facts with a later date, which were added without a version', async () => {
    const { memory } = await open()
    await memory.facts.append('- "The router is new" (2026-02-20)\n\n### Consolidated 2026-02-25\n- The router is loud')
    const at = (asOf: string): Promise<string[]> => texts(memory, 'router', { asOf })
    expect(await at('2026-02-10')).toEqual([])
    expect(await at('2026-02-22')).toEqual(['"The router is new" (2026-02-20)'])
    expect(await at('2026-02-28')).toHaveLength(2)
  })

  it('leaves out facts that a record had replaced by then', async () => {
    const { memory, clock } = await open()
    await memory.facts.append({ text: 'I live in Berlin' })
    clock.set('2026-04-01')
    await memory.records.learn({ text: 'I moved to Munich' })
    expect(await texts(memory, 'Berlin', { asOf: '2026-03-15' })).toEqual(['I live in Berlin'])
    expect(await texts(memory, 'Berlin', { asOf: '2026-04-15' })).toEqual(['I moved to Munich'])
    expect(await texts(memory, 'Berlin', { asOf: '2026-04-15', layers: ['facts'] })).toEqual([])
  })

  it.each(['soon', '2026-13-01'])('refuses %j, which is no moment', async (asOf) => {
    const { memory } = await open()
    await expect(memory.recall('x', { asOf })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(asOf),
    })
    await expect(memory.records.list({ asOf })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.records.recall('x', { asOf })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('lets a record of limited time hold until its end', async () => {
    const { memory, clock } = await open()
    await memory.records.learn([
      { text: 'The guest room is free', validTo: '2026-06-01' },
      { text: 'The room in the attic, a guest of the house says, is cold' },
    ])
    expect((await texts(memory, 'guest room free'))[0]).toBe('The guest room is free')
    clock.set('2026-07-01')
    expect((await texts(memory, 'guest room free'))[1]).toBe('The guest room is free')
  })
})

describe('a conflict', () => {
  it('is what a newer statement about a part of a record is to it: the rest still holds', async () => {
    const { memory } = await open()
    const [first] = await memory.records.learn({ text: 'I live in Berlin and I am allergic to nuts' })
    const [second] = await memory.records.learn({ text: 'I moved to Munich' })
    expect(second).toMatchObject({ conflictsWith: [first?.id] })
    const kept = await memory.records.get(first?.id ?? '')
    expect(kept).not.toHaveProperty('validTo')
    expect(kept).not.toHaveProperty('supersededBy')
  })

  it('is marked on both and decided by nobody', async () => {
    const { memory } = await open()
    const [first] = await memory.records.learn({ text: 'I eat meat' })
    const [second] = await memory.records.learn({ text: 'I do not eat meat' })
    expect(second).toMatchObject({ conflictsWith: [first?.id] })
    expect(second).not.toHaveProperty('supersedes')
    const { items } = await memory.recall('meat', { layers: ['records'] })
    expect(items.map(({ id, conflictsWith }) => [id, conflictsWith])).toEqual(
      expect.arrayContaining([
        [first?.id, [second?.id]],
        [second?.id, [first?.id]],
      ]),
    )
    const { volatile } = await memory.buildContext({ query: 'do I eat meat?' })
    expect(volatile.match(/contradicted by another statement/g)).toHaveLength(2)
  })

  it('with a fact is marked on the fact, too', async () => {
    const { memory } = await open()
    await memory.facts.append({ text: 'I eat meat' })
    const [record] = await memory.records.learn({ text: 'I do not eat meat' })
    const [fact] = (await memory.recall('meat', { layers: ['facts'] })).items
    expect(fact).toMatchObject({ conflictsWith: [record?.id] })
    expect(fact).not.toHaveProperty('supersededBy')
  })
})
