import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { copyOf, opened, session } from './corruption-workspace.ts'
import { isLong } from './run-length.ts'

const page = 4096
const captured = 30
const learned = 120
const languages = ['Rust', 'Zig', 'Go', 'Elm', 'Perl', 'Ruby', 'Java', 'Lisp', 'Ada', 'Cobol']

let origin: string
let right: string[]
let pages: number

const textsOf = async (memory: Memory): Promise<string[]> =>
  (await memory.records.list({ limit: 1_000 })).map(({ text }) => text).sort(compareTexts)
const storeOf = (directory: string): string => join(directory, 'state/store.db')
const setAside = async (directory: string): Promise<string[]> =>
  (await fs.readdir(join(directory, 'state'))).filter((name) => /^store\.db\.corrupt-/.test(name))

beforeAll(async () => {
  origin = await fs.mkdtemp(join(tmpdir(), 'daybook-faults-'))
  const { memory } = await opened(origin)
  await memory.addMessages(
    session,
    Array.from({ length: captured }, (_, turn) => ({
      id: `m${turn}`,
      role: 'user' as const,
      content: `I prefer ${languages[turn % 10]} number ${turn} for project ${turn * 7919}.`,
    })),
  )
  for (let turn = 0; turn < learned; turn += 1)
    await memory.records.learn({
      text: `Rule ${turn}: window ${turn * 31} shuts before door ${turn * 17}`,
      type: 'policy',
    })
  // Longer than a page: it goes on in others.
  await memory.responses.put('long', 'a marmot '.repeat(2_000))
  right = await textsOf(memory)
  await memory.close()
  pages = (await fs.stat(storeOf(origin))).size / page
})
afterAll(() => fs.rm(origin, { recursive: true }))

async function damaged(number: number): Promise<{ memory: Memory; directory: string; again(): Promise<Memory> }> {
  const directory = await copyOf(origin)
  const handle = await fs.open(storeOf(directory), 'r+')
  await handle.write(Buffer.alloc(page, 0xa5), 0, page, number * page)
  await handle.close()
  const open: Memory[] = []
  const again = async (): Promise<Memory> => {
    const { memory } = await opened(directory)
    open.push(memory)
    return memory
  }
  const memory = await again()
  onTestFinished(async () => {
    for (const one of open) await one.close()
    await fs.rm(directory, { recursive: true })
  })
  return { memory, directory, again }
}

const firstCalls: [string, (memory: Memory) => Promise<unknown>][] = [
  ['an ordinary call', (memory) => memory.records.list().catch(() => undefined)],
  ['a repair', (memory) => memory.check({ repair: true })],
]

describe('a page of store.db that is overwritten', () => {
  it.each(firstCalls)(
    'costs at most what was learned on it, when %s finds it',
    async (_, first) => {
      expect(right).toHaveLength(captured + learned)
      const step = isLong ? 1 : Math.max(1, Math.floor(pages / 8))
      for (let number = 0; number < pages; number += step) {
        const { memory } = await damaged(number)
        await first(memory)
        await memory.records.list().catch(() => undefined)
        // A damage that no call came upon yet is found by the repair.
        await memory.check({ repair: true })
        await memory.recall('window')
        const now = await textsOf(memory)
        expect(new Set(now).size, `page ${number}`).toBe(now.length)
        expect(
          now.filter((text) => !right.includes(text)),
          `page ${number}`,
        ).toEqual([])
        const lost = right.filter((text) => !now.includes(text))
        expect(lost.length, `page ${number}`).toBeLessThan(15)
        expect(
          lost.filter((text) => !text.startsWith('Rule ')),
          `page ${number}`,
        ).toEqual([])
      }
    },
    600_000,
  )

  it('costs nothing where it is the first one, which says what the file is', async () => {
    const { memory } = await damaged(0)
    await expect(memory.records.list()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/takes over/),
    })
    expect(await textsOf(memory)).toEqual(right)
    expect(await memory.responses.get('long')).toBe('a marmot '.repeat(2_000))
  })

  it('stays a loss until a repair settles it or somebody deletes what was set aside', async () => {
    const { memory, directory, again } = await damaged(0)
    await memory.records.list().catch(() => undefined)
    for (const one of [memory, await again()]) {
      expect(await one.check()).toMatchObject({
        isSound: false,
        findings: [{ severity: 'warn', place: 'store', problem: expect.stringMatching(/151 rows could be read/) }],
      })
    }
    expect(await memory.check({ repair: true })).toMatchObject({
      isSound: true,
      findings: [{ repaired: true }, { severity: 'info' }],
    })
    expect(await memory.check()).toMatchObject({ isSound: true, findings: [{ severity: 'info' }] })
    expect(await setAside(directory)).toEqual([expect.stringMatching(/\.salvaged$/)])
    const other = await damaged(0)
    await other.memory.records.list().catch(() => undefined)
    expect((await other.memory.check()).isSound).toBe(false)
    for (const name of await setAside(other.directory)) await fs.rm(join(other.directory, 'state', name))
    expect(await other.memory.check()).toMatchObject({ isSound: true })
  })

  it('gives back once what was set aside: what is removed later stays removed', async () => {
    const { memory, again } = await damaged(0)
    await memory.records.list().catch(() => undefined)
    const [gone] = await memory.records
      .list({ limit: 1_000 })
      .then((all) => all.filter(({ text }) => text.startsWith('Rule 7:')))
    await memory.records.remove([gone?.id ?? ''])
    await memory.responses.clear()
    const other = await again()
    await other.check({ repair: true })
    expect(await textsOf(other)).toEqual(right.filter((text) => text !== gone?.text))
    expect(await other.responses.get('long')).toBeUndefined()
  })

  it('is salvaged from files that were set aside before, too', async () => {
    const { memory, directory, again } = await damaged(0)
    await memory.close()
    await fs.rename(storeOf(directory), `${storeOf(directory)}.corrupt-20260401T100000000Z`)
    await fs.rm(join(directory, 'state/store.json'))
    expect(await textsOf(await again())).toEqual(right)
  })

  it('gives back nothing that was removed before, from a file that was set aside', async () => {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    const { memory } = await opened(directory)
    const [gone] = await memory.records.list({ limit: 1 })
    await memory.records.remove([gone?.id ?? ''])
    await memory.close()
    await fs.copyFile(storeOf(origin), `${storeOf(directory)}.corrupt-20260401T100000000Z`)
    const { memory: again } = await opened(directory)
    onTestFinished(() => again.close())
    expect(await textsOf(again)).toEqual(right.filter((text) => text !== gone?.text))
  })

  it('is captured again where a repair takes out a single damaged row', async () => {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    const database = new DatabaseSync(storeOf(directory))
    database.exec("UPDATE records SET strength = strength + 1 WHERE body LIKE '%Cobol number 9 %'")
    database.close()
    const { memory } = await opened(directory)
    onTestFinished(() => memory.close())
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    await memory.recall('window')
    expect(await textsOf(memory)).toEqual(right)
  })

  it('leaves the marks of captures alone where nothing is lost, so that what was forgotten stays so', async () => {
    const { memory: before, directory } = await damaged(pages - 1)
    await before.close()
    await fs.copyFile(storeOf(origin), storeOf(directory))
    const { memory } = await opened(directory)
    const [one] = (await memory.records.list({ limit: 1_000 })).filter(({ source }) => source?.messageId === 'm3')
    await memory.records.remove([one?.id ?? ''])
    await memory.close()
    // An index, without which every row can be read.
    const database = new DatabaseSync(storeOf(directory))
    const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'records_by_priority'").get()
    database.close()
    const handle = await fs.open(storeOf(directory), 'r+')
    await handle.write(Buffer.alloc(page, 0xa5), 0, page, (Number(root?.['rootpage']) - 1) * page)
    await handle.close()
    const { memory: again } = await opened(directory)
    onTestFinished(() => again.close())
    expect((await again.check({ repair: true })).findings[0]?.remedy).toMatch(/0 could not/)
    await again.recall('window')
    expect(await textsOf(again)).toEqual(right.filter((text) => text !== one?.text))
  })
})

describe('a store that is gone', () => {
  it('stays a loss after the call that told it', async () => {
    const { memory, directory } = await damaged(0)
    for (const suffix of ['', '-wal', '-shm']) await fs.rm(storeOf(directory) + suffix, { force: true })
    await expect(memory.records.list()).rejects.toMatchObject({ code: 'corrupt' })
    await memory.records.list()
    const report = await memory.check()
    expect(report.isSound).toBe(false)
    expect(report.findings[0]).toMatchObject({ severity: 'warn', path: expect.stringMatching(/store\.db\.corrupt-/) })
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect((await memory.check()).isSound).toBe(true)
  })
})
