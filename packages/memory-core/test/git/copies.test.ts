import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { shelf } from './repository.ts'

const begun = Date.parse('2026-03-01T09:00:00Z')

async function using<T>(directory: string, work: (memory: Memory) => Promise<T>, minutes = 0): Promise<T> {
  const memory = await openMemory({
    directory,
    clock: () => begun + minutes * 60_000,
    knowledge: {},
    consolidation: { auto: false },
    maintenance: { auto: false },
  })
  try {
    return await work(memory)
  } finally {
    await memory.close()
  }
}

const shared = ['memory/MEMORY.md', 'memory/HISTORY-2026-03.md', 'journal/records.jsonl', 'journal/items.jsonl']

/** Puts what another machine has made of the shared files beside them, as a sync tool does. */
async function sync(here: string, there: string, named: (path: string) => string): Promise<void> {
  for (const path of shared) await cp(join(there, path), join(here, named(path)))
  await cp(join(there, 'sessions'), join(here, 'sessions'), { recursive: true })
}

const page = async (directory: string): Promise<string> => readFile(join(directory, 'memory/MEMORY.md'), 'utf8')

async function withoutLine(directory: string, text: string): Promise<void> {
  const lines = (await page(directory)).split('\n').filter((line) => !line.includes(text))
  await writeFile(join(directory, 'memory/MEMORY.md'), lines.join('\n'))
}

describe('copies that a sync tool made of a memory changed on two machines', () => {
  it.each([
    ['Dropbox', (path: string) => path.replace(/(\.\w+)$/, ' (conflicted copy 2026-03-01)$1')],
    ['Syncthing', (path: string) => path.replace(/(\.\w+)$/, '.sync-conflict-20260301-090000-ABCDEFG$1')],
    ['iCloud', (path: string) => path.replace(/(\.\w+)$/, ' 2$1')],
  ])('%s: are named by a check and merged by its repair, everything once and nothing that left', async (_, named) => {
    const folder = await shelf()
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    await using(here, async (memory) => {
      await memory.facts.append('- By hand: before')
      await memory.facts.append('- By hand: leaves here')
      await memory.facts.append('- By hand: leaves there')
      await memory.history.append('Before.')
      await memory.addMessages('chat', { role: 'user', content: 'I am allergic to peanuts.' })
      await memory.records.learn({ text: 'Crate 1 is in bay 1.' })
      await memory.items.put([{ namespace: ['shelf'], key: 'before', value: 1 }])
    })
    await cp(here, there, { recursive: true })
    for (const [at, directory] of [here, there].entries()) {
      const name = at === 0 ? 'here' : 'there'
      const work = async (memory: Memory): Promise<void> => {
        await memory.facts.append(`- By hand: ${name}`)
        await memory.flush()
        await withoutLine(directory, `leaves ${name}`)
        await memory.history.append(`Said ${name}.`)
        await memory.addMessages(name, {
          role: 'user',
          content: at === 0 ? 'I live in Lisbon.' : 'I prefer rye bread.',
        })
        await memory.records.learn({ text: `Crate ${at + 2} is ${name}.` })
        await memory.items.put([{ namespace: ['shelf'], key: name, value: 1 }])
        await memory.items.remove(['shelf'], at === 0 ? ['before'] : [])
      }
      await using(directory, work, at + 1)
    }
    await sync(here, there, named)
    await using(here, async (memory) => {
      const findings = async (): Promise<string[]> =>
        (await memory.check()).findings.flatMap(({ path = '', problem }) => (/copy/.test(problem) ? [path] : []))
      expect(new Set(await findings())).toEqual(new Set(shared.map(named)))
      await memory.check({ repair: true })
      expect(await findings()).toEqual([])
      await memory.recall('crate')
      await memory.flush()
      const { isSound, text: said } = await memory.check()
      expect(isSound, said).toBe(true)
      const text = await page(here)
      for (const fact of ['hand: before', 'hand: here', 'hand: there', 'peanuts', 'Lisbon', 'rye bread'])
        expect(text.split(fact), fact).toHaveLength(2)
      expect(text).not.toContain('leaves')
      const history = (await memory.history.list()).map((entry) => entry.text)
      expect(history.filter((entry) => /^(?:Before|Said)/.test(entry))).toEqual([
        'Before.',
        'Said here.',
        'Said there.',
      ])
      const records = (await memory.records.list({ limit: 99 })).map((record) => record.text)
      expect(records.filter((record) => record.startsWith('Crate'))).toHaveLength(3)
      expect(
        (await memory.items.search({ prefix: ['shelf'], limit: 9 })).map(({ key }) => key).toSorted(compareTexts),
      ).toEqual(['here', 'there'])
    })
    expect((await readdir(join(here, 'journal'))).toSorted(compareTexts)).toEqual(['items.jsonl', 'records.jsonl'])
  })
})

it('copies of notes, of knowledge.json and of RECORDS.md are named by a check, and no context has them', async () => {
  const here = await shelf()
  const copied = [
    '.memory/ada (conflicted copy).md',
    '.memory/ada.sync-conflict-20260301-090000-ABCDEFG.md',
    '.memory/ada 2.md',
    'memory/knowledge (conflicted copy).json',
    'memory/RECORDS (conflicted copy).md',
  ]
  await using(here, async (memory) => {
    await memory.notes.write({ name: 'Ada', description: 'Who Ada is', type: 'user', content: 'Leads the orchard.' })
    await memory.notes.write({ name: 'Week', description: 'Plans', type: 'project', content: 'Prune.' })
    await memory.notes.write({
      filename: 'week 2.md',
      name: 'Week 2',
      description: 'Later',
      type: 'project',
      content: 'Graft.',
    })
    await memory.knowledge.add('project_decision', 'Tiles at night')
    await memory.records.learn({ text: 'Crate 1 is in bay 1.' })
  })
  for (const path of copied)
    await cp(join(here, path.replace(/(?: \(.*\)|\.sync-.*| 2)(?=\.\w+$)/, '')), join(here, path))
  await using(here, async (memory) => {
    const index = await memory.notes.index()
    expect(index.match(/\]\(.*?\)/g)).toEqual(['](ada.md)', '](week%202.md)', '](week.md)'])
    const { stable, volatile } = await memory.buildContext({ session: 'chat', query: 'Who leads the orchard?' })
    expect(`${stable}${volatile}`.split('Who Ada is')).toHaveLength(2)
    expect((await memory.recall('orchard')).items).toHaveLength(1)
    const { findings } = await memory.check({ repair: true })
    expect(findings.map(({ path }) => path).toSorted()).toEqual(copied.toSorted())
    expect(new Set(findings.map(({ remedy }) => remedy))).toEqual(
      new Set(['compare both by hand, and delete the copy']),
    )
    await memory.forget({ text: 'orchard' })
    expect(await filesWith(here, ['orchard'])).toEqual([])
  })
})
