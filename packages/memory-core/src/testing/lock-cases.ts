import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { assertFails, type ConformanceCase, storageCase } from './conformance-case.ts'

/** The requirements of every storage's locks and leases. */
export const lockCases: readonly ConformanceCase[] = [
  storageCase('answers what the function under the lock answers', async (storage) => {
    assert.equal(await storage.lock(['a'], async () => 42), 42)
  }),
  storageCase('runs one function at a time, in the order of the calls', async (storage) => {
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`${name} begins`)
      await delay(5)
      steps.push(`${name} ends`)
    }
    await Promise.all([
      storage.lock(['a'], work('one')),
      storage.lock(['a'], work('two')),
      storage.lock(['a'], work('three')),
    ])
    assert.deepEqual(steps, ['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
  }),
  storageCase('excludes every holder of any of several names', async (storage) => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside += 1
      most = Math.max(most, inside)
      await delay(2)
      inside -= 1
    }
    await Promise.all([
      storage.lock(['a', 'b'], work),
      storage.lock(['b', 'c'], work),
      storage.lock(['c', 'b'], work),
      storage.lock(['b', 'b'], work),
    ])
    assert.equal(most, 1)
  }),
  storageCase('frees the lock when the function throws', async (storage) => {
    await assert.rejects(
      storage.lock(['a'], async () => {
        throw new Error('broken')
      }),
      /broken/,
    )
    assert.equal(await storage.lock(['a'], async () => 'free'), 'free')
  }),
  storageCase(
    'gives up an aborted wait with the reason of the signal, and keeps the order of the others',
    async (storage) => {
      const abort = new AbortController()
      const steps: string[] = []
      const first = storage.lock(['a'], async () => {
        await delay(20)
        steps.push('first')
      })
      const given = storage.lock(['a'], async () => steps.push('never'), { signal: abort.signal })
      const last = storage.lock(['a'], async () => steps.push('last'))
      abort.abort(new Error('no longer needed'))
      await assert.rejects(given, /no longer needed/)
      await Promise.all([first, last])
      assert.deepEqual(steps, ['first', 'last'])
    },
  ),
  storageCase('does not begin when the signal is aborted already', async (storage) => {
    const run = storage.lock(['a'], async () => assert.fail('ran'), {
      signal: AbortSignal.abort(new Error('too late')),
    })
    await assert.rejects(run, /too late/)
  }),
  storageCase('gives a lease to one holder at a time', async (storage) => {
    const lease = await storage.lease('consolidation')
    assert.ok(lease)
    assert.equal(await storage.lease('consolidation'), undefined)
    const other = await storage.lease('maintenance')
    assert.ok(other, 'another name is free')
  }),
  storageCase('gives every later holder a higher fencing number', async (storage) => {
    const fences: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const lease = await storage.lease('consolidation')
      fences.push(lease?.fence ?? Number.NaN)
      await lease?.release()
    }
    assert.ok(
      fences.every((fence, turn) => turn === 0 || fence > (fences[turn - 1] ?? Number.NaN)),
      String(fences),
    )
  }),
  storageCase('confirms a lease under the lock and beside it', async (storage) => {
    const lease = await storage.lease('consolidation')
    assert.ok(lease)
    await lease.check()
    await storage.lock(['a'], () => lease.check())
  }),
  storageCase('denies a lease that was given back, and gives it back once', async (storage) => {
    const first = await storage.lease('consolidation')
    assert.ok(first)
    await first.release()
    await assertFails('lease-lost', first.check(), 'after release')
    const second = await storage.lease('consolidation')
    await first.release()
    assert.ok(second)
    await second.check()
    await assertFails(
      'lease-lost',
      storage.lock(['a'], () => first.check()),
      'after another took over',
    )
  }),
  {
    name: 'waits for running locks when it is closed, and lets them use the storage',
    async run(open) {
      const storage = await open()
      const steps: string[] = []
      const written = storage.lock(['a'], async () => {
        await delay(20)
        steps.push(String((await storage.files.write('a.md', 'A')).size))
      })
      const queued = storage.lock(['a'], async () => {
        steps.push((await storage.files.read('a.md'))?.text ?? 'nothing')
      })
      await storage.close()
      steps.push('closed')
      await Promise.all([written, queued])
      assert.deepEqual(steps, ['1', 'A', 'closed'])
    },
  },
  {
    name: 'refuses locks and leases after it was closed',
    async run(open) {
      const storage = await open()
      const lease = await storage.lease('consolidation')
      await storage.close()
      await assertFails(
        'closed',
        storage.lock(['a'], async () => assert.fail('ran')),
        'lock',
      )
      await assertFails('closed', storage.lease('maintenance'), 'lease')
      assert.ok(lease)
      await assertFails('closed', lease.check(), 'check')
      await lease.release()
    },
  },
]
