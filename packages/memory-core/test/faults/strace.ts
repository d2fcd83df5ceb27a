import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { without } from './run-length.ts'
import type { Worker } from './worker-process.ts'

/** Why strace cannot be used here; "" when it can. */
export const withoutStrace: string = without('strace', '-o', '/dev/null', 'true')

/** strace on a running process. */
export interface Tracer {
  /** Lets the process go on without it. */
  detach(): Promise<void>
}

/**
 * Attaches strace to a worker with an injection such as `fsync:error=EIO:when=3`; every thread of the worker counts its
 * own calls, of each kind by itself, from here on. The trace goes to `log`, with the calls of `also` in it: descriptors with their paths.
 */
export async function inject(
  worker: Worker,
  injections: readonly string[],
  log = '/dev/null',
  also: readonly string[] = [],
): Promise<Tracer> {
  const names = [...injections.map((injection) => injection.slice(0, injection.indexOf(':'))), ...also]
  const faults = injections.flatMap((injection) => ['-e', `inject=${injection}`])
  return attach(worker, ['-y', '-o', log, '-e', `trace=${names.join(',')}`, ...faults])
}

/** Attaches strace to a worker, which writes its calls of these kinds to `log`: descriptors with their paths. */
export function trace(worker: Worker, calls: readonly string[], log: string): Promise<Tracer> {
  return attach(worker, ['-y', '-o', log, '-e', `trace=${calls.join(',')}`])
}

async function attach(worker: Worker, options: readonly string[]): Promise<Tracer> {
  const own = ['-f', '-qq', '-p', String(worker.child.pid)]
  const tracer = spawn('strace', [...own, ...options], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve, reject) => {
    tracer.once('error', reject).once('close', () => resolve())
  })
  await attached(worker, ended)
  return {
    async detach() {
      tracer.kill('SIGINT')
      await ended
    },
  }
}

/** Polls the kernel's own word that every thread of the process is traced; a process that was killed meanwhile was. */
async function attached(worker: Worker, ended: Promise<void>): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const directory = `/proc/${worker.child.pid}/task`
  const isTraced = (): boolean => {
    try {
      const status = (thread: string): string => readFileSync(`${directory}/${thread}/status`, 'utf8')
      return readdirSync(directory).every((thread) => !/^TracerPid:\t0$/m.test(status(thread)))
    } catch (error) {
      if (!existsSync(directory)) return true
      // A thread that ended while they were looked at.
      if (String(error).includes('ENOENT') || String(error).includes('ESRCH')) return false
      throw error
    }
  }
  while (!isTraced()) {
    if (isOver) throw new Error('strace could not attach')
    await pause(5)
  }
}
