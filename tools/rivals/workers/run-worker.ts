import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Report, Step } from './steps.ts'

/** A process with one store. */
export interface Worker {
  /** Every report, when the process is over. */
  reports: Promise<readonly Report[]>
  /** Ends the process and its servers at once, as a crash would. */
  kill(): void
}

/** How a process is started and watched. */
export interface StartOptions {
  /** Called with each report as it comes. */
  onReport?: (report: Report, worker: Worker) => void
  /** A command that runs the process: `strace` and its options. */
  under?: readonly string[]
}

/** What is said of a process that ended without a word. */
const silent: Report = { kind: 'failed', step: 'open', error: 'the process ended without an answer' }

const workerFile = join(import.meta.dirname, 'worker.ts')

/** Libraries here send usage figures unless they are told not to. */
const quiet = { MEM0_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1', LANGCHAIN_TRACING_V2: 'false' }

async function collect(child: ChildProcess, onReport: (report: Report) => void): Promise<readonly Report[]> {
  const pipe = child.stdio[3]
  if (!(pipe instanceof Readable)) throw new Error('the worker has no descriptor 3 to report to')
  const reports: Report[] = []
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for await (const line of createInterface({ input: pipe })) {
    // A killed process may leave half a line.
    if (!line.endsWith('}')) continue
    const report = JSON.parse(line) as Report
    reports.push(report)
    onReport(report)
  }
  await exited
  return reports.length > 0 ? reports : [silent]
}

/** Starts a process that performs the steps with the store of that name in that directory. */
export function startWorker(
  driver: string,
  directory: string,
  steps: readonly Step[],
  { onReport = () => {}, under = [] }: StartOptions = {},
): Worker {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-rivals-steps-'))
  const file = join(folder, 'steps.json')
  writeFileSync(file, JSON.stringify(steps))
  const [command = process.execPath, ...given] = [...under, process.execPath, workerFile, driver, directory, file]
  const child = spawn(command, given, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...quiet },
    // A group of its own, so that a server that it started dies with it.
    detached: true,
  })
  const worker: Worker = {
    reports: collect(child, (report) => onReport(report, worker)).finally(() =>
      rmSync(folder, { recursive: true, force: true }),
    ),
    kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
    },
  }
  return worker
}

/** Runs the steps in a process of their own and answers its reports. A process that hangs is killed after the limit. */
export async function runWorker(
  driver: string,
  directory: string,
  steps: readonly Step[],
  limitMs = 180_000,
): Promise<readonly Report[]> {
  const worker = startWorker(driver, directory, steps)
  const timer = setTimeout(() => worker.kill(), limitMs)
  try {
    return await worker.reports
  } finally {
    clearTimeout(timer)
  }
}
