import fs from 'node:fs'
import { join } from 'node:path'
import { letOthersRun } from '../async.ts'
import { errorCode, readableEntries, readOnlyCodes, syncDirectory, syncFile } from './disk.ts'

/** How far the machine's clock may have been set back since a change. */
const clockStepMs = 60_000
/** Folders that no layer writes to: derived databases, and what may be large in the folder of a project. */
const skipped: ReadonlySet<string> = new Set(['state', '.git', 'node_modules'])
/** Databases, also those of a host: closing one as a file would drop this process's locks on it. They sync themselves. */
const database = /\.(?:db|sqlite3?)(?:-\w+)?$/i

/**
 * Syncs the files and directories below `root` that were changed since a time in ms. Looks at every file, so it is for
 * the rare case that a process died while it wrote.
 */
export async function syncChanges(root: string, since: number): Promise<void> {
  const isChanged = ({ ctimeMs = 0 }: Partial<fs.Stats> = {}): boolean => ctimeMs >= since - clockStepMs
  const open = [root]
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of readableEntries(directory)) {
      const path = join(directory, entry.name)
      if (entry.isDirectory() && !skipped.has(entry.name)) open.push(path)
      if (!entry.isFile() || database.test(entry.name)) continue
      if (isChanged(fs.lstatSync(path, { throwIfNoEntry: false }))) await syncPath(path)
    }
    if (isChanged(fs.statSync(directory, { throwIfNoEntry: false }))) await syncDirectory(directory)
    await letOthersRun()
  }
}

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = fs.constants
/** It is gone, or cannot be written to: then the process that died did not write to it either. */
const passed: ReadonlySet<string | undefined> = new Set([...readOnlyCodes, 'ENOENT', 'ELOOP', 'ETXTBSY'])

async function syncPath(path: string): Promise<void> {
  let descriptor: number
  try {
    descriptor = fs.openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (passed.has(errorCode(error))) return
    throw error
  }
  try {
    await syncFile(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
