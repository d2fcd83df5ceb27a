import { describe, expect, it } from 'vitest'
import { openRecords } from './open-records.fixture.ts'

describe('what a newer statement changes', () => {
  it('ends the older one at the time from which it holds itself', async () => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: 'We use npm', createdAt: '2025-01-01' })
    const [now] = await records.learn({ text: 'We switched to pnpm', validFrom: '2025-06-01' })
    expect(now).toMatchObject({ supersedes: old?.id, isNew: true })
    expect(await records.get(old?.id ?? '')).toMatchObject({
      validTo: '2025-06-01T00:00:00.000Z',
      supersededBy: now?.id,
    })
  })

  it('is the same within one call as in several', async () => {
    const { records } = openRecords()
    const [first, second, third] = await records.learn([
      { text: 'I live in Berlin', createdAt: '2025-01-01' },
      { text: 'I moved to Munich', createdAt: '2025-02-01' },
      { text: 'I moved to Graz', createdAt: '2025-03-01' },
    ])
    expect(await records.get(first?.id ?? '')).toMatchObject({ validTo: '2025-02-01T00:00:00.000Z' })
    expect(await records.get(second?.id ?? '')).toMatchObject({
      validTo: '2025-03-01T00:00:00.000Z',
      supersededBy: third?.id,
    })
    expect(third).not.toHaveProperty('validTo')
  })

  it('ends the health of one who died without a word of it', async () => {
    const { records } = openRecords()
    const [old] = await records.learn({
      text: 'My friend Stan is allergic to bees',
      createdAt: '2025-01-01',
      about: 'health',
    })
    await records.learn({ text: 'Stan passed away on Sunday', createdAt: '2025-06-01' })
    const ended = await records.get(old?.id ?? '')
    expect(ended).toMatchObject({ validTo: '2025-06-01T00:00:00.000Z' })
    expect(ended).not.toHaveProperty('supersededBy')
  })

  it.each([
    ['My day rate is 260 and call out is 75', 'Day rate now 320, call out 90', true],
    ['My day rate is 260 and call out is 75', 'Day rate now 320', false],
    ['My day rate is 260 and call out is 75', 'Day rate now 320, call out as before', false],
    ['I live in Bristol with my husband', 'We moved to Cardiff', true],
    ['I live in Bristol with my husband', 'I moved to Cardiff', false],
    ['I live in Bristol with my parents', 'We moved to Cardiff', false],
  ])('ends a statement of two things if both are over: %j, %j', async (before, after, isOver) => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: before, createdAt: '2025-01-01' })
    await records.learn({ text: after, createdAt: '2025-06-01' })
    expect((await records.get(old?.id ?? ''))?.validTo !== undefined).toBe(isOver)
  })

  it('ends one more by its noun beside those that end anyway, and neither of two', async () => {
    const { records } = openRecords()
    const said = [
      'My citalopram is 20mg',
      'I take citalopram for anxiety',
      'I sing in the church choir',
      'I run a choir',
    ]
    const known = await records.learn(said.map((text) => ({ text, createdAt: '2025-01-01' })))
    await records.learn({ text: "I'm off the citalopram now", createdAt: '2025-06-01' })
    await records.learn({ text: 'I left the choir', createdAt: '2025-06-01' })
    const ends = await Promise.all(known.map(async ({ id }) => (await records.get(id))?.validTo !== undefined))
    expect(ends).toEqual([true, true, false, false])
  })

  it.each([
    ['I live in Berlin', 'I moved to Munich'],
    ['My boss is Alan', 'My boss is Carol now'],
    ['We use npm', 'We switched to pnpm'],
    ['I smoke', 'I quit smoking'],
    ['I drink coffee', 'I gave up coffee'],
    ['I live with my wife Dorothy', 'Dorothy passed away on Sunday'],
    ['My dog Truman is a beagle', 'Truman died'],
    ['I drive a Buick', 'Sold the Buick'],
    ['I work at Acme as a welder', 'I quit my job at Acme'],
    ['I live in Leeds with my parents', 'I live in York now'],
  ])('has at least the worth of what it changes: %j, %j', async (before, after) => {
    for (const least of [0.31, 0.95]) {
      const { records } = openRecords()
      await records.learn({ text: before, createdAt: '2025-01-01', worth: 0.9 })
      const [now] = await records.learn({ text: after, createdAt: '2025-06-01', worth: least })
      expect(now).toMatchObject({ worth: Math.max(least, 0.9) })
      expect(await records.get(now?.id ?? '')).toMatchObject({ worth: Math.max(least, 0.9) })
    }
  })

  it('has that worth in one call, through a chain, and where the older one is named by its id', async () => {
    const { records } = openRecords()
    const said = ['I live in Berlin', 'I moved to Munich', 'I moved to Graz'].map((text, month) => {
      return { text, createdAt: `2025-0${month + 1}-01`, worth: month === 0 ? 0.9 : 0.31 }
    })
    const [, , last] = await records.learn(said)
    expect(last).toMatchObject({ worth: 0.9 })
    const [named] = await records.learn({ text: 'The camp is in Linz', worth: 0.4, supersedes: last?.id })
    expect(named).toMatchObject({ worth: 0.9 })
    const [unrated] = await records.learn({ text: 'The camp is in Rome', supersedes: named?.id })
    expect(unrated).not.toHaveProperty('worth')
  })

  it.each([
    ['We use Docker', "We don't use Docker"],
    ['My sister lives in Berlin', 'I moved to Munich'],
    ['I live in Berlin', 'My brother moved to Munich'],
    ['I love fishing', 'I bought a fishing rod'],
    ['I smoke', 'Should I quit smoking?'],
    ['My boss is Alan', 'Alan liked my report'],
  ])('keeps its own worth where it changes nothing: %j, %j', async (before, after) => {
    const { records } = openRecords()
    await records.learn({ text: before, createdAt: '2025-01-01', worth: 0.9 })
    const [now] = await records.learn({ text: after, createdAt: '2025-06-01', worth: 0.31 })
    expect(now).toMatchObject({ worth: 0.31 })
  })

  it('is decided by when it was said, not by when it was learned', async () => {
    const { records } = openRecords()
    const [now] = await records.learn({ text: 'I live in Munich', createdAt: '2025-05-01' })
    const [old] = await records.learn({ text: 'I live in Berlin', createdAt: '2024-01-01' })
    expect(old).toMatchObject({ validTo: '2025-05-01T00:00:00.000Z', supersededBy: now?.id })
    expect(await records.get(now?.id ?? '')).not.toHaveProperty('validTo')
  })

  it('ends what it takes back', async () => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: 'I smoke', createdAt: '2025-01-01' })
    const [now] = await records.learn({ text: 'I quit smoking' })
    expect(await records.get(old?.id ?? '')).toMatchObject({ validTo: now?.createdAt, supersededBy: now?.id })
  })

  it('comes back when it is said again: the one after it ends', async () => {
    const { records, clock } = openRecords()
    const [berlin] = await records.learn({ text: 'I live in Berlin' })
    clock.set('2026-02-01')
    const [munich] = await records.learn({ text: 'I live in Munich' })
    clock.set('2026-03-01')
    const [again] = await records.learn({ text: 'I live in Berlin' })
    expect(again).toMatchObject({ supersedes: munich?.id })
    expect(again).not.toHaveProperty('validTo')
    expect(again).not.toHaveProperty('supersededBy')
    expect(await records.get(munich?.id ?? '')).toMatchObject({ supersededBy: again?.id })
    expect((await records.list({ asOf: '2026-01-15' })).map(({ id }) => id)).toEqual([berlin?.id])
    await records.remove([again?.id ?? ''])
    expect((await records.list({ asOf: '2026-04-01' })).map(({ id }) => id)).toEqual([munich?.id])
    expect(await records.get(munich?.id ?? '')).not.toHaveProperty('validTo')
  })

  it('comes back when all of it is learned at once', async () => {
    const { records } = openRecords()
    const said = ['Berlin', 'Munich', 'Berlin', 'Munich'].map((city, at) => ({
      text: `I live in ${city}`,
      createdAt: `2025-0${at + 1}-01`,
    }))
    const learned = await records.learn(said)
    expect(learned.map(({ isNew }) => isNew)).toEqual([true, true, true, true])
    expect((await records.list({ asOf: '2026-01-01' })).map(({ id }) => id)).toEqual([learned[3]?.id])
    for (const [at, city] of ['Berlin', 'Munich', 'Berlin', 'Munich'].entries())
      expect((await records.list({ asOf: `2025-0${at + 1}-15` })).map(({ text }) => text)).toEqual([
        `I live in ${city}`,
      ])
  })

  it('is nothing for a record of another scope, an archived one, an episode, and one that is over already', async () => {
    const { records } = openRecords()
    const [scoped, gone, over] = await records.learn([
      { text: 'We use npm', scope: 'web/**' },
      { text: 'We use yarn' },
      { text: 'We use bun', validTo: '2025-06-01', validFrom: '2025-01-01' },
    ])
    await records.archive([gone?.id ?? ''])
    const episode = await records.episode({ text: 'We use npm' })
    await records.learn({ text: 'We switched to pnpm' })
    for (const id of [scoped?.id, gone?.id, episode.id])
      expect(await records.get(id ?? '')).not.toHaveProperty('validTo')
    expect(await records.get(over?.id ?? '')).toMatchObject({ validTo: '2025-06-01T00:00:00.000Z' })
    expect(await records.get(over?.id ?? '')).not.toHaveProperty('supersededBy')
  })

  it('is no more than a conflict when a tool says so', async () => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: 'We use npm' })
    const [now] = await records.learn({ text: 'We switched to pnpm', author: 'tool' })
    expect(now).toMatchObject({ conflictsWith: [old?.id] })
    expect(await records.get(old?.id ?? '')).toMatchObject({ conflictsWith: [now?.id] })
    expect(await records.get(old?.id ?? '')).not.toHaveProperty('validTo')
  })

  it('follows a changed text, a removal, and a store that was emptied', async () => {
    const { records, book } = openRecords()
    const [old] = await records.learn({ text: 'I live in Berlin' })
    await records.update(old?.id ?? '', { text: 'I work at Acme' })
    await records.learn({ text: 'I moved to Munich' })
    expect(await records.get(old?.id ?? '')).not.toHaveProperty('validTo')
    await records.learn({ text: 'I started a new job at Globex' })
    expect(await records.get(old?.id ?? '')).toHaveProperty('validTo')
    await book.store.clear()
    const [alone] = await records.learn({ text: 'I moved to Graz' })
    expect(alone).not.toHaveProperty('supersedes')
    const [after] = await records.learn({ text: 'I moved to Linz', createdAt: '2026-01-02' })
    expect(after).toMatchObject({ supersedes: alone?.id })
  })

  it('is written before the marks: what a crash cuts short is done with the next attempt', async () => {
    const { book, records, writes } = openRecords()
    const [old] = await book.learn([{ text: 'I live in Berlin', createdAt: '2025-01-01' }])
    const at = writes.length
    await book.learn([{ text: 'I moved to Munich' }], { seen: 'yes' })
    expect(writes.slice(at)).toEqual(['write', 'update', 'write'])
    expect(await records.get(old?.id ?? '')).toHaveProperty('validTo')
    expect((await book.store.marks(['seen'])).get('seen')).toBe('yes')
  })

  it('costs nothing where a statement claims nothing', async () => {
    const { book, writes } = openRecords()
    await book.learn([{ text: 'I live in Berlin' }])
    const at = writes.length
    await book.learn([{ text: 'Bananas' }])
    expect(writes.slice(at)).toEqual(['write'])
  })
})

describe('K2 a newer statement learned', () => {
  it.each([
    ['We decided to use PostgreSQL for billing', 'We moved billing to MySQL 9'],
    ['We decided to go with PostGIS for the track storage', 'We are dropping PostGIS: it moves to DuckDB'],
    ['I work at Nortada', 'I started a new job at Acme'],
    ['The demo is on the 12th', 'Actually, no, the demo is on the 14th'],
    ['My budget is 500 euros', 'I raised my budget to 650 euros'],
    ['The train is at 9:15', 'The train is at 9:40 now, not 9:15'],
    ['My last name is Weber', 'My last name is Klein now'],
    ["I've completed 5 of 10 lessons", "I've completed 7"],
    ['We run Node 20', 'We upgraded to Node 22'],
    ['I prefer dark mode', 'I prefer light mode now'],
  ])('K2 %j ends when %j is, and holds again as of before', async (before, after) => {
    const { records, clock } = openRecords()
    const [old] = await records.learn({ text: before })
    clock.set('2026-03-01')
    const [now] = await records.learn({ text: after })
    expect(now).toMatchObject({ supersedes: old?.id })
    expect(await records.get(old?.id ?? '')).toMatchObject({ supersededBy: now?.id, validTo: now?.createdAt })
    expect((await records.list({ asOf: '2026-02-01' })).map(({ text }) => text)).toEqual([before])
    expect((await records.list({ asOf: '2026-03-02' })).map(({ text }) => text)).toEqual([after])
  })

  it.each([
    ['I work at Nortada', 'I also work at Acme'],
    ['I have a dog called Rex', 'I have a dog called Bo'],
    ['My brother is called Tom', 'My brother is called Ben'],
    ['I like tea', 'I like coffee now'],
    ['We use PostgreSQL for billing', 'We now use MySQL for the shop'],
    ["I've read 12 books", "I've read 3 newspapers"],
    ['My train leaves at 9:15', 'My train arrives at 11:40'],
  ])('K2 %j stays beside %j', async (before, after) => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: before, createdAt: '2025-06-01' })
    await records.learn({ text: after })
    expect(await records.get(old?.id ?? '')).not.toHaveProperty('validTo')
  })
})

describe('removing a newer statement', () => {
  it('lets the one that it replaced hold again', async () => {
    const { records } = openRecords()
    const [old, other] = await records.learn([
      { text: 'I live in Berlin', createdAt: '2025-01-01' },
      { text: 'The lease ends', validTo: '2027-01-01' },
    ])
    const [now] = await records.learn({ text: 'I moved to Munich' })
    expect(await records.remove([now?.id ?? '', 'record:none'])).toBe(1)
    const again = await records.get(old?.id ?? '')
    expect(again).not.toHaveProperty('validTo')
    expect(again).not.toHaveProperty('supersededBy')
    expect(await records.get(other?.id ?? '')).toHaveProperty('validTo')
  })

  it('leaves alone what something else has replaced', async () => {
    const { records } = openRecords()
    const [old] = await records.learn({ text: 'I live in Berlin', createdAt: '2025-01-01' })
    const [next] = await records.learn({ text: 'I moved to Munich', createdAt: '2025-02-01' })
    const [by] = await records.learn({ text: 'The weather is nice', supersedes: old?.id })
    await records.remove([by?.id ?? ''])
    expect(await records.get(old?.id ?? '')).toMatchObject({ supersededBy: next?.id })
  })
})
