import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError, shown } from '../errors.ts'
import { safeName } from '../storage/safe-name.ts'
import type { Storage } from '../storage/storage.ts'
import { diskError, isMissing } from './disk.ts'
import { localStorage } from './local-storage.ts'

/** A folder with a folder for each user in it, and in that one for each agent of its own. */
export interface UserFolders {
  /** The storage of a user, or of what one agent keeps of a user; made when there is none. */
  open(user: string, agent?: string): Promise<Storage>
  /** The users that have a folder, sorted. */
  users(): Promise<string[]>
  /**
   * Removes a user's folder with everything in it. Harmless when there is none.
   * @throws MemoryError `bad-input` when the folder of that name is not a memory of theirs
   */
  remove(user: string): Promise<void>
}

/** Says whose folder it is: a folder's name need not be the user's id. */
const ownerPath = 'state/owner.json'
const markerPath = 'state/daybook.json'

/** The users' folders in `directory`. Touches no disk until it is used. */
export function userFolders({ directory }: { directory: string }): UserFolders {
  const root = resolve(directory)
  const folder = (user: string): string => join(root, safeName(user, 'user'))

  return {
    async open(user, agent) {
      if (fs.existsSync(join(root, markerPath)))
        throw new MemoryError(
          'bad-option',
          `${root} is the directory of one memory, expected a folder for many users: choose another directory, or use openMemory`,
        )
      const name = agent === undefined ? [] : ['agents', safeName(agent, 'agent')]
      const own = await localStorage({ directory: join(folder(user), ...name) })
      const owner = await own.files.read(ownerPath)
      if (owner === undefined)
        await own.files.write(ownerPath, `${JSON.stringify({ user, ...(agent && { agent }) })}\n`)
      else await refuseOther(user, own, join(folder(user), ...name))
      return own
    },
    async users() {
      const names = readFolder(root)
      const owners = names.map((name) => ownerOf(join(root, name)))
      return owners.filter((user) => user !== undefined).sort((a, b) => (a < b ? -1 : 1))
    },
    async remove(user) {
      const found = ownerOf(folder(user))
      if (found !== user && fs.existsSync(folder(user)))
        throw new MemoryError(
          'bad-input',
          `${folder(user)} is not the memory of user ${shown(user)} and is not erased: no ${ownerPath} in it names them`,
        )
      try {
        await fs.promises.rm(folder(user), { recursive: true, force: true })
      } catch (error) {
        throw diskError(`erase the folder ${JSON.stringify(folder(user))}`, error)
      }
    },
  }
}

/** Two ids need only share the beginning of a hash to share a folder: nobody is given what belongs to somebody else. */
async function refuseOther(user: string, storage: Storage, path: string): Promise<void> {
  const owner = readOwner(join(path, ownerPath))
  if (owner === user) return
  await storage.close()
  throw new MemoryError(
    'bad-input',
    `${path} is the memory of user ${shown(owner)}, not of ${shown(user)}: choose another id`,
  )
}

function readFolder(root: string): string[] {
  try {
    return fs.readdirSync(root)
  } catch (error) {
    if (isMissing(error)) return []
    throw diskError(`list ${JSON.stringify(root)}`, error)
  }
}

/** The user of a folder; a user who only has memories of agents is found there. */
function ownerOf(path: string): string | undefined {
  const agents = readFolderIn(join(path, 'agents')).map((name) => join(path, 'agents', name))
  for (const place of [path, ...agents]) {
    const user = readOwner(join(place, ownerPath))
    if (user !== undefined) return user
  }
  return undefined
}

function readFolderIn(path: string): string[] {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readFolder(path) : []
}

function readOwner(file: string): string | undefined {
  try {
    const owner: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    if (typeof owner === 'object' && owner !== null && 'user' in owner && typeof owner.user === 'string')
      return owner.user
    throw new MemoryError(
      'corrupt',
      `${file} does not say whose memory it is, expected {"user":"…"}: write it, or remove the folder`,
    )
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof SyntaxError)
      throw new MemoryError('corrupt', `${file} is no JSON, expected {"user":"…"}: write it, or remove the folder`, {
        cause: error,
      })
    throw error
  }
}
