import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTyped, strangers, tricks } from '../../bench/hostile/calls.ts'
import { type MemoriesOptions, MemoryError, openMemories } from '../../src/index.ts'
import { workplace } from './run-length.ts'

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}

/** What is thrown that is no MemoryError, by the name of the value. */
async function untyped<Value>(
  values: readonly (readonly [name: string, value: Value])[],
  call: (value: Value) => unknown,
): Promise<string[]> {
  const bad: string[] = []
  for (const [name, value] of values) {
    const error = await errorOf(() => call(value))
    if (!isTyped(error)) bad.push(`${name}: ${String(error)}`)
  }
  return bad
}

const named = tricks.map((trick) => [JSON.stringify(trick), trick] as const)

describe('fault 20: openMemories', () => {
  const openWith = (options: unknown): Promise<unknown> => {
    const memories: unknown = Reflect.apply(openMemories, undefined, [options])
    return Promise.resolve(memories)
  }

  it.each(['directory', 'storage', 'maxOpen', 'clock', 'agent'])(
    'refuses what is no option, and what `%s` cannot be',
    async (name) => {
      expect(await untyped(strangers, openWith)).toEqual([])
      const place = name === 'storage' ? {} : { directory: 'unused' }
      expect(await untyped(strangers, (value) => openWith({ ...place, [name]: value }))).toEqual([])
      const error = await errorOf(() => openWith({ ...place, [name]: Number.NaN }))
      expect(MemoryError.isInstance(error) && error.code).toBe('bad-option')
    },
  )

  it.each(['for', 'erase'] as const)('%s refuses owners that are none', async (call) => {
    const directory = await workplace()
    await mkdir(directory)
    const memories = openMemories({ directory })
    const ask = (owner: unknown): unknown => Reflect.apply(memories[call], memories, [owner])
    expect(await untyped(strangers, ask)).toEqual([])
    expect(await untyped(strangers, (user) => ask({ user }))).toEqual([])
    expect(await untyped(strangers, (agent) => ask({ user: 'ada', agent }))).toEqual([])
    await memories.close()
    expect((await readdir(directory)).filter((name) => name !== 'ada')).toEqual([])
  })

  it('refuses what is no storage when a user is asked for', async () => {
    for (const [name, value] of strangers) {
      const options: object = { storage: () => value }
      const memories = openMemories(options as MemoriesOptions)
      for (const call of [() => memories.for({ user: 'ada' }), () => memories.erase({ user: 'ada' }), memories.users]) {
        const error = await errorOf(call)
        expect(`${name}: ${isTyped(error)} ${error !== undefined}`).toBe(`${name}: true true`)
      }
      await memories.close()
    }
  })

  it('fault 18, 19: keeps users and agents of whatever name in its folder, and erases them from it', async () => {
    const directory = await workplace()
    await writeFile(join(dirname(directory), 'neighbour'), 'untouched')
    const memories = openMemories({ directory })
    expect(await untyped(named, (name) => memories.for({ user: name, agent: name }))).toEqual([])
    const users = await memories.users()
    expect(users.length).toBeGreaterThan(tricks.length - 4)
    expect(users.filter((user) => !tricks.includes(user))).toEqual([])
    expect((await readdir(dirname(directory))).sort()).toEqual(['memory', 'neighbour'])
    expect((await readdir('/tmp')).filter((name) => name === 'daybook-escape')).toEqual([])
    expect(await untyped(named, (user) => memories.erase({ user }))).toEqual([])
    expect(await readdir(directory)).toEqual([])
    await memories.close()
  })

  it('answers or says what is wrong, whatever lies in the place of a folder or of a file in it', async () => {
    const directory = await workplace()
    const outside = await workplace()
    await mkdir(outside)
    await writeFile(join(outside, 'letter'), 'a letter')
    for (const path of ['', 'letter']) await chmod(join(outside, path), 0o755)
    const makers: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
      file: (path) => writeFile(path, 'x'),
      folder: (path) => mkdir(path),
      loop: (path) => symlink(path, path),
      nowhere: (path) => symlink(`${path}-gone`, path),
      away: (path) => symlink(outside, path),
      letter: (path) => symlink(join(outside, 'letter'), path),
    }
    const places = [
      '',
      'state',
      '.daybook/owner.json',
      '.daybook/daybook.json',
      '.daybook/lock.db',
      'agents',
      'agents/cook',
    ]
    const users: string[] = []
    for (const [kind, make] of Object.entries(makers))
      for (const [at, place] of places.entries()) {
        const user = `${kind}-${at}`
        users.push(user)
        const path = join(directory, user, place)
        await mkdir(dirname(path), { recursive: true })
        await make(path.replace(/\/$/, ''))
      }
    const memories = openMemories({ directory })
    await memories.for({ user: 'ada' })
    const asked = users.map((user) => [user, user] as const)
    expect(await memories.users()).toEqual(['ada'])
    expect(await untyped(asked, (user) => memories.for({ user, agent: 'cook' }))).toEqual([])
    expect(await untyped(asked, (user) => memories.for({ user }))).toEqual([])
    expect(await untyped(asked, (user) => memories.erase({ user }))).toEqual([])
    expect(await memories.users()).toContain('ada')
    await memories.close()
    expect(await readFile(join(outside, 'letter'), 'utf8')).toBe('a letter')
    for (const path of ['', 'letter']) expect((await stat(join(outside, path))).mode & 0o777).toBe(0o755)
  })
})
