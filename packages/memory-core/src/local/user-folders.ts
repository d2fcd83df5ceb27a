import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { orDiskError, syncDirectory } from '../disk/disk.ts'
import { memoriesIn, namesIn, type Owner, ownerPath, readOwner, writeOwner } from '../disk/identity-files.ts'
import { createLockFile } from '../disk/locks.ts'
import { checkNode, MemoryError, shown } from '../errors.ts'
import type { Report } from '../events.ts'
import { isSafeNameOf, safeName } from '../storage/file-checks.ts'
import { orClosed, type Storage } from '../storage/storage.ts'
import { markerPath } from './root.ts'
import { existingStorage, localStorage } from './storage.ts'

/** The name of a folder that is being erased begins with it. */
const prefix = '.erased-'

/** Renames a folder under the locks of its memories, then removes it. @throws MemoryError `locked` after 30 seconds */
async function eraseFolder(folder: string, memories: readonly string[]): Promise<Pick<ErasedUser, 'files' | 'bytes'>> {
  const gone = join(dirname(folder), `${prefix}${randomUUID()}`)
  await underLocks(memories, async () => {
    fs.renameSync(folder, gone)
    await syncDirectory(dirname(folder))
  })
  try {
    return await orDiskError('count what is in the folder', [folder], async () => sizeOf(gone))
  } finally {
    await removeFolder(gone)
  }
}

async function removeFolder(folder: string): Promise<void> {
  // Processes that have it open may still write into it.
  const options = { recursive: true, force: true, maxRetries: 5 }
  await orDiskError('erase the folder', [folder], () => fs.promises.rm(folder, options))
  await syncNames(dirname(folder))
}

function syncNames(directory: string): Promise<void> {
  return orDiskError('sync the folder', [directory], () => syncDirectory(directory))
}

async function underLocks(memories: readonly string[], work: () => Promise<void>): Promise<void> {
  const [memory, ...others] = memories
  if (memory === undefined) return work()
  const lock = createLockFile(memory, join(memory, '.daybook', 'lock.db'))
  try {
    await orDiskError('erase the folder', [memory], async () => {
      await lock.acquire()
      await underLocks(others, work)
    })
  } finally {
    // Closing releases the lock; nothing was written under it.
    lock.close()
  }
}

/** Symbolic links count, not what they lead to: erasing removes the links only. */
function sizeOf(folder: string): Pick<ErasedUser, 'files' | 'bytes'> {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  // A log may disappear at any moment.
  const lengths = files.map((file) => fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return { files: lengths.length, bytes: lengths.reduce((sum, bytes) => sum + bytes, 0) }
}

interface UserStorage {
  storage: Storage
  /** Distinguishes it from a later memory of the same user, made after an erasure. */
  id: string
}

export interface ErasedUser {
  /** The agents whose own memories of the user were removed, sorted. */
  agents: string[]
  /** Number of removed files, databases included; with `storage`, of text files. */
  files: number
  /** Their total length in bytes. */
  bytes: number
  /** Where removed bytes can still be read, and why. */
  remains: string[]
}

/** A folder with one folder for each user, which contains one for each agent with a memory of its own. */
export interface UserFolders {
  /**
   * The storage of a user, or of an agent's own memory of the user; created if absent. With `id`, only the memory with
   * this id is opened and nothing is created.
   * @throws MemoryError `erased` if the memory with that id is gone
   */
  open(user: string, agent?: string, id?: string): Promise<UserStorage>
  /**
   * The users that have a folder, sorted. An unreadable folder that may be a user's is left out and reported, and so is
   * one with another name than its user's, such as a copy.
   */
  users(): Promise<string[]>
  /**
   * Removes a user's folder with all its content. Harmless if there is none. Processes that have it open are refused
   * from then on. Reads who owns every folder.
   * @throws MemoryError `bad-input` if the folder of that name is not a memory of this user, `corrupt` or
   * `storage-failed` if the owner cannot be determined, `locked` if another process holds its lock for too long
   */
  remove(user: string): Promise<ErasedUser>
}

export interface UserFoldersOptions {
  directory: string
  report?: Report
  /** Whether new memories are prepared for git. @default true */
  git?: boolean
}

/** The users' folders in `directory`; untouched until its first use. Unreadable folders are passed to `report`. */
export function userFolders({ directory, report, git = true }: UserFoldersOptions): UserFolders {
  checkNode()
  const root = resolve(directory)
  const folder = (user: string): string => join(root, safeName(user, 'user'))
  let isTidied = false

  /** The names in the root, after interrupted erasures are completed; one that fails again is only reported. */
  async function names(): Promise<string[]> {
    let hasFailed = false
    for (const name of namesIn(root).filter((one) => one.startsWith(prefix)))
      await removeFolder(join(root, name)).catch((error: unknown) => {
        hasFailed = true
        const message = `the rest of an interrupted erasure could not be removed, this is retried: ${String(error)}`
        report?.({ type: 'purge-incomplete', level: 'error', message, error })
      })
    isTidied = !hasFailed
    return namesIn(root).filter((name) => !name.startsWith(prefix))
  }

  /** The user of a folder in the root. An unreadable one or a copy is reported and left out: the others can be used. */
  function userIn(name: string): string | undefined {
    const users: string[] = []
    for (const memory of memoriesIn(join(root, name))) {
      if ('owner' in memory && isSafeNameOf(name, memory.owner.user)) users.push(memory.owner.user)
      else {
        const [why, error] =
          'error' in memory
            ? [`whose owner cannot be read: ${memory.error.message}`, memory.error]
            : [`that names user ${shown(memory.owner.user)} and is not theirs: move a copy out of ${shown(root)}`]
        const message = `users() leaves out a folder ${why}`
        report?.({ type: 'user-unreadable', level: 'error', message, path: relative(root, memory.folder), error })
      }
    }
    return users[0]
  }

  /** The folders with another name than the user's that name the user as their owner. */
  function copiesOf(user: string, all: readonly string[]): string[] {
    const isOf = (name: string): boolean =>
      memoriesIn(join(root, name)).some((memory) => 'owner' in memory && memory.owner.user === user)
    const copies = all.filter((name) => !isSafeNameOf(name, user) && isOf(name))
    return copies.map((name) => `the copy ${shown(join(root, name))} of the memory: remove the folder`)
  }

  return {
    async open(user, agent, id) {
      if (fs.existsSync(join(root, markerPath)))
        throw new MemoryError(
          'bad-option',
          `${root} is the directory of one memory, expected a folder for many users: choose another directory, or use openMemory`,
        )
      if (!isTidied) await names()
      const path = join(folder(user), ...(agent === undefined ? [] : ['agents', safeName(agent, 'agent')]))
      return id === undefined ? openFolder(path, { user, ...(agent && { agent }) }, git) : reopenFolder(path, user, id)
    },
    async users() {
      const users = (await names()).map(userIn)
      return users.filter((user) => user !== undefined).sort((a, b) => (a < b ? -1 : 1))
    },
    async remove(user) {
      const path = folder(user)
      const remains = copiesOf(user, await names())
      const memories = memoriesIn(path)
      const [own] = memories
      if (!own && !fs.existsSync(path)) {
        // A process that died may have removed it without a sync.
        await syncNames(root)
        return { agents: [], files: 0, bytes: 0, remains }
      }
      // An agent's memory without a sound owner file can be erased with its user.
      for (const memory of memories)
        if ('error' in memory && (memory === own || memory.error.code !== 'corrupt')) throw memory.error
      if (!own || 'error' in own || own.owner.user !== user)
        throw new MemoryError(
          'bad-input',
          `${path} is not the memory of user ${shown(user)} and is not erased: no ${ownerPath} in it names them`,
        )
      // The folder's name if its owner is unknown, because it is erased with its user in any case.
      const agents = memories
        .flatMap((memory) => ('error' in memory ? basename(memory.folder) : (memory.owner.agent ?? [])))
        .sort()
      const folders = memories.map((memory) => memory.folder)
      return { agents, remains, ...(await eraseFolder(path, folders)) }
    },
  }
}

async function openFolder(path: string, fresh: Owner, git: boolean): Promise<UserStorage> {
  const storage = await localStorage({ directory: path, git })
  return orClosed(storage, async () => {
    const known = readOwner(path)
    if (known?.id === undefined) await writeOwner(storage.files, known ?? fresh)
    const { id = '' } = refuseOther(fresh.user, path)
    return { storage, id }
  })
}

/** Opens the memory with this id and creates nothing: it may be erased at any moment. */
async function reopenFolder(path: string, user: string, id: string): Promise<UserStorage> {
  refuseErased(user, path, id)
  const storage = await existingStorage(path).catch((error: unknown) => {
    refuseErased(user, path, id)
    throw error
  })
  return orClosed(storage, async () => {
    refuseErased(user, path, id)
    refuseOther(user, path)
    return { storage, id }
  })
}

/** Two ids share a folder if their hashes begin alike: refuses access to the other user's memory. */
function refuseOther(user: string, path: string): Owner {
  const owner = readOwner(path)
  if (owner?.user === user) return owner
  if (!owner) throw erasedError(user)
  const message = `${path} is the memory of user ${shown(owner.user)}, not of ${shown(user)}: choose another id`
  throw new MemoryError('bad-input', message)
}

function refuseErased(user: string, path: string, id: string): void {
  if (readOwner(path)?.id !== id) throw erasedError(user)
}

function erasedError(user: string): MemoryError {
  return new MemoryError('erased', `the memory of user ${shown(user)} was erased: get a new one with memories.for`)
}
