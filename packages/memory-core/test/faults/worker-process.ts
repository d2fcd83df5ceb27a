import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { program } from '../processes/program.ts'
import type { JobName } from './jobs.ts'
import { lineOf } from './work.ts'

/** What a worker has said of one piece of work. */
export interface Outcome {
  isOk: boolean
  job: string
  number: number
  /** The error's code, and its message. */
  problem: string
}

/** One worker, and what it has said so far. */
export interface Worker {
  readonly name: string
  readonly child: ChildProcess
  readonly outcomes: readonly Outcome[]
  /** Resolves when the worker has said a line that fulfils the condition; rejects when it ends before. */
  until(condition: () => boolean): Promise<void>
  /** Whether it has said that it opened the memory. */
  isOpen(): boolean
  /** Lets it open the memory and begin. */
  go(): void
  /** Lets a worker without end come to its end. */
  stop(): void
  /** How it ended, and what it wrote to stderr. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; problems: string }>
}

/** What a worker is to do, and through which command it is started. */
export interface Assignment {
  directory: string
  name: string
  jobs: readonly JobName[]
  /** 0: until it is stopped. */
  count?: number
  /** How often a piece of work is tried. */
  attempts?: number
  /** What comes before `node worker.ts …`, such as `prlimit --nofile=20`. */
  through?: readonly string[]
}

const file = program('test/faults/worker')

/** What was compiled once: starting a worker is a third as dear with it. One that is killed leaves nothing there. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
let isCompiled = false

function compileOnce(): void {
  if (isCompiled) return
  // It ends at once, and without a word: nobody says "go".
  execFileSync(process.execPath, [file], {
    input: '',
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  isCompiled = true
}

/** Starts a worker and waits until it is ready to go. It dies with the test. */
export async function startWorker(assignment: Assignment): Promise<Worker> {
  const { directory, name, jobs, count = 0, attempts = 1, through = [] } = assignment
  const own = [process.execPath, file, directory, name, jobs.join(','), String(count), String(attempts)]
  const [command = '', ...args] = [...through, ...own]
  compileOnce()
  // One thread for the pool, so that the n-th call of it is the same in every run.
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: compiled },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const outcomes: Outcome[] = []
  const waiting = new Set<() => void>()
  let [rest, problems, isReady, isOpen] = ['', '', false, false]
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (text) => (problems += text))
  child.stdout.on('data', (text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    isReady ||= lines.includes('ready')
    isOpen ||= lines.includes('opened')
    outcomes.push(...lines.flatMap(readOutcome))
    for (const look of waiting) look()
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; problems: string }>(
    (resolve, reject) => {
      child.once('error', reject).once('close', (code, signal) => resolve({ code, signal, problems }))
    },
  )

  function until(condition: () => boolean): Promise<void> {
    const found = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!condition()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
    const early = ended.then(({ code, signal }) => {
      if (!condition()) throw new Error(`the worker ${name} ended (${signal ?? code}) too early: ${problems}`)
    })
    return Promise.race([found, early])
  }

  await until(() => isReady)
  return {
    name,
    child,
    outcomes,
    until,
    isOpen: () => isOpen,
    go: () => child.stdin.write('go\n'),
    stop: () => child.stdin.write('stop\n'),
    ended,
  }
}

function readOutcome(line: string): Outcome[] {
  const found = /^(ok|no) (\w+) (\d+) ?(.*)$/.exec(line)
  if (!found) return []
  const [, how, job = '', number, problem = ''] = found
  return [{ isOk: how === 'ok', job, number: Number(number), problem }]
}

/** The acknowledged work in lines, oldest first; see `expectWhole`. */
export function acknowledged(worker: Worker): string[] {
  const { name, outcomes } = worker
  return outcomes.filter(({ isOk }) => isOk).map(({ job, number }) => lineOf({ job, name, number }))
}

/** What a worker was refused with another error than a MemoryError. */
export function untyped(worker: Worker): string[] {
  return worker.outcomes.filter(({ problem }) => problem.startsWith('UNTYPED')).map(({ problem }) => problem)
}
