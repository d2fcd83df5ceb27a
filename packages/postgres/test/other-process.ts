import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { MemoryError } from '@daybook/memory-core'
import { createPool, openStorage } from './fixture.ts'
import { record } from './record.ts'

/** The other process of the tests: `node other-process.ts <job> <namespace> <number>`. */
const [job = '', namespace = '', amount = '0'] = process.argv.slice(2)
const pool = createPool()
const storage = await openStorage(pool, { namespace, ...(job === 'lease' ? { leaseMs: Number(amount) } : {}) })

/** Reads, waits and writes: without the lock, increments are lost. */
async function count(): Promise<void> {
  for (let turn = 0; turn < Number(amount); turn += 1)
    await storage.lock(['counter'], async () => {
      const value = Number((await storage.files.read('counter'))?.text)
      await new Promise((resolve) => setImmediate(resolve))
      await storage.files.write('counter', String(value + 1))
    })
}

/** All that needs no lock: appends, records, items, passages, files of one directory. */
async function churn(): Promise<void> {
  const source = { path: 'a.md', line: 1 }
  for (let turn = 0; turn < Number(amount); turn += 1) {
    const id = `${process.pid}-${turn}`
    await storage.files.append('log', `${id}\n`)
    await storage.files.write(`deep/${process.pid}.md`, 'x')
    await storage.files.rename(`deep/${process.pid}.md`, `deep/er/${process.pid}.md`)
    await storage.files.remove(`deep/er/${process.pid}.md`)
    await storage.records.write({ insert: [record(id), record(`shared ${turn}`)] })
    await storage.records.update(['counter'], (one) => ({ ...one, successCount: one.successCount + 1 }))
    const at = '2026-03-01T00:00:00.000Z'
    await storage.items.put(['b', 'a', id].map((key) => ({ namespace: ['n'], key, value: turn, at })))
    await storage.passages.update({
      upsert: ['shared', id].map((name) => ({
        id: name,
        layer: 'facts',
        origin: 'o',
        text: '',
        tokens: [name],
        source,
      })),
    })
  }
}

async function hold(): Promise<void> {
  await storage.lock(['a'], async () => {
    console.log('held')
    await delay(60_000)
  })
}

/** Takes a lease; answers each line of its input with what the lease's check says. */
async function lease(): Promise<void> {
  const taken = await storage.lease('consolidation')
  console.log(`fence ${taken?.fence}`)
  for await (const _line of createInterface(process.stdin)) {
    const outcome = await storage
      .lock(['a'], async () => taken?.check())
      .then(
        () => 'mine',
        (error: unknown) => (MemoryError.isInstance(error) ? error.code : String(error)),
      )
    console.log(outcome)
  }
}

const jobs: Readonly<Record<string, () => Promise<void>>> = { churn, count, hold, lease }
await jobs[job]?.()
await storage.close()
await pool.end()
