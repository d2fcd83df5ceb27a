import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { MemoryError } from '../errors.ts'
import { localStorage } from './local-storage.ts'

/** The other process of the tests of locks and leases: `node local-locks.fixture.ts <job> <directory> <number>`. */
const [job = '', directory = '', amount = ''] = process.argv.slice(2)
const storage = await localStorage({ directory, ...(job === 'lease' ? { leaseMs: Number(amount) } : {}) })

/** Reads and writes outside of the storage, with a pause between: without the lock, increments are lost. */
async function count(): Promise<void> {
  const counter = `${directory}/counter`
  for (let turn = 0; turn < Number(amount); turn += 1)
    await storage.lock([`counter ${process.pid}`], async () => {
      const value = Number(fs.readFileSync(counter, 'utf8'))
      await new Promise((resolve) => setImmediate(resolve))
      fs.writeFileSync(counter, String(value + 1))
    })
}

async function hold(): Promise<void> {
  await storage.lock(['a'], async () => {
    console.log('held')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
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
        (error: unknown) => (error instanceof MemoryError ? error.code : String(error)),
      )
    console.log(outcome)
  }
}

/** Makes and removes files, each the only one of its directory for a moment. */
async function churn(): Promise<void> {
  for (let turn = 0; turn < Number(amount); turn += 1) {
    const name = `deep/${turn % 2}/${process.pid}`
    await storage.files.write(`${name}.md`, 'x')
    await storage.files.append(`${name}.log`, 'x')
    await storage.files.list('deep', { deep: true })
    await storage.files.rename(`${name}.log`, `deep/er/${process.pid}.log`)
    await storage.files.remove(`${name}.md`)
    await storage.files.remove(`deep/er/${process.pid}.log`)
    const passage = {
      layer: 'facts' as const,
      origin: 'o',
      text: 'x',
      tokens: ['x'],
      source: { path: 'a.md', line: 1 },
    }
    await storage.passages.update({ upsert: [{ ...passage, id: `${process.pid}-${turn}` }] })
  }
}

const jobs: Readonly<Record<string, () => Promise<void>>> = { churn, count, hold, lease }
await jobs[job]?.()
await storage.close()
