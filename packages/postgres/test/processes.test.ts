import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Storage } from '@daybook/memory-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PostgresStorageOptions } from '../src/index.ts'
import { createPool, openStorage } from './fixture.ts'
import { record } from './record.ts'

const fixture = fileURLToPath(new URL('./other-process.ts', import.meta.url))
const [pool, otherPool] = [createPool(), createPool()]

let namespace: string
let opened: Storage[] = []
let children: ChildProcessByStdio<Writable, Readable, null>[] = []

beforeEach(() => {
  namespace = randomUUID()
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  for (const storage of opened) await storage.close()
  opened = []
})
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()])
})

async function open(options: Partial<PostgresStorageOptions> = {}): Promise<Storage> {
  const storage = await openStorage(opened.length % 2 === 0 ? pool : otherPool, { namespace, ...options })
  opened.push(storage)
  return storage
}

/** Another process that works in the same namespace. `says` answers the next line that it prints. */
function start(job: 'churn' | 'count' | 'hold' | 'lease', amount = 0) {
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit']
  const child = spawn(process.execPath, [fixture, job, namespace, String(amount)], { stdio })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  return { child, says, ended: once(child, 'exit') }
}

describe('the lock across processes', () => {
  it('loses no change of two processes that read, wait and write under the lock', async () => {
    const storage = await open()
    await storage.files.write('counter', '0')
    expect(await Promise.all([start('count', 200).ended, start('count', 200).ended])).toEqual([
      [0, null],
      [0, null],
    ])
    expect((await storage.files.read('counter'))?.text).toBe('400')
  })

  it('is not needed for single calls: three processes lose and double nothing', async () => {
    const storage = await open()
    await storage.records.write({ put: [record('counter')] })
    const exits = await Promise.all([start('churn', 40).ended, start('churn', 40).ended, start('churn', 40).ended])
    expect(exits).toEqual(Array.from({ length: 3 }, () => [0, null]))
    const lines = ((await storage.files.read('log'))?.text ?? '').trimEnd().split('\n')
    expect([lines.length, new Set(lines).size]).toEqual([120, 120])
    expect(await storage.files.list('deep', { deep: true })).toEqual([])
    expect((await storage.records.get(['counter']))[0]?.successCount).toBe(120)
    expect(await storage.records.list({ limit: 999 })).toHaveLength(161)
    expect(await storage.items.count([], '2026-03-01T00:00:00.000Z')).toBe(122)
    expect(await storage.passages.ids('o')).toHaveLength(121)
    expect(await storage.passages.search({ terms: ['shared'], limit: 9 })).toHaveLength(1)
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
    await waiting
  })

  it('keeps only the names apart that differ', async () => {
    const [one, other] = [await open({ lockTimeoutMs: 500 }), await open({ lockTimeoutMs: 50 })]
    await one.lock(['a', 'b'], async () => {
      expect(await other.lock(['c'], async () => 'free')).toBe('free')
      await expect(other.lock(['c', 'b'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
    expect(await one.lock(['c'], async () => 'free again')).toBe('free again')
  })

  it('throws locked after the timeout, naming it and the way out', async () => {
    const [holder, other] = [await open(), await open({ lockTimeoutMs: 50 })]
    await holder.lock(['a'], async () => {
      await expect(other.lock(['a'], async () => 'never')).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringMatching(/^the lock was not free within 50 ms: .*Try again/),
      })
    })
    expect(await other.lock(['a'], async () => 'free')).toBe('free')
  })

  it('gives up an aborted wait for another holder', async () => {
    const [holder, other] = [await open(), await open()]
    await holder.lock(['a'], async () => {
      const signal = AbortSignal.timeout(30)
      await expect(other.lock(['a'], async () => 'never', { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    })
  })

  it('needs one connection, whatever is done under it: many holders never starve each other', async () => {
    const small = createPool({ max: 2 })
    const storages = await Promise.all(
      Array.from({ length: 8 }, (_, index) => openStorage(small, { namespace: `${namespace} ${index}` })),
    )
    const work = storages.map((storage) =>
      storage.lock(['a'], async () => {
        await Promise.all([storage.files.append('log', 'x\n'), storage.files.append('log', 'y\n')])
        return (await storage.files.read('log'))?.text.length
      }),
    )
    expect(await Promise.all(work)).toEqual(Array.from({ length: 8 }, () => 4))
    await Promise.all(storages.map((storage) => storage.close()))
    await small.end()
  })
})

describe('leases across processes', () => {
  it('are given to one of two storages, and to the other when they are given back', async () => {
    const [one, other] = [await open(), await open()]
    const lease = await one.lease('consolidation')
    expect(await other.lease('consolidation')).toBeUndefined()
    await lease?.release()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
  })

  it('are given back when a storage is closed', async () => {
    const [one, other] = [await open(), await open()]
    await one.lease('consolidation')
    await one.close()
    expect((await other.lease('consolidation'))?.fence).toBe(2)
  })

  it('are renewed for as long as their holder works', async () => {
    const [one, other] = [await open({ leaseMs: 200 }), await open()]
    const lease = await one.lease('consolidation')
    await delay(600)
    expect(await other.lease('consolidation')).toBeUndefined()
    await one.lock(['a'], async () => lease?.check())
  })

  it('are taken over from a suspended process when they have expired, which is told so', async () => {
    const storage = await open()
    const { child, says } = start('lease', 1_500)
    expect(await says()).toBe('fence 1')
    child.stdin.write('check\n')
    expect(await says()).toBe('mine')
    child.kill('SIGSTOP')
    expect(await storage.lease('consolidation')).toBeUndefined()
    await delay(1_700)
    const lease = await storage.lease('consolidation')
    expect(lease?.fence).toBe(2)
    child.kill('SIGCONT')
    child.stdin.write('check\n')
    expect(await says()).toBe('lease-lost')
    await storage.lock(['a'], async () => lease?.check())
  })

  it('cannot be taken over for a while after each check', async () => {
    const [one, other] = [await open({ leaseMs: 400 }), await open()]
    const lease = await one.lease('consolidation')
    await delay(350)
    await lease?.check()
    await delay(150)
    expect(await other.lease('consolidation')).toBeUndefined()
  })
})
