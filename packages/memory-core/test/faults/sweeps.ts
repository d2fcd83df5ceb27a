import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { type JobName, jobs } from './jobs.ts'
import { isLong } from './run-length.ts'
import { lineOf } from './work.ts'
import { workerSetting } from './worker-setting.ts'

/** What is killed at each of its calls of some kinds. */
export interface Sweep {
  name: string
  job: JobName
  /** The calls at which it is killed, each with the distance between two that are tried. */
  calls: Readonly<Record<string, number>>
  /** The last call that is tried. @default as many as there are */
  upTo?: number
  /** Whether there is no memory before. */
  isFirst?: boolean
  /** Brings the memory to where the job has something to do, and answers what it wrote in lines of `lineOf`. */
  prepare?(memory: Memory, directory: string): Promise<readonly string[]>
  /** Called with the directory when the memory is closed. */
  age?(directory: string): void
  /** Whether the job has done what it is swept for; asked of the life that nothing has killed. */
  expectDone?(directory: string): void
}

/** The calls that change something, or make it durable; of the many alike, some. */
const every = { write: 1, pwrite64: 6, fsync: 1, rename: 1, unlink: 1, openat: 17 }
/** As often in each job, because they make what is made once. */
const once = { fdatasync: 1, ftruncate: 1, mkdir: 1 }

const history = (directory: string): string => join(directory, 'memory', 'HISTORY.md')
const archives = (directory: string): string[] =>
  fs.readdirSync(join(directory, 'memory')).filter((name) => name.startsWith('HISTORY.archive.'))

/** Fills HISTORY.md until one more entry makes it rotate. */
async function fillHistory(memory: Memory, directory: string): Promise<readonly string[]> {
  const { maxBytes } = workerSetting.history.rotation
  const lines: string[] = []
  const sizeOf = (): number => fs.statSync(history(directory), { throwIfNoEntry: false })?.size ?? 0
  for (let [number, size, entry] = [2, 0, 0]; size + entry <= maxBytes; number++) {
    await jobs.history(memory, { name: 'first', number, directory })
    entry = sizeOf() - size
    size += entry
    lines.push(lineOf({ job: 'history', name: 'first', number }))
  }
  expect(archives(directory)).toEqual([])
  return lines
}

/** Makes of a memory what the version before had: rows in `store.db`, and all that is not for people in `state/`. */
function makeOld(directory: string): void {
  const state = (name: string): string => join(directory, 'state', name)
  const store = new DatabaseSync(state('store.db'))
  store.prepare('ATTACH ? AS tables').run(state('tables.db'))
  for (const name of ['records', 'record_marks', 'items'])
    store.exec(`CREATE TABLE main.${name} AS SELECT * FROM tables.${name}`)
  store.close()
  for (const name of ['tables.db', 'index.db']) fs.rmSync(state(name))
  const index = new DatabaseSync(state('index.db'))
  index.exec('CREATE TABLE passages (old TEXT); PRAGMA user_version = 3')
  index.close()
  const ledgers = join(directory, '.daybook', 'consolidation')
  if (fs.existsSync(ledgers)) fs.renameSync(ledgers, state('consolidation'))
  for (const folder of ['.daybook', 'journal']) fs.rmSync(join(directory, folder), { recursive: true })
  fs.writeFileSync(state('daybook.json'), '{"daybook":1}\n')
}

function expectNew(directory: string): void {
  expect(fs.existsSync(join(directory, '.daybook', 'daybook.json'))).toBe(true)
  expect(fs.existsSync(join(directory, 'state', 'store.db'))).toBe(false)
}

/** Items that are written again and again, until their journal is rewritten. */
async function fillJournal(memory: Memory): Promise<readonly string[]> {
  for (let turn = 0; turn < 9; turn += 1)
    await memory.items.put([{ namespace: ['filler'], key: 'k', value: `${turn} `.repeat(1_000) }])
  return []
}

const upgrade = { name: 'upgrade', job: 'learn', age: makeOld, expectDone: expectNew } as const

const compaction = { name: 'compaction', job: 'item', prepare: fillJournal } as const

const rotation = {
  name: 'rotation',
  job: 'history',
  prepare: fillHistory,
  expectDone: (directory: string) => expect(archives(directory)).toHaveLength(1),
} as const

/** What `npm run test:faults` kills at its calls. */
const longSweeps: readonly Sweep[] = [
  { name: 'append', job: 'append', calls: { ...every, ...once } },
  { name: 'consolidate', job: 'consolidate', calls: every },
  { name: 'note', job: 'note', calls: { ...every, ...once } },
  { name: 'maintain', job: 'maintain', calls: every },
  { name: 'trim', job: 'trim', calls: every },
  { name: 'first', job: 'learn', isFirst: true, calls: { pwrite64: 13, fsync: 2, rename: 1, unlink: 3 } },
  { name: 'capture', job: 'capture', calls: { pwrite64: 13, fsync: 2 } },
  { name: 'reindex', job: 'reindex', calls: { pwrite64: 17, unlink: 2 } },
  { ...rotation, calls: { write: 2, fsync: 2, rename: 1 } },
  { ...upgrade, calls: { write: 1, pwrite64: 17, fsync: 1, rename: 1, unlink: 3 } },
  { ...compaction, calls: { write: 1, fsync: 1, rename: 1, pwrite64: 13 } },
]

/** A few of all. */
const shortSweeps: readonly Sweep[] = [
  { name: 'consolidate', job: 'consolidate', calls: { fsync: 17 } },
  { ...rotation, calls: { rename: 1 }, upTo: 2 },
  { ...upgrade, calls: { fsync: 4 }, upTo: 5 },
  { ...compaction, calls: { fsync: 3 }, upTo: 5 },
]

/** What is swept in this run. */
export const sweeps: readonly Sweep[] = isLong ? longSweeps : shortSweeps
