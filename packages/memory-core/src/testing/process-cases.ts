import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Storage } from '../storage/storage.ts'
import type { ProcessJob } from './process-jobs.ts'
import type { Patience, ProcessSetting, StartedProcess } from './process-setting.ts'
import { storedRecord } from './stored-record.ts'

/**
 * One requirement of storages that several processes use: `for (const one of processCases) it(one.name, () =>
 * one.run(setting))`. Each uses its own files and rows.
 */
export interface ProcessCase {
  /** The requirement, as a statement about the storages. */
  name: string
  /** Checks, and ends what it started. Throws an AssertionError if the requirement is not met. Takes some seconds. */
  run(setting: ProcessSetting): Promise<void>
}

interface Working {
  child: StartedProcess
  /** The next line of its output. */
  says(): Promise<string>
  /** Its exit code. */
  ended: Promise<number | null>
}

interface Stage {
  open(patience?: Patience): Promise<Storage>
  start(job: ProcessJob, amount?: number): Working
}

function processCase(name: string, check: (stage: Stage) => Promise<void>): ProcessCase {
  return {
    name,
    async run(setting) {
      const opened: Storage[] = []
      const children: StartedProcess[] = []
      const stage: Stage = {
        async open(patience) {
          const storage = await setting.open(patience)
          opened.push(storage)
          return storage
        },
        start(job, amount = 0) {
          const child = setting.start([job, String(amount)])
          children.push(child)
          const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
          const says = async (): Promise<string> => String((await lines.next()).value)
          const { promise: ended, resolve } = Promise.withResolvers<number | null>()
          child.once('exit', resolve)
          return { child, says, ended }
        },
      }
      try {
        await check(stage)
      } finally {
        for (const child of children) child.kill('SIGKILL')
        for (const storage of opened) await storage.close()
      }
    },
  }
}

const at = '2026-03-01T00:00:00.000Z'

/**
 * The requirements of a storage that several processes use at the same time: locks, leases, and calls without either.
 */
export const processCases: readonly ProcessCase[] = [
  processCase('loses no change of two processes that read, wait and write under the lock', async ({ open, start }) => {
    const storage = await open()
    await storage.files.write('counter', '0')
    assert.deepEqual(await Promise.all([start('count', 200).ended, start('count', 200).ended]), [0, 0])
    assert.equal((await storage.files.read('counter'))?.text, '400')
  }),
  processCase('loses and doubles nothing of three processes without the lock', async ({ open, start }) => {
    const storage = await open()
    await storage.records.write({ put: [storedRecord('counter')] })
    const working = [start('churn', 30), start('churn', 30), start('churn', 30)]
    assert.deepEqual(await Promise.all(working.map(({ ended }) => ended)), [0, 0, 0])
    const lines = ((await storage.files.read('log'))?.text ?? '').trimEnd().split('\n')
    assert.deepEqual([lines.length, new Set(lines).size], [90, 90])
    assert.deepEqual(await storage.files.list('deep', { deep: true }), [])
    assert.equal((await storage.records.get(['counter']))[0]?.successCount, 90)
    assert.equal((await storage.records.list({ limit: 999 })).length, 121)
    assert.equal(await storage.items.count([], at), 92)
    assert.equal((await storage.passages.ids('o')).length, 91)
    assert.equal((await storage.passages.search({ terms: ['shared'], limit: 9 })).length, 1)
  }),
  processCase('frees the lock at once when its holder is killed', async ({ open, start }) => {
    const storage = await open()
    const { child, says, ended } = start('hold')
    assert.equal(await says(), 'held')
    let isFree = false
    const waiting = storage.lock(['a'], async () => {
      isFree = true
    })
    await delay(100)
    assert.equal(isFree, false)
    child.kill('SIGKILL')
    await ended
    const killed = performance.now()
    await waiting
    assert.ok(performance.now() - killed < 5_000)
  }),
  processCase('throws locked after the timeout, naming it and the way out', async ({ open }) => {
    const [holder, other] = [await open(), await open({ lockTimeoutMs: 50 })]
    await holder.lock(['a'], async () => {
      const refused = other.lock(['a'], async () => assert.fail('ran'))
      await assert.rejects(refused, {
        code: 'locked',
        message: /^the lock was not free within 50 ms( \(held by process \d+\))?: .*Try again/,
      })
    })
    assert.equal(await other.lock(['a'], async () => 'free'), 'free')
  }),
  processCase('gives up an aborted wait for another holder', async ({ open }) => {
    const [holder, other] = [await open(), await open()]
    await holder.lock(['a'], async () => {
      const signal = AbortSignal.timeout(30)
      await assert.rejects(
        other.lock(['a'], async () => assert.fail('ran'), { signal }),
        { name: 'TimeoutError' },
      )
    })
  }),
  processCase('gives a lease to one of two, and to the other when it is given back', async ({ open }) => {
    const [one, other] = [await open(), await open()]
    const lease = await one.lease('consolidation')
    assert.equal(await other.lease('consolidation'), undefined)
    await lease?.release()
    assert.equal((await other.lease('consolidation'))?.fence, 2)
  }),
  processCase('gives its leases back when it is closed', async ({ open }) => {
    const [one, other] = [await open(), await open()]
    await one.lease('consolidation')
    await one.close()
    assert.equal((await other.lease('consolidation'))?.fence, 2)
  }),
  processCase('renews a lease for as long as its holder works', async ({ open }) => {
    const [one, other] = [await open({ leaseMs: 300 }), await open()]
    const lease = await one.lease('consolidation')
    await delay(900)
    assert.equal(await other.lease('consolidation'), undefined)
    await one.lock(['a'], async () => lease?.check())
  }),
  processCase(
    'gives the lease of a suspended process away when it has expired, and tells it so',
    async ({ open, start }) => {
      const storage = await open()
      // The lease is renewed every 500 ms: the process is suspended long before that, so it does not hold the lock.
      const { child, says } = start('lease', 1_500)
      assert.equal(await says(), 'fence 1')
      child.stdin.write('check\n')
      assert.equal(await says(), 'mine')
      child.kill('SIGSTOP')
      assert.equal(await storage.lease('consolidation'), undefined)
      await delay(1_700)
      const lease = await storage.lease('consolidation')
      assert.equal(lease?.fence, 2)
      child.kill('SIGCONT')
      child.stdin.write('check\n')
      assert.equal(await says(), 'lease-lost')
      await storage.lock(['a'], async () => lease?.check())
    },
  ),
]
