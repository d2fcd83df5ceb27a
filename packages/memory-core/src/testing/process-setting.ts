import type { Storage } from '../storage/storage.ts'

/** Shorter timeouts for tests with several processes, in milliseconds. */
export interface Patience {
  /** How long `lock` waits. */
  lockTimeoutMs?: number
  /** How long a lease outlives its last renewal. */
  leaseMs?: number
}

/** Another process, as returned by `spawn` with pipes for input and output. */
export interface StartedProcess {
  readonly stdin: NodeJS.WritableStream
  readonly stdout: NodeJS.ReadableStream
  kill(signal: NodeJS.Signals): boolean
  once(event: 'exit', listener: (code: number | null) => void): unknown
}

/** How several processes use the same rows or files. */
export interface ProcessSetting {
  /** Opens the storage that the other processes open. Each call returns another handle. */
  open(patience?: Patience): Promise<Storage>
  /** Starts `node` with a script of yours that calls `runProcessJob` with these arguments. */
  start(jobArguments: readonly string[]): StartedProcess
}
