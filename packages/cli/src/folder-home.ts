import { existsSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemories, openMemory, type Storage } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import type { ErasedPlace } from '@daybook/memory-core/tools'
import { isMemory } from './find-memory.ts'
import type { Home } from './open-place.ts'

/** The folders that a memory makes. */
const own = ['memory', '.memory', 'sessions', 'journal', 'receipts', '.daybook', 'state']

/** The memory in a folder. */
export function folderHome(directory: string): Home {
  return {
    name: directory,
    directory,
    exists: async () => isMemory(directory),
    open: (options) => openMemory({ ...options, directory }),
    async erase({ dryRun }) {
      if (dryRun) return withStorage(() => localStorage({ directory }), sizeOf)
      // The folder may be one in which a person keeps other things: what is the memory's own goes.
      const memories = openMemories({ storage: () => localStorage({ directory }) })
      const erased = await memories.erase({ user: 'whose it is' })
      await memories.close()
      for (const name of ['state', '.daybook']) await rm(join(directory, name), { recursive: true, force: true })
      for (const name of [...own, '']) await removeEmpty(join(directory, name))
      return erased
    },
    close: async () => undefined,
  }
}

/** The memory of one user, in a folder with a folder for each. */
export function userHome(directory: string, user: string): Home {
  const memories = openMemories({ directory })
  const exists = async (): Promise<boolean> => existsSync(directory) && (await memories.users()).includes(user)
  return {
    name: directory,
    exists,
    open: (options) => openMemories({ ...options, directory }).for({ user }),
    erase: async ({ dryRun }) => (dryRun ? { files: 0, bytes: 0, remains: [] } : memories.erase({ user })),
    close: () => memories.close(),
  }
}

/** Runs `use` over a storage, and closes it. */
export async function withStorage<T>(open: () => Promise<Storage>, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await open()
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}

/** What the text files of a memory weigh. */
export async function sizeOf({ files }: Storage): Promise<ErasedPlace> {
  const lists = await Promise.all(own.map((name) => files.list(name, { deep: true })))
  const found = lists.flat()
  return { files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0), remains: [] }
}

async function removeEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => ['not there'])
  if (names.length === 0) await rmdir(folder)
}
