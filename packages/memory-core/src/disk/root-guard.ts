import fs from 'node:fs'
import { MemoryError, shown } from '../errors.ts'
import { diskError } from './disk.ts'

/** Knows a directory again, so that nothing is written to another one that has taken its place. */
export interface RootGuard {
  /**
   * Costs one stat.
   * @throws MemoryError `erased` when the directory is gone, or another one is in its place
   */
  check(): void
  /** Whether {@link check} would throw. */
  isGone(): boolean
  close(): void
}

/** The guard of an existing directory. @throws MemoryError `storage-failed` when it is not there any more */
export function createRootGuard(root: string): RootGuard {
  const { ino, dev } = statOf(root)
  // As long as it is open, no other directory is given its number.
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

/** Undefined where a directory cannot be opened (Windows), or no file can: then the number alone has to do. */
function hold(root: string): number | undefined {
  try {
    return fs.openSync(root, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  } catch {
    return undefined
  }
}
