import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { MemoryError } from '@daybook/memory-core'

/** What only the folder of a memory has. */
const marks = [join('.daybook', 'daybook.json'), join('state', 'daybook.json'), join('memory', 'MEMORY.md')]
/** The folder of a new memory unless another one is named. */
const usual = 'workspace'

/** Whether a folder holds a memory. */
export function isMemory(directory: string): boolean {
  return marks.some((mark) => existsSync(join(directory, mark)))
}

/** The folder for a new memory. */
export function newMemory(cwd: string, directory = usual): string {
  return resolve(cwd, directory)
}

/**
 * The folder of the memory: the one that is named, or the nearest, here or above, also as `workspace`. Makes nothing.
 * @throws MemoryError `not-found` when there is no memory
 */
export function findMemory(cwd: string, directory: string | undefined): string {
  if (directory !== undefined) {
    const named = resolve(cwd, directory)
    if (isMemory(named)) return named
    throw new MemoryError('not-found', `there is no memory in ${named}: make one with daybook init -d ${directory}`)
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = [folder, join(folder, usual)].find(isMemory)
    if (found !== undefined) return found
    if (folder === dirname(folder))
      throw new MemoryError(
        'not-found',
        `there is no memory in ${cwd} or above it: make one in ./${usual} with daybook init, or say where it is with --directory`,
      )
  }
}
