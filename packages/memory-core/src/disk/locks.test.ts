import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program } from '../../test/processes/program.ts'
import { type LocalStorageOptions, localStorage } from '../local/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { processCases } from '../testing/process-cases.ts'
import type { ProcessJob } from '../testing/process-jobs.ts'
import { createLockFile } from './locks.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
const fixture = program('src/disk/locks.fixture')

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

/** Starts another process that works in the same directory. */
function spawnJob(jobArguments: readonly string[]): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, [fixture, home, ...jobArguments], { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The same. `says` answers the next line that it prints. */
function start(job: ProcessJob, amount = 0) {
  const child = spawnJob([job, String(amount)])
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  return { child, says, ended: once(child, 'exit') }
}

describe('locks and leases across processes', () => {
  for (const one of processCases) it(`X29 ${one.name}`, () => one.run({ open, start: spawnJob }))
})

describe('the lock across processes', () => {
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

  it('goes to the one that waits when another takes it again and again', async () => {
    await open()
    const file = join(home, '.daybook/lock.db')
    const [busy, patient] = [createLockFile(home, file), createLockFile(home, file)]
    const waitMs = 60_000
    await busy.acquire(waitMs)
    let isHad = false
    const waiting = patient.acquire(waitMs).then(() => {
      isHad = true
      return patient.free(true)
    })
    // Timers fire only while it is held: without a pause in between, `patient` never finds it free.
    for (let turn = 0; turn < 2_000 && !isHad; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      await busy.free(true)
      await busy.acquire(waitMs)
    }
    expect(isHad).toBe(true)
    await waiting
    for (const lock of [busy, patient]) lock.close()
  })

  it.skipIf(process.platform === 'win32')(
    'touches nothing through a link, and is not held up by a pipe, while it waits (skipped where there is neither)',
    async () => {
      const [busy, rare] = [await open(), await open({ lockTimeoutMs: 400 })]
      const target = join(temporary, `${directories}-target`)
      const pipe = join(temporary, `${directories}-pipe`)
      const waiting = join(home, '.daybook/lock.db-waiting')
      const locked = { code: 'locked' }
      fs.writeFileSync(target, 'mine')
      fs.utimesSync(target, 1, 1)
      execFileSync('mkfifo', [pipe])
      await busy.lock(['a'], async () => {
        fs.symlinkSync(target, waiting)
        await expect(rare.lock(['a'], async () => 'never')).rejects.toMatchObject(locked)
        expect(fs.statSync(target).mtimeMs).toBe(1_000)
        fs.renameSync(pipe, waiting)
        await expect(rare.lock(['a'], async () => 'never')).rejects.toMatchObject(locked)
      })
    },
  )

  it('throws locked instead of waiting for itself when lock is called inside lock', async () => {
    const storage = await open({ lockTimeoutMs: 50 })
    await storage.lock(['a'], async () => {
      await expect(storage.lock(['b'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
  })

  it('keeps others out after somebody has deleted its database', async () => {
    const holder = await open()
    const other = await open({ lockTimeoutMs: 50 })
    await holder.lock(['a'], async () => undefined)
    fs.rmSync(join(home, '.daybook'), { recursive: true })
    await holder.lock(['a'], async () => {
      await expect(other.lock(['a'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
  })

  it('names the way out when its database is damaged', async () => {
    const storage = await open()
    fs.writeFileSync(join(home, '.daybook', 'lock.db'), 'no database at all, '.repeat(100))
    await expect(storage.lock(['a'], async () => 1)).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(/lock\.db.*stop every process that uses the memory and delete it$/),
    })
  })
})

it.each(['lock', 'journals'])('says so when nothing can be locked with %s.db', async (name) => {
  fs.mkdirSync(join(home, '.daybook', `${name}.db`), { recursive: true })
  const storage = await open()
  const working = name === 'lock' ? storage.lock(['a'], async () => 'never') : storage.records.list({ limit: 1 })
  await expect(working).rejects.toMatchObject({ code: 'storage-failed' })
})

describe('leases across processes', () => {
  it('gives a lease back at the second attempt when the disk refused the first', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await one.lease('consolidation')
    fs.renameSync(home, `${home}-away`)
    await expect(lease?.release()).rejects.toMatchObject({ code: 'storage-failed' })
    fs.renameSync(`${home}-away`, home)
    await lease?.release()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
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

  it('loses a lease when the database of the leases is deleted', async () => {
    const storage = await open()
    const lease = await storage.lease('consolidation')
    fs.rmSync(join(home, '.daybook'), { recursive: true })
    await expect(storage.lock(['a'], async () => lease?.check())).rejects.toMatchObject({ code: 'lease-lost' })
    await lease?.release()
  })
})
