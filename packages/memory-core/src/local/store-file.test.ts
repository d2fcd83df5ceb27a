import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { day, itemWrite } from '../testing/item-write.ts'
import { storedRecord } from '../testing/stored-record.ts'
import { localStorage } from './local-storage.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

const counter = fileURLToPath(new URL('./store-file.fixture.ts', import.meta.url))
let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`)
}
const storeOf = (home: string): string => join(home, 'state', 'store.db')
const setAside = (home: string): string[] =>
  fs.readdirSync(join(home, 'state')).filter((name) => name.includes('.corrupt-'))
const many = Array.from({ length: 2_000 }, (_, index) => storedRecord(`r${index}`, { text: 'x'.repeat(100) }))

async function filled(home: string): Promise<Storage> {
  const storage = await localStorage({ directory: home })
  await storage.records.write({ put: many })
  await storage.items.put([itemWrite('a/k')])
  return storage
}

describe('the file of the store', () => {
  it('is not there as long as nobody uses records or items', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await storage.files.write('a.md', 'A')
    await storage.close()
    expect(fs.existsSync(storeOf(home))).toBe(false)
  })

  it('is for its owner only, with its log', async () => {
    const home = directory()
    const storage = await filled(home)
    for (const suffix of ['', '-wal', '-shm']) expect(fs.statSync(storeOf(home) + suffix).mode & 0o777).toBe(0o600)
    await storage.close()
  })

  it('is set aside when it is damaged, never deleted, and the call that finds it says where it is', async () => {
    for (const content of ['no database at all, '.repeat(500), 'short']) {
      const home = directory()
      await (await filled(home)).close()
      fs.writeFileSync(storeOf(home), content)
      const storage = await localStorage({ directory: home })
      await expect(storage.records.get(['r1'])).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringMatching(
          /store\.db" was damaged: it is kept as ".*store\.db\.corrupt-\d{8}T\d{9}Z".*Restore a backup/,
        ),
      })
      const [name = ''] = setAside(home)
      expect(fs.readFileSync(join(home, 'state', name), 'utf8')).toBe(content)
      expect(await storage.records.get(['r1'])).toEqual([])
      await storage.records.write({ put: [storedRecord('new')] })
      expect(await storage.items.count([], day(1))).toBe(0)
      await storage.close()
    }
  })

  it('is set aside when it is damaged while it is open, and two damaged ones do not overwrite each other', async () => {
    const home = directory()
    const storage = await filled(home)
    await storage.close()
    const again = await localStorage({ directory: home })
    for (const count of [1, 2]) {
      await again.records.write({ put: many })
      const database = new DatabaseSync(storeOf(home))
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
      const handle = fs.openSync(storeOf(home), 'r+')
      fs.writeSync(handle, Buffer.alloc(fs.fstatSync(handle).size, 0xff))
      fs.futimesSync(handle, 1_700_000_000, 1_700_000_000)
      fs.closeSync(handle)
      await expect(again.records.list({ limit: 3_000 })).rejects.toMatchObject({ code: 'corrupt' })
      expect(setAside(home).filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(count)
    }
    await again.records.write({ put: [storedRecord('new')] })
    expect(await again.records.count()).toHaveLength(1)
    await again.close()
  })

  it('is begun anew when somebody moved it away, says so once, and writes nothing where nobody reads', async () => {
    const home = directory()
    const [one, other] = [await filled(home), await localStorage({ directory: home })]
    await other.records.revision()
    for (const suffix of ['-wal', '-shm', '']) fs.renameSync(storeOf(home) + suffix, `${storeOf(home)}.moved${suffix}`)
    const gone = { code: 'corrupt', message: expect.stringMatching(/store\.db" is gone, though it held records/) }
    await expect(one.records.write({ put: [storedRecord('new')] })).rejects.toMatchObject(gone)
    await one.records.write({ put: [storedRecord('new')] })
    expect(await other.records.list({ limit: 9 })).toEqual([storedRecord('new')])
    await one.close()
    await other.close()
    const third = await localStorage({ directory: home })
    expect(await third.records.list({ limit: 9 })).toEqual([storedRecord('new')])
    await third.close()
  })

  it('is refused when a newer version wrote it, and left as it is', async () => {
    const home = directory()
    await (await filled(home)).close()
    const database = new DatabaseSync(storeOf(home))
    database.exec('PRAGMA user_version = 99')
    database.close()
    const storage = await localStorage({ directory: home })
    await expect(storage.items.count([], day(1))).rejects.toMatchObject({
      code: 'newer-format',
      message: expect.stringMatching(/has format 99, this version of Daybook reads up to 2: upgrade/),
    })
    await storage.close()
    expect(setAside(home)).toEqual([])
  })

  it('says that a row is not as it was written, by its id, and how to go on', async () => {
    const home = directory()
    await (await filled(home)).close()
    const database = new DatabaseSync(storeOf(home))
    database.exec(`UPDATE records SET body = '{' WHERE id = 'r7'; UPDATE items SET value = '{'`)
    database.close()
    const storage = await localStorage({ directory: home })
    const wrong = { code: 'corrupt', message: expect.stringMatching(/"r7" is damaged: .*repair: true/) }
    await expect(storage.records.get(['r7'])).rejects.toMatchObject(wrong)
    await expect(storage.items.get(['a'], ['k'], { at: day(1) })).rejects.toMatchObject({ code: 'corrupt' })
    expect(await storage.records.get(['r8'])).toHaveLength(1)
    await storage.records.write({ remove: ['r7'] })
    await storage.close()
  })

  it('loses no update of two processes, and none is refused as busy', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await storage.records.write({ put: [storedRecord('a', { successCount: 0 })] })
    const count = async (): Promise<unknown> =>
      (await once(spawn(process.execPath, [counter, home, '200'], { stdio: 'inherit' }), 'exit'))[0]
    const own = async (): Promise<void> => {
      for (let turn = 0; turn < 100; turn += 1)
        await storage.records.update(['a'], (one) => ({ ...one, successCount: one.successCount + 1 }))
    }
    const [first, second] = await Promise.all([count(), count(), own()])
    expect([first, second]).toEqual([0, 0])
    expect((await storage.records.get(['a']))[0]?.successCount).toBe(500)
    await storage.close()
  }, 60_000)

  it('waits for another writer without blocking', async () => {
    const home = directory()
    const storage = await filled(home)
    const database = new DatabaseSync(storeOf(home))
    database.exec('BEGIN IMMEDIATE')
    const writing = storage.records.update(['r1'], (one) => ({ ...one, text: 'new' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await storage.records.get(['r1'])).toMatchObject([{ text: 'x'.repeat(100) }])
    database.exec('COMMIT')
    expect(await writing).toMatchObject([{ text: 'new' }])
    database.close()
    await storage.close()
  })

  it('has SQLite sync each change before it answers, but not those that may be lost with the machine', async () => {
    const home = directory()
    const storage = await filled(home)
    const said: string[] = []
    const { exec } = DatabaseSync.prototype
    const listening = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
      said.push(sql)
      return exec.call(this, sql)
    })
    await storage.records.write({ put: [storedRecord('new')] })
    await storage.items.get(['a'], ['k'], { at: day(1), touch: {} })
    await storage.items.put([itemWrite('a/k')])
    listening.mockRestore()
    const changed = (level: string): string[] => [`PRAGMA synchronous = ${level}`, 'BEGIN IMMEDIATE', 'COMMIT']
    expect(said).toEqual(['FULL', 'NORMAL', 'FULL'].flatMap(changed))
    await storage.close()
  })

  it('names the version of Node that is needed where there is no SQLite', () => {
    const home = directory()
    const flags = ['--no-experimental-sqlite', counter, home, '1']
    const { stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
    expect(stderr).toMatch(/Node\.js \S+ has no node:sqlite: run Node\.js 22\.16 or newer/)
  })

  it('keeps the order of the writes of one process', async () => {
    const storage = await localStorage({ directory: directory() })
    const texts = Array.from({ length: 30 }, (_, index) => `${index}`)
    await Promise.all(texts.map((text) => storage.records.write({ put: [storedRecord('a', { text })] })))
    expect((await storage.records.get(['a']))[0]?.text).toBe('29')
    await storage.close()
  })
})
