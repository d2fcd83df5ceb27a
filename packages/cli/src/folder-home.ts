import { existsSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemories, openMemory, type Storage } from '@daybook/memory-core'
import { localStorage, userFolders } from '@daybook/memory-core/local'
import type { ErasedPlace } from '@daybook/memory-core/tools'
import { isMemory } from './find-memory.ts'
import type { Home } from './open-place.ts'

/** The folders for people, as opposed to those that only Daybook reads. */
const shared = ['memory', '.memory', 'sessions']
const internal = ['journal', 'receipts', '.daybook', 'state']
/** The files that a memory writes for git. Erasing removes them if the folder contains nothing else. */
const forGit: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes'])

export function folderHome(directory: string): Home {
  return {
    name: directory,
    directory,
    exists: async () => isMemory(directory),
    open: (options) => openMemory({ ...options, directory }),
    async erase({ dryRun }) {
      const size = await withStorage(() => localStorage({ directory }), sizeOf)
      if (dryRun) return size
      // A person may keep other files in this folder, so only the memory's own are removed.
      const memories = openMemories({ storage: () => localStorage({ directory }) })
      const { remains } = await memories.erase({ user: 'whose it is' })
      await memories.close()
      for (const name of internal) await rm(join(directory, name), { recursive: true, force: true })
      for (const name of shared) await removeEmpty(join(directory, name))
      const left = await readdir(directory)
      if (left.every((name) => forGit.has(name))) await rm(directory, { recursive: true })
      return { ...size, remains }
    },
    close: async () => undefined,
  }
}

/** The memory of one user, in a folder that has one for each user. */
export function userHome(directory: string, user: string): Home {
  const memories = openMemories({ directory })
  const exists = async (): Promise<boolean> => existsSync(directory) && (await memories.users()).includes(user)
  return {
    name: directory,
    exists,
    open: (options) => openMemories({ ...options, directory }).for({ user }),
    async erase({ dryRun }) {
      if (!dryRun) return memories.erase({ user })
      return withStorage(async () => (await userFolders({ directory }).open(user)).storage, sizeOf)
    },
    close: () => memories.close(),
  }
}

/** Whether a folder has memories of users, as opposed to being a memory itself. */
export async function hasUsers(directory: string): Promise<boolean> {
  if (!existsSync(directory) || isMemory(directory)) return false
  const memories = openMemories({ directory })
  const users = await memories.users()
  await memories.close()
  return users.length > 0
}

/** Runs `use` on a storage, then closes it. */
export async function withStorage<T>(open: () => Promise<Storage>, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await open()
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}

/** The size of a memory's text files. */
export async function sizeOf({ files }: Storage): Promise<ErasedPlace> {
  const lists = await Promise.all([...shared, ...internal].map((name) => files.list(name, { deep: true })))
  const found = lists.flat()
  return { files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0), remains: [] }
}

async function removeEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => ['not there'])
  if (names.length === 0) await rmdir(folder)
}
