import { cp } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { type Message, openMemory } from '../../src/index.ts'
import { learningModel } from '../processes/learning-model.ts'
import { expectWhole } from './expect-whole.ts'
import { type JobName, jobs, session, trimmed } from './jobs.ts'
import { isLong, note, workplace } from './run-length.ts'
import { inject, withoutStrace } from './strace.ts'
import { type Sweep, sweeps } from './sweeps.ts'
import { texts } from './texts.ts'
import { lineOf } from './work.ts'
import { acknowledged, startWorker, untyped } from './worker-process.ts'
import { workerSetting } from './worker-setting.ts'

const most = 1_000
/** The largest number that strace counts to. */
const never = 65_535

interface Start {
  directory: string
  /** In lines of `lineOf`. */
  acknowledged: readonly string[]
}

/** A memory with a session that is long enough to be consolidated and trimmed, and its messages as the oracle has them. */
async function prepared({ isFirst = false, prepare, age }: Sweep): Promise<Start> {
  const directory = await workplace()
  if (isFirst) return { directory, acknowledged: [] }
  const memory = await openMemory({
    ...workerSetting,
    directory,
    model: learningModel(`${directory}.log`, 'first'),
    consolidation: { auto: false },
  })
  // The even ones stand in the session that is consolidated.
  const numbers = Array.from({ length: 12 }, (_, index) => index * 2)
  const messages = (name: string, text: (name: string, number: number) => string): Message[] =>
    numbers.map((number) => ({ id: `${name}-${number}`, role: 'user', content: text(name, number) }))
  await memory.addMessages(session, messages('first', texts.append))
  await memory.sessions.append(trimmed, messages('old', texts.trim))
  const single = ['learn', 'item', 'history', 'note'] as const
  for (const job of single) await jobs[job](memory, { name: 'first', number: 1, directory })
  const own = (await prepare?.(memory, directory)) ?? []
  await memory.close()
  age?.(directory)
  const told = numbers.flatMap((number) => [
    { job: 'append', name: 'first', number },
    { job: 'trim', name: 'old', number },
  ])
  const others = single.map((job) => ({ job, name: 'first', number: 1 }))
  return { directory, acknowledged: [...own, ...[...others, ...told].map(lineOf)] }
}

/** One life with one fault. Answers what it acknowledged, and whether it was killed. */
async function live(
  directory: string,
  job: JobName,
  injection: string,
): Promise<{ kept: string[]; isKilled: boolean }> {
  const worker = await startWorker({ directory, name: 'ada', jobs: [job], count: 1, attempts: 3 })
  const tracer = await inject(worker, [injection])
  worker.go()
  const { signal, problems } = await worker.ended
  await tracer.detach()
  expect(problems).toBe('')
  expect(untyped(worker)).toEqual([])
  if (signal === null) expect(worker.outcomes.at(-1)).toMatchObject({ isOk: true, job: 'run' })
  return { kept: acknowledged(worker), isKilled: signal === 'SIGKILL' }
}

/** Kills at the n-th call of one kind, for n = 1 and on in steps, until none is there. Answers how many were. */
async function sweepCall(sweep: Sweep, call: string, step: number): Promise<number> {
  const start = await prepared(sweep)
  const { upTo = never } = sweep
  let struck = 0
  for (let n = 1; n < most; n += step) {
    const directory = `${start.directory}-${call}-${n}`
    if (!sweep.isFirst) await cp(start.directory, directory, { recursive: true })
    const { kept, isKilled } = await live(directory, sweep.job, `${call}:signal=KILL:when=${n > upTo ? never : n}`)
    if (!isKilled) sweep.expectDone?.(directory)
    await expectWhole(directory, [...start.acknowledged, ...kept])
    if (!isKilled) {
      note(`fault 2: ${sweep.name}: killed at ${struck} calls of ${call}`)
      return struck
    }
    struck++
  }
  throw new Error(`${sweep.name} makes more than ${most} calls of ${call}`)
}

/** Runs so many at a time; answers the sum of what they answer. */
async function inTurns(works: readonly (() => Promise<number>)[], width: number): Promise<number> {
  const left = [...works]
  let sum = 0
  const lane = async (): Promise<void> => {
    while (left.length > 0) {
      const answer = (await left.shift()?.()) ?? 0
      sum += answer
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return sum
}

it.skipIf(withoutStrace !== '')(
  `fault 2: killed at any system call: every acknowledged write is there once${withoutStrace}`,
  async () => {
    const works = sweeps.flatMap((sweep) =>
      Object.entries(sweep.calls).map(
        ([call, step]) =>
          () =>
            sweepCall(sweep, call, step),
      ),
    )
    const kills = await inTurns(works, 2)
    expect(kills).toBeGreaterThan(isLong ? 500 : 5)
    note(`fault 2: killed at ${kills} system calls`)
  },
  3_600_000,
)
