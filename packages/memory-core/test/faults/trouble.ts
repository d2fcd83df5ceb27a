import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { expectWhole } from './expect-whole.ts'
import type { JobName } from './jobs.ts'
import { type Assignment, acknowledged, startWorker, untyped, type Worker } from './worker-process.ts'

/** Something that goes wrong under a running worker, and is put right again. */
export interface Trouble {
  /** What the worker does all the time. */
  jobs: readonly JobName[]
  /** The jobs that cannot go on meanwhile; all of them unless said. */
  failing?: readonly JobName[]
  through?: Assignment['through']
  strike(worker: Worker): Promise<void>
  lift(worker: Worker): Promise<void>
  /** What the errors say. */
  says: RegExp
  /** Where the worker sees the directory, when not where the test does, and how it is brought here at the end. */
  directory?: string
  /** Called after the trouble and before the worker ends. */
  collect?(worker: Worker): Promise<void>
}

/**
 * A worker meets the trouble: each failing job is refused with a MemoryError that says why, reading goes on, and when
 * the trouble is over everything goes on. Then all that was acknowledged is held against what is there.
 */
export async function meet(directory: string, trouble: Trouble): Promise<Worker> {
  const { jobs, failing = jobs, through = [] } = trouble
  const worker = await startWorker({ directory: trouble.directory ?? directory, name: 'ada', jobs, through })
  worker.go()
  await worker.until(() => jobs.every((job) => oks(worker, job) > 0))
  await trouble.strike(worker)
  await worker.until(() => failing.every((job) => refusals(worker, job).length > 1))
  for (const job of failing) for (const problem of refusals(worker, job)) expect(problem).toMatch(trouble.says)
  await trouble.lift(worker)
  const before = new Map(jobs.map((job) => [job, oks(worker, job)]))
  await worker.until(() => jobs.every((job) => oks(worker, job) > 1 + (before.get(job) ?? 0)))
  await trouble.collect?.(worker)
  worker.stop()
  const { code, problems } = await worker.ended
  expect([code, problems]).toEqual([0, ''])
  expect(untyped(worker)).toEqual([])
  expect(worker.outcomes.filter(({ job }) => ['close', 'run'].includes(job))).toMatchObject([
    { problem: '' },
    { problem: '' },
  ])
  return worker
}

/** {@link meet}, then the oracle. */
export async function survive(directory: string, trouble: Trouble): Promise<void> {
  const worker = await meet(directory, trouble)
  await expectWhole(directory, acknowledged(worker))
}

/** How many messages somebody else can read now. */
export async function readable(directory: string, session: string): Promise<number> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  const messages = await memory.sessions.messages(session, { archived: true })
  await memory.close()
  return messages.length
}

/** How often a job of a worker went well. */
export const oks = ({ outcomes }: Worker, job: JobName): number =>
  outcomes.filter((outcome) => outcome.isOk && outcome.job === job).length

/** What a job of a worker was refused with. */
export const refusals = ({ outcomes }: Worker, job: JobName): string[] =>
  outcomes.filter((outcome) => !outcome.isOk && outcome.job === job).map(({ problem }) => problem)

/** Waits until a condition of the outside holds. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10)
}
