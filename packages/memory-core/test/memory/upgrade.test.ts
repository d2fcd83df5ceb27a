import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { workplace } from '../faults/run-length.ts'

/** Written by the version before: records and items in `state/store.db`. */
const old = fileURLToPath(new URL('../fixtures/format-1', import.meta.url))
const texts = [
  'Deploys happen on Tuesdays.',
  'My favourite editor is Zed.',
  'Please always answer in British English.',
  'The staging database is wiped every night.',
  'We decided to use PostgreSQL for billing.',
  'release',
]

async function oldFolder(): Promise<string> {
  const directory = await workplace()
  fs.cpSync(old, directory, { recursive: true })
  return directory
}

async function expectAll(directory: string): Promise<void> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  try {
    expect((await memory.records.list({ limit: 99 })).map(({ text }) => text).sort(compareTexts)).toEqual(texts)
    expect((await memory.items.get(['users', 'ada@example.com'], ['theme']))[0]?.value).toEqual({ dark: true })
    expect((await memory.recall('editor')).items.map(({ text }) => text)).toContainEqual(expect.stringContaining('Zed'))
    await memory.flush()
    expect(await memory.records.list({ limit: 99 })).toHaveLength(texts.length)
    expect(await memory.check()).toMatchObject({ isSound: true, findings: [] })
  } finally {
    await memory.close()
  }
}

describe('a memory of the format before', () => {
  it('is moved over once: nothing is lost, doubled or learnt again', async () => {
    const directory = await oldFolder()
    for (let opening = 0; opening < 2; opening += 1) await expectAll(directory)
    expect(fs.readdirSync(join(directory, 'state')).sort()).toEqual([
      '.gitignore',
      'daybook.json',
      'index.db',
      'lock.db',
      'tables.db',
    ])
    expect(fs.readdirSync(join(directory, '.daybook/consolidation'))).toContain('applied.jsonl')
    fs.rmSync(join(directory, 'state'), { recursive: true })
    await expectAll(directory)
  })

  it('is told to be of a newer format where an older version looks', async () => {
    const directory = await oldFolder()
    await expectAll(directory)
    const marker = join(directory, 'state/daybook.json')
    expect(fs.readFileSync(marker, 'utf8')).toBe('{"daybook":2}\n')
    expect(fs.readFileSync(join(directory, 'state/lock.db'), 'utf8')).toMatch(/newer version of Daybook/)
    fs.rmSync(join(directory, 'state'), { recursive: true })
    await expectAll(directory)
    expect(fs.existsSync(marker)).toBe(true)
  })

  it('is moved over once more when the process died in between', async () => {
    const directory = await oldFolder()
    const store = fs.readFileSync(join(directory, 'state/store.db'))
    await expectAll(directory)
    // As it is before the marker is written: the journals are there, and so is the store.
    fs.rmSync(join(directory, '.daybook/daybook.json'))
    for (const name of ['lock.db', 'daybook.json']) fs.rmSync(join(directory, 'state', name))
    fs.writeFileSync(join(directory, 'state/store.db'), store)
    await expectAll(directory)
  })

  it('has an owner whose file is synced before the old one is removed', async () => {
    const directory = await oldFolder()
    fs.writeFileSync(join(directory, 'state/owner.json'), '{"user":"ada"}\n')
    const { fsync } = fs
    const synced = new Set<number>()
    const spy = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, done) => {
      synced.add(fs.fstatSync(descriptor).ino)
      fsync(descriptor, done)
    })
    onTestFinished(() => spy.mockRestore())
    await expectAll(directory)
    expect(fs.existsSync(join(directory, 'state/owner.json'))).toBe(false)
    const owner = join(directory, '.daybook/owner.json')
    expect(fs.readFileSync(owner, 'utf8')).toBe('{"user":"ada"}\n')
    expect([owner, join(directory, '.daybook')].map((path) => synced.has(fs.statSync(path).ino))).toEqual([true, true])
  })

  it('is moved over by one of several that open it', async () => {
    const directory = await oldFolder()
    const storages = await Promise.all([1, 2, 3].map(() => localStorage({ directory })))
    for (const storage of storages) {
      expect(await storage.records.list({ limit: 99 })).toHaveLength(texts.length)
      await storage.close()
    }
  })

  it('is refused while its store is damaged, and is left as it is', async () => {
    const directory = await oldFolder()
    const file = join(directory, 'state/store.db')
    fs.writeFileSync(file, 'no database at all, but as long as one'.repeat(500))
    await expect(localStorage({ directory })).rejects.toMatchObject({ code: 'corrupt' })
    expect(fs.existsSync(join(directory, '.daybook/daybook.json'))).toBe(false)
    fs.copyFileSync(join(old, 'state/store.db'), file)
    await expectAll(directory)
  })
})
