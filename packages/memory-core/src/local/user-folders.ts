import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { safeName } from '../storage/safe-name.ts'
import type { Storage } from '../storage/storage.ts'
import { diskError, isMissing } from './disk.ts'
import { type ErasedFolder, eraseFolder, finishErasures } from './erase-folder.ts'
import { localStorage } from './local-storage.ts'
import { type Owner, ownerPath, readOwner, writeOwner } from './owner-file.ts'

/** The memory of a user, opened. */
export interface UserStorage {
  storage: Storage
  /** Tells it from one of the same user that is made after it was erased. */
  id: string
}

/** What was removed of a user. */
export interface ErasedUser extends ErasedFolder {
  /** The agents that had a memory of their own, sorted. */
  agents: string[]
}

/** A folder with a folder for each user in it, and in that one for each agent of its own. */
export interface UserFolders {
  /**
   * The storage of a user, or of what one agent keeps of a user; made when there is none. With `id`, only the memory that
   * had this id before: nothing is made in its place.
   * @throws MemoryError `erased` when the memory with that id is gone
   */
  open(user: string, agent?: string, id?: string): Promise<UserStorage>
  /** The users that have a folder, sorted. */
  users(): Promise<string[]>
  /**
   * Removes a user's folder with everything in it. Harmless when there is none. Whoever has it open, in whichever process,
   * is refused from then on.
   * @throws MemoryError `bad-input` when the folder of that name is not a memory of theirs, `locked` when another process
   * holds its lock for too long
   */
  remove(user: string): Promise<ErasedUser>
}

const markerPath = 'state/daybook.json'

/** The users' folders in `directory`. Touches no disk until it is used. */
export function userFolders({ directory }: { directory: string }): UserFolders {
  const root = resolve(directory)
  const folder = (user: string): string => join(root, safeName(user, 'user'))
  let isTidied = false

  /** The names in the root. What an erasure has left goes first. */
  async function names(): Promise<string[]> {
    await finishErasures(root, readFolder(root))
    isTidied = true
    return readFolder(root)
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
      if (id !== undefined) refuseErased(user, readOwner(path)?.id, id)
      const storage = await localStorage({ directory: path })
      try {
        const known = readOwner(path)
        if (known?.id === undefined) await writeOwner(storage.files, known ?? { user, ...(agent && { agent }) })
        const owner = refuseOther(user, path)
        refuseErased(user, owner.id, id)
        return { storage, id: owner.id ?? '' }
      } catch (error) {
        await storage.close()
        throw error
      }
    },
    async users() {
      const owners = (await names()).map((name) => memoriesIn(join(root, name))[0]?.owner.user)
      return owners.filter((user) => user !== undefined).sort((a, b) => (a < b ? -1 : 1))
    },
    async remove(user) {
      await names()
      const path = folder(user)
      const memories = memoriesIn(path)
      if (memories[0]?.owner.user !== user) {
        if (!fs.existsSync(path)) return { agents: [], files: 0, bytes: 0 }
        throw new MemoryError(
          'bad-input',
          `${path} is not the memory of user ${shown(user)} and is not erased: no ${ownerPath} in it names them`,
        )
      }
      const agents = memories.flatMap(({ owner }) => owner.agent ?? []).sort()
      const erased = await eraseFolder(
        path,
        memories.map((memory) => memory.folder),
      )
      return { agents, ...erased }
    },
  }
}

/** Two ids need only share the beginning of a hash to share a folder: nobody is given what belongs to somebody else. */
function refuseOther(user: string, path: string): Owner {
  const owner = readOwner(path)
  if (owner?.user === user) return owner
  throw new MemoryError(
    'bad-input',
    `${path} is the memory of user ${shown(owner?.user)}, not of ${shown(user)}: choose another id`,
  )
}

function refuseErased(user: string, found: string | undefined, known: string | undefined): void {
  if (known !== undefined && found !== known)
    throw new MemoryError('erased', `the memory of user ${shown(user)} was erased: get a new one with memories.for`)
}

function readFolder(root: string): string[] {
  try {
    return fs.readdirSync(root)
  } catch (error) {
    if (isMissing(error)) return []
    throw diskError(`list ${JSON.stringify(root)}`, error)
  }
}

/** The memories in a user's folder: the user's own, then those of agents. */
function memoriesIn(path: string): { folder: string; owner: Owner }[] {
  const agents = readFolderIn(join(path, 'agents')).map((name) => join(path, 'agents', name))
  return [path, ...agents].flatMap((folder) => {
    const owner = readOwner(folder)
    return owner === undefined ? [] : [{ folder, owner }]
  })
}

function readFolderIn(path: string): string[] {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readFolder(path) : []
}
