import fs from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileStore, inMemoryStorage, openMemory } from '../../src/index.ts'
import { steppedStorage } from '../consolidation/stepped-storage.ts'
import { type JobName, jobs } from './jobs.ts'
import { isLong, note, workplace } from './run-length.ts'
import { inject, withoutStrace } from './strace.ts'
import { readAcknowledgements, storingCalls } from './synced-calls.ts'
import { startWorker } from './worker-process.ts'
import { workerSetting } from './worker-setting.ts'

const name = 'ada'
const most = 100
/** The largest number that strace counts to. */
const never = 65_535

/** What is repeated: the first sync before which a life is killed, and the distance between two that are tried. */
type Swept = readonly [job: JobName, first: number, step: number]

const short: readonly Swept[] = [
  ['append', 1, 1],
  ['consolidate', 3, 20],
]
const long: readonly Swept[] = (
  ['append', 'consolidate', 'forget', 'item', 'knowledge', 'learn', 'note', 'trim'] as const
).map((job) => [job, 1, 1] as const)

/** A memory in which every layer has something of the worker. */
async function prepared(): Promise<string> {
  const directory = await workplace()
  const memory = await openMemory({ ...workerSetting, directory, consolidation: { auto: false } })
  for (const job of ['append', 'fact', 'history', 'item', 'knowledge', 'learn', 'note', 'trim'] as const)
    for (const number of [-1, -2, -3, -4]) await jobs[job](memory, { name, number, directory })
  for (let number = -6; number > -24; number -= 2) await jobs.append(memory, { name, number, directory })
  await memory.close()
  return directory
}

/** One life that does one piece of work, and is killed as it begins its n-th sync. Answers its trace. */
async function live(directory: string, job: JobName, n: number): Promise<string> {
  const log = `${directory}.strace`
  const worker = await startWorker({ directory, name, jobs: [job], count: 1 })
  const tracer = await inject(worker, [`fsync:signal=KILL:when=${n}`], log, storingCalls)
  worker.go()
  const { problems } = await worker.ended
  await tracer.detach()
  expect(problems).toBe('')
  return fs.readFileSync(log, 'utf8')
}

/** Kills one life at each sync before it acknowledges its work; another repeats it. Answers what that one left unsynced. */
async function sweep([job, first, step]: Swept): Promise<string[]> {
  const start = await prepared()
  const left: string[] = []
  for (let n = first; n < most; n += step) {
    const directory = `${start}-${job}-${n}`
    await cp(start, directory, { recursive: true })
    const place = fs.realpathSync(dirname(directory))
    const killed = await live(directory, job, n)
    if (readAcknowledgements(killed, place).length > 0) return left
    const death = killed.split('\n').length - 1
    const [repeated] = readAcknowledgements(`${killed}${await live(directory, job, never)}`, place, death)
    expect(repeated?.work).toBe(`${job} 0`)
    const root = `${fs.realpathSync(directory)}/`
    const own = repeated?.unsynced.filter((path) => path.startsWith(root)) ?? []
    left.push(...own.map((path) => `${job}, sync ${n}: ${path.slice(root.length)}`))
    note(`fault 1: ${job}: killed before its sync ${n}`)
  }
  throw new Error(`${job} makes more than ${most} syncs`)
}

describe.skipIf(withoutStrace !== '')(`what a process that died had not synced${withoutStrace}`, () => {
  it.each(isLong ? long : short)(
    'fault 1: is synced before the next one acknowledges the same: %s',
    async (...swept) => {
      expect(await sweep(swept)).toEqual([])
    },
    3_600_000,
  )
})

it('fault 1: every file that has to last is written under a lock: the next holder syncs what a dead one had not', async () => {
  const { storage, isLocked } = steppedStorage(inMemoryStorage())
  const written = new Map<string, boolean>()
  const { append, write } = storage.files
  const seen = (path: string): void => void written.set(path, isLocked() && (written.get(path) ?? true))
  const files: FileStore = {
    ...storage.files,
    append: (path, text, options) => {
      if (options?.isDurable !== false) seen(path)
      return append(path, text, options)
    },
    write: (path, text, options) => {
      seen(path)
      return write(path, text, options)
    },
  }
  const memory = await openMemory({ ...workerSetting, storage: { ...storage, files }, consolidation: { auto: false } })
  for (const job of ['append', 'fact', 'history', 'item', 'knowledge', 'learn', 'note', 'forget'] as const)
    await jobs[job](memory, { name, number: job === 'forget' ? 1 : 0, directory: '' })
  await memory.close()
  expect([...written].filter(([, isUnderLock]) => !isUnderLock)).toEqual([])
  expect([...written.keys()]).toContain('.daybook/forgettings.jsonl')
})
