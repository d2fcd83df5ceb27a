import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { type LocalStorageOptions, localStorage } from './local-storage.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
const fixture = fileURLToPath(new URL('./local-locks.fixture.ts', import.meta.url))

let directories = 0
let home: string
let opened: Storage[] = []
let children: ChildProcessByStdio<Writable, Readable, null>[] = []

beforeEach(() => {
  directories += 1
  home = join(temporary, `${directories}`)
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  for (const storage of opened) await storage.close()
  opened = []
})
afterAll(() => rm(temporary, { recursive: true }))

async function open(options: Partial<LocalStorageOptions> = {}): Promise<Storage> {
  const storage = await localStorage({ directory: home, ...options })
  opened.push(storage)
  return storage
}

/** Another process that works in the same directory. `says` answers the next line that it prints. */
function start(job: 'churn' | 'count' | 'hold' | 'lease', amount = 0) {
  const child = spawn(process.execPath, [fixture, job, home, String(amount)], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  return { child, says, ended: once(child, 'exit') }
}

describe('the lock across processes', () => {
  it('X29 loses no change of two processes that read, wait and write under the lock', async () => {
    await open()
    fs.writeFileSync(join(home, 'counter'), '0')
    const exits = await Promise.all([start('count', 200).ended, start('count', 200).ended])
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ])
    expect(fs.readFileSync(join(home, 'counter'), 'utf8')).toBe('400')
  })

  it('is not needed to make and remove files of one directory, and passages, in three processes', async () => {
    const exits = await Promise.all([start('churn', 30).ended, start('churn', 30).ended, start('churn', 30).ended])
    expect(exits).toEqual(Array.from({ length: 3 }, () => [0, null]))
    const storage = await open()
    expect(await storage.files.list('', { deep: true })).toEqual([])
    expect(await storage.passages.ids('o')).toHaveLength(90)
  })

  it('is free at once when its holder is killed', async () => {
    const storage = await open()
    const { child, says, ended } = start('hold')
    expect(await says()).toBe('held')
    let isFree = false
    const waiting = storage.lock(['a'], async () => {
      isFree = true
    })
    await delay(100)
    expect(isFree).toBe(false)
    child.kill('SIGKILL')
    await ended
    const killed = performance.now()
    await waiting
    expect(performance.now() - killed).toBeLessThan(1000)
  })

  it('throws locked after the timeout, naming it and the way out', async () => {
    const holder = await open()
    const other = await open({ lockTimeoutMs: 50 })
    await holder.lock(['a'], async () => {
      await expect(other.lock(['a'], async () => 'never')).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringMatching(/^the lock was not free within 50 ms( \(held by process \d+\))?: .*Try again/),
      })
    })
    expect(await other.lock(['a'], async () => 'free')).toBe('free')
  })

  it.skipIf(process.platform !== 'linux')(
    'names the process that holds it, and that it is suspended (skipped where the kernel does not tell)',
    async () => {
      const storage = await open({ lockTimeoutMs: 150 })
      const { child, says } = start('hold')
      expect(await says()).toBe('held')
      const waiting = async (): Promise<unknown> => storage.lock(['a'], async () => 'never')
      await expect(waiting()).rejects.toThrow(`(held by process ${child.pid})`)
      child.kill('SIGSTOP')
      await expect(waiting()).rejects.toThrow(
        `(held by process ${child.pid}, which is suspended (kill -CONT ${child.pid} wakes it))`,
      )
      child.kill('SIGCONT')
      await expect(waiting()).rejects.toThrow(`(held by process ${child.pid})`)
    },
  )

  it('throws locked instead of waiting for itself when lock is called inside lock', async () => {
    const storage = await open({ lockTimeoutMs: 50 })
    await storage.lock(['a'], async () => {
      await expect(storage.lock(['b'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
  })

  it('gives up an aborted wait for another holder', async () => {
    const holder = await open()
    const other = await open()
    await holder.lock(['a'], async () => {
      const signal = AbortSignal.timeout(30)
      await expect(other.lock(['a'], async () => 'never', { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    })
  })

  it('keeps others out after somebody has deleted its database', async () => {
    const holder = await open()
    const other = await open({ lockTimeoutMs: 50 })
    await holder.lock(['a'], async () => undefined)
    fs.rmSync(join(home, 'state'), { recursive: true })
    await holder.lock(['a'], async () => {
      await expect(other.lock(['a'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
  })

  it('names the way out when its database is damaged', async () => {
    const storage = await open()
    fs.writeFileSync(join(home, 'state', 'lock.db'), 'no database at all, '.repeat(100))
    await expect(storage.lock(['a'], async () => 1)).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(/lock\.db.*stop every process that uses the memory and delete it$/),
    })
  })
})

describe('leases across processes', () => {
  it('X29 gives a lease to one of two storages, and to the other when it is given back', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await one.lease('consolidation')
    expect(await other.lease('consolidation')).toBeUndefined()
    await lease?.release()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
  })

  it('gives a lease back at the second attempt when the disk refused the first', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await one.lease('consolidation')
    fs.renameSync(home, `${home}-away`)
    await expect(lease?.release()).rejects.toMatchObject({ code: 'storage-failed' })
    fs.renameSync(`${home}-away`, home)
    await lease?.release()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
  })

  it('gives its leases back when a storage is closed', async () => {
    const [one, other] = [await open(), await open()]
    await one.lease('consolidation')
    await one.close()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
  })

  it('renews a lease for as long as its holder works', async () => {
    const [one, other] = [await open({ leaseMs: 150 }), await open()]
    const lease = await one.lease('consolidation')
    await delay(500)
    expect(await other.lease('consolidation')).toBeUndefined()
    await one.lock(['a'], async () => lease?.check())
  })

  it('takes the lease of a killed process over at once', async () => {
    const storage = await open()
    const { child, says, ended } = start('lease', 60_000)
    expect(await says()).toBe('fence 1')
    expect(await storage.lease('consolidation')).toBeUndefined()
    child.kill('SIGKILL')
    await ended
    expect((await storage.lease('consolidation'))?.fence).toBe(2)
  })

  it('takes the lease of a suspended process over when it has expired, and tells it so', async () => {
    const storage = await open()
    // Renewed every 500 ms: the process is stopped long before the first renewal, so it does not hold the lock.
    const { child, says } = start('lease', 1500)
    expect(await says()).toBe('fence 1')
    child.stdin.write('check\n')
    expect(await says()).toBe('mine')
    child.kill('SIGSTOP')
    expect(await storage.lease('consolidation')).toBeUndefined()
    await delay(1600)
    const lease = await storage.lease('consolidation')
    expect(lease?.fence).toBe(2)
    child.kill('SIGCONT')
    child.stdin.write('check\n')
    expect(await says()).toBe('lease-lost')
    await storage.lock(['a'], async () => lease?.check())
  })

  it('loses a lease when the database of the leases is deleted', async () => {
    const storage = await open()
    const lease = await storage.lease('consolidation')
    fs.rmSync(join(home, 'state'), { recursive: true })
    await expect(storage.lock(['a'], async () => lease?.check())).rejects.toMatchObject({ code: 'lease-lost' })
    await lease?.release()
  })
})
