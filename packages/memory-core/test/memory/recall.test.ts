import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { localStorage } from '../../src/local/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import type { RecallOptions } from '../../src/recall/recall.ts'
import { startCpuClock } from '../cpu-clock.ts'
import { countedStorage } from './counted-storage.ts'
import { saying } from './saying.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const said = (content: string, id?: string) => ({ role: 'user' as const, content, ...(id ? { id } : {}) })

async function open(options: MemoryOptions): Promise<Memory> {
  const memory = await openMemory({ consolidation: { auto: false }, ...options })
  onTestFinished(() => memory.close())
  return memory
}

async function texts(memory: Memory, query: string, options?: RecallOptions): Promise<string[]> {
  return (await saying(memory, query, options)).map((item) => item.text)
}

describe('recall', () => {
  it('finds facts, history, messages and archived messages, and says where each comes from', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    await memory.facts.append({ text: 'The greenhouse has an aubergine bed', category: 'garden' })
    await memory.history.append('We planned the aubergine season.', { at: '2026-03-01T10:00:00Z' })
    await memory.addMessages('spring', [
      { ...said('Shall I water the aubergine tonight?', 'm1'), createdAt: '2026-04-01', name: 'Ada' },
      { role: 'assistant', content: 'The aubergine is fine until tomorrow.', id: 'm2', createdAt: '2026-04-02' },
      said('Then let us talk about something else.', 'm3'),
    ])
    await memory.sessions.trim('spring', 1)
    const { mode } = await memory.recall('aubergine')
    expect(mode).toBe('lexical')
    const items = await saying(memory, 'aubergine')
    const found = items.map(({ layer, createdAt, source }) => ({ layer, createdAt, source }))
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        { layer: 'facts', createdAt: undefined, source: { path: 'memory/MEMORY.md', line: 1 } },
        {
          layer: 'history',
          createdAt: '2026-03-01T10:00:00.000Z',
          source: { path: 'memory/HISTORY-2026-03.md', line: 1 },
        },
        {
          layer: 'sessions',
          createdAt: '2026-04-01T00:00:00.000Z',
          source: { session: 'spring', messageId: 'm1', role: 'user', name: 'Ada' },
        },
        {
          layer: 'sessions',
          createdAt: '2026-04-02T00:00:00.000Z',
          source: { session: 'spring', messageId: 'm2', role: 'assistant' },
        },
      ]),
    )
    expect(items.every(({ score }) => score > 0)).toBe(true)
  })

  it.each(['local', 'in-memory'])('finds an instance where its kind is asked for, %s storage', async (kind) => {
    const memory = await open(
      kind === 'local' ? { directory: await temporaryDirectory() } : { storage: inMemoryStorage() },
    )
    const talk = [
      'The trains are late again.',
      'I practised the ukulele for an hour.',
      'The instrument panel is dusty.',
    ]
    await memory.addMessages(
      's',
      talk.map((content) => said(content)),
    )
    const found = await texts(memory, 'Which instrument do I play?')
    expect(found).toHaveLength(2)
    expect(found).toContain('I practised the ukulele for an hour.')
  })

  it('sees at once what another instance on the same directory appends', async () => {
    const directory = await temporaryDirectory()
    const [one, other] = [await open({ directory }), await open({ directory })]
    for (let n = 0; n < 20; n++) {
      await one.addMessages('s', said(`reading number${n}x`))
      expect(await texts(other, `number${n}x`)).toEqual([`reading number${n}x`])
    }
  })

  it('follows a person whose editor saves a session file in place, whatever its length', async () => {
    const directory = await temporaryDirectory()
    const memory = await open({ directory })
    await memory.addMessages('s', [said('the lantern is green', 'm1'), said('the lantern is on the pier', 'm2')])
    const path = join(directory, 'sessions/s.jsonl')
    for (const [before, after] of [
      ['green', 'brown'],
      ['brown', 'brown and rather dented'],
      ['brown and rather dented', 'red'],
    ] as const) {
      expect(await texts(memory, 'lantern')).toContain(`the lantern is ${before}`)
      await writeFile(path, (await readFile(path, 'utf8')).replace(before, after))
      expect((await texts(memory, 'lantern')).sort()).toEqual(
        ['the lantern is on the pier', `the lantern is ${after}`].sort(),
      )
    }
    const [first = '', ...rest] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [first, ...rest.filter((line) => !line.includes('pier'))].join('\n'))
    await memory.addMessages(
      's',
      said('The lantern has gone out, and nothing that was said of it before is true now.', 'm3'),
    )
    expect((await texts(memory, 'lantern')).join()).not.toContain('pier')
  })

  it('follows a person who edits MEMORY.md and HISTORY.md', async () => {
    const directory = await temporaryDirectory()
    const memory = await open({ directory, history: { rotation: 'none' } })
    await memory.facts.append({ text: 'The cat is called Mirabelle' })
    await memory.history.append('The cat moved in.')
    expect(await texts(memory, 'cat')).toHaveLength(2)
    await writeFile(join(directory, 'memory', 'MEMORY.md'), '- The hedgehog is called Otto\n')
    await writeFile(join(directory, 'memory', 'HISTORY.md'), '## 2026-01-01T00:00:00.000Z\nThe hedgehog moved in.\n')
    expect(await texts(memory, 'cat')).toEqual([])
    expect(new Set(await texts(memory, 'hedgehog'))).toEqual(
      new Set(['The hedgehog is called Otto', 'The hedgehog moved in.']),
    )
    await rm(join(directory, 'memory'), { recursive: true })
    expect(await texts(memory, 'hedgehog')).toEqual([])
  })

  it.each([[3], [600]])('does not find a message whose line a person has deleted, in a window of %i', async (count) => {
    const directory = await temporaryDirectory()
    const memory = await open({ directory, capture: { auto: false } })
    const messages = Array.from({ length: count }, (_, n) => said(`entry word${n}x`, `m${n}`))
    await memory.addMessages('s', messages)
    // A recall waits a second at most for the index.
    if (count > 100) await memory.flush()
    expect(await texts(memory, 'word1x')).toEqual(['entry word1x'])
    const file = join(directory, 'sessions', 's.jsonl')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(`${file}.new`, lines.filter((line) => !line.includes('word1x')).join('\n'))
    await rm(file)
    await writeFile(file, await readFile(`${file}.new`))
    if (count > 100) await memory.flush()
    expect(await texts(memory, 'word1x')).toEqual([])
    expect(await texts(memory, 'word2x')).toEqual(['entry word2x'])
  })

  it('does not find what a person deleted from a long window while nobody had the memory open', async () => {
    const options = { directory: await temporaryDirectory(), capture: { auto: false } }
    const first = await open(options)
    await first.addMessages(
      's',
      Array.from({ length: 600 }, (_, n) => said(`entry word${n}x`, `m${n}`)),
    )
    await first.flush()
    await first.close()
    const file = join(options.directory, 'sessions', 's.jsonl')
    const text = await readFile(file, 'utf8')
    await rm(file)
    await writeFile(file, text.replace(/.*word7x.*\n/, ''))
    const memory = await open(options)
    // On a busy machine the first recall does not wait until all is indexed.
    await memory.flush()
    expect(await texts(memory, 'word7x')).toEqual([])
    expect(await texts(memory, 'word8x')).toEqual(['entry word8x'])
  })

  it('finds nothing of a session whose files were deleted', async () => {
    const directory = await temporaryDirectory()
    const memory = await open({ directory })
    await memory.addMessages('s', [said('the first falcon'), said('the second falcon')])
    await memory.sessions.trim('s', 1)
    expect(await texts(memory, 'falcon')).toHaveLength(2)
    await rm(join(directory, 'sessions'), { recursive: true })
    expect(await texts(memory, 'falcon')).toEqual([])
  })

  it('does not find removed messages, not even in an index that is made anew', async () => {
    const directory = await temporaryDirectory()
    const memory = await openMemory({ directory, consolidation: { auto: false } })
    await memory.addMessages('s', [said('old secret', 'a'), said('new secret', 'b'), said('the secret stays', 'c')])
    await memory.sessions.trim('s', 2)
    expect(await texts(memory, 'secret')).toHaveLength(3)
    await memory.sessions.remove('s', ['a', 'b'])
    expect(await texts(memory, 'secret')).toEqual(['the secret stays'])
    await memory.close()
    await rm(join(directory, 'state', 'index.db'))
    expect(await texts(await open({ directory }), 'secret')).toEqual(['the secret stays'])
  })

  it('finds an updated message by its new words only', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    await memory.addMessages('s', [said('see you on monday', 'a'), said('fine', 'b')])
    await memory.recall('monday')
    await memory.sessions.update('s', 'a', { content: 'see you on thursday' })
    expect(await texts(memory, 'monday')).toEqual([])
    expect(await texts(memory, 'thursday')).toEqual(['see you on thursday'])
  })

  it('answers the same after state/index.db was deleted', async () => {
    const directory = await temporaryDirectory()
    const memory = await openMemory({ directory, consolidation: { auto: false } })
    await memory.facts.append('- Lentil soup needs cumin\n- Cumin is in the left drawer')
    await memory.history.append('Cooked lentil soup with cumin.', { at: '2026-01-05' })
    for (let n = 0; n < 30; n++) await memory.addMessages(`s${n % 3}`, said(`cumin remark ${n}`, `m${n}`))
    await memory.sessions.trim('s1', 2)
    const before = await memory.recall('lentil cumin soup', { limit: 40 })
    expect(before.items).toHaveLength(33)
    await memory.close()
    for (const end of ['', '-wal', '-shm']) await rm(join(directory, 'state', `index.db${end}`), { force: true })
    expect(await (await open({ directory })).recall('lentil cumin soup', { limit: 40 })).toEqual(before)
  })

  it('fills a damaged index anew, also when the damage is done while it is open', async () => {
    const directory = await temporaryDirectory()
    const first = await openMemory({ directory, consolidation: { auto: false } })
    await first.addMessages(
      's',
      Array.from({ length: 100 }, (_, n) => said(`pelican ${n} ${'feather '.repeat(50)}`)),
    )
    await first.flush()
    await first.close()
    const file = join(directory, 'state', 'index.db')
    await writeFile(file, 'this is no database'.repeat(1_000))
    const events: string[] = []
    const memory = await open({ directory, onEvent: ({ type }) => events.push(type) })
    expect((await memory.recall('pelican', { layers: ['sessions'], limit: 400 })).items).toHaveLength(100)
    await memory.flush()

    const size = (await readFile(file)).length
    await writeFile(file, Buffer.alloc(size, 0x5a))
    await rm(`${file}-wal`, { force: true })
    await memory.addMessages('s', said('pelican after the damage'))
    const again = await memory.recall('pelican', { layers: ['sessions'], limit: 400 }).catch((error: unknown) => error)
    expect(again).toMatchObject({ items: { length: 101 } })
    expect(await texts(memory, 'damage')).toEqual(['pelican after the damage'])
  })

  it('reads session files of other systems, with and without a header, a byte order mark or a last line break', async () => {
    const directory = await temporaryDirectory()
    await mkdir(join(directory, 'sessions'))
    const lines = ['{"role":"user","content":"the otter swims"}', '{"role":"assistant","content":"the otter dives"}']
    await writeFile(join(directory, 'sessions', 'bare.jsonl'), lines.join('\n'))
    await writeFile(
      join(directory, 'sessions', 'marked.jsonl'),
      `\uFEFF{"_type":"metadata","key":"someone-else"}\n{"role":"user","content":"an otter sleeps"}\n{broken\n`,
    )
    await mkdir(join(directory, 'sessions', 'deeper'))
    await writeFile(join(directory, 'sessions', 'deeper', 'bare.jsonl'), '{"role":"user","content":"no otter here"}\n')
    const memory = await open({ directory })
    const items = await saying(memory, 'otter')
    const found = items.map(({ text, source }) => [text, 'session' in source && source.session])
    expect(new Set(found.map(String))).toEqual(
      new Set(['the otter swims,bare', 'the otter dives,bare', 'an otter sleeps,marked']),
    )
    for (const { source, text } of items) {
      if (!('session' in source)) throw new Error('expected a message')
      const stored = await memory.sessions.messages(source.session)
      expect(stored.find(({ id }) => id === source.messageId)?.content).toBe(text)
    }
    await appendFile(join(directory, 'sessions', 'bare.jsonl'), '\n{"role":"user","content":"the otter is back"}\n')
    expect(await texts(memory, 'otter', { sessions: ['bare'] })).toHaveLength(3)
  })

  it('reads no file when nothing has changed', async () => {
    const counted = countedStorage(await localStorage({ directory: await temporaryDirectory() }))
    const memory = await open({ storage: counted.storage })
    await memory.facts.append('- a heron')
    await memory.history.append('saw a heron')
    for (const session of ['a', 'b', 'c']) await memory.addMessages(session, [said('heron one'), said('heron two')])
    await memory.sessions.trim('a', 1)
    await memory.flush()
    await memory.recall('heron')
    const before = counted.reads()
    for (let n = 0; n < 5; n++) expect((await memory.recall('heron')).items.length).toBeGreaterThan(2)
    expect(counted.reads()).toBe(before)
    await memory.addMessages('a', said('heron three'))
    await memory.recall('heron')
    expect(counted.reads()).toBeGreaterThan(before)
  })

  it('is quick although what it finds is a megabyte long, and tells long texts with the same beginning apart', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    const long = 'the rhinoceros grazes and grazes '.repeat(30_000)
    for (let n = 0; n < 8; n++) await memory.addMessages('s', said(`${long}${'é'.repeat(n + 1)}`))
    // A call waits a second at most for the index, and the first one compiles patterns.
    await memory.flush()
    await memory.recall('zebra')
    const spentMs = startCpuClock()
    expect((await memory.recall('rhinoceros', { limit: 20 })).items).toHaveLength(8)
    expect((await memory.buildContext({ session: 's', query: 'rhinoceros' })).items.length).toBeGreaterThan(0)
    expect(spentMs()).toBeLessThan(600)
  })

  it('builds an index of another analyser anew, and says so', async () => {
    const storage = inMemoryStorage()
    const shared = { ...storage, close: async () => undefined }
    const first = await openMemory({ storage: shared, consolidation: { auto: false } })
    await first.addMessages('s', said('the ibex climbs'))
    await first.recall('ibex')
    await first.close()
    await storage.passages.update({ watermarks: { analyser: '0' }, remove: await storage.passages.ids('sessions/s') })
    const events: string[] = []
    const memory = await open({ storage: shared, onEvent: ({ type, level }) => events.push(`${type} ${level}`) })
    expect(await texts(memory, 'ibex')).toEqual(['the ibex climbs'])
    expect(events).toContain('index-rebuilt info')
    expect((await storage.passages.watermarks()).get('analyser')).not.toBe('0')
  })

  it('forgets what lies in a folder that is none of the memory any more', async () => {
    const directory = await temporaryDirectory()
    const first = await openMemory({ directory, consolidation: { auto: false } })
    await first.facts.append('- The gnu is a fact')
    await first.history.append('The gnu was met.')
    await first.addMessages('s', said('hello gnu'))
    expect(await texts(first, 'gnu')).toHaveLength(3)
    await first.close()
    const moved = { facts: { directory: 'facts' }, history: { directory: 'log' }, sessions: { directory: 'chats' } }
    const memory = await openMemory({ directory, ...moved })
    expect(await texts(memory, 'gnu')).toEqual([])
    await memory.close()
    expect(await texts(await open({ directory }), 'gnu')).toHaveLength(3)
  })

  it('reports a catch-up that fails in the background, and goes on with the next one', async () => {
    const storage = inMemoryStorage()
    const broken = new Set<string>()
    const failing = {
      ...storage,
      files: {
        ...storage.files,
        async readRange(path: string, start: number, end?: number): Promise<string> {
          if (broken.has('disk')) throw new Error('the disk is on fire')
          return storage.files.readRange(path, start, end)
        },
      },
    }
    const failed = Promise.withResolvers<string>()
    const onEvent = ({ level, message }: { level: string; message: string }): void => {
      if (level === 'error') failed.resolve(message)
    }
    const memory = await open({ storage: failing, onEvent })
    broken.add('disk')
    await memory.addMessages('s', said('an okapi'))
    expect(await failed.promise).toContain('could not be brought up to date: Error: the disk is on fire')
    await expect(memory.recall('okapi')).rejects.toThrow('the disk is on fire')
    broken.clear()
    expect(await texts(memory, 'okapi')).toEqual(['an okapi'])
  })

  it('does not index the messages of the host itself', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    await memory.addMessages('s', [{ role: 'system', content: 'You are a walrus.' }, said('hello walrus')])
    expect(await texts(memory, 'walrus')).toEqual(['hello walrus'])
  })
})

describe('what a recall is limited to', () => {
  async function filled(): Promise<Memory> {
    const memory = await open({ storage: inMemoryStorage(), capture: { auto: false } })
    await memory.facts.append('- The badger fact')
    await memory.history.append('The badger entry', { at: '2026-02-01' })
    await memory.addMessages('one', { ...said('badger message one', 'm1'), createdAt: '2026-01-01T00:00:00Z' })
    await memory.addMessages('two', { ...said('badger message two', 'm1'), createdAt: '2026-03-01T00:00:00Z' })
    return memory
  }

  it.each<[RecallOptions, string[]]>([
    [{ layers: ['facts'] }, ['The badger fact']],
    [{ layers: ['history', 'facts'] }, ['The badger entry', 'The badger fact']],
    [{ layers: [] }, []],
    [{ sessions: ['two'] }, ['The badger entry', 'The badger fact', 'badger message two']],
    [{ layers: ['sessions'], sessions: ['one', 'two'] }, ['badger message one', 'badger message two']],
    [{ layers: ['sessions'], sessions: [] }, []],
    [{ since: '2026-02-01' }, ['The badger entry', 'The badger fact', 'badger message two']],
    [{ until: '2026-02-01' }, ['The badger entry', 'The badger fact', 'badger message one']],
    [{ since: '2026-01-15', until: new Date('2026-02-15') }, ['The badger entry', 'The badger fact']],
    [{ since: '2030-01-01', layers: ['sessions'] }, []],
    [{ exclude: ['m1'] }, ['The badger entry', 'The badger fact']],
    [{ exclude: ['message:one:m1', 'unknown'] }, ['The badger entry', 'The badger fact', 'badger message two']],
  ])('is %j', async (options, expected) => {
    const found = await texts(await filled(), 'badger', options)
    expect(found.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(
      expected.toSorted((a, b) => a.localeCompare(b, 'en')),
    )
  })

  it('is the limit, best first, although many are left out', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    const ids = Array.from({ length: 200 }, (_, n) => `x${n}`)
    await memory.addMessages(
      's',
      ids.map((id, n) => said(`marmot marmot marmot ${n}`, id)),
    )
    for (let n = 0; n < 8; n++) await memory.addMessages('s', said(`one marmot among the many rocks ${n}`, `y${n}`))
    const { items } = await memory.recall('marmot', { limit: 5, exclude: ids })
    expect(items.map(({ source }) => 'messageId' in source && source.messageId.startsWith('y'))).toEqual(
      Array.from({ length: 5 }, () => true),
    )
    expect((await memory.recall('marmot', { limit: 1 })).items).toHaveLength(1)
    expect((await memory.recall('marmot', { limit: 1_000 })).items).toHaveLength(208)
  })

  it('is one of those that say the same, whatever its case and punctuation', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    await memory.facts.append('- Ada drinks oolong tea.')
    await memory.addMessages('s', [said('ada drinks Oolong tea'), said('Ada drinks oolong tea!!!'), said('oolong?')])
    expect(await texts(memory, 'oolong tea')).toHaveLength(2)
  })

  it('says with explain how the score came about', async () => {
    const { items } = await (await filled()).recall('badger', { explain: true })
    for (const { score, explain = {} } of items) {
      expect(explain).toHaveProperty('words')
      expect(Object.values(explain).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
    }
    expect((await (await filled()).recall('badger')).items[0]).not.toHaveProperty('explain')
  })

  it('is nothing once the signal is aborted, before the call or during a long catch-up', async () => {
    const memory = await filled()
    await expect(memory.recall('badger', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
    await memory.addMessages(
      'long',
      Array.from({ length: 1_000 }, (_, n) => said(`badger line ${n} of many`)),
    )
    const controller = new AbortController()
    const recalled = memory.recall('badger', { signal: controller.signal })
    // At once: the call waits for the index, but hardly for a turn of the event loop.
    controller.abort(new Error('too slow'))
    await expect(recalled).rejects.toThrow('too slow')
    expect((await memory.recall('badger')).items).toHaveLength(10)
  })
})

describe('a strange query', () => {
  it.each([
    ['"', 0],
    ['AND OR NOT NEAR', 0],
    ['tokens : walnut', 1],
    ['walnut"; DROP TABLE passages; --', 1],
    ['walnut*', 1],
    ['(walnut', 1],
    ['-walnut', 1],
    ['{walnut} : x', 1],
    ['^walnut + NEAR(walnut, 2)', 1],
    ['', 0],
    ['   \n\t', 0],
    ['\0', 0],
    ['wal\0nut', 0],
    ['\uD800 walnut \uDC00', 1],
    ['__proto__ constructor', 0],
    ['🌰', 0],
  ])('is words and never syntax: %j finds %i', async (query, count) => {
    const memory = await open({ directory: await temporaryDirectory() })
    await memory.addMessages('s', said('the walnut tree'))
    expect(await texts(memory, query)).toHaveLength(count)
  })

  it('is answered in time when it is a megabyte long', async () => {
    const memory = await open({ directory: await temporaryDirectory() })
    await memory.addMessages('s', said('the walnut tree'))
    for (const query of ['walnut '.repeat(150_000), `walnut ${'x'.repeat(1_000_000)}`, '('.repeat(1_000_000)]) {
      const spentMs = startCpuClock()
      expect(await texts(memory, query)).toHaveLength(query.startsWith('walnut') ? 1 : 0)
      expect(spentMs()).toBeLessThan(2_000)
    }
  })

  it('is searched by its common words when it has no others', async () => {
    const memory = await open({ storage: inMemoryStorage() })
    await memory.addMessages('s', [said('Who are you?'), said('the walnut tree')])
    expect(await texts(memory, 'who is it')).toEqual([])
    const stored = await texts(memory, 'who')
    expect(stored.length).toBeLessThanOrEqual(1)
  })
})

describe('options that cannot be', () => {
  it.each<[unknown, string]>([
    [null, 'recall is null, expected an object with limit, layers'],
    [{ layers: 'facts' }, 'recall.layers is "facts", expected a list of texts'],
    [{ layer: ['facts'] }, 'recall has no option "layer"; there are limit, layers'],
    [{ exclude: 'abc' }, 'recall.exclude is "abc", expected a list of texts'],
    [{ sessions: [1] }, 'recall.sessions is [1], expected a list of texts'],
    [{ explain: 'yes' }, 'recall.explain is "yes", expected true or false'],
    [{ signal: {} }, 'recall.signal is {}, expected an AbortSignal'],
  ])('are refused by name: %j', async (options, message) => {
    const memory = await open({ storage: inMemoryStorage() })
    const recalled = memory.recall('x', options as RecallOptions)
    await expect(recalled).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(message) })
  })
})
