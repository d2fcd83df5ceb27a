import fs from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryError, type MemoryEvent } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { copyOf, filledDirectory, isLong, opened, session, type View, viewOf } from './corruption-workspace.ts'

/** What a person or a program saw after a damage. */
interface Seen {
  view: View | undefined
  /** What was thrown, reported or found, as one text; "" when nothing says that anything is wrong. */
  told: string
}

if (isLong) vi.setConfig({ testTimeout: 3_600_000 })

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
  // To capture from the messages of each copy again is a quarter of what all the looks cost.
  const open = await attempt(() => opened(directory, { capture: { auto: isLong } }))
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
const historyFile = 'memory/HISTORY-2026-05.md'
/** What an index says that was not made anew. SQLite's own word for a damaged schema is none of it. */
const notMended = /has changed|(?<!vtable constructor )failed/
const segmentFile = `sessions/${session}.archive/0001.jsonl`

describe('a file that ends early', () => {
  it.each([sessionFile, segmentFile])(
    'fault 7: %s gives every whole line, and something tells of the rest',
    async (path) => {
      const whole = await fs.readFile(join(origin, path))
      for (const end of places(whole.length, 3)) {
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
    for (const end of places(whole.length, 3)) {
      const { told } = await withFile('memory/knowledge.json', (bytes) => bytes.subarray(0, end))
      expect(told, `at ${end}`).toMatch(/is not a valid knowledge file/)
    }
  })

  it('fault 9: a journal loses nothing but the line that is torn, and says so', async () => {
    const path = 'journal/records.jsonl'
    const whole = await fs.readFile(join(origin, path))
    for (const end of places(whole.length, 3)) {
      const { view, told } = await withFile(path, (bytes) => bytes.subarray(0, end))
      const kept = whole.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
      const texts = right.records.filter((text) => kept.some((line) => line.includes(JSON.stringify(text))))
      expect(view?.records, `at ${end}`).toEqual(expect.arrayContaining(texts))
      expect({ ...view, records: right.records }, `at ${end}: ${told}`).toEqual(right)
    }
  })

  it('fault 9: tables.db is made anew from the journals, and nothing is missed', async () => {
    const size = await sizeOf('state/tables.db')
    const ends = isLong ? places(size, 1).filter((end) => end % 509 === 0) : places(size, 2)
    for (const end of [0, 99, 4096, ...ends]) {
      const { view } = await withFile('state/tables.db', (bytes) => bytes.subarray(0, end))
      expect(view, `at ${end}`).toEqual(right)
    }
  })

  it.each(['memory/MEMORY.md', '.memory/stove.md'])('%s, a text of people, is read as far as it goes', async (path) => {
    for (const end of places(await sizeOf(path), 3)) {
      const { view } = await withFile(path, (bytes) => bytes.subarray(0, end))
      expect(view?.messages, `at ${end}`).toEqual(right.messages)
      expect(right.facts.startsWith(view?.facts.replaceAll('\uFFFD', '') ?? '-'), `at ${end}`).toBe(true)
    }
  })

  it('index.db is made anew, and nothing is missed', async () => {
    const size = await sizeOf('state/index.db')
    for (const end of places(size, 3).filter((end) => !isLong || end % 2048 === 0)) {
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
    for (const end of [0, 50, 4095]) {
      const { view, told } = await withFile('.daybook/lock.db', (bytes) => bytes.subarray(0, end))
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

  /** Whether two texts are the same but for one character, which may have become three of U+FFFD. */
  function differAtOnePlace(one: string, other: string): boolean {
    let start = 0
    while (start < one.length && one[start] === other[start]) start += 1
    let end = 0
    while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
    return one.length - start - end <= 3 && Math.abs(one.length - other.length) <= 3
  }

  /** Whether two messages have the same id: the later line then counts as an edit of the first. */
  const makesTwins = (bytes: Buffer): boolean => {
    const ids = bytes.toString('latin1').match(/(?<=^\{"id":)"\w+"/gm) ?? []
    return new Set(ids).size < ids.length
  }

  /** A heading that is hit is read as text: what was said stands in it all the same. */
  const isStillTold = (one: string, other: string): boolean => differAtOnePlace(one, other) || other.includes(one)

  /** What stands in one list and not in the other. */
  const without = (texts: readonly string[], others: readonly string[]): string[] =>
    texts.filter((text) => !others.includes(text))

  const layersOf = ({ facts, history, notes, knowledge, records, response = '', messages }: View) => ({
    ...{ history, notes, knowledge, records, messages },
    facts: facts.split('\n'),
    responses: [response],
  })

  const layerOf: Readonly<Record<string, keyof ReturnType<typeof layersOf>>> = {
    [sessionFile]: 'messages',
    [segmentFile]: 'messages',
    'memory/knowledge.json': 'knowledge',
    'memory/MEMORY.md': 'facts',
    [historyFile]: 'history',
    '.memory/stove.md': 'notes',
  }

  // Files hold no checksums, because people edit them: a character that changed inside of a text is read as it stands.
  it.each(Object.entries(layerOf))(
    'in %s costs what it hit and is told, or it changes one character of a text',
    async (path, hit) => {
      const bytes = await fs.readFile(join(origin, path))
      for (const place of places(bytes.length, 3, 3)) {
        if (makesTwins(flipped(place)(bytes))) continue
        const { view, told } = await withFile(path, flipped(place))
        // A version that reads higher now: the file is left as it is, and its layer refuses.
        if (told.includes('upgrade @daybook/memory-core')) continue
        expect(view, `at ${place}`).toBeDefined()
        if (!view) continue
        const { [hit]: ownRight, ...othersRight } = layersOf(right)
        const { [hit]: own, ...others } = layersOf(view)
        expect(others, `at ${place}`).toEqual(othersRight)
        const lost = without(ownRight, own)
        const [changed, ...more] = without(own, ownRight)
        // Two, where the line break between them is hit.
        if (told !== '') expect(lost.length, `at ${place}: ${told}`).toBeLessThanOrEqual(hit === 'knowledge' ? 9 : 2)
        else if (lost.length > 0) {
          expect([lost.length, more], `at ${place}`).toEqual([1, []])
          expect(isStillTold(lost[0] ?? '', changed ?? ''), `at ${place}: ${lost} became ${changed}`).toBe(true)
        }
      }
    },
  )

  it('in RECORDS.md, which is read as an edit, changes at most the record of the line', async () => {
    for (const place of places(await sizeOf('memory/RECORDS.md'), 3, 8)) {
      const { view } = await withFile('memory/RECORDS.md', flipped(place))
      expect({ ...view, records: right.records }, `at ${place}`).toEqual(right)
    }
  })

  it('in index.db, which is derived, costs nothing that the layers hold, and recall goes on', async () => {
    const bytes = await fs.readFile(join(origin, 'state/index.db'))
    const filled = [...bytes.keys()].filter((place) => bytes[place] !== 0)
    const step = Math.ceil(filled.length / (isLong ? 800 : 4))
    // Of what else the index relies on: its schema, its keys, how far it follows each source.
    const relied = ['layer TEXT', 'corpus (', 'watermarks (', `${sessionFile}{`, '"generation"', historyFile]
    const telling = relied.flatMap((text) => [bytes.indexOf(text), bytes.lastIndexOf(text)])
    const ids = [...bytes.toString('latin1').matchAll(/record:/g)].map(({ index }) => index)
    telling.push(...ids.filter((_, index) => isLong || index % 24 === 0))
    expect(telling).not.toContain(-1)
    const some = filled.filter((_, index) => index % step === 0)
    for (const place of new Set([...telling.map((start) => start + 2), ...some])) {
      const { view, told } = await withFile('state/index.db', flipped(place))
      // A version that reads higher now: nobody but a newer Daybook may throw it away.
      if (/has format \d+, this version of Daybook reads/.test(told)) continue
      expect(view, `at ${place}: ${told}`).toEqual(right)
      expect(told, `at ${place}: ${told}`).not.toMatch(notMended)
    }
  })

  it('in lock.db is passed over, or named with what to do', async () => {
    const bytes = await fs.readFile(join(origin, '.daybook/lock.db'))
    const filled = [...bytes.keys()].filter((place) => bytes[place] !== 0)
    for (const place of filled.filter((_, index) => isLong || index % 24 === 0)) {
      const { view, told } = await withFile('.daybook/lock.db', flipped(place))
      if (told === '') expect(view, `at ${place}`).toEqual(right)
      else expect(told, `at ${place}`).toMatch(/lock is damaged|stop every process that uses the memory and delete it/)
    }
  })

  it('in daybook.json is told with the way out, and by that way everything is there', async () => {
    const path = '.daybook/daybook.json'
    for (const place of places(await sizeOf(path), 7)) {
      const { view, told } = await withFile(path, flipped(place))
      if (told === '') expect(view, `at ${place}`).toEqual(right)
      else
        expect(told, `at ${place}`).toMatch(/daybook\.json is .*: restore it, or delete it and open the memory again/)
    }
    const directory = await copyOf(origin)
    await fs.rm(join(directory, path))
    expect((await look(directory)).view).toEqual(right)
    await fs.rm(directory, { recursive: true })
  })

  it('in the name of a column of tables.db has it made anew', async () => {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    const file = join(directory, 'state/tables.db')
    const bytes = await fs.readFile(file)
    bytes.write('Expires_at', bytes.indexOf('expires_at TEXT'))
    await fs.writeFile(file, bytes)
    for (const suffix of ['-wal', '-shm']) await fs.rm(`${file}${suffix}`, { force: true })
    const { memory } = await opened(directory)
    expect(await viewOf(memory)).toEqual(right)
    await memory.close()
    expect((await fs.readFile(file)).includes('Expires_at')).toBe(false)
  })

  it('in an index of tables.db has it made anew, and no line leaves MEMORY.md', async () => {
    const directory = await copyOf(origin)
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    const first = await opened(directory)
    await first.memory.addMessages('tea', { role: 'user', content: 'I prefer tea over coffee.' })
    await first.memory.flush()
    const [record] = (await first.memory.records.list()).filter(({ text }) => text.includes('tea'))
    const page = await first.memory.facts.read()
    expect(page).toContain('I prefer tea over coffee')
    await first.memory.close()
    const file = join(directory, 'state/tables.db')
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const root = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_records_1'"
    const from = (Number(database.prepare(root).get()?.['rootpage']) - 1) * 4096
    database.close()
    const bytes = await fs.readFile(file)
    const place = bytes.indexOf(record?.id ?? '', from)
    expect(place).toBeLessThan(from + 4096)
    bytes.write('[]', place + 9)
    await fs.writeFile(file, bytes)
    const { memory } = await opened(directory)
    await memory.records.learn({ text: 'Always knock' })
    await memory.flush()
    expect(await memory.facts.read()).toBe(page)
    expect(await memory.records.get(record?.id ?? '')).toMatchObject({ text: 'I prefer tea over coffee.' })
    await memory.close()
  })

  /** The rows that people see, whatever else the file holds; undefined where SQLite cannot read them. */
  function rowsOf(file: string): string | undefined {
    try {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        const records = database
          .prepare('SELECT id, type, priority, strength, tokens, scope, tags, body FROM records ORDER BY id')
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

  it('fault 8: in tables.db is found by a check wherever it changes a row, or mended before', async () => {
    const bytes = await fs.readFile(join(origin, 'state/tables.db'))
    const directory = await copyOf(origin)
    const file = join(directory, 'state/tables.db')
    const before = rowsOf(file)
    expect(before).toBeDefined()
    let changed = 0
    const dense = places(bytes.length, 10, 16)
    // Empty pages say nothing when they change: the places that do hold something come in addition.
    const filled = [...bytes.keys()].filter((place) => bytes[place] !== 0)
    const dotted = filled.filter((_, index) => isLong || index % Math.ceil(filled.length / 25) === 0)
    for (const place of new Set([...dense, ...dotted])) {
      await fs.writeFile(file, flipped(place)(bytes))
      await fs.rm(`${file}-wal`, { force: true })
      await fs.rm(`${file}-shm`, { force: true })
      if (rowsOf(file) === before) continue
      changed += 1
      const storage = await localStorage({ directory })
      const found = (await storage.check?.({ repair: false, folders: [] })) ?? []
      await storage.close()
      const isFound = found.some(({ severity }) => severity !== 'info')
      expect(isFound || rowsOf(file) === before, `bit ${bitOf(place)} of byte ${place}`).toBe(true)
    }
    expect(changed).toBeGreaterThan(isLong ? 30 : 6)
    await fs.rm(directory, { recursive: true })
  })
})
