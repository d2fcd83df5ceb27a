import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { MemoryError } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { Patience } from './process-setting.ts'
import { storedRecord } from './stored-record.ts'

/** The jobs of the other process. */
export type ProcessJob = 'churn' | 'count' | 'hold' | 'lease'

const at = '2026-03-01T00:00:00.000Z'

/** Reads, waits, writes: without the lock, increments would be lost. */
async function count(storage: Storage, amount: number): Promise<void> {
  for (let turn = 0; turn < amount; turn += 1)
    await storage.lock(['counter'], async () => {
      const value = Number((await storage.files.read('counter'))?.text)
      await new Promise((resolve) => setImmediate(resolve))
      await storage.files.write('counter', String(value + 1))
    })
}

/** Calls that need no lock: appends, files that are alone in their directory, records, items, passages. */
async function churn(storage: Storage, amount: number): Promise<void> {
  for (let turn = 0; turn < amount; turn += 1) {
    const id = `${process.pid}-${turn}`
    await churnFiles(storage, id, turn)
    await storage.records.write({ insert: [storedRecord(id), storedRecord(`shared ${turn}`)] })
    await storage.records.update(['counter'], (one) => ({ ...one, successCount: one.successCount + 1 }))
    await storage.items.put(['b', 'a', id].map((key) => ({ namespace: ['n'], key, value: turn, at })))
    const passage = { layer: 'facts' as const, origin: 'o', text: '', source: { path: 'a.md', line: 1 } }
    await storage.passages.update({
      upsert: ['shared', id].map((name) => ({ ...passage, id: name, tokens: [name] })),
    })
  }
}

async function churnFiles({ files }: Storage, id: string, turn: number): Promise<void> {
  const name = `deep/${turn % 2}/${process.pid}`
  await files.append('log', `${id}\n`)
  await files.write(`${name}.md`, 'x')
  await files.append(`${name}.log`, 'x')
  await files.list('deep', { deep: true })
  await files.rename(`${name}.log`, `deep/er/${process.pid}.log`)
  await files.remove(`${name}.md`)
  await files.remove(`deep/er/${process.pid}.log`)
}

async function hold(storage: Storage): Promise<void> {
  await storage.lock(['a'], async () => {
    console.log('held')
    await delay(60_000)
  })
}

/** Takes a lease, and answers each line of input with the result of its check. */
async function lease(storage: Storage): Promise<void> {
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

const jobs: Readonly<Record<ProcessJob, (storage: Storage, amount: number) => Promise<void>>> = {
  churn,
  count,
  hold,
  lease,
}

/**
 * The other process of `processCases`: does the job that its arguments name, on the storage of `open`, and closes it.
 * Call it in a script of its own. Reads standard input and writes to standard output.
 */
export async function runProcessJob(
  jobArguments: readonly string[],
  open: (patience: Patience) => Promise<Storage>,
): Promise<void> {
  const [name = '', amount = '0'] = jobArguments
  const job = Object.entries(jobs).find(([known]) => known === name)?.[1]
  if (!job)
    throw new MemoryError(
      'bad-input',
      `there is no job ${JSON.stringify(name)}: there are ${Object.keys(jobs).join(', ')}`,
    )
  const storage = await open(name === 'lease' ? { leaseMs: Number(amount) } : {})
  await job(storage, Number(amount))
  await storage.close()
}
