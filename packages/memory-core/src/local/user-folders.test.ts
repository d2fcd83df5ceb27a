import fs from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryError } from '../errors.ts'
import type { MemoryEvent } from '../events.ts'
import { safeName } from '../storage/file-checks.ts'
import { localStorage } from './storage.ts'
import { userFolders } from './user-folders.ts'

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-users-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

describe('userFolders', () => {
  it('gives each user a folder that says whose it is, and each agent one in it', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    for (const [user, agent] of [['ada'], ['Ada'], ['bob', 'coder']] as const)
      await (await folders.open(user, agent)).storage.close()
    expect(await folders.users()).toEqual(['Ada', 'ada', 'bob'])
    const names = await readdir(directory)
    expect(names.filter((name) => /^(?:ada|ada~[0-9a-f]{16}|bob)$/.test(name))).toHaveLength(3)
    expect(await readFile(join(directory, 'ada', '.daybook', 'owner.json'), 'utf8')).toMatch(
      /^\{"user":"ada","id":"[0-9a-f-]{36}"\}\n$/,
    )
    expect(await readFile(join(directory, 'bob', 'agents', 'coder', '.daybook', 'owner.json'), 'utf8')).toMatch(
      /^\{"user":"bob","agent":"coder","id":"[0-9a-f-]{36}"\}\n$/,
    )
  })

  it('takes what else lies in the directory for no user', async () => {
    const directory = await temporary()
    await writeFile(join(directory, 'README.md'), 'x')
    await mkdir(join(directory, 'empty'))
    await mkdir(join(directory, 'odd'))
    await writeFile(join(directory, 'odd', 'agents'), 'x')
    expect(await userFolders({ directory }).users()).toEqual([])
    expect(await userFolders({ directory: join(directory, 'missing') }).users()).toEqual([])
  })

  /** A folder with `bob` in it, and what `spoil` does to the file that names the owner of `x`. */
  async function spoiled(spoil: (file: string) => Promise<unknown>) {
    const directory = await temporary()
    const events: MemoryEvent[] = []
    const folders = userFolders({ directory, report: (event) => events.push(event) })
    await (await folders.open('bob')).storage.close()
    const file = join(directory, 'x', '.daybook', 'owner.json')
    await mkdir(dirname(file), { recursive: true })
    await spoil(file)
    return { directory, folders, events }
  }

  const spoilers: Readonly<Record<string, [RegExp, (file: string) => Promise<unknown>]>> = {
    'a number for a user': [
      /owner\.json .+expected \{"user":"…"\}: write it, or remove/,
      (file) => writeFile(file, '{"user":7}'),
    ],
    'no JSON': [/owner\.json is not JSON, expected/, (file) => writeFile(file, '{broken')],
    'a list': [/owner\.json does not say whose memory it is/, (file) => writeFile(file, '[]')],
    'a folder in its place': [
      /owner\.json.+a directory is in its place: move it away \(EISDIR\)/,
      (file) => mkdir(file),
    ],
    'a link to itself': [/owner\.json.+ELOOP/, (file) => symlink(file, file)],
  }

  it.each(Object.entries(spoilers))(
    'says of an owner that nobody can read what to do, and names all others: %s',
    async (_, [words, spoil]) => {
      const { directory, folders, events } = await spoiled(spoil)
      expect(await folders.users()).toEqual(['bob'])
      expect(events).toEqual([
        expect.objectContaining({
          type: 'user-unreadable',
          level: 'error',
          path: 'x',
          message: expect.stringMatching(words),
        }),
      ])
      for (const call of [() => folders.open('x'), () => folders.remove('x')]) {
        const error: unknown = await call().catch((reason: unknown) => reason)
        expect(MemoryError.isInstance(error) && error.message).toMatch(words)
      }
      expect((await readdir(directory)).sort()).toEqual(['bob', 'x'])
    },
  )

  it('takes a copy of a folder for no user, and says of an erasure that the copy remains', async () => {
    const { directory, folders, events } = await spoiled((file) => writeFile(file, '{"user":""}'))
    await (await folders.open('Ada')).storage.close()
    await rename(join(directory, 'x'), join(directory, 'no-id'))
    await cp(join(directory, safeName('Ada')), join(directory, 'backup'), { recursive: true })
    expect(await folders.users()).toEqual(['Ada', 'bob'])
    expect(events).toMatchObject([
      { type: 'user-unreadable', path: 'backup', message: expect.stringMatching(/names user "Ada" and is not theirs/) },
      { type: 'user-unreadable', path: 'no-id' },
    ])
    const remains = [expect.stringMatching(/the copy ".+backup" of the memory: remove the folder/)]
    for (const bytes of [expect.any(Number), 0])
      expect(await folders.remove('Ada')).toMatchObject({ agents: [], bytes, remains })
    expect(await folders.users()).toEqual(['bob'])
    expect(await folders.remove('bob')).toMatchObject({ remains: [] })
  })

  it('removes a user whose agent cannot be named', async () => {
    const { directory, folders, events } = await spoiled((file) => writeFile(file, '{"user":"x","id":"1"}'))
    await (await folders.open('x', 'coder')).storage.close()
    await writeFile(join(directory, 'x', 'agents', 'coder', '.daybook', 'owner.json'), '{broken')
    expect(await folders.users()).toEqual(['bob', 'x'])
    expect(events).toMatchObject([{ type: 'user-unreadable', path: 'x/agents/coder' }])
    expect(await folders.remove('x')).toMatchObject({ agents: ['coder'] })
    expect(await readdir(directory)).toEqual(['bob'])
  })

  it('removes no user whose agents cannot be looked at', async () => {
    const { directory, folders } = await spoiled((file) => writeFile(file, '{"user":"x","id":"1"}'))
    await symlink('agents', join(directory, 'x', 'agents'))
    await expect(folders.remove('x')).rejects.toMatchObject({ code: 'storage-failed', message: /agents.+ELOOP/ })
    expect((await readdir(directory)).sort()).toEqual(['bob', 'x'])
  })

  /** Does something after the first call of this function from now on. */
  function meanwhile(name: 'readFileSync' | 'accessSync' | 'statSync', work: () => void): void {
    const original: unknown = fs[name]
    if (typeof original !== 'function') throw new Error(`there is no fs.${name}`)
    const restore = (): void => void Reflect.set(fs, name, original)
    onTestFinished(restore)
    Reflect.set(fs, name, (...given: readonly unknown[]): unknown => {
      restore()
      const answer: unknown = Reflect.apply(original, fs, given)
      work()
      return answer
    })
  }

  it.each(['readFileSync', 'accessSync', 'statSync'] as const)(
    'makes no folder for a memory that is erased while it is opened again, after %s',
    async (call) => {
      const directory = await temporary()
      const folders = userFolders({ directory })
      const { storage, id } = await folders.open('ada')
      await storage.close()
      const erase = (): void => fs.rmSync(join(directory, 'ada'), { recursive: true })
      meanwhile(call, erase)
      await expect(folders.open('ada', undefined, id)).rejects.toMatchObject({ code: 'erased' })
      expect(await readdir(directory)).toEqual([])
      expect(await folders.users()).toEqual([])
    },
  )

  it('opens no memory that was made anew while the old one was opened again', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    const { storage, id } = await folders.open('ada')
    await storage.close()
    const owner = join(directory, 'ada', '.daybook', 'owner.json')
    meanwhile('accessSync', () => fs.writeFileSync(owner, '{"user":"ada","id":"another"}'))
    await expect(folders.open('ada', undefined, id)).rejects.toMatchObject({ code: 'erased' })
    expect(await readFile(owner, 'utf8')).toBe('{"user":"ada","id":"another"}')
  })

  it('says that a new memory was erased while it was opened', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await (await folders.open('ada')).storage.close()
    meanwhile('readFileSync', () => fs.rmSync(join(directory, 'ada'), { recursive: true }))
    await expect(folders.open('ada')).rejects.toMatchObject({ code: 'erased' })
  })

  it('removes no folder that is not the memory of that user', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await mkdir(join(directory, 'invoices'))
    await expect(folders.remove('invoices')).rejects.toThrow(/invoices is not the memory of user "invoices"/)
    expect(await readdir(directory)).toEqual(['invoices'])
  })

  it('gives nobody the folder of somebody else', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await (await folders.open('ada')).storage.close()
    await writeFile(join(directory, 'ada', '.daybook', 'owner.json'), '{"user":"mallory"}')
    await expect(folders.open('ada')).rejects.toThrow(/is the memory of user "mallory", not of "ada"/)
  })

  it('is no folder of users when it is the directory of one memory', async () => {
    const directory = await temporary()
    await (await localStorage({ directory })).close()
    await expect(userFolders({ directory }).open('ada')).rejects.toThrow(/is the directory of one memory/)
  })

  it('is not the directory of one memory: opening it as one is refused, and changes nothing', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await (await folders.open('ada', 'coder')).storage.close()
    await expect(localStorage({ directory, git: true })).rejects.toThrow(/holds the memories of users.* --user/)
    expect(await readdir(directory)).toEqual(['ada'])
    await (await folders.open('ada')).storage.close()
  })

  it('syncs what it removed, also when an earlier removal that was cut short left nothing to do', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await (await folders.open('ada')).storage.close()
    const { fsync } = fs
    const { ino } = fs.statSync(directory)
    /** The names in the directory each time that it is synced. */
    const synced: string[][] = []
    const spy = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, done) => {
      if (fs.fstatSync(descriptor).ino === ino) synced.push(fs.readdirSync(directory))
      fsync(descriptor, done)
    })
    onTestFinished(() => spy.mockRestore())
    await folders.remove('ada')
    expect(synced).toEqual([[expect.stringMatching(/^\.erased-/)], []])
    await folders.remove('ada')
    expect(synced).toHaveLength(3)
  })

  it('removes all of a user, agents included, and nothing else', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    for (const [user, agent] of [['ada'], ['ada', 'coder'], ['bob']] as const)
      await (await folders.open(user, agent)).storage.close()
    await folders.remove('ada')
    await folders.remove('nobody')
    expect(await readdir(directory)).toEqual(['bob'])
  })
})
