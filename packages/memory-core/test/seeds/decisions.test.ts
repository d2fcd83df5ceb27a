import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory, ProfileName } from '../../src/index.ts'
import { resolveLayers } from '../../src/options.ts'
import { profiles } from '../../src/profiles.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { historyTexts, talk, windowIds, workspace } from '../consolidation/workspace.ts'

const consolidating = ['default', 'grip', 'autobot', 'neoclaw'] as const

async function historyFiles(directory: string): Promise<string[]> {
  return (await readdir(join(directory, 'memory'))).filter((name) => name.startsWith('HISTORY')).sort()
}

describe('where the documents contradict each other', () => {
  it('X5 writes each its own form of history entry, and reads all', async () => {
    const { open } = await workspace()
    const written: string[] = []
    for (const profile of consolidating) {
      const memory = await open({ profile, history: { rotation: 'none', directory: profile } })
      await memory.history.append('They talked.')
      written.push((await memory.history.search('talked'))[0] ?? '')
      await memory.close()
    }
    expect(written).toEqual([
      '## 2026-03-01T09:30:00.000Z\n\nThey talked.',
      '[2026-03-01 09:30:00 UTC] They talked.',
      '2026-03-01 09:30: They talked.',
      '## 2026-03-01T09:30:00.000Z\n\nThey talked.',
    ])
  })

  it.each([
    ['default', ['HISTORY-2026-01.md', 'HISTORY-2026-02.md']],
    ['grip', ['HISTORY.md']],
    ['autobot', ['HISTORY.md']],
    ['neoclaw', ['HISTORY-2026-01.md', 'HISTORY-2026-02.md', 'HISTORY.md']],
  ] as const)('X6 rotates in %s to the files %j, and spans them all', async (profile, files) => {
    const { open, directory } = await workspace()
    const memory = await open({ profile })
    for (const month of ['01', '02']) await memory.history.append(`Month ${month}.`, { at: `2026-${month}-15` })
    expect(await historyFiles(directory)).toEqual(files)
    expect(await historyTexts(memory)).toEqual(['Month 01.', 'Month 02.'])
  })

  it.each([
    ['default', true],
    ['grip', false],
    ['autobot', false],
    ['neoclaw', true],
  ] as const)(
    'X12 keeps all messages in %s when the model fails, with a raw-fallback entry: %s',
    async (profile, has) => {
      const { open } = await workspace()
      const memory = await open({ profile, model: scriptedPrompt([new Error('overloaded')]) })
      await memory.addMessages('chat', talk(51))
      await memory.flush()
      expect(await windowIds(memory)).toHaveLength(51)
      const entries = await historyTexts(memory)
      expect(entries.map((entry) => entry.split('\n', 1)[0])).toEqual(has ? ['[raw-fallback]'] : [])
    },
  )

  it('X9 keeps knowledge in its own file and records in the database, and recalls from both', async () => {
    const { open, text, directory } = await workspace()
    const memory = await open({ knowledge: {} })
    await memory.knowledge.add('learned_fact', 'Etna is the staging server')
    await memory.records.learn({ text: 'Vesuvius is the production server' })
    const layers = (await memory.recall('server')).items.map(({ layer }) => layer)
    expect(new Set(layers)).toEqual(new Set(['knowledge', 'records']))
    expect(await text('memory/knowledge.json')).not.toContain('Vesuvius')
    expect((await readFile(join(directory, 'state/tables.db'), 'latin1')).includes('Etna')).toBe(false)
  })

  it('X10 has unknown names as learned_fact with a warning, as an error on writing a note, and as an error of a record', async () => {
    const { open, events } = await workspace()
    const memory = await open({ knowledge: {}, tools: 'all' })
    expect((await memory.knowledge.add('gossip', 'They say so')).category).toBe('learned_fact')
    expect(events).toMatchObject([{ type: 'category-unknown', level: 'warn' }])
    const input = { filename: 'a.md', name: 'A', description: 'a', type: 'gossip', content: 'a' }
    expect(await call(memory, 'memory_write', input)).toMatch(/^Error: Invalid type 'gossip'/)
    expect(await call(memory, 'memory_learn', { text: 'They say so', type: 'gossip' })).toMatch(/error|invalid/i)
    expect(await memory.records.list()).toEqual([])
  })

  it('X16 fades the history by the hour and records by the half-life', async () => {
    const { open, clock } = await workspace()
    const memory = await open()
    const [record] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    clock.advance(90 * 86_400_000)
    expect((await memory.records.get(record?.id ?? ''))?.score).toBe(0.5)
    const { history, records } = resolveLayers({})
    expect([history.decayRate, records.halfLifeDays]).toEqual([0.001, 90])
  })

  it('X17 counts what is put into a context as an access by default', async () => {
    const { open } = await workspace()
    const memory = await open()
    const [record] = await memory.records.learn({ text: 'API rate limit is 100/min' })
    await memory.buildContext({ query: 'what is the API rate limit?' })
    await memory.flush()
    expect((await memory.records.get(record?.id ?? ''))?.reinforcementCount).toBe(2)
  })

  it('X21 lets the count grow by its logarithm by default, so that no record outweighs all others', async () => {
    const { open } = await workspace()
    const memory = await open()
    const [record] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    for (let times = 2; times <= 8; times++) await memory.records.reinforce([record?.id ?? ''])
    expect((await memory.records.get(record?.id ?? ''))?.score).toBeCloseTo(1 + Math.log(8), 10)
  })

  it('X22 exports by default what is used often first, within a category', async () => {
    const { open, clock } = await workspace()
    const memory = await open({ knowledge: {} })
    for (let times = 0; times < 3; times++) await memory.knowledge.add('learned_fact', 'used often')
    clock.advance(1_000)
    await memory.knowledge.add('learned_fact', 'newer')
    expect(await memory.knowledge.exportForContext()).toBe('[learned_fact] used often\n[learned_fact] newer')
  })

  it('X27 keeps every folder at 0700 and every file at 0600', async () => {
    const { open, directory } = await workspace()
    const memory = await open({ knowledge: {} })
    await writeEverywhere(memory)
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const { mode } = await stat(join(entry.parentPath, entry.name))
        return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
      }),
    )
    expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
    for (const name of ['MEMORY.md', 'knowledge.json', 'tables.db', 'index.db', 'chat.jsonl', 'a.md'])
      expect(entries.map((entry) => entry.name)).toContain(name)
  })

  it('X28 makes the key by default of all that a response depends on', async () => {
    const { open } = await workspace()
    const memory = await open()
    const parts = { model: 'm', message: 'hi', system: 's', user: 'ada' }
    const keys = [{}, { model: 'n' }, { message: 'Hi' }, { system: 't' }, { user: 'bob' }, { tools: ['x'] }].map(
      (other) => memory.responses.key({ ...parts, ...other }),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the profiles', () => {
  const layersOf: Readonly<Record<ProfileName, string>> = {
    default: 'facts history notes records sessions',
    grip: 'facts history knowledge sessions',
    index: 'notes sessions',
    autobot: 'facts history sessions',
    cognitive: 'records sessions',
    neoclaw: 'facts history sessions',
  }

  it.each(Object.entries(layersOf))('turn on in %s: %s', async (name, layers) => {
    const { open } = await workspace()
    const profile = Object.keys(profiles).find((one): one is ProfileName => one === name)
    expect((await open({ profile })).layers.join(' ')).toBe(layers)
  })

  it('are frozen', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
    expect(isFrozen(profiles)).toBe(true)
  })

  it('give way to each single option, the others stay', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt(['No new facts.'])
    const memory = await open({ profile: 'grip', model, sessions: { window: 3 } })
    await memory.addMessages('chat', talk(7))
    expect([model.requests.length, await windowIds(memory)]).toEqual([1, ['m5', 'm6', 'm7']])
  })
})

async function call(memory: Memory, name: string, input: unknown): Promise<string> {
  return (await (await memory.tools()).find((tool) => tool.name === name)?.execute(input)) ?? `no tool ${name}`
}

async function writeEverywhere(memory: Memory): Promise<void> {
  await memory.facts.append('- Ada')
  await memory.facts.replace('- Ada lives in Turin\n')
  await memory.history.append('They talked.')
  await memory.notes.write({ filename: 'a.md', name: 'A', description: 'a', type: 'user', content: 'a' })
  await memory.knowledge.add('learned_fact', 'Etna')
  await memory.records.learn({ text: 'API rate limit is 100/min' })
  await memory.responses.put('key', 'answer')
  await memory.addMessages('chat', talk(60))
  await memory.flush()
}
