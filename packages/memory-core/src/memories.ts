import { MemoryError, shown } from './errors.ts'
import type { UserFolders } from './local/user-folders.ts'
import { checkMemoryOptions, checkMemoryPlace, checkStorage } from './memory/check-options.ts'
import { namesOn } from './memory/layer-calls.ts'
import { createMemoryPool, isErasure } from './memory/memory-pool.ts'
import { reporter } from './memory/setting-of.ts'
import { reopeningMemory } from './memory/shown-layer.ts'
import { type ErasedStorage, eraseStorage } from './memory/upkeep.ts'
import { type Memory, startMemory } from './memory.ts'
import { callable, checkShape, text, wholeNumber } from './option-checks.ts'
import { type BehaviourOptions, resolveLayers, type ToolChoice } from './options.ts'
import { safeName } from './storage/file-checks.ts'
import type { Storage } from './storage/storage.ts'
import { checkNode } from './supported-node.ts'

/** Options of `openMemories`. Exactly one of `directory` and `storage` is required. */
export interface MemoriesOptions extends BehaviourOptions {
  /** A folder of this machine, with one folder for each user. */
  directory?: string | undefined
  /**
   * Returns the storage of a user. Called again after a memory was closed: it must return an open storage of the same
   * place. An `inMemoryStorage()` loses its content when it is closed, so combine it with a `maxOpen` that never closes
   * one.
   */
  storage?: ((user: string, agent?: string) => Storage | Promise<Storage>) | undefined
  /**
   * Maximum open memories. Each costs about eight file handles and one or two megabytes. Those in use stay open beyond
   * it. @default 100
   */
  maxOpen?: number | undefined
}

/** The owner of a memory: a user, or one agent of a user. */
export interface MemoryOwner {
  /** The user's id. It must come from your own code, never from a model's output. */
  user: string
  /** Splits the user's memory further; without it, all agents of a user share one. */
  agent?: string | undefined
}

/** The memories of many users, each in its own place: no query can cross. */
export interface Memories {
  /** The memory of a user, created if there is none. The handle stays usable: it reopens the memory when needed. */
  for(owner: MemoryOwner): Promise<Memory>
  /**
   * Removes everything that is stored about a user, including the memories of agents, whichever process opened them.
   * Earlier handles throw `erased`; with `directory` those of other processes, too, so that no late write restores the
   * user. Afterwards `for` creates a new, empty memory.
   * @throws MemoryError `locked` when another process holds the lock of one of them for 30 seconds
   */
  erase(owner: { user: string }): Promise<Erased>
  /**
   * The users that have a memory, sorted. An unreadable folder that may be a user's is left out and reported
   * (`user-unreadable`). Only with `directory`.
   */
  users(): Promise<string[]>
  /** The layers that are on in each memory. */
  readonly layers: Memory['layers']
  /** See {@link Memory.toolChoice}. */
  readonly toolChoice: ToolChoice
  /** Flushes every open memory. */
  flush(): Promise<void>
  /** Closes every open memory, as `memory.close` does. */
  close(): Promise<void>
}

/** The receipt of erasing a user. */
export interface Erased {
  user: string
  /** The agents whose own memories of the user were removed, sorted. */
  agents: string[]
  /** Number of removed files, databases included; with `storage`, of text files. */
  files: number
  /** Their total length in bytes. */
  bytes: number
  /** Where removed bytes can still be read, and why. */
  remains: string[]
}

/**
 * Opens the memories of many users in a directory or in storages of yours: `openMemories('./data', options)` is short for
 * `openMemories({ ...options, directory: './data' })`. Touches no disk until the first `for`.
 * @throws MemoryError `bad-option`, `storage-failed` for a Node.js that is too old
 */
export function openMemories(options: MemoriesOptions): Memories
export function openMemories(directory: string, options?: Omit<MemoriesOptions, 'directory' | 'storage'>): Memories
export function openMemories(
  where: MemoriesOptions | string,
  more?: Omit<MemoriesOptions, 'directory' | 'storage'>,
): Memories {
  checkNode()
  const options: MemoriesOptions = typeof where === 'string' ? { ...more, directory: where } : where
  checkMemoryOptions(options, 'openMemories', {
    directory: () => undefined,
    storage: callable,
    maxOpen: wholeNumber(1),
  })
  checkMemoryPlace(options, 'openMemories')
  const layers = resolveLayers(options)
  const erased = new WeakSet<MemoryOwner>()
  const owners = new Map<string, MemoryOwner>()
  const erasing = new Map<string, Promise<unknown>>()
  /** The memory that a handle refers to, as opposed to a later one made after an erasure. */
  const ids = new WeakMap<MemoryOwner, string>()
  const storages = new WeakMap<Memory, Storage>()
  const noted = new WeakSet<MemoryOwner>()
  /** One handle for each owner, kept as long as a caller has it, because a handle has many functions. */
  const handles = new WeakMap<MemoryOwner, WeakRef<Memory>>()
  const pool = createMemoryPool(options.maxOpen ?? 100, start)
  let folders: Promise<UserFolders> | undefined
  let isClosed = false

  const userFolders = (): Promise<UserFolders> => {
    folders ??= import('./local/index.ts').then((local) =>
      local.userFolders({ directory: options.directory ?? '', report: reporter(options) }),
    )
    return folders
  }

  async function place(owner: MemoryOwner): Promise<Storage> {
    if (options.storage) return options.storage(owner.user, owner.agent)
    const { storage, id } = await (await userFolders()).open(owner.user, owner.agent, ids.get(owner))
    ids.set(owner, id)
    return storage
  }

  async function start(owner: MemoryOwner): Promise<Memory> {
    // Waits for an erasure: the folder must not disappear below the new memory.
    await erasing.get(safeName(owner.user, 'user'))
    const storage = checkStorage(await place(owner), 'openMemories')
    try {
      if (options.storage && !noted.has(owner)) await noteAgent(owner)
      const memory = await startMemory(storage, options)
      storages.set(memory, storage)
      return memory
    } catch (error) {
      await storage.close()
      throw error
    }
  }

  async function use<T>(key: string, owner: MemoryOwner, call: (memory: Memory) => Promise<T>): Promise<T> {
    if (isClosed) throw new MemoryError('closed', 'these memories were closed: call openMemories again')
    if (erased.has(owner))
      throw new MemoryError(
        'erased',
        `the memory of user ${shown(owner.user)} was erased: get a new one with memories.for`,
      )
    try {
      return await pool.use(key, owner, call)
    } catch (error) {
      if (isErasure(error)) disownOne(key, owner)
      throw error
    }
  }

  /** Another process has erased it: a new request creates a new one. */
  function disownOne(key: string, owner: MemoryOwner): void {
    erased.add(owner)
    if (owners.get(key) === owner) owners.delete(key)
    pool.drop(key, owner)
  }

  /** Notes in the user's own memory that an agent has one, so that erasing the user finds it. Folders need no note. */
  async function noteAgent(owner: MemoryOwner): Promise<void> {
    const { user, agent } = owner
    if (agent === undefined) return
    const [key, path] = [safeName(user, 'user'), agentNote(agent)]
    await use(key, await ownedBy(key, { user }), async (memory) => {
      const files = storages.get(memory)?.files
      if (files && !(await files.stat(path))) await files.write(path, agent)
    })
    noted.add(owner)
  }

  /** The agents noted in a user's own memory. */
  async function notedAgents(user: string): Promise<string[]> {
    const storage = checkStorage(await place({ user }), 'openMemories')
    try {
      const notes = await storage.files.list(agentNotes)
      const read = notes.map(async ({ path }) => ({ path, agent: (await storage.files.read(path))?.text }))
      return (await Promise.all(read)).flatMap(({ path, agent }) => (agent && isNoteOf(agent, path) ? agent : []))
    } finally {
      await storage.close()
    }
  }

  /** Checks whether another process has erased it. Costs one stat; not done for custom storages. */
  async function isAlive(memory: Memory): Promise<void> {
    if (!options.storage) await storages.get(memory)?.files.stat('.daybook/owner.json')
  }

  /** Custom storages have no folder to remove: they are emptied. */
  async function eraseStorages(gone: readonly MemoryOwner[]): Promise<ErasedStorage> {
    const done: ErasedStorage = { files: 0, bytes: 0, remains: [] }
    for (const owner of gone) {
      const storage = checkStorage(await place(owner), 'openMemories')
      const { files, bytes, remains } = await eraseStorage(storage, layers)
      await storage.close()
      done.files += files
      done.bytes += bytes
      done.remains = [...new Set([...done.remains, ...remains])]
    }
    return done
  }

  /** Invalidates all handles of the user; returns their memories. */
  function disown(name: string): MemoryOwner[] {
    const keys = [...owners.keys()].filter((key) => key === name || key.startsWith(`${name}/`))
    const gone = keys.map((key) => owners.get(key)).filter((owner) => owner !== undefined)
    for (const owner of gone) erased.add(owner)
    for (const key of keys) owners.delete(key)
    return gone
  }

  async function erase(
    user: string,
    gone: readonly MemoryOwner[],
    before: Promise<unknown> | undefined,
  ): Promise<Erased> {
    await before?.catch(() => undefined) // reported to its own callers
    await pool.close((owner) => gone.includes(owner))
    if (!options.storage) return { user, remains: [], ...(await (await userFolders()).remove(user)) }
    const agents = [...new Set([...gone.flatMap(({ agent }) => agent ?? []), ...(await notedAgents(user))])].sort()
    // The user's own memory is last: it lists the agents, in case the erasure is interrupted.
    return { user, agents, ...(await eraseStorages([...agents.map((agent) => ({ user, agent })), { user }])) }
  }

  async function ownedBy(key: string, fresh: MemoryOwner): Promise<MemoryOwner> {
    const owner = owners.get(key) ?? fresh
    owners.set(key, owner)
    try {
      await use(key, owner, isAlive)
      return owner
    } catch (error) {
      if (owner === fresh || !isErasure(error)) throw error
      return ownedBy(key, fresh)
    }
  }

  return {
    for: async (asked) => {
      const { user, agent } = checkedOwner(asked, 'memories.for')
      const key = agent === undefined ? safeName(user, 'user') : `${safeName(user, 'user')}/${safeName(agent, 'agent')}`
      const owner = await ownedBy(key, agent === undefined ? { user } : { user, agent })
      const known = handles.get(owner)?.deref()
      if (known) return known
      const memory = reopeningMemory((call) => use(key, owner, call), layers, reporter(options))
      handles.set(owner, new WeakRef(memory))
      return memory
    },
    erase: async (asked) => {
      const { user } = checkedOwner(asked, 'memories.erase')
      const name = safeName(user, 'user')
      const work = erase(user, disown(name), erasing.get(name))
      erasing.set(name, work)
      try {
        return await work
      } finally {
        if (erasing.get(name) === work) erasing.delete(name)
      }
    },
    users: async () => {
      if (options.storage)
        throw new MemoryError(
          'bad-input',
          'users() knows the folders of `directory` only; with `storage`, ask your own storage',
        )
      return (await userFolders()).users()
    },
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    flush: async () => {
      const flushed = pool.entries().map(([key, owner]) => use(key, owner, (memory) => memory.flush()))
      await Promise.all([...flushed, pool.settled()])
    },
    close: async () => {
      isClosed = true
      await pool.close(() => true)
    },
  }
}

/** In the user's own memory in a custom storage: a file for each agent, with its id. */
const agentNotes = 'state/agents'

function agentNote(agent: string): string {
  return `${agentNotes}/${safeName(agent, 'agent')}.txt`
}

/** A note with an invalid id must not stop an erasure. */
function isNoteOf(agent: string, path: string): boolean {
  try {
    return agentNote(agent) === path
  } catch {
    return false
  }
}

/** Checks the owner: a misspelt `agent` must not open the memory that all agents share. */
function checkedOwner(owner: MemoryOwner, caller: string): MemoryOwner {
  const isErase = caller === 'memories.erase'
  checkShape(owner, isErase ? { user: text } : { user: text, agent: text }, caller, 'bad-input')
  return owner
}
