import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { runWorker, startWorker } from '../workers/run-worker.ts'
import type { Report } from '../workers/steps.ts'
import {
  added,
  type Case,
  compare,
  firstError,
  listed,
  none,
  type Outcome,
  place,
  sentences,
  type Tried,
} from './case.ts'

const rounds = 12
const all = { do: 'all', user: place.user } as const

/** Adds texts until it is killed, a while after the first acknowledgement. */
async function killedRun(name: string, directory: string, round: number): Promise<readonly Report[]> {
  let counting = false
  const add = { do: 'add', texts: sentences(20_000, `round ${round}`), place } as const
  return startWorker(name, directory, [add], {
    onReport(_report, worker) {
      // 20 to 140 ms, a different time in each round and the same in each run.
      if (counting) return
      counting = true
      setTimeout(() => worker.kill(), 20 + ((round * 47) % 121))
    },
  }).reports
}

/** The process is killed. */
export const kill: Case = {
  title: `kill -9 while adding, ${rounds} times`,
  done: `A process adds texts one after another and says which were acknowledged; 20 to 140 ms after the first it is killed, its server with it. ${rounds} rounds on the same directory, then a new process lists everything.`,
  async run({ name, driver }, directory) {
    if (!(driver.durable ?? true)) return none('keeps nothing')
    const acknowledged: string[] = []
    let detail: string | undefined
    for (let round = 0; round < rounds; round++) {
      const reports = await killedRun(name, directory, round)
      acknowledged.push(...added(reports))
      detail ??= firstError(reports)
    }
    const read = await runWorker(name, directory, [all])
    return { ...compare(acknowledged, listed(read)), detail: detail ?? firstError(read) }
  },
}

/** The files below a directory that contain one of the texts. */
function filesWith(directory: string, texts: readonly string[]): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return texts.some((text) => bytes.includes(text))
    })
    .map((file) => file.slice(directory.length + 1))
}

/** The remaining texts after one file was truncated, and whether a new text can be added. */
async function afterDamage(
  name: string,
  directory: string,
  texts: readonly string[],
): Promise<Outcome & { left: number }> {
  const fresh = 'This text came after the damage.'
  const before = await runWorker(name, directory, [all])
  const write = await runWorker(name, directory, [{ do: 'add', texts: [fresh], place }])
  const after = await runWorker(name, directory, [all])
  const detail = [before, write, after].map(firstError).find((error) => error)
  const present = listed(after)
  if (present === undefined) return { cell: '**nothing can be listed**', verdict: 'loss', left: -1, detail }
  const left = texts.filter((text) => present.includes(text)).length
  if (added(write).length === 0) return { cell: `${left} of 20 left, **read only**`, verdict: 'loss', left, detail }
  if (!present.includes(fresh)) return { cell: `${left} of 20 left, **a new one lost**`, verdict: 'loss', left, detail }
  if (left === 0) return { cell: '**none of 20 left**, goes on', verdict: 'loss', left, detail }
  return { cell: `${left} of 20 left, goes on`, verdict: 'fine', left, detail }
}

/** File names without random parts. */
const shortened = (file: string): string => file.replaceAll(/[0-9a-f-]{20,}/gu, '…')

const damage = (title: string, lengthOf: (bytes: number) => number): Case => ({
  title,
  done: `20 texts are stored and the process ends. Then it is ${title}: each file that holds any of the texts, one at a time, on a copy of the directory. A new process lists what is left, another adds a text, a third lists again. The worst file counts.`,
  async run({ name, driver }: Tried, directory) {
    if (!(driver.durable ?? true)) return none('no file')
    const whole = join(directory, 'whole')
    mkdirSync(whole)
    const texts = sentences(20, 'a file')
    await runWorker(name, whole, [{ do: 'add', texts, place }])
    let worst: (Outcome & { left: number }) | undefined
    for (const [number, file] of filesWith(whole, texts).entries()) {
      const copy = join(directory, `copy-${number}`)
      cpSync(whole, copy, { recursive: true })
      truncateSync(join(copy, file), lengthOf(statSync(join(copy, file)).size))
      const outcome = await afterDamage(name, copy, texts)
      const cell = `${outcome.cell} (\`${shortened(file)}\`)`
      if (worst === undefined || outcome.left < worst.left) worst = { ...outcome, cell }
    }
    return worst ?? none('no file holds the texts')
  },
})

/** A torn end, as after a full disk or a crash of the machine. */
export const torn: Case = damage('a file without its last 5 bytes', (bytes) => bytes - 5)

/** An incomplete copy. */
export const half: Case = damage('a file of half its length', (bytes) => bytes >> 1)
