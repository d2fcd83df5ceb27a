import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { copyOf, opened, session } from './corruption-workspace.ts'
import { workplace } from './run-length.ts'

let origin: string

beforeAll(async () => {
  origin = await fs.mkdtemp(join(tmpdir(), 'daybook-faults-'))
  const { memory } = await opened(origin)
  await memory.addMessages(session, { id: 'm1', role: 'user', content: 'I prefer rye bread. The marmot sleeps.' })
  await memory.records.learn({ text: 'Always knock', source: { session: 'elsewhere', messageId: 'x1' } })
  await memory.recall('marmot')
  await memory.flush()
  await memory.close()
})
afterAll(() => fs.rm(origin, { recursive: true }))

async function without(name: string): Promise<{ memory: Memory; directory: string }> {
  const directory = await copyOf(origin)
  await fs.rm(join(directory, name), { recursive: true })
  const { memory } = await opened(directory)
  onTestFinished(async () => {
    await memory.close()
    await fs.rm(directory, { recursive: true })
  })
  return { memory, directory }
}

describe('a folder that somebody deleted', () => {
  it('sessions: is missed by those that speak of it, before and after the index has followed', async () => {
    const { memory } = await without('sessions')
    for (const turn of ['before', 'after']) {
      const report = await memory.check()
      expect(report.isSound, turn).toBe(false)
      expect(report.findings).toMatchObject([
        {
          severity: 'warn',
          place: 'sessions',
          path: `sessions/${session}.jsonl`,
          problem: expect.stringMatching(/file of this session is gone, and .*1 records were captured from it$/),
        },
      ])
      await memory.recall('marmot')
    }
    await memory.forget({ session })
    expect(await memory.check()).toMatchObject({ isSound: true })
  })

  it('sessions: is missed by the index alone, where nothing was captured', async () => {
    const directory = await workplace()
    const { memory } = await opened(directory)
    onTestFinished(() => memory.close())
    await memory.addMessages(session, { role: 'user', content: 'The marmot sleeps.' })
    await memory.recall('marmot')
    expect(await memory.check()).toMatchObject({ findings: [] })
    await fs.rm(join(directory, 'sessions'), { recursive: true })
    expect((await memory.check()).findings).toMatchObject([
      { severity: 'warn', problem: expect.stringMatching(/the index knows 1 of its messages$/) },
    ])
  })

  it('sessions: none is missed that was cleared or forgotten', async () => {
    const directory = await workplace()
    const { memory } = await opened(directory)
    onTestFinished(() => memory.close())
    for (const one of ['a', 'b'])
      await memory.addMessages(one, { role: 'user', content: `I prefer rye bread number ${one}.` })
    await memory.recall('bread')
    await memory.sessions.clear('a')
    await memory.forget({ session: 'b' })
    expect(await memory.check()).toMatchObject({ isSound: true })
  })

  it('S6 state: costs nothing, with no process', async () => {
    const { memory } = await without('state')
    expect(await memory.check()).toMatchObject({ isSound: true, findings: [] })
    expect((await memory.records.list()).length).toBeGreaterThan(0)
    expect((await memory.recall('bread')).items.length).toBeGreaterThan(0)
  })
})

describe('MEMORY.md', () => {
  const file = 'memory/MEMORY.md'
  const line = '- I prefer rye bread'

  async function changed(change: (path: string) => Promise<void>): Promise<{ page: string; told: string[] }> {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    expect(await fs.readFile(join(directory, file), 'utf8')).toContain(line)
    await change(join(directory, file))
    const { memory, events } = await opened(directory)
    await memory.flush()
    const page = await memory.facts.read()
    await memory.close()
    return { page, told: events.flatMap(({ type, level }) => (type.startsWith('facts-') ? [`${level} ${type}`] : [])) }
  }

  it.each([
    ['is gone', (path: string) => fs.rm(path)],
    ['has nothing but NUL bytes', (path: string) => fs.writeFile(path, '\0\0\0')],
  ])('that %s is written anew from the records, and this is told', async (_, change) => {
    const { page, told } = await changed(change)
    expect(page).toContain(line)
    expect(told).toContain('warn facts-written')
  })

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 0],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le'), 0],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1'), 1],
  ])('that was saved as %s removes and changes nothing, and is kept as it is', async (_, encoded, sound) => {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    const first = await opened(directory)
    await first.memory.addMessages(session, { role: 'user', content: 'I live in Zürich.' })
    await first.memory.facts.append('- The key is under the pot\n- Käse is in the cellar')
    await first.memory.flush()
    const records = async (memory: Memory): Promise<string[]> => (await memory.records.list()).map(({ text }) => text)
    const known = await records(first.memory)
    const right = await first.memory.facts.read()
    await first.memory.close()
    const bytes = encoded(right)
    await fs.writeFile(join(directory, file), bytes)
    const { memory, events } = await opened(directory)
    const { stable } = await memory.buildContext({ session: 'new', query: 'hello' })
    expect(stable).not.toMatch(/[\0\uFFFD]/)
    expect(stable).toContain('Zürich')
    const page = await fs.readFile(join(directory, file), 'utf8')
    expect(page).toContain('Zürich')
    expect(page.split('under the pot')).toHaveLength(1 + sound)
    expect(await records(memory)).toEqual(known)
    const { path: aside = '' } = events.find(({ type }) => type === 'file-quarantined') ?? {}
    expect(await fs.readFile(join(directory, aside))).toEqual(bytes)
    const { findings } = await memory.check()
    expect(findings).toContainEqual(expect.objectContaining({ path: aside, remedy: expect.stringMatching(/MEMORY 2/) }))
    await memory.addMessages(session, { role: 'user', content: 'I prefer tea.' })
    await memory.flush()
    await fs.writeFile(join(directory, 'memory/MEMORY 2.md'), right)
    await memory.check({ repair: true })
    await memory.flush()
    const lines = (await memory.facts.read()).split('\n')
    expect(lines).toEqual(expect.arrayContaining(right.split('\n').filter((line) => line.startsWith('- '))))
    expect(lines.join()).toContain('tea')
    expect(await records(memory)).toEqual(expect.arrayContaining(known))
    await memory.close()
  })

  it('that a person emptied stays so', async () => {
    const { page, told } = await changed((path) => fs.writeFile(path, ''))
    expect(page).not.toContain(line)
    expect(told).toEqual(['info facts-edited'])
  })
})

describe('a directory in the place of MEMORY.md', () => {
  it.each(['empty', 'with a file'])('(%s) is refused by reading and found by a check', async (how) => {
    const directory = await workplace()
    const { memory } = await opened(directory)
    onTestFinished(() => memory.close())
    const place = join(directory, 'memory/MEMORY.md')
    await fs.mkdir(place, { recursive: true })
    if (how === 'with a file') await fs.writeFile(join(place, 'a.md'), 'A')
    await expect(memory.facts.read()).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(/MEMORY\.md"? is a directory|empty directory is in its place/),
    })
    expect(await memory.check()).toMatchObject({ isSound: false, findings: [{ severity: 'error', place: 'facts' }] })
    await fs.rm(place, { recursive: true })
    expect(await memory.facts.read()).toBe('')
    expect(await memory.check()).toMatchObject({ isSound: true })
  })
})
