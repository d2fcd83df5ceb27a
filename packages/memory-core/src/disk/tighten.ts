import fs from 'node:fs'
import process from 'node:process'
import { errorCode } from './disk.ts'

const others = 0o077
/** Owned by another user, read-only, or gone: the mode is no reason to fail. */
const harmless: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOENT', 'ENOTSUP', 'ENOSYS'])

/**
 * Removes permissions of other users from a file or directory that an earlier program, a copy or a person left open to
 * them. `target` is an open file or a path, `mode` its present mode.
 */
export function tighten(target: number | string, mode: number): void {
  if ((mode & others) === 0 || process.platform === 'win32') return
  try {
    const own = mode & 0o700
    if (typeof target === 'number') fs.fchmodSync(target, own)
    else fs.chmodSync(target, own)
  } catch (error) {
    if (!harmless.has(errorCode(error))) throw error
  }
}
