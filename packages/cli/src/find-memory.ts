import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { MemoryError } from '@daybook/memory-core'
import { userFolders } from '@daybook/memory-core/local'
import { shellWord } from './shell-word.ts'

/** Files that only the folder of a memory has. */
const marks = [join('.daybook', 'daybook.json'), join('state', 'daybook.json'), join('memory', 'MEMORY.md')]
/** The default folder of a new memory. */
const usual = 'workspace'

/** Whether a folder contains a memory. */
export function isMemory(directory: string): boolean {
  return marks.some((mark) => existsSync(join(directory, mark)))
}

/** The memory that a folder is, or has as `workspace`. */
function memoryIn(folder: string): string | undefined {
  return [folder, join(folder, usual)].find(isMemory)
}

async function isOfUsers(directory: string): Promise<boolean> {
  return existsSync(directory) && (await userFolders({ directory }).users()).length > 0
}

export function newMemory(cwd: string, directory = usual): string {
  return resolve(cwd, directory)
}

/**
 * Finds the folder of the memory: the named one, or the nearest one in this folder or above, also as `workspace`.
 * Creates nothing.
 * @throws MemoryError `not-found` if there is no memory
 */
export async function findMemory(cwd: string, directory: string | undefined): Promise<string> {
  if (directory !== undefined) {
    const named = resolve(cwd, directory)
    // The folder of a user may have any name.
    const hasUsers = !isMemory(named) && (await isOfUsers(named))
    const found = hasUsers ? undefined : memoryIn(named)
    if (found !== undefined) return found
    const problem = hasUsers
      ? `${named} holds the memories of users: name one with --user`
      : statSync(named, { throwIfNoEntry: false })?.isFile()
        ? `${named} is a file: name the folder of a memory`
        : `there is no memory in ${named}: create one with daybook init -d ${shellWord(directory)}`
    throw new MemoryError('not-found', problem)
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = memoryIn(folder)
    if (found !== undefined) return found
    if (folder === dirname(folder)) {
      const message = `there is no memory in ${cwd} or above it: create one in ./${usual} with daybook init, or name its folder with --directory`
      throw new MemoryError('not-found', message)
    }
  }
}
