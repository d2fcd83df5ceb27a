import type { Storage } from '../storage/storage.ts'

/** How the tests of processes change a storage's patience; both are milliseconds. */
export interface Patience {
  /** How long `lock` waits. */
  lockTimeoutMs?: number
  /** How long a lease outlives its last renewal. */
  leaseMs?: number
}

/** Another process, as `spawn` with pipes for input and output answers it. */
export interface StartedProcess {
  readonly stdin: NodeJS.WritableStream
  readonly stdout: NodeJS.ReadableStream
  kill(signal: NodeJS.Signals): boolean
  once(event: 'exit', listener: (code: number | null) => void): unknown
}

/** Where several processes work on the same rows or files. */
export interface ProcessSetting {
  /** Opens the storage that the other processes open; each call gives another handle of the same. */
  open(patience?: Patience): Promise<Storage>
  /** Starts `node` with a script of yours that calls `runProcessJob` with these arguments. */
  start(jobArguments: readonly string[]): StartedProcess
}
