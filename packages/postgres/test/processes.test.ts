import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Storage } from '@daybook/memory-core'
import { processCases } from '@daybook/memory-core/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PostgresStorageOptions } from '../src/index.ts'
import { createPool, openStorage } from './fixture.ts'

const fixture = fileURLToPath(new URL('./other-process.ts', import.meta.url))
const [pool, otherPool] = [createPool(), createPool()]

let namespace: string
let opened: Storage[] = []

beforeEach(() => {
  namespace = randomUUID()
})
afterEach(async () => {
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

/** Starts another process that works in the same namespace. */
function start(jobArguments: readonly string[]): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, [fixture, namespace, ...jobArguments], { stdio: ['pipe', 'pipe', 'inherit'] })
}

describe('locks and leases across processes', () => {
  for (const one of processCases) it(one.name, () => one.run({ open, start }))
})

describe('the lock', () => {
  it('keeps only the names apart that differ', async () => {
    const [one, other] = [await open({ lockTimeoutMs: 500 }), await open({ lockTimeoutMs: 50 })]
    await one.lock(['a', 'b'], async () => {
      expect(await other.lock(['c'], async () => 'free')).toBe('free')
      await expect(other.lock(['c', 'b'], async () => 'never')).rejects.toMatchObject({ code: 'locked' })
    })
    expect(await one.lock(['c'], async () => 'free again')).toBe('free again')
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

describe('leases', () => {
  it('cannot be taken over for a while after each check', async () => {
    const [one, other] = [await open({ leaseMs: 400 }), await open()]
    const lease = await one.lease('consolidation')
    await delay(350)
    await lease?.check()
    await delay(150)
    expect(await other.lease('consolidation')).toBeUndefined()
  })
})
