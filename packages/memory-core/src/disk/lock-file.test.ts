import fs from 'node:fs'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLockFile } from './locks.ts'

type LockFile = ReturnType<typeof createLockFile>

async function twoLocks(): Promise<readonly [one: LockFile, other: LockFile, root: string]> {
  const root = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const file = join(root, 'lock.db')
  const [one, other] = [createLockFile(root, file), createLockFile(root, file)]
  onTestFinished(() => {
    one.close()
    other.close()
  })
  return [one, other, root]
}

const acquire = (lock: LockFile, waitMs = 10_000): Promise<void> => lock.acquire(waitMs)

const make = 'CREATE TABLE IF NOT EXISTS words (word TEXT) STRICT'
const write = "INSERT INTO words VALUES ('kept')"
const count = 'SELECT count(*) AS found FROM words'

describe('a lock in a file', () => {
  it('keeps others out until it is freed, and what was changed under it when that is wanted', async () => {
    const [one, other] = await twoLocks()
    await acquire(one)
    expect([one.isHeld(), other.isHeld()]).toEqual([true, false])
    await expect(acquire(other, 20)).rejects.toMatchObject({ code: 'locked' })
    one.statement(make).run()
    one.statement(write).run()
    await one.free(true)
    await acquire(other)
    other.statement(write).run()
    await other.free(false)
    await acquire(one)
    expect(one.statement(count).get()).toEqual({ found: 1 })
    await one.free(false)
  })

  it('is freed without complaint when a change that failed has ended its transaction already', async () => {
    const [one, other] = await twoLocks()
    await acquire(one)
    // As SQLite does by itself when the disk is full.
    one.statement('ROLLBACK').run()
    await one.free(false)
    expect(one.isHeld()).toBe(false)
    await acquire(other)
    await other.free(false)
    await acquire(one)
    await one.free(false)
  })

  it('says that a change was not kept when its transaction has ended, and can be held again', async () => {
    const [one, other] = await twoLocks()
    await acquire(one)
    one.statement(make).run()
    one.statement('ROLLBACK').run()
    await expect(one.free(true)).rejects.toThrow(/no transaction is active/)
    expect(one.isHeld()).toBe(false)
    await acquire(other)
    await other.free(false)
    await acquire(one)
    expect(() => one.statement(count)).toThrow(/no such table/)
    await one.free(false)
  })

  it('without content is emptied in place when it was damaged, and still excludes those that have it open', async () => {
    const root = await mkdtemp(join(tmpdir(), 'daybook-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const file = join(root, 'lock.db')
    const [one, other, last] = [0, 1, 2].map(() => createLockFile(root, file, true))
    if (!one || !other || !last) throw new Error('three locks')
    for (const lock of [one, other, last]) onTestFinished(() => lock.close())
    await acquire(one)
    await writeFile(file, 'no database at all')
    await expect(acquire(other, 20)).rejects.toMatchObject({ code: 'locked' })
    expect((await stat(file)).size).toBe(0)
    await one.free(false)
    await acquire(other)
    await other.free(false)
    // Also in a process that had it open, and in one that opens it now.
    for (const lock of [other, last]) {
      await writeFile(file, 'no database at all')
      await acquire(lock)
      await lock.free(false)
    }
  })
})

it('a lock without content keeps the shared lock of SQLite until it is closed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const file = join(root, 'lock.db')
  const lock = createLockFile(root, file, true)
  await acquire(lock)
  await lock.free(false)
  const database = new DatabaseSync(file, { timeout: 0 })
  onTestFinished(() => database.close())
  expect(() => database.exec('BEGIN EXCLUSIVE')).toThrow(/locked/)
  database.exec('BEGIN IMMEDIATE; ROLLBACK')
  lock.close()
  database.exec('BEGIN EXCLUSIVE; ROLLBACK')
})

describe('a lock whose holder died', () => {
  const paths = ['sessions/a.jsonl', 'sessions/a.archive/0001.jsonl', '.hidden', 'state/derived', '.git/index', 'b.db']

  /** A lock after a death: closing releases the kernel's lock as a death does. The other one is still to be taken. */
  async function abandoned(): Promise<readonly [other: LockFile, root: string]> {
    const [one, other, root] = await twoLocks()
    await acquire(one)
    for (const folder of ['sessions/a.archive', 'state', '.git']) await mkdir(join(root, folder), { recursive: true })
    for (const path of paths) await writeFile(join(root, path), path)
    fs.symlinkSync(join(root, 'sessions/a.jsonl'), join(root, 'link'))
    one.close()
    return [other, root]
  }

  /** The inodes that this process syncs from now on; each of them fails while `isBroken` answers so. */
  function synced(isBroken = (): boolean => false): Set<number> {
    const { fsync } = fs
    const inodes = new Set<number>()
    const spy = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, done) => {
      if (isBroken()) return done(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
      inodes.add(fs.fstatSync(descriptor).ino)
      fsync(descriptor, done)
    })
    onTestFinished(() => spy.mockRestore())
    return inodes
  }

  const namesOf = (root: string, inodes: ReadonlySet<number>): string[] =>
    ['', 'sessions', 'sessions/a.archive', ...paths].filter((path) => inodes.has(fs.statSync(join(root, path)).ino))

  it('is taken when what the holder wrote is synced, which the next one need not do again', async () => {
    const [other, root] = await abandoned()
    const inodes = synced()
    await acquire(other)
    expect(namesOf(root, inodes)).toEqual(['', 'sessions', 'sessions/a.archive', ...paths.slice(0, 3)])
    await other.free(true)
    inodes.clear()
    await writeFile(join(root, '.hidden'), 'again')
    await acquire(other)
    expect(namesOf(root, inodes)).toEqual([])
    await other.free(false)
  })

  it('leaves what was changed before it was taken', async () => {
    const [other, root] = await abandoned()
    const later = new Date(Date.now() + 120_000)
    await utimes(join(root, 'lock.db-held'), later, later)
    const inodes = synced()
    await acquire(other)
    expect(namesOf(root, inodes)).toEqual([])
    await other.free(true)
  })

  it('is not taken while the disk syncs nothing', async () => {
    const [other, root] = await abandoned()
    let isBroken = true
    const inodes = synced(() => isBroken)
    await expect(acquire(other)).rejects.toMatchObject({ code: 'storage-failed', message: /EIO/ })
    expect(other.isHeld()).toBe(false)
    isBroken = false
    await acquire(other)
    expect(namesOf(root, inodes)).toContain('sessions/a.jsonl')
    await other.free(true)
  })
})
