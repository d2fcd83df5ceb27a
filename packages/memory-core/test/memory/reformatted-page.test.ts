import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A memory that was told these statements, one after another. */
async function told(...statements: readonly string[]) {
  const directory = await temporaryDirectory()
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const memory = await openMemory({ clock, directory })
  onTestFinished(() => memory.close())
  const file = join(directory, 'memory', 'MEMORY.md')
  const page = (): Promise<string> => readFile(file, 'utf8')
  let chats = 0

  async function say(content: string): Promise<void> {
    await memory.addMessages(`chat-${++chats}`, { role: 'user', content })
    await memory.flush()
    clock.advance(3 * 86_400_000)
  }

  async function edit(change: (text: string) => string): Promise<string> {
    const text = change(await page())
    await writeFile(file, text)
    await memory.flush()
    return text
  }

  for (const statement of statements) await say(statement)
  return { memory, say, edit, page, records: async () => (await memory.records.list()).map(({ text }) => text), file }
}

const friday = 'Deploy to production without asking me, unless it is a Friday'

describe('a wrapped line of MEMORY.md', () => {
  it('X7a is one fact with all its words, for the record, the context and every list', async () => {
    const { memory, edit, page, records } = await told(`${friday}.`)
    const text = await edit((before) => before.replace(', unless', ',\n  unless'))
    expect(await page()).toBe(text)
    expect(await records()).toEqual([`${friday}.`])
    expect(await memory.facts.list()).toMatchObject([{ text: `${friday} (2026-03-01)`, line: 5 }])
    expect(await memory.facts.search('production')).toEqual([`- ${friday} (2026-03-01)`])
    const { stable } = await memory.buildContext({ session: 'new', query: 'May I deploy?' })
    expect(stable).toContain(',\n  unless it is a Friday')
  })

  it('is told whole or not at all where the page is longer than its share', async () => {
    const { memory } = await told()
    const facts = Array.from(
      { length: 60 },
      (_, n) => `- Rule ${n}: deploy number ${n} without asking me,\n  unless it is a Friday ${n}\n`,
    )
    await memory.facts.replace(facts.join(''))
    const { stable } = await memory.buildContext({ session: 'new', query: 'May I deploy?', budget: 700 })
    const [starts, ends] = [stable.match(/^- Rule/gm) ?? [], stable.match(/^ {2}unless/gm) ?? []]
    expect(starts.length).toBeGreaterThan(5)
    expect(starts.length).toBeLessThan(60)
    expect(ends).toHaveLength(starts.length)
  })

  it('leaves with all its lines when a newer statement replaces it', async () => {
    const { say, edit, page } = await told('I live in Oslo.')
    await edit((text) => text.replace('in Oslo', 'in\n  Oslo'))
    await say('I moved to Rome.')
    expect(await page()).toBe('# Memory\n\n## About you\n\n- I moved to Rome (2026-03-04)\n')
  })

  it('X7a leaves with all its lines when a part of it is forgotten', async () => {
    const { memory, edit, page } = await told(`${friday}.`)
    await edit((text) => `${text.replace(', unless', ',\n  unless')}- mine\n`)
    await memory.forget({ text: 'unless it is a Friday' })
    expect(await page()).toBe('# Memory\n\n## Work and projects\n\n- mine\n')
  })
})

describe('a page of MEMORY.md that a person formats otherwise', () => {
  const statements = ['Never deploy on a Friday.', 'I prefer pnpm over npm.', 'I live in Oslo.']

  it.each([
    ['numbers', (text: string) => text.replaceAll(/^- /gm, () => '1. ')],
    ['brackets', (text: string) => text.replaceAll(/^- /gm, () => '2) ')],
    ['points', (text: string) => text.replaceAll(/^- /gm, '• ')],
    ['dashes', (text: string) => text.replaceAll(/^- /gm, '– ')],
  ])('X7a keeps its facts with %s, and a line that is replaced keeps its mark', async (_how, change) => {
    const { memory, say, edit, page, records } = await told(...statements)
    const text = await edit(change)
    expect(await page()).toBe(text)
    expect(await memory.facts.list()).toHaveLength(3)
    expect(await records()).toHaveLength(3)
    expect((await memory.check()).findings).toEqual([])
    await say('I moved to Rome.')
    expect(await page()).toBe(text.replace('I live in Oslo (2026-03-07)', 'I moved to Rome (2026-03-10)'))
  })

  it.each([
    ['paragraphs', (text: string) => text.replaceAll(/^- (.*) \(.*\)$/gm, '$1.\n')],
    ['a table', (text: string) => text.replaceAll(/^- (.*) \((.*)\)$/gm, '| $1 | $2 |')],
  ])('X7a removes nothing that stands in %s now, and writes it no second time', async (_how, change) => {
    const { memory, say, edit, page, records } = await told(...statements)
    const text = await edit(change)
    expect(await page()).toBe(text)
    expect(await records()).toHaveLength(3)
    expect((await memory.recall('pnpm')).items).toContainEqual(expect.objectContaining({ layer: 'records' }))
    const { findings } = await memory.check()
    expect(findings).toMatchObject([
      { severity: 'info', problem: expect.stringMatching(/^line \d+ and 2 more are no bullets: /) },
    ])
    await say('I moved to Rome.')
    expect(await page()).toContain('- I moved to Rome (2026-03-10)')
  })

  it('X7a ends what is commented out', async () => {
    const { edit, records } = await told(...statements)
    await edit((text) => text.replace(/^- (I live.*)$/m, '<!-- - $1 -->'))
    expect(await records()).toHaveLength(2)
  })
})

it('a page with the line ends of an old Mac keeps its records', async () => {
  const { memory, edit } = await told('I live in Oslo.', 'I am allergic to nuts.')
  await edit((text) => text.replaceAll('\n', '\r'))
  expect((await memory.records.list()).map(({ text }) => text).sort()).toEqual([
    'I am allergic to nuts.',
    'I live in Oslo.',
  ])
  expect((await memory.recall('Where do I live?')).items.map(({ layer }) => layer)).toContain('facts')
})

it('a page that is empty for a moment, while an editor saves it, keeps its records', async () => {
  const { memory, file } = await told('I live in Oslo.', 'I like jazz.')
  const text = await readFile(file, 'utf8')
  await writeFile(file, '')
  const asked = memory.buildContext({ session: 'asks', query: 'hello' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await writeFile(file, text.replace('Oslo', 'Oslo, Norway'))
  await asked
  await memory.flush()
  expect((await memory.records.list()).map((one) => one.text).sort()).toEqual([
    'I like jazz.',
    'I live in Oslo, Norway',
  ])
})
