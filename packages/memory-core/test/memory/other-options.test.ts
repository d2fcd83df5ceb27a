import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FactsOptions } from '../../src/documents/facts-file.ts'
import { openMemory } from '../../src/memory.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** One folder, opened again and again with other options. */
async function folder() {
  const directory = await temporaryDirectory()
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  let chats = 0

  /** Says something in a chat of its own, and answers MEMORY.md. */
  async function said(text: string | undefined, facts: FactsOptions = {}): Promise<string> {
    const memory = await openMemory({ directory, clock, facts })
    if (text !== undefined) await memory.addMessages(`chat-${++chats}`, { role: 'user', content: text })
    await memory.flush()
    await memory.close()
    clock.advance(86_400_000)
    return readFile(join(directory, facts.directory ?? 'memory', 'MEMORY.md'), 'utf8').catch(() => '')
  }

  return { directory, clock, said }
}

const allergy = "- I'm allergic to penicillin (2026-03-01)\n"

it.each([
  ['a kind was not told', { tell: { health: 'never' } }],
  ['the page was at its limit', { limits: { bytes: 256 } }],
] satisfies [string, FactsOptions][])('MEMORY.md has again what it lost while %s', async (_why, facts) => {
  const { said } = await folder()
  const first = await said("I'm allergic to penicillin. I live in Oslo. I prefer pnpm over npm.")
  const lost = await said('My sister Mia lives in Lisbon. We use PostgreSQL 16 for the billing of the shop.', facts)
  const has = (page: string) => (line: string) => page.includes(line)
  const before = first.match(/^- .*\n/gm) ?? []
  expect(before).toHaveLength(3)
  expect(before.every(has(lost))).toBe(false)
  const after = await said(undefined)
  expect(before.filter(has(after))).toEqual(before)
  expect(after).toContain('- My sister Mia lives in Lisbon (2026-03-02)\n')
})

it('MEMORY.md has again what left it by a clock that was ahead', async () => {
  const { said, clock } = await folder()
  expect(await said('The release is on 12 March 2026. I live in Oslo.')).toContain('release')
  clock.set('2027-03-01T09:00:00.000Z')
  expect(await said(undefined)).not.toContain('release')
  clock.set('2026-03-02T09:00:00.000Z')
  expect(await said('I prefer pnpm over npm.')).toContain('- The release is on 12 March 2026 (2026-03-01)\n')
})

it('MEMORY.md in its first folder is up to date after a time in another one', async () => {
  const { said } = await folder()
  await said("I'm allergic to penicillin. I live in Oslo.")
  expect(await said('I moved to Rome.', { directory: 'docs' })).toContain('Rome')
  const page = await said(undefined)
  expect(page).toContain('- I moved to Rome (2026-03-02)\n')
  expect(page).not.toContain('Oslo')
  expect(page).toContain(allergy)
})

it('MEMORY.md with other headings keeps none of the former ones without a line', async () => {
  const { said } = await folder()
  await said('I live in Oslo.')
  const page = await said('I moved to Rome.', { headings: { about: 'Über dich' } })
  expect(page).toBe('# Memory\n\n## Über dich\n\n- I moved to Rome (2026-03-02)\n')
})

describe('a memory without capture', () => {
  const noCapture = { capture: { auto: false }, consolidation: { auto: false } } as const

  it('leaves what it indexes to be captured by another, and what a person removed removed', async () => {
    const directory = await temporaryDirectory()
    const other = await openMemory({ directory, ...noCapture })
    await other.addMessages('chat', { role: 'user', content: "I'm allergic to penicillin. I live in Oslo." })
    expect((await other.recall('penicillin')).items).toHaveLength(1)
    await other.close()
    const own = await openMemory({ directory })
    await own.flush()
    const first = await own.facts.read()
    expect(first).toContain('penicillin')
    expect(first).toContain('Oslo')
    await own.close()
    await writeFile(join(directory, 'memory', 'MEMORY.md'), first.replace(/- I live in Oslo.*\n/, ''))
    const again = await openMemory({ directory, ...noCapture })
    await again.addMessages('chat', { role: 'user', content: 'My sister Mia lives in Lisbon.' })
    await again.flush()
    await again.close()
    const later = await openMemory({ directory })
    onTestFinished(() => later.close())
    await later.flush()
    const page = await later.facts.read()
    expect(page).toMatch(/Mia lives in Lisbon/)
    expect(page).not.toContain('Oslo')
    expect(page.match(/penicillin/g)).toHaveLength(1)
  })

  it('takes nothing from one that captures beside it', async () => {
    const directory = await temporaryDirectory()
    const [own, other] = await Promise.all([openMemory({ directory }), openMemory({ directory, ...noCapture })])
    const cities = ['Oslo', 'Rome', 'Graz', 'Kiel', 'Bern', 'Lyon', 'Porto', 'Turin']
    for (const [i, city] of cities.entries()) {
      const by = i % 2 === 0 ? own : other
      await by.addMessages(`chat-${i % 3}`, { role: 'user', content: `My friend in ${city} is allergic to nuts.` })
      await other.recall(city)
      await own.recall(city)
    }
    await Promise.all([own.close(), other.close()])
    const later = await openMemory({ directory })
    onTestFinished(() => later.close())
    await later.flush()
    const page = await later.facts.read()
    expect(cities.filter((city) => !page.includes(city))).toEqual([])
  })
})
