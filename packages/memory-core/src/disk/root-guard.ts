import fs from 'node:fs'
import { MemoryError, shown } from '../errors.ts'
import { diskError } from './disk.ts'

/** Identifies a directory, so that nothing is written to another one that took its place. */
export interface RootGuard {
  /**
   * Costs one stat.
   * @throws MemoryError `erased` if the directory is gone or replaced
   */
  check(): void
  /** Whether {@link check} would throw. */
  isGone(): boolean
  close(): void
}

/** The guard of an existing directory. @throws MemoryError `storage-failed` if it is gone */
export function createRootGuard(root: string): RootGuard {
  const { ino, dev } = statOf(root)
  // While it is open, its inode is not reused.
  let held = hold(root)

  function isGone(): boolean {
    const found = fs.statSync(root, { bigint: true, throwIfNoEntry: false })
    return found?.ino !== ino || found.dev !== dev
  }

  return {
    check() {
      if (!isGone()) return
      throw new MemoryError(
        'erased',
        `the directory ${shown(root)} was erased, moved or replaced since it was opened: open the memory again`,
      )
    },
    isGone,
    close() {
      if (held !== undefined) fs.closeSync(held)
      held = undefined
    },
  }
}

function statOf(root: string): fs.BigIntStats {
  try {
    return fs.statSync(root, { bigint: true })
  } catch (error) {
    throw diskError(`open the directory ${shown(root)}`, error)
  }
}

/** Undefined if no handle can be opened, for example for directories on Windows: then the inode alone must do. */
function hold(root: string): number | undefined {
  try {
    return fs.openSync(root, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  } catch {
    return undefined
  }
}
