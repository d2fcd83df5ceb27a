import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Report, Step } from './steps.ts'

/** A process with one store. */
export interface Worker {
  /** All reports, when the process has ended. */
  reports: Promise<readonly Report[]>
  /** Kills the process and its servers, like a crash. */
  kill(): void
}

export interface StartOptions {
  /** Called with each report when it arrives. */
  onReport?: (report: Report, worker: Worker) => void
  /** A command that runs the process: `strace` and its options. */
  under?: readonly string[]
}

/** The report for a process that ended without one. */
const silent: Report = { kind: 'failed', step: 'open', error: 'the process ended without an answer' }

const workerFile = join(import.meta.dirname, 'worker.ts')

/** These libraries send usage statistics unless this is set. */
const quiet = { MEM0_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1', LANGCHAIN_TRACING_V2: 'false' }

async function collect(child: ChildProcess, onReport: (report: Report) => void): Promise<readonly Report[]> {
  const pipe = child.stdio[3]
  if (!(pipe instanceof Readable)) throw new Error('the worker has no descriptor 3 to report to')
  const reports: Report[] = []
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for await (const line of createInterface({ input: pipe })) {
    // A killed process may leave an incomplete line.
    if (!line.endsWith('}')) continue
    const report = JSON.parse(line) as Report
    reports.push(report)
    onReport(report)
  }
  await exited
  return reports.length > 0 ? reports : [silent]
}

/** Starts a process that runs the steps with the named store in this directory. */
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
    // In its own process group, so that a server that it started is killed with it.
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

/** Runs the steps in a separate process and returns its reports. A process that exceeds the limit is killed. */
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
