import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MemoryError, type MemoryErrorCode } from '../../src/errors.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { temporaryDirectory } from './temporary-directory.ts'

async function failure(work: Promise<unknown>): Promise<MemoryError> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  if (MemoryError.isInstance(error)) return error
  throw new Error(`expected a MemoryError, got ${String(error)}`)
}

async function expectFailure(work: Promise<unknown>, code: MemoryErrorCode, ...words: string[]): Promise<void> {
  const error = await failure(work)
  expect(error.code).toBe(code)
  for (const word of words) expect(error.message).toContain(word)
}

/** All files of a directory, without those of the databases. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((file) => file.slice(directory.length + 1)).filter((file) => !/\.db(-wal|-shm)?$/.test(file))
}

describe('a directory that cannot be used', () => {
  it('is refused when a file stands in its place, and the file stays', async () => {
    const parent = await temporaryDirectory()
    await writeFile(join(parent, 'taken'), 'mine')
    await expectFailure(openMemory({ directory: join(parent, 'taken') }), 'bad-option', 'taken', 'move the file away')
    await expectFailure(openMemory({ directory: join(parent, 'taken', 'deeper') }), 'bad-option', 'a file in its place')
    expect(await filesIn(parent)).toEqual(['taken'])
  })

  it('is refused when a link leads in a circle', async () => {
    const parent = await temporaryDirectory()
    await symlink(join(parent, 'circle'), join(parent, 'circle'))
    await expectFailure(openMemory({ directory: join(parent, 'circle') }), 'storage-failed', 'circle')
  })

  it('is refused when it cannot be read', async () => {
    const parent = await temporaryDirectory()
    const directory = join(parent, 'locked')
    await (await openMemory({ directory: join(parent, 'warm-up') })).close()
    await mkdir(directory)
    await chmod(directory, 0o000)
    await chmod(parent, 0o755)
    const isRoot = process.geteuid?.() === 0
    try {
      // Root may read everything: for this call the process is nobody.
      if (isRoot) process.seteuid?.(65_534)
      await expectFailure(openMemory({ directory }), 'storage-failed', 'no permission', 'change the owner')
    } finally {
      if (isRoot) process.seteuid?.(0)
      await chmod(directory, 0o700)
    }
  })

  it('is refused when a newer Daybook wrote it', async () => {
    const directory = await temporaryDirectory()
    await mkdir(join(directory, '.daybook'))
    await writeFile(join(directory, '.daybook', 'daybook.json'), '{"daybook":99}\n')
    await expectFailure(openMemory({ directory }), 'newer-format', 'format 99', 'upgrade @daybook/memory-core')
  })

  it('is refused when its marker is no marker', async () => {
    const directory = await temporaryDirectory()
    await mkdir(join(directory, '.daybook'))
    await writeFile(join(directory, '.daybook', 'daybook.json'), 'hello')
    await expectFailure(openMemory({ directory }), 'corrupt', '"hello"', 'restore it, or delete it')
  })
})

describe('a session of a newer format', () => {
  it('is refused by itself, and the rest of the memory is searched', async () => {
    const directory = await temporaryDirectory()
    await mkdir(join(directory, 'sessions'))
    await writeFile(
      join(directory, 'sessions', 'future.jsonl'),
      '{"_type":"metadata","daybook":3,"key":"future","createdAt":"2030-01-01T00:00:00.000Z"}\n',
    )
    const events: string[] = []
    const memory = await openMemory({ directory, onEvent: ({ path }) => events.push(path ?? '') })
    await memory.addMessages('present', { role: 'user', content: 'the tortoise is called Esmeralda' })
    await expectFailure(memory.sessions.messages('future'), 'newer-format', 'format 3', 'upgrade')
    await expectFailure(memory.addMessages('future', { role: 'user', content: 'x' }), 'newer-format', 'upgrade')
    await memory.flush()
    expect((await memory.recall('tortoise')).items).toHaveLength(1)
    expect(events).toContain('sessions/future.jsonl')
    await memory.close()
  })
})

const strangeKeys: readonly string[] = [
  '../x',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  '/absolute',
  'CON',
  'nul.txt',
  '.',
  '..',
  '.hidden',
  'x'.repeat(10_240),
  '👩‍👩‍👧 family',
  'Ü',
  'ü',
  ' ',
  'a\0b',
  'a\nb',
  '__proto__',
  'constructor',
  'x.archive',
  'x.jsonl',
]

describe('a strange session key', () => {
  it('is kept apart from every other, found again, and written inside the directory only', async () => {
    const parent = await temporaryDirectory()
    const directory = join(parent, 'memory')
    await writeFile(join(parent, 'neighbour'), 'untouched')
    const first = await openMemory({ directory })
    for (const [n, key] of strangeKeys.entries())
      await first.addMessages(key, { role: 'user', content: `word${n}x of session ${n}` })
    await first.close()
    expect((await readdir(parent)).sort()).toEqual(['memory', 'neighbour'])
    const written = await filesIn(directory)
    expect(written.filter((file) => !/^sessions\/[a-z0-9._@+~-]+\.jsonl$/.test(file)).sort()).toEqual([
      '.daybook/.gitignore',
      '.daybook/daybook.json',
      '.daybook/journals.db-held',
      '.daybook/key',
      '.daybook/lock.db-held',
      '.daybook/writer.json',
      '.gitattributes',
      '.gitignore',
      'state/.gitignore',
      'state/daybook.json',
    ])

    const again = await openMemory({ directory })
    for (const [n, key] of strangeKeys.entries()) {
      expect((await again.sessions.messages(key)).map(({ content }) => content)).toEqual([`word${n}x of session ${n}`])
      const { items } = await again.recall(`word${n}x`)
      expect(items.map(({ source }) => ('session' in source ? source.session : ''))).toEqual([key])
    }
    expect(new Set((await again.sessions.list()).map(({ key }) => key))).toEqual(new Set(strangeKeys))
    await again.close()
  })

  it.each([
    ['empty', ''],
    ['a lone surrogate', '\uD800'],
    ['too long', 'x'.repeat(16_385)],
    ['a number', 7],
    ['null', null],
    ['undefined', undefined],
    ['an object', {}],
  ])('is refused when no file name can be made of it: %s', async (_name, key) => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    const session = key as string
    const message = { role: 'user', content: 'x' } as const
    for (const work of [
      memory.addMessages(session, message),
      memory.sessions.messages(session),
      memory.consolidate(session),
      memory.resetSession(session),
    ])
      await expectFailure(work, 'bad-input', 'session is ', 'expected 1 to 16,384 characters')
    await memory.close()
  })
})

describe('a call with a bad argument', () => {
  it.each<[string, (memory: Memory) => Promise<unknown>, string]>([
    ['a query that is no text', (memory) => memory.recall(7 as unknown as string), 'the query is 7'],
    [
      'a limit of 0',
      (memory) => memory.recall('x', { limit: 0 }),
      'limit is 0, expected a whole number from 1 to 1000',
    ],
    ['a limit of 1.5', (memory) => memory.recall('x', { limit: 1.5 }), 'limit is 1.5'],
    [
      'an unknown layer',
      (memory) => memory.recall('x', { layers: ['dreams' as 'facts'] }),
      'there is no layer "dreams"',
    ],
    ['a date that is none', (memory) => memory.recall('x', { since: 'soon' }), 'since is "soon", expected a date'],
    ['a date that is none', (memory) => memory.recall('x', { until: new Date('x') }), 'until is '],
    ['a negative budget', (memory) => memory.buildContext({ budget: -1 }), 'buildContext.budget is -1'],
    [
      'a budget that is no number',
      (memory) => memory.buildContext({ budget: Number.NaN }),
      'buildContext.budget is NaN',
    ],
    ['an unknown host mode', (memory) => memory.buildContext({ hostSends: 'some' as 'all' }), 'hostSends is "some"'],
    [
      'a query that is no text',
      (memory) => memory.buildContext({ query: 7 as unknown as string }),
      'buildContext.query is 7',
    ],
    ['no message', (memory) => memory.addMessages('s', null as never), 'message is null'],
    ['an unknown role', (memory) => memory.addMessages('s', { role: 'bot' as 'user', content: 'x' }), 'role is "bot"'],
  ])('is refused: %s', async (_name, call, words) => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    await expectFailure(call(memory), 'bad-input', words)
    await memory.close()
  })
})

describe('a call after close', () => {
  it.each<[string, (memory: Memory) => Promise<unknown>]>([
    ['addMessages', (memory) => memory.addMessages('s', { role: 'user', content: 'x' })],
    ['recall', (memory) => memory.recall('x')],
    ['buildContext', (memory) => memory.buildContext({ session: 's' })],
    ['consolidate', (memory) => memory.consolidate('s')],
    ['resetSession', (memory) => memory.resetSession('s')],
    ['flush', (memory) => memory.flush()],
    ['facts.read', (memory) => memory.facts.read()],
    ['facts.append', (memory) => memory.facts.append('- x')],
    ['history.append', (memory) => memory.history.append('x')],
    ['history.search', (memory) => memory.history.search('x')],
    ['sessions.list', (memory) => memory.sessions.list()],
    ['sessions.messages', (memory) => memory.sessions.messages('s')],
  ])('is refused: %s', async (_name, call) => {
    for (const place of [{ directory: await temporaryDirectory() }, { storage: inMemoryStorage() }]) {
      const memory = await openMemory(place)
      await memory.addMessages('s', { role: 'user', content: 'before' })
      await memory.buildContext({ session: 's' })
      await memory.close()
      await expectFailure(call(memory), 'closed', 'closed')
      await memory.close()
    }
  })
})
