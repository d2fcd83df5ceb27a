import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { estimateTokens, type Memory, type NewRecord, type RecordType } from '../../src/index.ts'
import { talk, type Workspace, windowIds, workspace } from '../consolidation/workspace.ts'

const profile = 'cognitive'
const dayMs = 86_400_000

/** The table of types, as the document prints it. */
const table = [
  ['policy', 'critical', 'Never commit secrets'],
  ['workflow', 'high', 'Deploy pipeline steps'],
  ['pitfall', 'high', "Don't use ORM for bulk inserts"],
  ['architecture', 'high', 'Auth is separate service'],
  ['decision', 'medium', 'Chose SQLite over Postgres for X'],
  ['preference', 'medium', 'Prefers stdlib over deps'],
  ['fact', 'normal', 'API rate limit is 100/min'],
] as const

async function opened(): Promise<Workspace & { memory: Memory; call(tool: string, input: unknown): Promise<string> }> {
  const place = await workspace()
  const memory = await place.open({ profile, maintenance: { auto: false } })
  const call = async (name: string, input: unknown) =>
    (await (await memory.tools()).find((tool) => tool.name === name)?.execute(input)) ?? `no tool ${name}`
  return { ...place, memory, call }
}

async function learnTable(memory: Memory): Promise<void> {
  await memory.records.learn(table.map(([type, , text]): NewRecord => ({ type, text })))
}

/** The records of a context, as `A: text`. */
async function activated(memory: Memory, query: string, filePath?: string): Promise<string[]> {
  const { items } = await memory.buildContext({ query, ...(filePath === undefined ? {} : { filePath }) })
  return items.flatMap(({ layer, reason, text }) =>
    layer === 'records' && reason.startsWith('layer ') ? [`${reason[6]}: ${text}`] : [],
  )
}

describe('the cognitive memory of the document', () => {
  it('C01 keeps events, facts and workflows in SQLite, without a file of any other layer', async () => {
    const { memory, directory } = await opened()
    await memory.records.learn({ text: 'API rate limit is 100/min' })
    await memory.records.episode({ text: 'Migrated the orders table', outcome: 'success', tags: ['database'] })
    await memory.records.procedure({ name: 'Deploy', steps: ['test', 'build', 'push'] })
    await memory.flush()
    expect((await memory.records.stats()).byKind).toEqual({ semantic: 1, episodic: 1, procedural: 1 })
    const database = new DatabaseSync(join(directory, 'state/tables.db'), { readOnly: true })
    const index = new DatabaseSync(join(directory, 'state/index.db'), { readOnly: true })
    try {
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      expect(index.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE sql LIKE '%fts5%'").get()).not.toEqual({
        n: 0,
      })
    } finally {
      database.close()
      index.close()
    }
    expect(await readdir(directory)).not.toContain('.memory')
    expect(memory.layers).toEqual(['records', 'sessions'])
  })

  it.each(table)('C02 gives %s the priority %s, as of "%s"', async (type, priority, text) => {
    const { memory } = await opened()
    const [record] = await memory.records.learn({ type, text })
    expect(record).toMatchObject({ type, priority, text })
  })

  it('C03 injects before the model sees the prompt, as the page was a moment ago', async () => {
    const { memory } = await opened()
    const texts = async () => (await memory.buildContext({ session: 'chat', query: 'hello' })).volatile
    expect(await texts()).not.toContain('Never commit secrets')
    await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    expect(await texts()).toContain('Never commit secrets')
  })

  it('C04 always has policies, architecture and preferences from priority high, the most urgent first', async () => {
    const { memory } = await opened()
    await learnTable(memory)
    await memory.records.learn({ type: 'preference', priority: 'high', text: 'Always answer in English' })
    const baseline = (await activated(memory, 'something else')).filter((line) => line.startsWith('A: '))
    expect(baseline[0]).toBe('A: Never commit secrets')
    expect([...baseline].sort()).toEqual([
      'A: Always answer in English',
      'A: Auth is separate service',
      'A: Never commit secrets',
    ])
  })

  it('X18 has a preference in the baseline only from priority high, and the default of the table is medium', async () => {
    const { memory } = await opened()
    await memory.records.learn([
      { type: 'preference', text: 'Prefers stdlib over deps' },
      { type: 'preference', priority: 'high', text: 'Always answer in English' },
    ])
    expect(await activated(memory, 'something else')).toEqual([
      'A: Always answer in English',
      'B: Prefers stdlib over deps',
    ])
  })

  it('C05 scores by type weight × decay × reinforcement count, to the letter', async () => {
    const { memory, clock } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    const id = policy?.id ?? ''
    await memory.records.reinforce([id])
    await memory.records.reinforce([id])
    clock.advance(45 * dayMs)
    expect((await memory.records.get(id))?.score).toBeCloseTo(1 * 2 ** -0.5 * 3, 10)
  })

  it('C05 injects only above the threshold, the highest score first', async () => {
    const { memory, clock } = await opened()
    await memory.records.learn({ type: 'fact', text: 'Old news about the cellar' })
    clock.advance(100 * dayMs)
    await memory.records.learn({ type: 'fact', text: 'API rate limit is 100/min' })
    await memory.records.learn({ type: 'pitfall', text: "Don't use ORM for bulk inserts" })
    // 0.6 × 2^(−100/90) = 0.28
    expect(await activated(memory, 'something else')).toEqual([
      "B: Don't use ORM for bulk inserts",
      'B: API rate limit is 100/min',
    ])
  })

  it('C06 has the three workflows that fit the task, proven ones first', async () => {
    const { memory } = await opened()
    for (const name of ['Deploy by hand', 'Deploy by script', 'Deploy at night', 'Deploy to staging', 'Bake bread'])
      await memory.records.procedure({ name, steps: [`begin ${name}`, 'end'] })
    await memory.records.report('Deploy to staging', 'success')
    const procedures = (await activated(memory, 'deploy')).filter((line) => line.startsWith('C: '))
    expect(procedures).toHaveLength(3)
    expect(procedures[0]).toBe('C: Deploy to staging')
    expect(procedures.join()).not.toContain('bread')
  })

  it('C07 spends at most 800 tokens on records, on the baseline first', async () => {
    const { memory } = await opened()
    const long = (word: string, number: number) => `${word} ${number} ${'lorem ipsum dolor sit amet '.repeat(8)}`
    const types: readonly RecordType[] = ['policy', 'fact']
    for (const type of types)
      await memory.records.learn(Array.from({ length: 30 }, (_, at) => ({ type, text: long(type, at) })))
    const { items, volatile } = await memory.buildContext({ query: 'something else', budget: 100_000 })
    const records = items.filter(({ layer }) => layer === 'records')
    expect(records.every(({ reason }) => reason.startsWith('layer A'))).toBe(true)
    expect(records.length).toBeGreaterThan(5)
    const lines = volatile.split('\n').filter((line) => /^- \(policy|^- \(fact/.test(line))
    expect(lines).toHaveLength(records.length)
    expect(estimateTokens(lines.join('\n'))).toBeLessThanOrEqual(800)
  })

  it.each([
    ['I prefer tabs over spaces.', 'preference', 'medium'],
    ['Always use pnpm.', 'preference', 'high'],
    ['Never use semicolons.', 'preference', 'high'],
    ['Actually the port is 5433.', 'fact', 'high'],
    ['No, the port is 5433.', 'fact', 'high'],
    ['It is not MySQL but Postgres.', 'fact', 'high'],
    ['Every commit must be signed.', 'policy', 'critical'],
    ['A review is required before merging.', 'policy', 'critical'],
    ["Don't ever push to main.", 'policy', 'critical'],
  ])('C08 captures %j as %s of priority %s, and asks no model', async (content, type, priority) => {
    const { open } = await workspace()
    const memory = await open({ profile, model: () => Promise.reject(new Error('no model is to be asked')) })
    await memory.addMessages('chat', { role: 'user', content })
    await memory.flush()
    expect(await memory.records.list()).toMatchObject([{ type, priority, kind: 'semantic', author: 'user' }])
  })

  it('C08 captures from the user alone', async () => {
    const { memory } = await opened()
    await memory.addMessages('chat', [
      { role: 'assistant', content: 'Never use semicolons.' },
      { role: 'system', content: 'Always use pnpm.' },
      { role: 'user', content: 'Thanks!' },
    ])
    await memory.flush()
    expect(await memory.records.list()).toEqual([])
  })

  it('X20 takes "never X" for a preference, "don\'t ever X" for a policy, and "no, thanks" for nothing', async () => {
    const { memory } = await opened()
    await memory.addMessages('chat', [
      { role: 'user', content: 'Never use tabs.' },
      { role: 'user', content: "Don't ever commit secrets." },
      { role: 'user', content: 'No, thanks.' },
    ])
    await memory.flush()
    const types = (await memory.records.list()).map(({ type, text }) => `${type}: ${text}`)
    expect(types).toEqual(["policy: Don't ever commit secrets.", 'preference: Never use tabs.'])
  })

  it('C09 offers the six tools of the document', async () => {
    const { memory } = await opened()
    const names = [
      'memory_consolidate',
      'memory_episode',
      'memory_learn',
      'memory_procedure',
      'memory_recall',
      'memory_stats',
    ]
    expect(new Set((await memory.tools()).map(({ name }) => name))).toEqual(new Set(names))
  })

  it('C09 does with its tools what the table says', async () => {
    const { memory, call } = await opened()
    await call('memory_learn', {
      text: 'Auth is separate service',
      type: 'architecture',
      scope: 'src/auth/**',
      priority: 'high',
    })
    await call('memory_episode', { text: 'Rotated the keys', outcome: 'success', tags: ['security'] })
    await call('memory_procedure', { name: 'Deploy', steps: ['npm test', 'git push'] })
    expect(
      await call('memory_recall', {
        query: 'auth service',
        types: ['architecture'],
        filePath: 'src/auth/login.ts',
        budget: 200,
      }),
    ).toContain('Auth is separate service')
    expect(
      await call('memory_recall', { query: 'auth service', types: ['architecture'], filePath: 'src/pay/card.ts' }),
    ).not.toContain('Auth is separate service')
    const stats = await memory.records.stats()
    expect(stats.active).toBe(3)
    expect(await call('memory_stats', {})).toContain(String(stats.tokens))
    expect(await call('memory_consolidate', { dryRun: true })).toContain('3')
  })

  it('C10 halves the score every 90 days without access', async () => {
    const { memory, clock } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    const scores: number[] = []
    for (let quarter = 0; quarter < 4; quarter++) {
      scores.push((await memory.records.get(policy?.id ?? ''))?.score ?? 0)
      clock.advance(90 * dayMs)
    }
    expect(scores).toEqual([1, 0.5, 0.25, 0.125])
  })

  it('C11 counts each recall, and the score grows with the count', async () => {
    const { memory } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    await memory.recall('commit secrets')
    await memory.records.recall('commit secrets')
    await memory.flush()
    expect(await memory.records.get(policy?.id ?? '')).toMatchObject({ reinforcementCount: 3, score: 3 })
  })

  it('X17 counts a recall as an access, an injection not', async () => {
    const { memory } = await opened()
    const fact = (await memory.records.learn({ type: 'fact', text: 'The deploy takes 5 minutes' }))[0]?.id ?? ''
    const { id: procedure } = await memory.records.procedure({
      name: 'Deploy by script',
      steps: ['npm test', 'git push'],
    })
    const counts = async () => {
      await memory.flush()
      const records = await Promise.all([fact, procedure].map((id) => memory.records.get(id)))
      return records.map((record) => record?.reinforcementCount)
    }
    expect(await activated(memory, 'deploy')).toHaveLength(2)
    expect(await counts()).toEqual([1, 1])
    await memory.records.recall('deploy')
    expect(await counts()).toEqual([2, 2])
  })

  it('C12 starts the decay anew when the user says "remember this"', async () => {
    const { memory, clock } = await opened()
    const [known] = await memory.records.learn({
      type: 'preference',
      priority: 'high',
      text: 'I prefer tabs over spaces',
    })
    clock.advance(90 * dayMs)
    expect((await memory.records.get(known?.id ?? ''))?.score).toBeCloseTo(0.4, 10)
    await memory.addMessages('chat', { role: 'user', content: 'Remember this: I prefer tabs over spaces.' })
    await memory.flush()
    const again = await memory.records.get(known?.id ?? '')
    expect(again?.accessedAt).toBe(new Date(clock()).toISOString())
    expect(again?.score).toBeCloseTo(0.8 * 2, 10)
  })

  it('C13 archives below 0.1 once a week, by itself', async () => {
    const { open, clock } = await workspace()
    const memory = await open({ profile })
    const [fact] = await memory.records.learn({ type: 'fact', text: 'API rate limit is 100/min' })
    const isArchived = async () => {
      await memory.recall('anything')
      await memory.flush()
      return (await memory.records.get(fact?.id ?? ''))?.archivedAt !== undefined
    }
    expect(await isArchived()).toBe(false)
    // 0.6 × 2^(−d/90) < 0.1 from 232.6 days on.
    clock.advance(232 * dayMs)
    expect(await isArchived()).toBe(false)
    clock.advance(6 * dayMs)
    expect(await isArchived()).toBe(false)
    clock.advance(1 * dayMs)
    expect(await isArchived()).toBe(true)
  })

  it('C13 finds what is archived, and never activates it', async () => {
    const { memory } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    await memory.records.archive([policy?.id ?? ''])
    expect((await memory.records.recall('commit secrets')).map(({ text }) => text)).toEqual(['Never commit secrets'])
    expect((await memory.recall('commit secrets')).items.map(({ text }) => text)).toEqual(['Never commit secrets'])
    expect(await activated(memory, 'may I commit secrets?')).toEqual([])
  })

  it('X19 has three layers though it says four: the fourth is what only a search finds', async () => {
    const { memory } = await opened()
    await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    await memory.records.learn({ type: 'fact', text: 'The deploy target is Turin' })
    await memory.records.procedure({ name: 'Deploy', steps: ['npm test', 'git push'] })
    const [gone] = await memory.records.learn({ type: 'fact', text: 'The deploy target was Milan' })
    await memory.records.archive([gone?.id ?? ''])
    const lines = await activated(memory, 'deploy target')
    expect([...new Set(lines.map((line) => line.slice(0, 1)))].sort()).toEqual(['A', 'B', 'C'])
    expect(lines.join('\n')).not.toContain('Milan')
    expect((await memory.records.recall('deploy target')).map(({ text }) => text)).toContain(
      'The deploy target was Milan',
    )
  })

  it('C14 injects what is scoped to the file in focus by a glob, and nothing of other files', async () => {
    const { memory } = await opened()
    await memory.records.learn([
      { type: 'policy', text: 'Use prepared statements', scope: 'src/**/*.sql' },
      { type: 'policy', text: 'No business logic in components', scope: 'src/ui/**' },
    ])
    expect(await activated(memory, 'hello', 'src/db/orders.sql')).toEqual(['A: Use prepared statements'])
    expect((await memory.records.list({ filePath: 'src/ui/Button.tsx' })).map(({ text }) => text)).toEqual([
      'No business logic in components',
    ])
  })

  it('C15 finds records by content, by tags and by scope', async () => {
    const { memory } = await opened()
    await memory.records.learn([
      { text: 'The invoice is a PDF', tags: ['billing'], scope: 'src/payments/**' },
      { text: 'The sky is blue' },
    ])
    for (const query of ['invoice', 'billing', 'payments'])
      expect([query, (await memory.records.recall(query)).map(({ text }) => text)]).toEqual([
        query,
        ['The invoice is a PDF'],
      ])
  })

  it('C15 reads the baseline by priority, then by score', async () => {
    const { memory } = await opened()
    const [, second] = await memory.records.learn([
      { type: 'architecture', text: 'Auth is separate service' },
      { type: 'architecture', text: 'The queue is Postgres' },
      { type: 'policy', text: 'Never commit secrets' },
    ])
    await memory.records.reinforce([second?.id ?? ''])
    const expected = ['Never commit secrets', 'The queue is Postgres', 'Auth is separate service']
    expect(await activated(memory, 'hello')).toEqual(expected.map((text) => `A: ${text}`))
    expect((await memory.records.list()).map(({ text }) => text)).toEqual(expected)
  })

  it('C16 is below 0.1 after 299 days with weight 1 and count 1, and not after 298', async () => {
    const { memory, clock } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    const score = async () => (await memory.records.get(policy?.id ?? ''))?.score ?? 0
    clock.advance(298 * dayMs)
    expect(await score()).toBeGreaterThan(0.1)
    clock.advance(1 * dayMs)
    expect(await score()).toBeLessThan(0.1)
  })

  it('X21 starts the reinforcement count at 1: a new record has its full weight', async () => {
    const { memory } = await opened()
    const [policy] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    expect(await memory.records.get(policy?.id ?? '')).toMatchObject({ reinforcementCount: 1, score: 1 })
  })

  it('does not consolidate: a long session is trimmed to 50 messages', async () => {
    const { memory } = await opened()
    await memory.addMessages('chat', talk(60))
    await memory.flush()
    expect(await windowIds(memory)).toHaveLength(50)
  })
})
