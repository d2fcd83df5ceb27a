import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError } from '../errors.ts'
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
  /** Removes a user's folder with everything in it. Harmless when there is none. */
  remove(user: string): Promise<void>
}

/** Says whose folder it is: a folder's name need not be the user's id. */
const ownerPath = 'state/owner.json'

/** The users' folders in `directory`. Touches no disk until it is used. */
export function userFolders({ directory }: { directory: string }): UserFolders {
  const root = resolve(directory)
  const folder = (user: string): string => join(root, safeName(user, 'user'))

  return {
    async open(user, agent) {
      const name = agent === undefined ? [] : ['agents', safeName(agent, 'agent')]
      const own = await localStorage({ directory: join(folder(user), ...name) })
      if (!(await own.files.stat(ownerPath)))
        await own.files.write(ownerPath, `${JSON.stringify(agent === undefined ? { user } : { user, agent })}\n`)
      return own
    },
    async users() {
      const names = readFolder(root)
      const owners = names.map((name) => ownerOf(join(root, name)))
      return owners.filter((user) => user !== undefined).sort((a, b) => (a < b ? -1 : 1))
    },
    async remove(user) {
      try {
        await fs.promises.rm(folder(user), { recursive: true, force: true })
      } catch (error) {
        throw diskError(`erase the folder ${JSON.stringify(folder(user))}`, error)
      }
    },
  }
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
