import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/storage.ts'
import type { NewRecord } from '../records/record-book.ts'
import type { Storage } from '../storage/storage.ts'
import type { Activated } from './activate.ts'
import { activatedTexts, openActivation, reasonOf, sortedTexts } from './open-activation.fixture.ts'

const day = 86_400_000
const tokensOf = ({ chosen }: Activated): number => chosen.reduce((sum, { tokens }) => sum + tokens, 0)
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function onDisk(): Promise<Storage> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  const storage = await localStorage({ directory })
  cleanups.push(async () => {
    await storage.close()
    await rm(directory, { recursive: true })
  })
  return storage
}

describe.each([
  ['in RAM', async () => inMemoryStorage()],
  ['on a disk', onDisk],
])('activation %s', (_, openStorage) => {
  it('C03 puts layers A, B and C into the context, in this order', async () => {
    const { activate, records } = openActivation({}, { storage: await openStorage() })
    await records.procedure({ name: 'Deploy', steps: ['build', 'push'] })
    await records.learn([
      { text: 'The deploy target is Fly.io' },
      { text: 'Never deploy on Fridays', type: 'policy' },
      { text: 'Auth is a separate service', type: 'architecture' },
    ])
    const activated = await activate({ query: 'how do I deploy?' })
    expect(activatedTexts(activated)).toEqual([
      'A Never deploy on Fridays',
      'A Auth is a separate service',
      'B The deploy target is Fly.io',
      'C Deploy',
    ])
    expect(activated.dropped).toEqual([])
  })

  it('C15 sorts the baseline by priority, then by score, both descending', async () => {
    const { activate, records, clock } = openActivation({}, { storage: await openStorage() })
    await records.learn([
      { text: 'Old rule', type: 'policy' },
      { text: 'Old design', type: 'architecture' },
    ])
    clock.advance(10 * day)
    await records.learn([
      { text: 'Urgent liking', type: 'preference', priority: 'critical' },
      { text: 'New rule', type: 'policy' },
      { text: 'New design', type: 'architecture' },
    ])
    expect(activatedTexts(await activate())).toEqual([
      'A New rule',
      'A Old rule',
      'A Urgent liking',
      'A New design',
      'A Old design',
    ])
    expect(activatedTexts(await activate({ query: 'old rule, old design' }))).toEqual(activatedTexts(await activate()))
  })

  it('C13 never activates archived records, whatever the question; they are for searching', async () => {
    const { activate, records, withOptions } = openActivation({}, { storage: await openStorage() })
    const learned = await records.learn([
      { text: 'Never deploy on Fridays', type: 'policy' },
      { text: 'Deploy target is Fly.io', scope: 'src/**' },
    ])
    const procedure = await records.procedure({ name: 'Deploy', steps: ['push'] })
    await records.archive([...learned, procedure].map(({ id }) => id))
    const request = { query: 'deploy', filePath: 'src/a.ts' }
    expect(await activate(request)).toEqual({ chosen: [], dropped: [] })
    expect((await withOptions({ relevance: 'none', threshold: 0 })(request)).chosen).toEqual([])
    expect(await records.recall('deploy')).toHaveLength(3)
  })

  it('X19 leaves everything else in layer D: archived, faded, of other files, not for the task; all of it can be searched', async () => {
    const { withOptions, records, clock } = openActivation({}, { storage: await openStorage() })
    const activate = withOptions({ relevance: 'none' })
    const [archived] = await records.learn([{ text: 'Deploy archived', type: 'policy' }, { text: 'Deploy faded' }])
    await records.archive([archived?.id ?? ''])
    clock.advance(100 * day)
    await records.learn({ text: 'Deploy elsewhere', type: 'policy', scope: 'docs/**' })
    await records.procedure({ name: 'Bake', steps: ['mix'] })
    expect((await activate({ query: 'deploy', filePath: 'src/a.ts' })).chosen).toEqual([])
    expect(await records.recall('deploy')).toHaveLength(3)
    expect(await records.recall('bake')).toHaveLength(1)
  })

  it('reads no more rows when thousands are archived', async () => {
    const { activate, records, clock, cost } = openActivation({}, { storage: await openStorage() })
    await records.learn(Array.from({ length: 2_000 }, (_, n) => ({ text: `Rule ${n}`, type: 'policy' as const })))
    await records.archive((await records.list({ limit: 10_000 })).map(({ id }) => id))
    clock.advance(day)
    await records.learn([{ text: 'Never deploy on Fridays', type: 'policy' }, { text: 'Deploys take an hour' }])
    Object.assign(cost, { rows: 0, searches: 0 })
    expect(activatedTexts(await activate({ query: 'deploy' }))).toHaveLength(2)
    expect(cost.rows).toBeLessThan(10)
    expect(cost.searches).toBe(2)
  })
})

describe('layer A', () => {
  it('C04 has policies, architecture and preferences from priority high, and nothing else', async () => {
    const { activate, records } = openActivation({ fill: 0 })
    const types = ['policy', 'workflow', 'pitfall', 'architecture', 'decision', 'preference', 'fact'] as const
    const priorities = ['critical', 'high', 'medium', 'normal', 'low'] as const
    await records.learn(
      types.flatMap((type) => priorities.map((priority) => ({ text: `${type} ${priority}`, type, priority }))),
    )
    expect(sortedTexts(await activate())).toEqual([
      'A architecture critical',
      'A architecture high',
      'A policy critical',
      'A policy high',
      'A preference critical',
      'A preference high',
    ])
  })

  it('has no policy whose last day is past, which is told only to a question about it', async () => {
    const { activate, records, clock } = openActivation()
    await records.learn([
      { text: 'Never commit secrets', type: 'policy' },
      { text: 'No deploys until Sunday', type: 'policy', until: '2026-01-01' },
    ])
    expect(activatedTexts(await activate())).toContain('A No deploys until Sunday')
    clock.advance(day)
    expect(activatedTexts(await activate())).toEqual(['A Never commit secrets'])
    expect(activatedTexts(await activate({ query: 'deploys' }))).toContain('B No deploys until Sunday')
  })

  it('X18 leaves a preference of the default priority to layer B', async () => {
    const { activate, withOptions, records } = openActivation()
    await records.learn({ text: 'Prefers stdlib over deps', type: 'preference' })
    expect(activatedTexts(await activate())).toEqual(['B Prefers stdlib over deps'])
    expect(activatedTexts(await withOptions({ minPriority: 'medium' })())).toEqual(['A Prefers stdlib over deps'])
  })

  it('C04 is in without a question, however low its score', async () => {
    const { activate, records, clock } = openActivation()
    await records.learn({ text: 'Never commit secrets', type: 'policy' })
    clock.advance(720 * day)
    const activated = await activate()
    expect(activatedTexts(activated)).toEqual(['A Never commit secrets'])
    expect(activated.chosen[0]).toMatchObject({ reason: 'policy, critical: always', record: { score: 2 ** -8 } })
  })

  it('C14 has scoped records only for files that they apply to', async () => {
    const { activate, records } = openActivation()
    await records.learn([
      { text: 'Use strict types', type: 'policy', scope: 'src/**/*.ts' },
      { text: 'Write short sentences', type: 'policy', scope: 'docs/**' },
    ])
    expect(activatedTexts(await activate())).toEqual([])
    expect(activatedTexts(await activate({ query: 'strict types, short sentences' }))).toEqual([])
    const activated = await activate({ filePath: './src/a.ts' })
    expect(activatedTexts(activated)).toEqual(['A Use strict types'])
    expect(activated.chosen[0]?.reason).toBe('policy, critical: always for src/**/*.ts')
  })

  it('finds the policies of the file among thousands for other files', async () => {
    const { activate, records, cost } = openActivation()
    await records.learn(
      Array.from({ length: 2_000 }, (_, n): NewRecord => ({ text: `Rule ${n}`, type: 'policy', scope: `p${n}/**` })),
    )
    cost.rows = 0
    expect(activatedTexts(await activate({ filePath: 'p1234/a.ts' }))).toEqual(['A Rule 1234'])
    expect(cost.rows).toBeLessThan(10)
  })

  it('keeps episodes and procedures out, whatever their type', async () => {
    const { activate, records } = openActivation()
    await records.episode({ text: 'The rule was broken', type: 'policy', outcome: 'failure' })
    await records.procedure({ name: 'Audit', steps: ['look'], type: 'policy' })
    expect(activatedTexts(await activate())).toEqual(['B The rule was broken'])
  })
})

describe('layer B', () => {
  it('C05 has records above the threshold only, the highest score first', async () => {
    const { withOptions, records, clock } = openActivation()
    const activate = withOptions({ relevance: 'none' })
    await records.learn([{ text: 'A fact that fades' }, { text: 'A trap that stays', type: 'pitfall' }])
    clock.advance(90 * day)
    await records.learn({ text: 'A fact of today' })
    expect(activatedTexts(await activate())).toEqual([
      'B A fact of today',
      'B A trap that stays',
      'B A fact that fades',
    ])
    clock.advance(1)
    const later = await activate()
    expect(activatedTexts(later)).toEqual(['B A fact of today', 'B A trap that stays'])
    expect(later.chosen.map(({ reason }) => reason)).toEqual(['score 0.60', 'score 0.45'])
    expect(activatedTexts(await withOptions({ relevance: 'none', threshold: 0.5 })())).toEqual(['B A fact of today'])
  })

  it('C05 lets a record under the threshold in where it fits, but not to the letter of the document, and says so', async () => {
    const { activate, withOptions, records, clock } = openActivation()
    await records.learn({ text: 'The deploy target is Fly.io' })
    clock.advance(100 * day)
    expect(activatedTexts(await activate({ query: 'deploy' }))).toEqual(['B The deploy target is Fly.io'])
    const toTheLetter = await withOptions({ relevance: 'none' })({ query: 'deploy' })
    expect(toTheLetter.chosen).toEqual([])
    expect(reasonOf(toTheLetter, 'The deploy target is Fly.io')).toBe('fits, but its score is under 0.3')
  })

  it('puts what fits the question first, then at most five of the strongest', async () => {
    const { activate, withOptions, records, clock } = openActivation()
    await records.learn({ text: 'The deploy target is Fly.io' })
    clock.advance(30 * day)
    await records.learn(['red', 'green', 'blue', 'grey', 'pink', 'white', 'black'].map((text) => ({ text })))
    const activated = await activate({ query: 'deploy' })
    expect(activatedTexts(activated)).toHaveLength(6)
    expect(activatedTexts(activated)[0]).toBe('B The deploy target is Fly.io')
    expect(activated.chosen[0]?.reason).toBe('fits the question, score 0.48')
    expect(activated.chosen[1]?.reason).toBe('one of the strongest, score 0.60')
    expect(activated.dropped.map(({ reason }) => reason)).toEqual(['not among the first 5', 'not among the first 5'])
    expect(activatedTexts(await withOptions({ fill: 0 })({ query: 'deploy' }))).toEqual([
      'B The deploy target is Fly.io',
    ])
    expect(activatedTexts(await withOptions({ relevance: 'none' })({ query: 'deploy' })).at(-1)).toBe(
      'B The deploy target is Fly.io',
    )
  })

  it('C14 puts what is scoped to the file before what only is strong', async () => {
    const { activate, records, clock } = openActivation()
    await records.learn({ text: 'Tokens last an hour', scope: 'src/auth/*' })
    clock.advance(day)
    await records.learn([
      { text: 'The office has a cat', type: 'decision' },
      { text: 'Red wine', scope: 'docs/*' },
    ])
    const activated = await activate({ filePath: 'src/auth/login.ts' })
    expect(activatedTexts(activated)).toEqual(['B Tokens last an hour', 'B The office has a cat'])
    expect(activated.chosen[0]?.reason).toBe('scoped to src/auth/*, score 0.60')
  })

  it('C14 puts what fits and is scoped to the file before what only fits', async () => {
    const { activate, records } = openActivation()
    await records.learn([{ text: 'Tokens last a minute' }, { text: 'Tokens last an hour', scope: 'src/auth/*' }])
    expect(activatedTexts(await activate({ query: 'how long do tokens last?', filePath: 'src/auth/a.ts' }))).toEqual([
      'B Tokens last an hour',
      'B Tokens last a minute',
    ])
  })

  it('does not take a shared word for a fit', async () => {
    const { activate, records } = openActivation({ fill: 0 })
    await records.learn([
      ...Array.from({ length: 40 }, (_, n) => ({ text: `Customer ${n} pays in the shop by card` })),
      { text: 'Shop staging database password rotation happens weekly' },
    ])
    const activated = await activate({ query: 'shop: staging database password rotation' })
    expect(activatedTexts(activated)).toEqual(['B Shop staging database password rotation happens weekly'])
  })
})

describe('layer C', () => {
  it('C06 has the three procedures for the task, proven ones first, then by success', async () => {
    const { activate, withOptions, records } = openActivation({ fill: 0 })
    const outcomes: Record<string, string> = {
      'Deploy new': '',
      'Deploy bad': 'ff',
      'Deploy half': 'sssssfffff',
      'Deploy good': 'sssf',
    }
    for (const [name, outcome] of Object.entries(outcomes)) {
      await records.procedure({ name, steps: ['push'] })
      for (const letter of outcome) await records.report(name, letter === 's' ? 'success' : 'failure')
    }
    await records.procedure({ name: 'Bake a cake', steps: ['mix', 'bake'] })
    await records.report('Bake a cake', 'success')
    const activated = await activate({ query: 'deploy' })
    expect(activatedTexts(activated).slice(0, 2)).toEqual(['C Deploy good', 'C Deploy half'])
    expect(activated.chosen).toHaveLength(3)
    expect(activated.chosen[0]?.reason).toBe('procedure, fits the question, worked 3 of 4 times')
    expect(activated.chosen[2]?.reason).toMatch(/not tried yet|worked 0 of 2 times/)
    expect(activated.dropped.map(({ reason }) => reason)).toEqual(['not among the first 3'])
    expect(activatedTexts(await withOptions({ procedures: 1 })({ query: 'deploy' }))).toEqual(['C Deploy good'])
    expect(activatedTexts(await withOptions({ relevance: 'none' })({ query: 'cake' }))).toEqual(['C Bake a cake'])
  })

  it('K5 has the workflow that was learned as a statement, where it fits the task', async () => {
    const { activate, records } = openActivation({ fill: 1 })
    await records.learn([
      { text: 'Releases: tag, wait for CI, then publish', type: 'workflow' },
      { text: 'The cat sleeps on the printer', type: 'workflow' },
    ])
    expect(activatedTexts(await activate({ query: 'how do we publish releases?' }))).toEqual([
      'B The cat sleeps on the printer',
      'C Releases: tag, wait for CI, then publish',
    ])
    expect(sortedTexts(await activate({ query: 'hello' }))).toEqual(['B Releases: tag, wait for CI, then publish'])
  })

  it('C06 has the procedures of the file, and none without a task', async () => {
    const { activate, records } = openActivation()
    await records.procedure({ name: 'Migrate', steps: ['dump', 'alter'], scope: 'db/**' })
    expect(activatedTexts(await activate())).toEqual([])
    const activated = await activate({ filePath: 'db/schema.sql' })
    expect(activatedTexts(activated)).toEqual(['C Migrate'])
    expect(activated.chosen[0]?.reason).toBe('procedure, scoped to db/**, not tried yet')
  })

  it('finds the procedure among thousands of facts that share its words', async () => {
    const { activate, records } = openActivation()
    await records.learn(Array.from({ length: 500 }, (_, n) => ({ text: `Deploy ${n} deploy deploy` })))
    await records.procedure({ name: 'Deploy', text: 'How we deploy', steps: ['build', 'push to the server'] })
    expect(activatedTexts(await activate({ query: 'deploy', budget: 5_000 }))).toContain('C Deploy')
  })
})

describe('the budget', () => {
  const rules = (count: number, from = 0): NewRecord[] =>
    Array.from({ length: count }, (_, n) => ({ text: `Rule number ${n + from} holds everywhere`, type: 'policy' }))

  it('C07 is 800 tokens, and never exceeded', async () => {
    const { activate, withOptions, records } = openActivation()
    await records.learn([...rules(200), { text: 'Deploys take an hour' }])
    await records.procedure({ name: 'Deploy', steps: ['push'] })
    for (const run of [activate, withOptions({ relevance: 'none' })]) {
      const activated = await run({ query: 'deploy' })
      const { chosen } = activated
      const tokens = tokensOf(activated)
      expect(tokens).toBeGreaterThan(780)
      expect(tokens).toBeLessThanOrEqual(800)
      expect(chosen.reduce((sum, one) => sum + one.tokens, 0)).toBe(tokens)
    }
  })

  it('C07 gives A the priority, then B, then C', async () => {
    const { withOptions, records } = openActivation()
    await records.learn([{ text: 'Never deploy on Fridays', type: 'policy' }, { text: 'Deploys take an hour' }])
    await records.procedure({ name: 'Deploy', steps: ['push'] })
    const price = (): number => 10
    for (const relevance of ['none', 'required'] as const) {
      const activate = withOptions({ relevance })
      const chosen = async (budget: number): Promise<string> =>
        (await activate({ query: 'deploy', budget, price })).chosen.map(({ layer }) => layer).join('')
      expect([await chosen(9), await chosen(10), await chosen(20), await chosen(30)]).toEqual(['', 'A', 'AB', 'ABC'])
    }
  })

  it('C07 fills what is left with what still fits', async () => {
    const { activate, records } = openActivation()
    await records.learn([{ text: `Long ${'rule '.repeat(90)}`, type: 'policy' }, { text: 'Short fact' }])
    const activated = await activate({ budget: 40.6 })
    expect(activatedTexts(activated)).toEqual(['B Short fact'])
    expect(activated.dropped[0]?.reason).toMatch(/^over the budget: \d+ tokens, \d+ left$/)
  })

  it('has the policy that the question is about among thousands', async () => {
    const { activate, records } = openActivation()
    await records.learn({ text: 'Invoices are never sent in August', type: 'policy' })
    await records.learn(rules(2_000))
    const activated = await activate({ query: 'may I send the invoices in August?' })
    expect(activatedTexts(activated)).toContain('A Invoices are never sent in August')
    expect(reasonOf(activated, 'Invoices are never sent in August')).toBe(
      'policy, critical: always, and fits the question',
    )
  })

  it('puts all policies that fit before others when there are too many', async () => {
    const { activate, records } = openActivation()
    await records.learn([
      ...rules(300),
      ...rules(25, 5_000).map(({ text }) => ({ text: `${text} on invoices`, type: 'policy' as const })),
    ])
    const fitting = activatedTexts(await activate({ query: 'invoices' })).filter((text) => text.endsWith('on invoices'))
    expect(fitting).toHaveLength(25)
  })

  it('keeps a quarter for what fits when A could take everything', async () => {
    const { activate, withOptions, records } = openActivation()
    await records.learn([
      ...rules(500),
      { text: 'Invoices are never sent in August', type: 'preference', priority: 'high' },
      ...Array.from({ length: 30 }, (_, n) => ({ text: `Invoice ${n} was sent to a customer in August` })),
    ])
    const activated = await activate({ query: 'invoices August' })
    const costOf = (layer: string): number =>
      activated.chosen.filter((one) => one.layer === layer).reduce((sum, { tokens }) => sum + tokens, 0)
    expect(activatedTexts(activated)).toContain('A Invoices are never sent in August')
    expect(costOf('B')).toBeGreaterThan(150)
    expect(costOf('B')).toBeLessThanOrEqual(200)
    expect(activatedTexts(await activate({ query: 'cake' })).every((text) => text.startsWith('A'))).toBe(true)
    const strict = await withOptions({ relevance: 'none' })({ query: 'invoices August' })
    expect(activatedTexts(strict).every((text) => text.startsWith('A Rule'))).toBe(true)
  })

  it('takes all of A as long as it has room, even when something else fits', async () => {
    const { activate, records } = openActivation()
    await records.learn([...rules(5), ...Array.from({ length: 30 }, (_, n) => ({ text: `Invoice ${n}, long ago` }))])
    const activated = await activate({ query: 'invoice', budget: 120 })
    expect(activated.chosen.filter(({ layer }) => layer === 'A')).toHaveLength(5)
  })

  it('reads a bounded number of rows among thousands of live ones', async () => {
    const { activate, records, cost } = openActivation()
    await records.learn([...rules(1_000), ...Array.from({ length: 1_000 }, (_, n) => ({ text: `Deploy ${n}` }))])
    Object.assign(cost, { rows: 0, hits: 0 })
    await activate({ query: 'rule deploy', filePath: 'src/a.ts' })
    expect(cost.rows).toBeLessThan(500)
    expect(cost.hits).toBeLessThan(200)
  })

  it('uses up a larger budget too', async () => {
    const { activate, records } = openActivation()
    await records.learn(rules(400))
    expect(tokensOf(await activate({ budget: 3_000 }))).toBeGreaterThan(2_950)
  })
})

describe('what is activated', () => {
  it('holds now: not before validFrom, not after validTo, not when another replaced it', async () => {
    const { activate, records, clock } = openActivation()
    const [old] = await records.learn([
      { text: 'Lunch is at twelve', type: 'policy' },
      { text: 'Lunch is outside', type: 'policy', validTo: '2026-01-02' },
      { text: 'Lunch is vegan', type: 'policy', validFrom: '2026-02-01' },
    ])
    await records.learn({ text: 'Lunch is at one', type: 'policy', supersedes: old?.id })
    clock.advance(1)
    expect(sortedTexts(await activate({ query: 'lunch' }))).toEqual(['A Lunch is at one', 'A Lunch is outside'])
    clock.set('2026-02-01')
    expect(sortedTexts(await activate({ query: 'lunch' }))).toEqual(['A Lunch is at one', 'A Lunch is vegan'])
  })

  it('leaves out what another record replaces, though nobody wrote when it ended', async () => {
    const { activate, records, storage } = openActivation()
    const [old, next] = await records.learn([{ text: 'Lunch at twelve' }, { text: 'Lunch at one' }])
    await storage.records.update([next?.id ?? ''], (record) => ({ ...record, supersedes: old?.id ?? '' }))
    expect(activatedTexts(await activate())).toEqual(['B Lunch at one'])
  })

  it('is found behind hundreds that do not hold any more', async () => {
    const { activate, records, clock } = openActivation()
    await records.learn({ text: 'The one rule', type: 'policy', priority: 'high' })
    clock.advance(day / 2)
    await records.learn(
      Array.from({ length: 300 }, (_, n): NewRecord => ({ text: `Rule ${n}`, type: 'policy', validTo: '2026-01-02' })),
    )
    clock.set('2026-01-03')
    expect(activatedTexts(await activate())).toEqual(['A The one rule'])
  })

  it('is found by its words behind hundreds that are archived', async () => {
    const { activate, records } = openActivation({ fill: 0 })
    await records.learn(Array.from({ length: 200 }, (_, n) => ({ text: `Deploy ${n}` })))
    await records.archive((await records.list({ limit: 1_000 })).map(({ id }) => id))
    await records.learn({ text: 'Deploy late in the evening, when nobody works any more' })
    expect(activatedTexts(await activate({ query: 'deploy' }))).toHaveLength(1)
  })

  it('is found although hundreds of stronger records are of another kind, or for every file', async () => {
    const { activate, records, clock } = openActivation()
    await records.learn([
      { text: 'The one rule', type: 'policy', priority: 'high' },
      { text: 'Tokens last an hour', scope: 'src/auth/*' },
    ])
    clock.advance(day)
    for (let n = 0; n < 100; n++) await records.episode({ text: `Rule ${n} was broken`, type: 'policy' })
    await records.learn(Array.from({ length: 100 }, (_, n) => ({ text: `Choice ${n}`, type: 'decision' as const })))
    const found = activatedTexts(await activate({ filePath: 'src/auth/login.ts' }))
    expect(found.slice(0, 2)).toEqual(['A The one rule', 'B Tokens last an hour'])
  })

  it('says one statement once', async () => {
    const { activate, records } = openActivation()
    await records.learn([
      { text: 'Never commit secrets', type: 'policy' },
      { text: 'never commit secrets!', type: 'preference', priority: 'high' },
      { text: 'Likes tea' },
    ])
    const activated = await activate({ said: (text) => text === 'Likes tea' })
    expect(activatedTexts(activated)).toEqual(['A Never commit secrets'])
    expect(reasonOf(activated, 'never commit secrets!')).toBe('another record says the same')
    expect(reasonOf(activated, 'Likes tea')).toBe('the context says it already')
  })

  it('is the same for the same records and question', async () => {
    const kinds = fc.constantFrom('policy' as const, 'fact' as const, 'preference' as const)
    const given = fc.record({ text: fc.constantFrom('a tea', 'b tea', 'c', 'd rule', 'e'), type: kinds })
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 12 }), fc.nat(120), async (learned, budget) => {
        const first = openActivation()
        const second = openActivation()
        for (const record of learned) await first.records.learn(record)
        for (const record of learned) await second.records.learn(record)
        const request = { query: 'tea rule', budget }
        const activated = await first.activate(request)
        expect(await second.activate(request)).toEqual(activated)
        expect(tokensOf(activated)).toBeLessThanOrEqual(budget)
      }),
      { numRuns: 60 },
    )
  })

  it('has the given price', async () => {
    const { activate, records } = openActivation()
    await records.learn({ text: 'Likes tea' })
    expect(tokensOf(await activate({ price: ({ text }) => text.length }))).toBe('Likes tea'.length)
  })

  it('gives away no field of the storage', async () => {
    const { activate, records } = openActivation()
    await records.learn({ text: 'Likes tea' })
    const [one] = (await activate()).chosen
    expect(Object.keys(one?.record ?? {})).toContain('score')
    expect(Object.keys(one?.record ?? {})).not.toContain('strength')
    expect(Object.keys(one?.record ?? {})).not.toContain('tokens')
  })
})

describe('being activated', () => {
  it('counts as an access of B and C when they fit, never for A or for filling', async () => {
    const { activate, records, book, clock, cost } = openActivation()
    const learned = await records.learn([
      { text: 'Never deploy on Fridays', type: 'policy' },
      { text: 'Deploys take an hour' },
      { text: 'Likes tea' },
    ])
    const procedure = await records.procedure({ name: 'Deploy', steps: ['push'] })
    clock.advance(day)
    cost.writes = 0
    expect((await activate({ query: 'deploy' })).chosen).toHaveLength(4)
    expect(cost.writes).toBe(0)
    await book.flush()
    const counts = await Promise.all([...learned, procedure].map(({ id }) => records.get(id)))
    expect(counts.map((record) => record?.reinforcementCount)).toEqual([1, 2, 1, 2])
    expect(counts[1]?.accessedAt).toBe('2026-01-02T00:00:00.000Z')
  })

  it('counts for nothing when touchOn leaves it out, or for B when the score alone chose', async () => {
    for (const [touchOn, relevance, expected] of [
      [['recall'], 'required', [1, 1]],
      [['activation'], 'none', [1, 2]],
    ] as const) {
      const { records, book, withOptions } = openActivation({ relevance }, { records: { touchOn } })
      const [fact] = await records.learn({ text: 'Deploys take an hour' })
      const procedure = await records.procedure({ name: 'Deploy', steps: ['push'] })
      expect((await withOptions({})({ query: 'deploy' })).chosen).toHaveLength(2)
      await book.flush()
      const counts = await Promise.all([fact?.id ?? '', procedure.id].map((id) => records.get(id)))
      expect(counts.map((record) => record?.reinforcementCount)).toEqual(expected)
    }
  })
})

describe('an activation request', () => {
  it('is given up when the signal is aborted', async () => {
    const reason = new Error('enough')
    await expect(openActivation().activate({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('may be hostile', async () => {
    const { activate, records } = openActivation()
    await records.learn([
      { text: 'Never\0 \ud800 <b>', type: 'policy' },
      { text: 'Tea', scope: '*'.repeat(200) },
    ])
    const spentMs = startCpuClock()
    const query = '"*( NEAR/2 __proto__ \0'.repeat(50_000)
    expect(activatedTexts(await activate({ query, filePath: 'a/'.repeat(2_000) }))).toHaveLength(2)
    // No file has so long a path: what is scoped stays out.
    expect(activatedTexts(await activate({ query, filePath: 'a/'.repeat(500_000) }))).toEqual(['A Never \ufffd <b>'])
    expect(spentMs()).toBeLessThan(3_000)
  })
})
