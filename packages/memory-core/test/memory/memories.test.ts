import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MemoryError, type MemoryErrorCode } from '../../src/errors.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memories, type MemoriesOptions, openMemories } from '../../src/memories.ts'
import type { PromptFunction } from '../../src/model.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { program } from '../processes/program.ts'
import { saying } from './saying.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const nobody = 65_534
const user = (content: string) => ({ role: 'user' as const, content })

function open(options: MemoriesOptions): Memories {
  const memories = openMemories(options)
  onTestFinished(() => memories.close())
  return memories
}

async function expectCode(work: Promise<unknown>, code: MemoryErrorCode, words = ''): Promise<void> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  expect(MemoryError.isInstance(error) && error.code).toBe(code)
  expect(String(error)).toContain(words)
}

/** Every byte of a directory, file names included. */
async function bytesOf(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
  return [...entries.map((entry) => entry.name), ...texts].join('\n')
}

describe('memories', () => {
  it('keep two users apart, although they use the same session keys and say the same words', async () => {
    // Names that are no hexadecimal digits: message ids are full of those.
    const memories = open({ directory: await temporaryDirectory(), consolidation: { auto: false } })
    const [olga, hugo] = [await memories.for({ user: 'olga' }), await memories.for({ user: 'hugo' })]
    await Promise.all([
      olga.addMessages('main', user('My password hint is marzipan olga')),
      hugo.addMessages('main', user('My password hint is marzipan hugo')),
      olga.facts.append('- Olga likes marzipan'),
      hugo.history.append('Hugo bought marzipan.'),
    ])
    for (const [own, other, memory] of [['olga', 'hugo', olga] as const, ['hugo', 'olga', hugo] as const]) {
      const found = JSON.stringify([
        await memory.recall('password hint marzipan', { limit: 100 }),
        await memory.buildContext({ session: 'main', query: 'marzipan' }),
        await memory.sessions.messages('main', { archived: true }),
        await memory.facts.read(),
        await memory.history.list(),
        await memory.sessions.list(),
      ]).toLowerCase()
      expect(found).toContain(own)
      expect(found).not.toContain(other)
    }
  })

  it('store what is said in the order of the calls, also while the memory is being opened, whatever its length', async () => {
    const ada = await open({ directory: await temporaryDirectory(), consolidation: { auto: false } }).for({
      user: 'ada',
    })
    const texts = Array.from({ length: 20 }, (_, n) => `${n} ${'a long story '.repeat(n % 4 === 0 ? 10_000 : 1)}`)
    await Promise.all(texts.map((text) => ada.addMessages('main', user(text))))
    const stored = await ada.sessions.messages('main')
    expect(stored.map(({ content }) => content)).toEqual(texts)
  })

  it('know their users by their ids, however odd', async () => {
    const directory = await temporaryDirectory()
    const users = [
      '../x',
      'ada@example.com',
      '👩‍🚀',
      'Ada',
      'ada',
      'ADA',
      'a/b',
      'con',
      ' ',
      'x'.repeat(5_000),
      '__proto__',
    ]
    const memories = open({ directory: join(directory, 'users'), maxOpen: 3 })
    for (const [n, id] of users.entries()) await (await memories.for({ user: id })).addMessages('s', user(`word${n}x`))
    expect(new Set(await memories.users())).toEqual(new Set(users))
    for (const [n, id] of users.entries()) {
      const memory = await memories.for({ user: id })
      expect((await memory.sessions.messages('s')).map(({ content }) => content)).toEqual([`word${n}x`])
    }
    expect(await readdir(directory)).toEqual(['users'])
    expect((await readdir(join(directory, 'users'))).length).toBe(users.length)
  })

  it.each([[''], ['\uD800'], [undefined], [7], ['x'.repeat(20_000)]])('refuse a user that is none', async (id) => {
    const directory = await temporaryDirectory()
    const memories = open({ directory })
    await expectCode(memories.for({ user: id as string }), 'bad-input', 'user is ')
    await expectCode(memories.erase({ user: id as string }), 'bad-input', 'user is ')
    await expectCode(memories.for({ user: 'ada', agent: '' }), 'bad-input', 'agent is ')
    expect(await readdir(directory)).toEqual([])
  })

  it('split a user by agent only when asked', async () => {
    const memories = open({ directory: await temporaryDirectory() })
    const [shared, coder, cook] = [
      await memories.for({ user: 'ada' }),
      await memories.for({ user: 'ada', agent: 'Coder' }),
      await memories.for({ user: 'ada', agent: 'coder' }),
    ]
    await coder.facts.append('- uses tabs')
    await shared.facts.append('- is called Ada')
    expect([await shared.facts.read(), await coder.facts.read(), await cook.facts.read()]).toEqual([
      '- is called Ada\n',
      '- uses tabs\n',
      '',
    ])
    expect(await memories.users()).toEqual(['ada'])
    const bob = await memories.for({ user: 'bob', agent: 'coder' })
    expect(await bob.facts.read()).toBe('')
    expect(await memories.users()).toEqual(['ada', 'bob'])
  })

  it('refuse an owner that is none, and a misspelt agent', async () => {
    const memories = open({ directory: await temporaryDirectory() })
    const misspelt: object = { user: 'ada', agnet: 'coder' }
    for (const owner of [undefined, {}, { user: '' }, { user: 7 }, misspelt])
      await expectCode(Reflect.apply(memories.for, memories, [owner]), 'bad-input')
    await expectCode(Reflect.apply(memories.erase, memories, [{ user: 'ada', agent: 'coder' }]), 'bad-input', 'agent')
  })

  it.skipIf(process.getuid?.() !== 0)(
    'name all users that may be read, and say which folders may not (it takes root to make one of somebody else)',
    async () => {
      const directory = await temporaryDirectory()
      const memories = openMemories({ directory })
      for (const id of ['hugo', 'olga']) await (await memories.for({ user: id })).facts.append('- x')
      await memories.close()
      await mkdir(join(directory, 'lost+found'), { mode: 0o700 })
      await mkdir(join(directory, '.erased-1', '.daybook'), { recursive: true, mode: 0o700 })
      await cp(
        join(directory, 'olga', '.daybook', 'owner.json'),
        join(directory, '.erased-1', '.daybook', 'owner.json'),
      )
      for (const path of ['', 'hugo', 'hugo/.daybook', 'hugo/.daybook/owner.json'])
        await chown(join(directory, path), nobody, 0)
      await chmod(directory, 0o500)
      const lister = program('test/memory/list-users')
      const { stdout, stderr } = spawnSync(process.execPath, [lister, directory, `${nobody}`], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual({
        users: ['hugo'],
        events: [
          expect.stringMatching(
            /^purge-incomplete .+the rest of an interrupted erasure could not be removed.+\(EACCES\)/,
          ),
          expect.stringMatching(
            /^user-unreadable lost\+found: users\(\) leaves out a folder whose owner cannot be read: .+\(EACCES\)/,
          ),
          expect.stringMatching(
            /^user-unreadable olga: users\(\) leaves out a folder whose owner cannot be read: .+\(EACCES\)/,
          ),
        ],
      })
    },
  )

  it('have no users before the first one came', async () => {
    const memories = open({ directory: join(await temporaryDirectory(), 'not', 'yet') })
    expect(await memories.users()).toEqual([])
    await memories.erase({ user: 'nobody' })
  })
})

describe('erasing a user', () => {
  it('leaves no byte of what was said, refuses old handles, and begins anew', async () => {
    const directory = await temporaryDirectory()
    // A name that no hexadecimal digits spell: ids are full of those.
    const memories = open({ directory, sessions: { keep: 1 } })
    const olga = await memories.for({ user: 'olga' })
    const agent = await memories.for({ user: 'olga', agent: 'coder' })
    const bob = await memories.for({ user: 'bob' })
    for (const memory of [olga, agent]) {
      await memory.addMessages('s', [user('The secret is Rumpelstilz'), user('Rumpelstilz again'), user('bye')])
      await memory.facts.append('- Rumpelstilz fact')
      await memory.facts.replace('- Rumpelstilz fact, again')
      await memory.consolidate('s')
      await memory.recall('Rumpelstilz')
    }
    await bob.facts.append('- Bob stays')
    expect(await bytesOf(directory)).toContain('Rumpelstilz')
    await memories.erase({ user: 'olga' })
    expect(await bytesOf(directory)).not.toMatch(/rumpelstilz|olga/i)
    for (const memory of [olga, agent]) {
      await expectCode(memory.facts.read(), 'erased', 'get a new one with memories.for')
      await expectCode(memory.addMessages('s', user('x')), 'erased')
      await expectCode(memory.recall('x'), 'erased')
    }
    expect(await memories.users()).toEqual(['bob'])
    const again = await memories.for({ user: 'olga' })
    expect(await again.facts.read()).toBe('')
    expect((await again.recall('Rumpelstilz')).items).toEqual([])
    await expectCode(olga.facts.read(), 'erased')
    expect(await bob.facts.read()).toBe('- Bob stays\n')
  })

  it('can be asked for by a process that never opened the memory', async () => {
    const directory = await temporaryDirectory()
    const first = openMemories({ directory })
    await (await first.for({ user: 'Ada' })).facts.append('- Rumpelstilz')
    await first.close()
    const memories = open({ directory })
    await memories.erase({ user: 'Ada' })
    expect(await readdir(directory)).toEqual([])
  })

  it('waits for calls under way, and a memory that is asked for meanwhile begins empty and stays', async () => {
    const memories = open({ directory: await temporaryDirectory() })
    for (let turn = 0; turn < 5; turn++) {
      const old = await memories.for({ user: 'ada' })
      const writes = Array.from({ length: 10 }, (_, n) => old.addMessages('s', user(`old ${n}`)).catch(() => undefined))
      const erasing = [memories.erase({ user: 'ada' }), memories.erase({ user: 'ada' })]
      const fresh = await memories.for({ user: 'ada' })
      await fresh.addMessages('s', user('new'))
      await Promise.all([...writes, ...erasing])
      expect((await fresh.sessions.messages('s')).map(({ content }) => content)).toEqual(['new'])
      await expectCode(old.facts.read(), 'erased')
    }
  })

  it('does not wait for other users', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<string>()
    const model: PromptFunction = () => {
      asked.resolve()
      return answer.promise
    }
    const memories = open({ directory: await temporaryDirectory(), model, sessions: { window: 2 }, maxOpen: 1 })
    const bob = await memories.for({ user: 'bob' })
    await bob.addMessages('s', ['one', 'two', 'three', 'four'].map(user))
    await asked.promise
    const ada = await memories.for({ user: 'ada' })
    await ada.facts.append('- x')
    await memories.erase({ user: 'ada' })
    answer.resolve('{"history_entry": "They counted.", "memory_update": "- counted"}')
    await memories.flush()
    expect(await bob.facts.read()).toContain('counted')
  })
})

describe('eviction', () => {
  it('keeps every handle of ten users usable with two open, and loses no background work', async () => {
    const directory = await temporaryDirectory()
    let asked = 0
    const model: PromptFunction = async ({ prompt }) => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 20))
      const who = /I am (user\d)/.exec(prompt)?.[1] ?? 'nobody'
      return JSON.stringify({ history_entry: `${who} was here.`, memory_update: `- known: ${who}` })
    }
    const options = { directory, model, maxOpen: 2, sessions: { window: 4, keep: 2 } }
    const memories = open(options)
    const handles = await Promise.all(Array.from({ length: 10 }, (_, n) => memories.for({ user: `user${n}` })))
    for (let round = 0; round < 3; round++)
      await Promise.all(
        handles.map((memory, n) => memory.addMessages('s', [user(`I am user${n}`), user(`round ${round} word${n}x`)])),
      )
    await memories.flush()
    expect(asked).toBeGreaterThanOrEqual(10)
    for (const [n, memory] of handles.entries()) {
      expect(await memory.facts.read()).toContain(`known: user${n}`)
      expect(await saying(memory, `word${n}x`)).toHaveLength(3)
      expect((await memory.history.list()).length).toBeGreaterThan(0)
    }
    await memories.close()
    const again = open({ ...options, maxOpen: 10 })
    for (let n = 0; n < 10; n++)
      expect(await (await again.for({ user: `user${n}` })).sessions.messages('s', { archived: true })).toHaveLength(6)
  })

  it('is not noticed by a handle that its owner has closed', async () => {
    const memories = open({ directory: await temporaryDirectory() })
    const ada = await memories.for({ user: 'ada' })
    await ada.facts.append('- one')
    await ada.close()
    await ada.facts.append('- two')
    expect(await ada.facts.read()).toBe('- one\n- two\n')
  })

  it('passes every call through to the memory', async () => {
    const memories = open({ directory: await temporaryDirectory(), maxOpen: 1, consolidation: { auto: false } })
    const ada = await memories.for({ user: 'ada' })
    const evict = async (): Promise<unknown> => (await memories.for({ user: 'other' })).facts.read()
    await ada.facts.replace('- [tea] Ada drinks tea\n- Ada drinks tea\n')
    await evict()
    expect(await ada.facts.list({ category: 'tea' })).toHaveLength(1)
    expect(await ada.facts.search('drinks', { limit: 1 })).toHaveLength(1)
    expect(await ada.facts.compact()).toBe(1)
    const [version] = await ada.facts.versions()
    await ada.facts.restore(version?.id ?? '')
    expect(await ada.facts.list()).toHaveLength(2)
    await ada.history.append('Tea was drunk.', { at: '2026-01-01' })
    expect(await ada.history.list({ limit: 1 })).toHaveLength(1)
    expect(await ada.history.search('drunk', { limit: 1 })).toHaveLength(1)
    await ada.sessions.append('s', [{ ...user('a'), id: 'a' }, user('b')])
    await evict()
    await ada.sessions.align('t', [user('c')])
    await ada.sessions.update('s', 'a', { content: 'changed' })
    await ada.sessions.describe('s', { title: 'Tea' })
    expect(await ada.sessions.get('s')).toMatchObject({ title: 'Tea', messageCount: 2 })
    expect(await ada.sessions.messages('s', { limit: 1 })).toHaveLength(1)
    expect(await ada.sessions.recap('s', { limit: 2 })).toContain('changed')
    expect(await ada.sessions.trim('s', 1)).toBe(1)
    expect(await ada.sessions.remove('s', ['a'])).toBe(1)
    expect(await ada.sessions.clear('t')).toBe(1)
    expect(await ada.sessions.list()).toHaveLength(2)
    await ada.consolidate('s')
    await ada.resetSession('s')
    expect((await ada.buildContext({ session: 's' })).stable).toContain('drinks tea')
    await ada.flush()
  })
})

describe('memories in a storage of the caller', () => {
  /** Storages that outlive their closing, as a database would. */
  function places() {
    const kept = new Map<string, Storage>()
    const asked: string[] = []
    return {
      asked,
      kept,
      storage(id: string, agent?: string): Storage {
        const key = agent === undefined ? id : `${id} as ${agent}`
        asked.push(key)
        const storage = kept.get(key) ?? { ...inMemoryStorage(), close: async () => undefined }
        kept.set(key, storage)
        return storage
      },
    }
  }

  it('are asked for by user and agent, again after an eviction, and emptied when the user is erased', async () => {
    const { storage, asked, kept } = places()
    const memories = open({ storage, maxOpen: 1, consolidation: { auto: false } })
    const ada = await memories.for({ user: 'Ada' })
    const coder = await memories.for({ user: 'Ada', agent: 'coder' })
    for (const memory of [ada, coder]) {
      await memory.addMessages('s', [user('Rumpelstilz'), user('bye')])
      await memory.sessions.trim('s', 1)
      await memory.facts.append('- Rumpelstilz')
      expect((await memory.recall('Rumpelstilz')).items.length).toBeGreaterThan(0)
    }
    expect(asked).toEqual(['Ada', 'Ada as coder', 'Ada', 'Ada as coder'])
    await expectCode(memories.users(), 'bad-input', 'ask your own storage')
    await memories.erase({ user: 'Ada' })
    await expectCode(coder.facts.read(), 'erased')
    for (const { files, passages } of kept.values()) {
      for (const folder of ['memory', 'sessions', 'state']) expect(await files.list(folder, { deep: true })).toEqual([])
      expect((await passages.watermarks()).size).toBe(0)
    }
    expect((await (await memories.for({ user: 'Ada' })).recall('Rumpelstilz')).items).toEqual([])
  })

  it('S8 are erased with those of agents that another process opened', async () => {
    const { storage, kept } = places()
    const elsewhere = openMemories({ storage })
    for (const agent of ['coder', 'Cook / baker']) {
      const memory = await elsewhere.for({ user: 'ada', agent })
      await memory.addMessages('s', user('Rumpelstilz'))
    }
    await (await elsewhere.for({ user: 'bob', agent: 'coder' })).addMessages('s', user('Rapunzel'))
    await elsewhere.close()
    // Notes that were tampered with stop no erasure.
    await kept.get('ada')?.files.write('state/agents/long.txt', 'x'.repeat(20_000))
    await kept.get('ada')?.files.write('state/agents/other.txt', 'bob')
    // Daybook did not write it.
    await kept.get('ada')?.files.write('memory/own.md', 'mine')
    const erased = await open({ storage }).erase({ user: 'ada' })
    expect(erased.agents).toEqual(['Cook / baker', 'coder'])
    for (const [key, { files }] of kept) {
      const left = await Promise.all(['sessions', 'state'].map((folder) => files.list(folder, { deep: true })))
      expect(left.flat().length > 0, key).toBe(key.startsWith('bob'))
    }
    expect((await kept.get('ada')?.files.read('memory/own.md'))?.text).toBe('mine')
  })

  it.each([
    ['agent', 'ada as coder'],
    ['user', 'ada'],
  ])('are erased while an agent opens and waits for the storage of the %s', { timeout: 5_000 }, async (_, held) => {
    const { storage, asked, kept } = places()
    const [reached, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const memories = openMemories({
      storage: async (id, agent) => {
        const opened = storage(id, agent)
        if (asked.at(-1) !== held) return opened
        reached.resolve()
        await opening.promise
        return opened
      },
    })
    const opened = memories.for({ user: 'ada', agent: 'coder' })
    const late = expectCode(
      opened.then((coder) => coder.addMessages('s', user('Rumpelstilz'))),
      'erased',
    )
    await reached.promise
    const erased = memories.erase({ user: 'ada' })
    opening.resolve()
    expect(await erased).toMatchObject({ agents: ['coder'] })
    await late
    for (const { files } of kept.values())
      for (const folder of ['memory', 'sessions', 'state']) expect(await files.list(folder, { deep: true })).toEqual([])
    await (await memories.for({ user: 'ada', agent: 'coder' })).addMessages('s', user('new'))
    await memories.close()
  })

  it('are refused when they are none, and tried again at the next call', async () => {
    const { storage } = places()
    const given: unknown[] = [5]
    const memories = open({ storage: (id) => (given.pop() ?? storage(id)) as Storage })
    await expectCode(memories.for({ user: 'ada' }), 'bad-option', 'openMemories.storage is 5')
    expect(await (await memories.for({ user: 'ada' })).facts.read()).toBe('')
  })
})

describe('closing', () => {
  it('waits for what is under way, and refuses what comes after', async () => {
    const directory = await temporaryDirectory()
    const memories = openMemories({ directory })
    const ada = await memories.for({ user: 'ada' })
    const writing = ada.addMessages('s', user('the last word'))
    await memories.close()
    await writing
    await expectCode(ada.facts.read(), 'closed', 'openMemories')
    await expectCode(memories.for({ user: 'ada' }), 'closed')
    await memories.close()
    const again = open({ directory })
    expect(await (await again.for({ user: 'ada' })).sessions.messages('s')).toHaveLength(1)
  })
})

describe('what a memory of many is given', () => {
  it.each([
    ['open', 5],
    ['closed and opens again', 1],
  ])('is read before the call returns, when it is %s', async (_, maxOpen) => {
    const memories = open({ directory: await temporaryDirectory(), maxOpen })
    const ada = await memories.for({ user: 'ada' })
    await memories.for({ user: 'bob' })
    const message = (id: string) => ({ id, role: 'user' as const, content: 'as it was' })
    const [first, second, third] = [[message('a')], [message('b')], [message('c')]]
    const value = { text: 'as it was' }
    const at = '2026-03-01T09:00:00.000Z'
    const calls = [
      ada.addMessages('s', first),
      ada.sessions.append('s', second),
      ada.sessions.align('t', third),
      ada.items.put([{ namespace: ['n'], key: 'k', value, at }]),
    ]
    for (const messages of [first, second, third]) for (const one of messages) one.content = 'changed'
    value.text = 'changed'
    await Promise.all(calls)
    const stored = [...(await ada.sessions.messages('s')), ...(await ada.sessions.messages('t'))]
    expect(stored.map(({ content }) => content)).toEqual(['as it was', 'as it was', 'as it was'])
    expect((await ada.items.get(['n'], ['k'], { at })).map((found) => found?.value)).toEqual([{ text: 'as it was' }])
  })
})
