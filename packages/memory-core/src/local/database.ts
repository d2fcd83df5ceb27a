import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pause } from './disk.ts'
import { openNewBelow } from './open-file.ts'

const busy = 5
const patienceMs = 5_000

/** Opens a database, making its file for its owner only; SQLite gives `-wal`, `-shm` and `-journal` the same mode. */
export async function openDatabase(root: string, file: string, timeout: number): Promise<DatabaseSync> {
  // Never open an existing database as a file: closing it again would drop this process's locks on it (POSIX).
  const made = fs.existsSync(file) ? undefined : await openNewBelow(root, file, fs.constants.O_RDWR)
  if (made !== undefined) fs.closeSync(made)
  return new DatabaseSync(file, { timeout })
}

/** SQLite's result code of an error (5 is SQLITE_BUSY), or undefined. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** Runs `work`; false when another connection has the lock that it needs. */
export function unlessBusy(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (sqliteCode(error) === busy) return false
    throw error
  }
}

/** Runs `work`, which needs others to let go for a moment, until it succeeds; throws SQLite's error after five seconds. */
export async function untilFree(work: () => unknown): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (unlessBusy(work)) return
    await pause(1)
  }
  work()
}
