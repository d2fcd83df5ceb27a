import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localStorage } from '../local/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { isTemporary } from './disk.ts'
import { temporaryName } from './durable-files.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`, 'memory')
}
let home: string
let storage: Storage

beforeEach(async () => {
  home = directory()
  storage = await localStorage({ directory: home })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await storage.close()
})

/** The calls that matter for durability, in order; reading them changes nothing. */
function recordedSteps(): string[] {
  const steps: string[] = []
  const { fsync, renameSync } = fs
  vi.spyOn(fs, 'fsync').mockImplementation((descriptor, callback) => {
    steps.push(fs.fstatSync(descriptor).isDirectory() ? 'fsync directory' : 'fsync file')
    fsync(descriptor, callback)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push('rename')
    renameSync(from, to)
  })
  return steps
}

const modeOf = (path: string): string => (fs.lstatSync(join(home, path)).mode & 0o777).toString(8)

describe('durability', () => {
  it('appends with one fsync', async () => {
    await storage.files.append('sessions/a.jsonl', 'one\n')
    const steps = recordedSteps()
    await storage.files.append('sessions/a.jsonl', 'two\n')
    expect(steps).toEqual(['fsync file'])
  })

  it('makes a file by appending with two fsyncs', async () => {
    await storage.files.append('sessions/a.jsonl', 'one\n')
    const steps = recordedSteps()
    await storage.files.append('sessions/b.jsonl', 'one\n')
    expect(steps).toEqual(['fsync file', 'fsync directory'])
  })

  it('brings a directory that it has to make to the disk too', async () => {
    const steps = recordedSteps()
    await storage.files.append('sessions/a.jsonl', 'one\n')
    expect(steps).toEqual(['fsync directory', 'fsync file', 'fsync directory'])
  })

  it('appends with one fsync under the lock', async () => {
    await storage.files.append('sessions/a.jsonl', 'one\n')
    await storage.lock(['a'], async () => undefined)
    const steps = recordedSteps()
    await storage.lock(['a'], () => storage.files.append('sessions/a.jsonl', 'two\n'))
    expect(steps).toEqual(['fsync file'])
  })

  it('appends at a cost that does not depend on the size of the file', async () => {
    await storage.files.write('sessions/a.jsonl', 'x'.repeat(5_000_000))
    const read = vi.spyOn(fs, 'readSync')
    const written = vi.spyOn(fs, 'writeSync')
    await storage.files.append('sessions/a.jsonl', 'two\n')
    expect(read.mock.calls.map(([, bytes]) => bytes.byteLength)).toEqual([1])
    expect(written).toHaveBeenCalledOnce()
  })

  it('writes to a temporary file beside the target, syncs it, renames it, and syncs the directory', async () => {
    await storage.files.write('memory/MEMORY.md', 'one')
    const steps = recordedSteps()
    await storage.files.write('memory/MEMORY.md', 'two')
    expect(steps).toEqual(['fsync file', 'rename', 'fsync directory'])
    expect(fs.readdirSync(join(home, 'memory'))).toEqual(['MEMORY.md'])
  })

  it('keeps the old text when a write fails, and leaves no temporary file', async () => {
    await storage.files.write('memory/MEMORY.md', 'one')
    vi.spyOn(fs, 'fsync').mockImplementation((_descriptor, callback) =>
      callback(Object.assign(new Error('x'), { code: 'ENOSPC' })),
    )
    await expect(storage.files.write('memory/MEMORY.md', 'two')).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'cannot write "memory/MEMORY.md": the disk is full: free some space and try again (ENOSPC)',
    })
    expect((await storage.files.read('memory/MEMORY.md'))?.text).toBe('one')
    expect(fs.readdirSync(join(home, 'memory'))).toEqual(['MEMORY.md'])
  })

  it('keeps what another process appends to a new file whose directory cannot be synced', async () => {
    vi.spyOn(fs, 'fsync').mockImplementation((_descriptor, callback) => {
      fs.appendFileSync(join(home, 'sessions/a.jsonl'), 'theirs\n')
      callback(Object.assign(new Error('x'), { code: 'EIO' }))
    })
    await expect(storage.files.append('sessions/a.jsonl', 'ours\n')).rejects.toMatchObject({ code: 'storage-failed' })
    expect((await storage.files.read('sessions/a.jsonl'))?.text).toBe('theirs\n')
  })

  it('takes an append back that the disk took only in part', async () => {
    await storage.files.append('sessions/a.jsonl', 'one\n')
    const { writeSync } = fs
    vi.spyOn(fs, 'writeSync').mockImplementationOnce((descriptor: number) => writeSync(descriptor, 'tw'))
    await expect(storage.files.append('sessions/a.jsonl', 'two\n')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('the disk took 2 of 4 bytes'),
    })
    expect((await storage.files.read('sessions/a.jsonl'))?.text).toBe('one\n')
  })
})

describe('permissions', () => {
  for (const umask of [0o000, 0o077, 0o777])
    it(`X27 makes directories 0700 and files 0600 under umask ${umask.toString(8).padStart(3, '0')}`, async () => {
      const before = process.umask(umask)
      try {
        home = directory()
        const own = await localStorage({ directory: home })
        await own.files.write('memory/deep/MEMORY.md', 'A')
        await own.files.append('sessions/a.jsonl', 'A\n')
        await (await own.lease('a'))?.release()
        await own.passages.update({ watermarks: { a: '1' } })
        const databases = ['state/index.db', 'state/index.db-shm', 'state/index.db-wal', '.daybook/lock.db']
        const files = ['memory/deep/MEMORY.md', 'sessions/a.jsonl', '.daybook/daybook.json', ...databases]
        expect(files.map(modeOf)).toEqual(files.map(() => '600'))
        const directories = ['.', 'memory', 'memory/deep', 'sessions', 'state']
        expect(directories.map(modeOf)).toEqual(directories.map(() => '700'))
        await own.close()
      } finally {
        process.umask(before)
      }
    })

  it('row 22: closes to others what was open to them, at the next write or opening', async () => {
    home = directory()
    const own = await localStorage({ directory: home })
    await own.files.write('memory/MEMORY.md', 'A')
    await own.files.append('sessions/a.jsonl', 'A\n')
    await own.passages.update({ watermarks: { a: '1' } })
    await own.records.write({ marks: { a: '1' } })
    await own.close()
    const files = ['memory/MEMORY.md', 'sessions/a.jsonl', 'state/index.db', 'state/tables.db']
    for (const file of files) fs.chmodSync(join(home, file), 0o644)
    for (const folder of ['memory', 'state', 'sessions']) fs.chmodSync(join(home, folder), 0o755)

    const again = await localStorage({ directory: home })
    await again.files.write('memory/MEMORY.md', 'B')
    await again.files.append('sessions/a.jsonl', 'B\n')
    await again.files.write('state/x.json', '{}')
    await again.passages.watermarks()
    await again.records.count()
    expect([...files, 'memory', 'state'].map(modeOf)).toEqual(['600', '600', '600', '600', '700', '700'])
    await again.close()
  })

  it('row 22: takes nothing from the owner of a file', async () => {
    home = directory()
    const own = await localStorage({ directory: home })
    await own.files.append('a.md', 'A\n')
    fs.chmodSync(join(home, 'a.md'), 0o755)
    await own.files.append('a.md', 'B\n')
    expect(modeOf('a.md')).toBe('700')
    await own.close()
  })
})

describe('what is not a text file of the memory', () => {
  it('refuses a file that is a symbolic link, wherever it leads', async () => {
    await storage.files.write('memory/a.md', 'A')
    fs.writeFileSync(`${home}-outside`, 'secret')
    fs.symlinkSync(`${home}-outside`, join(home, 'memory', 'out.md'))
    fs.symlinkSync('a.md', join(home, 'memory', 'in.md'))
    fs.symlinkSync('nowhere', join(home, 'memory', 'dangling.md'))
    for (const path of ['memory/out.md', 'memory/in.md', 'memory/dangling.md']) {
      const calls = [
        storage.files.read(path),
        storage.files.stat(path),
        storage.files.readRange(path, 0),
        storage.files.append(path, 'x'),
        storage.files.write(path, 'x'),
        storage.files.rename(path, 'b.md'),
        storage.files.rename('memory/a.md', path),
        storage.files.remove(path),
      ]
      for (const result of await Promise.allSettled(calls))
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'bad-input' } })
    }
    expect(fs.readFileSync(`${home}-outside`, 'utf8')).toBe('secret')
    expect((await storage.files.list('memory')).map((entry) => entry.path)).toEqual(['memory/a.md'])
  })

  it('refuses a directory that leads out by a symbolic link', async () => {
    fs.mkdirSync(`${home}-outside/deep`, { recursive: true })
    fs.writeFileSync(`${home}-outside/deep/a.md`, 'secret')
    fs.symlinkSync(`${home}-outside`, join(home, 'memory'))
    fs.symlinkSync(join(home, 'gone'), join(home, 'dangling'))
    for (const path of ['memory/deep/a.md', 'memory/new.md', 'memory/new/new.md', 'dangling/a.md']) {
      await expect(storage.files.read(path)).rejects.toMatchObject({ code: 'bad-input' })
      await expect(storage.files.write(path, 'x')).rejects.toMatchObject({ code: 'bad-input' })
      await expect(storage.files.append(path, 'x')).rejects.toMatchObject({ code: 'bad-input' })
    }
    await expect(storage.files.list('memory')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(storage.files.list('memory/deep')).rejects.toMatchObject({ code: 'bad-input' })
    expect(await storage.files.list('', { deep: true })).toEqual([])
    expect(fs.readdirSync(`${home}-outside/deep`)).toEqual(['a.md'])
  })

  it('follows a directory that is a symbolic link within the root', async () => {
    await storage.files.write('real/a.md', 'A')
    fs.symlinkSync('real', join(home, 'alias'))
    expect((await storage.files.read('alias/a.md'))?.text).toBe('A')
    await storage.files.append('alias/a.md', 'B')
    expect((await storage.files.read('real/a.md'))?.text).toBe('A\nB')
  })

  it('does not wait for a named pipe', async () => {
    execFileSync('mkfifo', [join(home, 'pipe')])
    await expect(storage.files.read('pipe')).rejects.toMatchObject({ code: 'storage-failed' })
    await expect(storage.files.append('pipe', 'x')).rejects.toMatchObject({ code: 'storage-failed' })
    await expect(storage.files.write('pipe', 'x')).rejects.toMatchObject({ code: 'storage-failed' })
  })

  it('keeps its own databases and its marker out of listings, and its databases out of reach', async () => {
    await storage.lock(['a'], async () => undefined)
    await storage.passages.update({ watermarks: { a: '1' } })
    await storage.files.write('state/plan.json', '{}')
    expect((await storage.files.list('', { deep: true })).map((entry) => entry.path)).toEqual(['state/plan.json'])
    for (const path of [
      '.daybook/lock.db',
      'state/index.db',
      'state/index.db-wal',
      'state/tables.db',
      'state/tables.db-wal',
    ])
      await expect(storage.files.read(path)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('names the way out when a directory is in the place of a file', async () => {
    fs.mkdirSync(join(home, 'memory', 'a.md'), { recursive: true })
    for (const [work, writing] of [
      ['write', storage.files.write('memory/a.md', 'x')],
      ['append to', storage.files.append('memory/a.md', 'x')],
    ] as const)
      await expect(writing).rejects.toMatchObject({
        code: 'storage-failed',
        message: `cannot ${work} "memory/a.md": a directory, or something else that is no file, is in its place: move it away`,
      })
  })

  it('names the way out when a name is too long', async () => {
    await expect(storage.files.write('x'.repeat(300), 'x')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('the name is too long for this file system'),
    })
  })
})

describe('litter of dead writers', () => {
  const deadPid = (): string =>
    execFileSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], { encoding: 'utf8' })
  const litter = (path: string, name: string): void => {
    fs.mkdirSync(join(home, path), { recursive: true })
    fs.writeFileSync(join(home, path, name), 'half')
  }

  it('is not listed', async () => {
    litter('memory', temporaryName())
    expect(await storage.files.list('memory')).toEqual([])
  })

  it('is removed when the storage is opened: of a dead process, or a minute old', async () => {
    const [alive, old, dead] = [temporaryName(), temporaryName(), temporaryName().replace(/-\d+-/, `-${deadPid()}-`)]
    for (const name of [alive, old, dead, '.mine.tmp', 'a.md']) litter('memory', name)
    fs.utimesSync(join(home, 'memory', old), new Date(), new Date(Date.now() - 61_000))
    await (await localStorage({ directory: home })).close()
    expect(fs.readdirSync(join(home, 'memory')).sort()).toEqual([alive, '.mine.tmp', 'a.md'].sort())
  })

  it('is removed from deeper directories when they are first written to', async () => {
    litter('memory/deep', temporaryName().replace(/-\d+-/, `-${deadPid()}-`))
    await storage.files.write('memory/deep/a.md', 'A')
    expect(fs.readdirSync(join(home, 'memory', 'deep'))).toEqual(['a.md'])
  })

  it('is told from the files of people by its name', () => {
    expect(isTemporary(temporaryName())).toBe(true)
    for (const name of ['.a.tmp', 'MEMORY.md', `x${temporaryName()}`, `${temporaryName()}.md`])
      expect(isTemporary(name)).toBe(false)
  })
})

describe('changes by people', () => {
  it('are seen as a new version, and as a new generation when an editor replaces the file', async () => {
    const written = await storage.files.write('memory/MEMORY.md', 'one\n')
    fs.appendFileSync(join(home, 'memory', 'MEMORY.md'), 'two\n')
    const grown = await storage.files.stat('memory/MEMORY.md')
    expect(grown?.version).not.toBe(written.version)
    expect(grown?.generation).toBe(written.generation)
    await expect(storage.files.write('memory/MEMORY.md', 'x', { ifVersion: written.version })).rejects.toMatchObject({
      code: 'version-conflict',
    })
    fs.writeFileSync(join(home, 'memory', 'new'), 'three\n')
    fs.renameSync(join(home, 'memory', 'new'), join(home, 'memory', 'MEMORY.md'))
    expect((await storage.files.stat('memory/MEMORY.md'))?.generation).not.toBe(written.generation)
  })

  it('are read as U+FFFD where they are no UTF-8', async () => {
    fs.writeFileSync(join(home, 'a.md'), Buffer.from([0x61, 0xff, 0x62]))
    expect((await storage.files.read('a.md'))?.text).toBe('a\ufffdb')
  })
})
