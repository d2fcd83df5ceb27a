import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Memory, MemoryError, type MemoryOptions, profiles } from '@daybook/memory-core'
import { type Command, type MemoryPlace, personSources, type ToolSources } from '@daybook/memory-core/tools'
import { UsageError } from './exit-codes.ts'
import { findMemory, isMemory, newMemory } from './find-memory.ts'
import type { Call, GlobalOptions } from './parse-call.ts'
import type { Io } from './run-daybook.ts'
import { shellWord } from './shell-word.ts'

/** The opened parts that a command works on. */
export interface Opened {
  sources: ToolSources
  close(): Promise<void>
}

type Behaviour = Omit<MemoryOptions, 'directory' | 'storage'>

/** A place where memories are stored. */
export interface Home {
  name: string
  /** The memory's own folder, if it has one. */
  directory?: string
  /** Whether a memory exists there. */
  exists(): Promise<boolean>
  open(options: Behaviour): Promise<Memory>
  erase: MemoryPlace['erase']
  close(): Promise<void>
}

/** Commands that only inspect a memory must not count as using it. */
const isLook: ReadonlySet<string> = new Set(['context', 'why', 'status', 'list', 'log', 'check', 'backup'])

/**
 * Opens only the parts that a command needs. Only `init` creates a memory.
 * @throws MemoryError `not-found` without a memory, UsageError for flags that exclude each other
 */
export async function openPlace({ command, options }: Call, io: Io): Promise<Opened> {
  const chosen = behaviourOf(command, options)
  const home = await homeOf(options, io, command.line?.name)
  const hasKnowledge = home.directory !== undefined && existsSync(join(home.directory, 'memory', 'knowledge.json'))
  // An agent keeps knowledge here; no profile was named to say so.
  const behaviour = hasKnowledge && options.profile === undefined ? { ...chosen, knowledge: {} } : chosen
  try {
    const place = placeOf(home, behaviour, options, io)
    if (command.needs.every((part) => part === 'place')) return { sources: { place }, close: home.close }
    await refuseMissing(home, options)
    const memory = await home.open(behaviour)
    return {
      sources: {
        ...personSources(memory),
        place,
        backup: (directory, given) => memory.backup(resolve(io.cwd(), directory), given),
      },
      async close() {
        await memory.close()
        await home.close()
      },
    }
  } catch (error) {
    await home.close()
    throw error
  }
}

async function homeOf(options: GlobalOptions, io: Io, command: string | undefined): Promise<Home> {
  const { directory, user, postgres } = options
  if (postgres !== undefined) {
    if (user === undefined) throw new UsageError('--postgres needs --user, the owner of the memory')
    if (directory !== undefined) throw new UsageError('--postgres and --directory name two places: give only one')
    const { postgresHome } = await import('./postgres-home.ts')
    return postgresHome(postgres, user)
  }
  if (user !== undefined && directory === undefined)
    throw new UsageError('--user needs --directory, the folder with a memory for each user, or --postgres')
  const { folderHome, hasUsers, userHome } = await import('./folder-home.ts')
  const named = newMemory(io.cwd(), directory)
  if (user !== undefined && isMemory(named))
    throw new UsageError(`${named} is one memory, not a folder with one for each user: leave --user out`)
  if (user !== undefined) return userHome(named, user)
  if (command === 'init') return folderHome(named)
  // The page shows a folder of many users as well, and lets its reader choose among them.
  if (command === 'inspect' && directory !== undefined && (await hasUsers(named)))
    return { ...folderHome(named), exists: async () => true }
  return folderHome(await findMemory(io.cwd(), directory))
}

async function refuseMissing(home: Home, { user, postgres }: GlobalOptions): Promise<void> {
  if (await home.exists()) return
  const whose = user === undefined ? '' : ` of user ${JSON.stringify(user)}`
  const place = postgres === undefined ? `--directory ${shellWord(home.name)}` : '--postgres URL'
  const flags = [place, ...(user === undefined ? [] : [`--user ${shellWord(user)}`])].join(' ')
  const message = `there is no memory${whose} in ${home.name}: create one with daybook init ${flags}`
  throw new MemoryError('not-found', message)
}

function placeOf(home: Home, behaviour: Behaviour, options: GlobalOptions, io: Io): MemoryPlace {
  return {
    name: home.name,
    ...(options.user === undefined ? {} : { user: options.user }),
    async init() {
      const isThere = await home.exists()
      const memory = await home.open(behaviour).catch((error: unknown) => {
        const { directory } = home
        if (!MemoryError.isInstance(error) || error.code !== 'storage-failed') throw error
        // Without a cause the disk was never asked: Node.js is too old, for instance.
        if (directory === undefined || error.cause === undefined || existsSync(directory)) throw error
        const message = `a memory cannot be made in ${directory}: this folder cannot be created; choose another one with -d`
        throw new MemoryError('storage-failed', message, { cause: error })
      })
      await memory.close()
      return !isThere
    },
    async edit(text) {
      const { editText } = await import('./edit-text.ts')
      return editText(text, io)
    },
    async erase(asked) {
      await refuseMissing(home, options)
      return home.erase(asked)
    },
    async serve(asked) {
      await refuseMissing(home, options)
      const { serveMemory } = await import('./serve-memory.ts')
      const memory = await home.open(behaviour)
      try {
        await serveMemory(memory, asked, io)
      } finally {
        await memory.close()
      }
    },
    async inspect(asked) {
      await refuseMissing(home, options)
      const { inspectMemory } = await import('./inspect-memory.ts')
      await inspectMemory(home, behaviour, asked, io)
    },
  }
}

/** Consolidation is left to the agent's process, with its model; a command only reads and writes what was requested. */
function behaviourOf({ line }: Command, { profile }: GlobalOptions): Behaviour {
  const named = Object.entries(profiles).find(([name]) => name === (profile ?? 'default'))?.[1]
  if (!named) throw new UsageError(`there is no profile "${profile}"; there are ${Object.keys(profiles).join(', ')}`)
  const isLooking = isLook.has(line?.name ?? '') && named.records !== false
  return {
    ...(profile === undefined ? {} : { profile: profile as keyof typeof profiles }), // checked above
    ...(isLooking && { records: { touchOn: [] } }),
    // Contexts for people are not shown to a model, so they leave no receipts.
    receipts: false,
    consolidation: { auto: false },
    maintenance: { auto: false },
  }
}
