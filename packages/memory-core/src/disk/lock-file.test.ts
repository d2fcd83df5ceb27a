import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLockFile, type LockFile } from './lock-file.ts'

async function twoLocks(): Promise<readonly [one: LockFile, other: LockFile]> {
  const root = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const file = join(root, 'lock.db')
  const [one, other] = [createLockFile(root, file), createLockFile(root, file)]
  onTestFinished(() => {
    one.close()
    other.close()
  })
  return [one, other]
}

const acquire = (lock: LockFile, waitMs = 10_000): Promise<void> => lock.acquire({ timeoutMs: waitMs })

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
