import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { RecallOptions } from '../../src/recall/recall.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const at = '2023-06-14T15:00:00.000Z'
const said = (createdAt: string, content: string, role: 'user' | 'assistant' = 'user') => ({ role, content, createdAt })

async function filled(directory?: string): Promise<Memory> {
  const place = directory === undefined ? { storage: inMemoryStorage() } : { directory }
  const memory = await openMemory({ ...place, clock: () => Date.parse('2024-03-01'), consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  await memory.addMessages('shed', [
    said('2023-06-07T08:00:00Z', 'The shed gets a coat of green paint before the guests come.'),
    said('2023-06-07T08:01:00Z', 'Which green?'),
    said('2023-06-07T08:02:00Z', 'Noted.', 'assistant'),
  ])
  await memory.addMessages('pipes', [said('2023-06-09T08:00:00Z', 'The plumber mends the pipes on Tuesday.')])
  await memory.addMessages('old', [
    said('2022-05-20T08:00:00Z', 'Our boat was sold.'),
    said('2023-05-03T08:00:00Z', 'The bakery has closed for good.'),
  ])
  await memory.history.append('The roof was mended.', { at: '2023-05-30T12:00:00Z' })
  await memory.flush() // a recall waits for the index for a second at most
  return memory
}

async function texts(memory: Memory, query: string, options: RecallOptions = {}): Promise<string[]> {
  return (await memory.recall(query, { at, ...options })).items.map(({ text }) => text)
}

describe('a question that names only a time', () => {
  it.each([
    'What did we discuss last week?',
    'was haben wir letzte Woche besprochen?',
    'De quoi avons-nous parlé la semaine dernière ?',
    '¿De qué hablamos la semana pasada?',
    'Sobre o que falamos na semana passada?',
    'Di cosa abbiamo parlato la settimana scorsa?',
    'Wat hebben we vorige week besproken?',
    'О чём мы говорили на прошлой неделе?',
  ])('is answered by what was said then: %s', async (question) => {
    const memory = await filled()
    const found = await texts(memory, question)
    expect(found.slice(0, 2).sort()).toEqual([
      'The plumber mends the pipes on Tuesday.',
      'The shed gets a coat of green paint before the guests come.',
    ])
    expect(found.slice(2).sort()).toEqual(['Noted.', 'Which green?'])
  })

  it.each([
    ['last week', '2026-11-29', ['2026-11-16', '2026-11-18', '2026-11-22'], ['2026-11-15', '2026-11-23', '2026-11-28']],
    [
      'last month',
      '2026-03-31',
      ['2026-02-01', '2026-02-10', '2026-02-28'],
      ['2026-01-31', '2026-03-01', '2026-03-30'],
    ],
    ['last year', '2026-12-20', ['2025-01-01', '2025-05-15', '2025-12-31'], ['2024-12-31', '2026-01-01', '2026-12-19']],
  ])(
    'is answered by all of the calendar period first, then by what was said since: %s',
    async (time, today, within, [before = '', ...since]) => {
      const memory = await filled()
      for (const day of [...within, before, ...since])
        await memory.addMessages(day, [said(`${day}T12:00:00Z`, `Topic ${day}: sails and engines.`)])
      const { items } = await memory.recall(`What did we discuss ${time}?`, { at: `${today}T15:00:00Z` })
      const found = items.map(({ createdAt = '' }) => createdAt.slice(0, 10))
      expect(found.slice(0, 3).sort()).toEqual(within)
      expect(found.slice(3).sort()).toEqual(since)
    },
  )

  it('finds the same in a folder, also in one session, and the parts of each score add up', async () => {
    const memory = await filled(await temporaryDirectory())
    const { items } = await memory.recall('What happened in May 2023?', { at, explain: true })
    expect(items.map(({ text }) => text)).toEqual(['The roof was mended.', 'The bakery has closed for good.'])
    for (const { score, explain = {} } of items) {
      expect(Object.values(explain).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
      expect(explain).toHaveProperty('time')
    }
    const own: RecallOptions = { layers: ['sessions'], sessions: ['old'] }
    expect(await texts(memory, 'what happened in May?', own)).toEqual([
      'The bakery has closed for good.',
      'Our boat was sold.',
    ])
  })

  it('is answered as of a moment, and within the time that is wanted', async () => {
    const memory = await filled()
    const question = 'what happened in 2023?'
    expect(await texts(memory, question, { asOf: '2023-05-10' })).toEqual(['The bakery has closed for good.'])
    expect(await texts(memory, question, { since: '2023-05-20', until: '2023-06-01' })).toEqual([
      'The roof was mended.',
    ])
    expect(await texts(memory, question, { since: '2023-05-30', until: '2023-05-30' })).toEqual([
      'The roof was mended.',
    ])
    expect(await texts(memory, question, { since: '2023-05-30', until: '2023-05-30T11:59:00Z' })).toEqual([])
    expect(await texts(memory, question, { since: '2024-01-01' })).toEqual([])
    expect(await texts(memory, 'what happened last week?', { at: '2023-05-05T00:00:00Z' })).toEqual([
      'The bakery has closed for good.',
    ])
    expect(await texts(memory, question, { layers: ['history'] })).toEqual(['The roof was mended.'])
  })

  it('goes by words where it has one, or where nothing is of that time', async () => {
    const memory = await filled()
    expect((await texts(memory, 'what did we say about the boat last week?'))[0]).toBe('Our boat was sold.')
    expect(await texts(memory, 'what did we do yesterday?')).toEqual([])
    await memory.addMessages('talk', [said('2020-01-01T00:00:00Z', 'Yesterday we saw a heron')])
    expect(await texts(memory, 'what did we do yesterday?')).toEqual(['Yesterday we saw a heron'])
  })

  it('is answered by something of each week of a long time, and of each session before more of one', async () => {
    const memory = await filled()
    const many = Array.from({ length: 300 }, (_, i) =>
      said('2023-12-30T08:00:00Z', `The parcel number ${i} came today`),
    )
    await memory.addMessages('parcels', many)
    await memory.flush()
    const found = await texts(memory, 'what happened in 2023?', { limit: 8 })
    for (const text of [
      'The bakery has closed for good.',
      'The roof was mended.',
      'The plumber mends the pipes on Tuesday.',
    ])
      expect(found).toContain(text)
  })

  it('reaches a context', async () => {
    const memory = await openMemory({
      storage: inMemoryStorage(),
      clock: () => Date.parse(at),
      consolidation: { auto: false },
    })
    onTestFinished(() => memory.close())
    await memory.addMessages('pipes', [said('2023-06-09T08:00:00Z', 'The plumber mends the pipes on Tuesday.')])
    const { volatile } = await memory.buildContext({ session: 'new', query: 'what did we discuss last week?' })
    expect(volatile).toContain('The plumber mends the pipes')
  })
})

describe('a question for something in a period', () => {
  const at = '2024-10-01T12:00:00Z'

  /** Soup with sumac in early March and in July; what has more words of the questions was said in other months. */
  async function cooking(): Promise<Memory> {
    const memory = await openMemory({
      storage: inMemoryStorage(),
      clock: () => Date.parse(at),
      capture: { auto: false },
      consolidation: { auto: false },
    })
    onTestFinished(() => memory.close())
    for (let i = 0; i < 240; i++) {
      const day = new Date(Date.UTC(2024, 0, 2 + i)).toISOString()
      const isAsked = day.startsWith('2024-03-0') || day.startsWith('2024-07')
      const isOther = i % 4 === 0 && ['01', '05', '09'].includes(day.slice(5, 7))
      const other = isOther ? `For dinner I cooked a stew with sumac, batch ${i}.` : `We walked to the lake, walk ${i}.`
      await memory.addMessages(day, [said(day, isAsked ? `Soup with sumac again, batch ${i}.` : other)])
    }
    await memory.flush()
    return memory
  }

  it.each([
    ['between March 3rd and March 8th', '2024-03-03', '2024-03-08'],
    ['in early March 2024', '2024-03-01', '2024-03-09'],
    ['during July', '2024-07-01', '2024-07-31'],
    ['in July 2024', '2024-07-01', '2024-07-31'],
  ])('is answered by what was said in it, whatever fits better at other times: %s', async (time, first, last) => {
    const memory = await cooking()
    const { items } = await memory.recall(`On how many evenings did I cook dinner with sumac ${time}?`, {
      at,
      limit: 5,
    })
    for (const { createdAt = '' } of items) {
      expect(createdAt.slice(0, 10) >= first).toBe(true)
      expect(createdAt.slice(0, 10) <= last).toBe(true)
    }
    expect(items).toHaveLength(5)
  })

  it('is found among hundreds of better messages of other times, of any year in the last', async () => {
    const memory = await cooking()
    const better = Array.from({ length: 300 }, (_, i) =>
      said(new Date(Date.UTC(2023, 0, 1, i)).toISOString(), `For dinner I cooked sumac and lentils, pot ${i}.`),
    )
    await memory.addMessages('2023', [...better, said('2023-07-05T08:00:00Z', 'Soup without sumac.')])
    await memory.addMessages('july', [said('2024-07-05T08:00:00Z', 'Lentils, a little bitter.')])
    await memory.flush()
    const found = await texts(memory, 'Which dinner of sumac and lentils did I cook in July?', { at, limit: 3 })
    expect(found).toContain('Lentils, a little bitter.')
  })

  it('is answered by what was said long before a date that it names as the last', async () => {
    const memory = await cooking()
    await memory.addMessages('old', [said('2021-02-01T08:00:00Z', 'For dinner I cooked figs and barley.')])
    await memory.flush()
    expect((await texts(memory, 'Did I cook figs before March 2024?', { at }))[0]).toBe(
      'For dinner I cooked figs and barley.',
    )
  })

  it('is answered by a fact that names the month, whenever it was learned', async () => {
    const memory = await cooking()
    await memory.facts.append('- Ada has her birthday dinner in July')
    await memory.flush()
    expect((await texts(memory, 'Whose birthday dinner is in July?', { at }))[0]).toContain('Ada')
  })

  it('is answered by what was announced for it before', async () => {
    const memory = await cooking()
    await memory.addMessages('plans', [said('2024-05-20T08:00:00Z', 'In July I cook a stew with figs for the choir.')])
    const found = await texts(memory, 'For whom did I cook a stew in July?', { at })
    expect(found[0]).toBe('In July I cook a stew with figs for the choir.')
  })
})

describe('a question that names a time and a speaker', () => {
  const days: readonly (readonly [day: string, name: string, text: string])[] = [
    ['2023-05-03', 'Ben', 'We had pancakes for lunch.'],
    ['2023-05-03', 'Anna Lind', 'I took the ferry to the island and saw seals.'],
    ['2023-05-03', 'Ben', 'The long way home along the river was wet and cold and dark.'],
    ['2023-05-06', 'Anna Lind', 'My new sofa arrived, it is green.'],
    ['2023-05-20', 'Ben', 'Anna and Rex like old maps a lot.'],
    ['2023-06-08', 'Anna Lind', 'Rex got new hiking boots.'],
  ]

  async function chat(): Promise<Memory> {
    const memory = await openMemory({ storage: inMemoryStorage(), clock: () => Date.parse('2023-06-14') })
    onTestFinished(() => memory.close())
    for (const [day, name, text] of days) await memory.addMessages(day, [{ ...said(`${day}T12:00:00Z`, text), name }])
    await memory.flush()
    return memory
  }

  it.each([
    ['What did Anna do on May 3, 2023?', 'ferry'],
    ["What was Anna Lind's 3 May 2023 like, what did she say?", undefined],
    ['what was anna doing on 2023-05-03', 'ferry'],
    ['What happened to Anna Lind on 03.05.2023?', 'ferry'],
    ['What did Anna say on 05/03/2023?', 'ferry'],
    ['What did Anna and Ben talk about on 3.5.2023?', undefined],
    ['Was hat Anna am 3. Mai 2023 gemacht?', 'ferry'],
    ["Qu'a dit Anna le 3 mai 2023 ?", 'ferry'],
    ['What did Anna do in June 2023?', 'boots'],
    ['What did Anna do last week?', 'boots'],
  ])('is answered by what that speaker said then, before what others said: %s', async (question, word) => {
    const memory = await chat()
    const found = await texts(memory, question, { at: '2023-06-14' })
    if (word) expect(found[0]).toContain(word)
    const { volatile } = await memory.buildContext({ session: 'new', query: question, budget: 500 })
    expect(volatile).toContain(word ?? 'ferry')
  })

  it('tells next what the others said then, and nothing of other days', async () => {
    const found = await texts(await chat(), 'What did Anna do on May 3, 2023?', { layers: ['sessions'] })
    expect(found.map((text) => days.findIndex((one) => one[2] === text))).toEqual([1, 2, 0])
  })

  const busy = '2023-05-03'
  const others = Array.from({ length: 130 }, (_, n) => `We had pancakes number ${n} for lunch by the river.`)

  it.each([
    ['What did Anna do on May 3, 2023?', ['ferry']],
    ['What did we talk about with Anna Lind on 3 May 2023?', ['ferry']],
    ['Was hat Anna am 3. Mai 2023 gemacht?', ['ferry']],
    ['What did Anna do in May 2023?', ['sofa']],
    ['What did Rex do on May 3, 2023?', ['pancakes']],
    ['What did we talk about on May 3, 2023?', ['pancakes']],
  ])('is answered alike on a day with many messages, and from one reading of it: %s', async (question, first) => {
    const storage = inMemoryStorage()
    const memory = await openMemory({
      storage,
      clock: () => Date.parse('2023-06-14'),
      capture: { auto: false },
      consolidation: { auto: false },
    })
    onTestFinished(() => memory.close())
    for (const [day, name, text] of days.slice(1, 4))
      await memory.addMessages(day, [{ ...said(`${day}T06:00:00Z`, text), name }])
    const later = (n: number) => new Date(Date.parse(`${busy}T08:00:00Z`) + n * 60_000).toISOString()
    await memory.addMessages(
      'river',
      others.map((text, n) => ({ ...said(later(n), text), name: 'Ben' })),
    )
    const read = vi.spyOn(storage.passages, 'timed')
    const found = await texts(memory, question, { layers: ['sessions'] })
    for (const [place, word] of first.entries()) expect(found[place]).toContain(word)
    expect(read).toHaveBeenCalledTimes(1)
  })

  it.each(['What did Rex do on May 3, 2023?', 'Which maps did Anna like on May 3, 2023?'])(
    'goes by words where it names anything else: %s',
    async (question) => {
      const found = await texts(await chat(), question, { layers: ['sessions'] })
      expect(found.join()).toContain('Rex')
    },
  )
})

describe('a question about something at a time', () => {
  it('finds what was said on a day without a word of the question', async () => {
    const memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
    onTestFinished(() => memory.close())
    for (let n = 1; n < 29; n++) {
      const day = `2023-01-${String(n).padStart(2, '0')}T08:00:00Z`
      await memory.addMessages(`day ${n}`, [
        said(day, n === 9 ? 'The ferry left before noon.' : `We paint kitchen ${n}.`),
      ])
    }
    await memory.flush()
    expect(await texts(memory, 'Which kitchen was it on 09.01.2023?', { limit: 100 })).toContain(
      'The ferry left before noon.',
    )
  })

  it('finds what was said then without a word of the question, also in a context', async () => {
    const storage = inMemoryStorage()
    const memory = await openMemory({ storage, clock: () => Date.parse(at), consolidation: { auto: false } })
    onTestFinished(() => memory.close())
    await memory.addMessages('smoker', [said('2023-06-04T08:00:00Z', 'Finally got a smoker for the ribs today.')])
    for (let n = 100; n < 130; n++) {
      await memory.addMessages(`kitchen ${n}`, [said('2023-01-01T08:00:00Z', `We paint kitchen number ${n}.`)])
      await memory.addMessages(`walk ${n}`, [said('2023-01-02T08:00:00Z', `Walk ${n} went along the river.`)])
    }
    const query = 'Which kitchen appliance did I buy 10 days ago?'
    expect(await texts(memory, query, { limit: 100 })).toContain('Finally got a smoker for the ribs today.')
    const { stable, volatile } = await memory.buildContext({ session: 'new', query })
    expect(`${stable}${volatile}`).toContain('Finally got a smoker')
    expect(volatile).not.toContain('along the river')
  })

  it('tells the newest first where it asks for what holds now', async () => {
    const memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
    onTestFinished(() => memory.close())
    for (const [month, number] of [
      ['03', 412],
      ['01', 388],
      ['05', 431],
    ] as const)
      await memory.addMessages(month, [
        said(`2023-${month}-01T08:00:00Z`, `By the way, the weekly volleyball record stands at ${number} points.`),
      ])
    const found = await texts(memory, 'What is the current volleyball record?', { layers: ['sessions'] })
    expect(found.map((text) => /\d+/.exec(text)?.[0])).toEqual(['431', '412', '388'])
  })
})

describe('a long message', () => {
  it('is found by a word far behind its beginning', async () => {
    const memory = await filled()
    const page = 'The report goes on about the weather of the year. '.repeat(2_000)
    await memory.addMessages('paste', [
      said('2023-01-01T00:00:00Z', `${page} The zeppelin was moored at Friedrichshafen.`),
    ])
    const found = await memory.recall('where was the zeppelin moored?')
    expect(found.items[0]?.source).toMatchObject({ session: 'paste' })
  })
})

describe('a fact', () => {
  const page = [
    '- I live in Rome (2026-01-10)',
    '- "I have a dog in Rome." (Ada, 2026-06-10)',
    '- Rome is a town',
    '- Rome in spring (2026-02-31)',
  ]

  async function found(options: RecallOptions): Promise<string[]> {
    const memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
    onTestFinished(() => memory.close())
    await memory.facts.replace(`${page.join('\n')}\n`)
    const { items } = await memory.recall('Rome', { layers: ['facts'], ...options })
    return items.map(({ text }) => page.findIndex((line) => line.endsWith(text)).toString()).sort()
  }

  it.each([
    ['without limits', {}, ['0', '1', '2', '3']],
    ['until a day', { until: '2026-05-01' }, ['0', '2', '3']],
    ['since a day', { since: '2026-05-01' }, ['1', '2', '3']],
    ['since its own day', { since: '2026-06-10' }, ['1', '2', '3']],
    ['between two days', { since: '2026-02-01', until: '2026-03-01' }, ['2', '3']],
  ])('is recalled by the day at the end of its line, or without one: %s', async (_, options, lines) => {
    expect(await found(options)).toEqual(lines)
  })

  it('is printed with its day once', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    onTestFinished(() => memory.close())
    await memory.facts.replace(`${page[0]}\n`)
    const [recall] = await memory.tools({ tools: ['memory_recall'] })
    expect((await recall?.execute({ query: 'Rome' }))?.match(/2026-01-10/g)).toHaveLength(1)
  })
})
