import fs from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MemoryError, type MemoryEvent } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { copyOf, filledDirectory, isLong, opened, session, type View, viewOf } from './corruption-workspace.ts'

/** What a person or a program saw after a damage. */
interface Seen {
  view: View | undefined
  /** What was thrown, reported or found, as one text; "" when nothing says that anything is wrong. */
  told: string
}

if (isLong) vi.setConfig({ testTimeout: 1_200_000 })

let origin: string
let right: View

beforeAll(async () => {
  origin = await filledDirectory()
  const { memory } = await opened(origin)
  right = await viewOf(memory)
  await memory.close()
})
afterAll(() => fs.rm(origin, { recursive: true }))

const loud = ({ level }: MemoryEvent): boolean => level !== 'info'

/** Opens a damaged directory and looks at everything: nothing but a MemoryError may come of it. */
async function look(directory: string): Promise<Seen> {
  const told: string[] = []
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      told.push(error.message)
      return undefined
    }
  }
  const open = await attempt(() => opened(directory))
  if (!open) return { view: undefined, told: told.join('\n') }
  const { memory, events } = open
  const report = await attempt(() => memory.check())
  const view = await attempt(() => viewOf(memory))
  await attempt(() => memory.recall('marmot'))
  await attempt(() => memory.close())
  told.push(...events.filter(loud).map(({ message }) => message))
  told.push(...(report?.findings ?? []).filter(({ severity }) => severity !== 'info').map(({ problem }) => problem))
  return { view, told: told.join('\n') }
}

async function withFile(path: string, change: (bytes: Buffer) => Buffer): Promise<Seen> {
  const directory = await copyOf(origin)
  try {
    const file = join(directory, path)
    await fs.writeFile(file, change(await fs.readFile(file)))
    return await look(directory)
  } finally {
    await fs.rm(directory, { recursive: true })
  }
}

/** Places from 0 to before `end`: each (or each `longStep`th) of them in the long run, else so many, spread and always the same. */
function places(end: number, sample: number, longStep = 1): number[] {
  const step = isLong ? longStep : Math.max(1, Math.floor(end / sample))
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step + (isLong ? 0 : index % step)).filter(
    (place) => place < end,
  )
}

const sizeOf = async (path: string): Promise<number> => (await fs.stat(join(origin, path))).size
const sessionFile = `sessions/${session}.jsonl`
const segmentFile = `sessions/${session}.archive/0001.jsonl`

describe('a file that ends early', () => {
  it.each([sessionFile, segmentFile])(
    'fault 7: %s gives every whole line, and something tells of the rest',
    async (path) => {
      const whole = await fs.readFile(join(origin, path))
      for (const end of places(whole.length, 12)) {
        const { view, told } = await withFile(path, (bytes) => bytes.subarray(0, end))
        const ids = [
          ...whole
            .subarray(0, end)
            .toString('utf8')
            .matchAll(/"content":"(turn \d+:[^"]*)".*\}$/gm),
        ].map(([, text]) => text)
        for (const text of ids) expect(view?.messages, `at ${end}`).toContain(text)
        const isTorn = end > 0 && whole[end - 1] !== 0x0a && whole[end] !== 0x0a
        if (isTorn || (end === 0 && path === sessionFile)) expect(told, `at ${end}`).not.toBe('')
        const { messages: _, ...others } = view ?? {}
        const { messages: __, ...rightOthers } = right
        expect(others, `at ${end}`).toEqual(rightOthers)
      }
    },
  )

  it('fault 7: knowledge.json is never taken for a shorter one', async () => {
    const whole = (await fs.readFile(join(origin, 'memory/knowledge.json'), 'utf8')).trimEnd()
    for (const end of places(whole.length, 12)) {
      const { told } = await withFile('memory/knowledge.json', (bytes) => bytes.subarray(0, end))
      expect(told, `at ${end}`).toMatch(/is no knowledge file/)
    }
  })

  it('fault 9: store.db is never taken for a smaller one, nor for a new one', async () => {
    const size = await sizeOf('state/store.db')
    const ends = isLong ? places(size, 1).filter((end) => end % 509 === 0) : places(size, 8)
    for (const end of [0, 1, 99, 4095, 4096, ...ends]) {
      const { told } = await withFile('state/store.db', (bytes) => bytes.subarray(0, end))
      expect(told, `at ${end}`).not.toBe('')
    }
  })

  it.each(['memory/MEMORY.md', '.memory/stove.md'])('%s, a text of people, is read as far as it goes', async (path) => {
    for (const end of places(await sizeOf(path), 6)) {
      const { view } = await withFile(path, (bytes) => bytes.subarray(0, end))
      expect(view?.messages, `at ${end}`).toEqual(right.messages)
      expect(right.facts.startsWith(view?.facts.replaceAll('\uFFFD', '') ?? '-'), `at ${end}`).toBe(true)
    }
  })

  it('index.db is made anew, and nothing is missed', async () => {
    const size = await sizeOf('state/index.db')
    for (const end of places(size, 6).filter((end) => !isLong || end % 2048 === 0)) {
      const { view } = await withFile('state/index.db', (bytes) => bytes.subarray(0, end))
      expect(view, `at ${end}`).toEqual(right)
    }
  })

  it('index.db is made anew when its header names a format that SQLite has not', async () => {
    const { view } = await withFile('state/index.db', (bytes) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt32BE(5, 44)
      return copy
    })
    expect(view).toEqual(right)
  })

  it('lock.db is used as it is, or named with what to do', async () => {
    for (const end of [0, 1, 50, 100, 4095]) {
      const { view, told } = await withFile('state/lock.db', (bytes) => bytes.subarray(0, end))
      if (told === '') expect(view, `at ${end}`).toEqual(right)
      else expect(told, `at ${end}`).toMatch(/lock is damaged|stop every process that uses the memory and delete it/)
    }
  })
})

describe('a flipped bit', () => {
  /** One of the eight, spread over the places. */
  const bitOf = (place: number): number => Math.imul(place, 2_654_435_761) >>> 29
  const flipped = (place: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy[place] = (copy[place] ?? 0) ^ (1 << bitOf(place))
    return copy
  }

  it.each([sessionFile, segmentFile, 'memory/knowledge.json', 'memory/MEMORY.md', '.memory/stove.md'])(
    'in %s costs what it hit, and nothing else',
    async (path) => {
      for (const place of places(await sizeOf(path), 10, 3)) {
        const { view, told } = await withFile(path, flipped(place))
        const lost = right.messages.filter((text) => view?.messages.includes(text) !== true)
        expect(lost.length <= 1 || told !== '', `at ${place}`).toBe(true)
        // A version that reads higher now: the file is left as it is, and its layer refuses.
        if (told.includes('install a newer Daybook')) continue
        expect(view?.records, `at ${place}`).toEqual(right.records)
        expect(view?.response, `at ${place}`).toBe(right.response)
      }
    },
  )

  /** The rows that people see, whatever else the file holds; undefined where SQLite cannot read them. */
  function rowsOf(file: string): string | undefined {
    try {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        const records = database
          .prepare('SELECT id, type, priority, strength, tokens, scope, name, tags, body FROM records ORDER BY id')
          .all()
        const items = database
          .prepare('SELECT namespace, key, created_at, updated_at, expires_at, value FROM items ORDER BY key')
          .all()
        return JSON.stringify([records, items])
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  }

  it('fault 8: in store.db is found by a check wherever it changes a row', async () => {
    const bytes = await fs.readFile(join(origin, 'state/store.db'))
    const directory = await copyOf(origin)
    const file = join(directory, 'state/store.db')
    const before = rowsOf(file)
    let changed = 0
    const dense = places(bytes.length, 150, 16)
    // Empty pages say nothing when they change: the places that do hold something come in addition.
    const filled = [...bytes.keys()].filter((place) => bytes[place] !== 0)
    const dotted = filled.filter((_, index) => isLong || index % Math.ceil(filled.length / 250) === 0)
    for (const place of new Set([...dense, ...dotted])) {
      await fs.writeFile(file, flipped(place)(bytes))
      await fs.rm(`${file}-wal`, { force: true })
      await fs.rm(`${file}-shm`, { force: true })
      if (rowsOf(file) === before) continue
      changed += 1
      const storage = await localStorage({ directory })
      const found = (await storage.check?.({ repair: false, folders: [] })) ?? []
      expect(
        found.filter(({ severity }) => severity !== 'info').length,
        `bit ${bitOf(place)} of byte ${place}`,
      ).toBeGreaterThan(0)
      await storage.close()
    }
    expect(changed).toBeGreaterThan(30)
    await fs.rm(directory, { recursive: true })
  })
})
