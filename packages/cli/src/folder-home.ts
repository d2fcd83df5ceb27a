import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemories, openMemory, type Storage } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { safeName } from '@daybook/memory-core/storage'
import { type ErasedPlace, writtenFiles } from '@daybook/memory-core/tools'
import { isMemory } from './find-memory.ts'
import type { Home } from './open-place.ts'

/**
 * The folders of a memory, with the files in them that are not among the storage's text files. Those for git are Daybook's
 * by how they begin.
 */
const folders: Readonly<Record<string, RegExp>> = {
  memory: /^$/,
  '.memory': /^$/,
  sessions: /^$/,
  receipts: /^$/,
  journal: /^(?:records|items)\.jsonl$/,
  state: /^daybook\.json$|^\.gitignore$|^[^/]*\.db(?:$|[-.])/,
  '.daybook': /./,
}

/** The files that a memory writes for git, by how they begin. */
const forGit: Readonly<Record<string, string>> = {
  '.gitignore': '# Made anew from the text files, or about this copy alone.\n',
  '.gitattributes': '# Lines that two copies have added are all kept: Daybook puts them in order.\n',
}

export function folderHome(directory: string): Home {
  return {
    name: directory,
    directory,
    exists: async () => isMemory(directory),
    open: (options) => openMemory({ ...options, directory }),
    async erase({ dryRun }) {
      if (dryRun) return withStorage(() => localStorage({ directory }), sizeOf)
      const memories = openMemories({ storage: () => localStorage({ directory }) })
      const { files, bytes, remains } = await memories.erase({ user: 'whose it is' })
      await memories.close()
      for (const [name, written] of Object.entries(folders)) await removeWritten(join(directory, name), written)
      await removeWritten(directory, /^$/)
      return { files, bytes, remains }
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
      return dryRun ? sizeOfFolder(join(directory, safeName(user, 'user'))) : memories.erase({ user })
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

/** The size of the text files that a memory has written, as its erasure counts them. */
export async function sizeOf({ files }: Storage): Promise<ErasedPlace> {
  const found = await writtenFiles(files)
  return { files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0), remains: [] }
}

/** The size of a user's folder, which is erased with everything in it. */
async function sizeOfFolder(folder: string): Promise<ErasedPlace> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size))
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0), remains: [] }
}

/** Removes what a memory wrote into a folder, for git too, and the folder if nothing else is in it. */
async function removeWritten(folder: string, written: RegExp): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder))
    if (written.test(name) || (await isForGit(join(folder, name), name)))
      await rm(join(folder, name), { recursive: true, force: true })
  await removeEmpty(folder)
}

async function isForGit(path: string, name: string): Promise<boolean> {
  const beginning = forGit[name]
  return beginning !== undefined && (await readFile(path, 'utf8')).startsWith(beginning)
}

async function removeEmpty(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) await rmdir(folder)
}
