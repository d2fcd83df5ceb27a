import { createQueues } from './async.ts'
import { checkNode, MemoryError, shown } from './errors.ts'
import type { ErasedUser, UserFolders } from './local/user-folders.ts'
import { checkMemoryOptions, checkStorage } from './memory/check-options.ts'
import { namesOn } from './memory/layer-calls.ts'
import { createMemoryPool, isErasure, type OpenMemory, reopeningMemory } from './memory/memory-pool.ts'
import { reporter } from './memory/setting-of.ts'
import { eraseStorage } from './memory/upkeep.ts'
import { type Memory, startMemory } from './memory.ts'
import { callable, checkShape, flag, text, wholeNumber } from './option-checks.ts'
import { type BehaviourOptions, resolveLayers } from './options.ts'
import { isSafeNameOf, safeName } from './storage/file-checks.ts'
import { orClosed, type Storage } from './storage/storage.ts'
import { lazy } from './text/plain-text.ts'
import type { ToolChoice } from './tools/tool-sources.ts'

/** Options of `openMemories`. Exactly one of `directory` and `storage` is required. */
export interface MemoriesOptions extends BehaviourOptions {
  /** A folder of this machine, with one folder for each user. */
  directory?: string | undefined
  /** Whether the new folder of a user gets a `.gitignore` and a `.gitattributes`, as with `openMemory`. @default true */
  git?: boolean | undefined
  /**
   * Returns the storage of a user. Called again after a memory was closed: it must return an open storage of the same
   * place. An `inMemoryStorage()` loses its content when it is closed, so combine it with a `maxOpen` that never closes
   * one.
   */
  storage?: ((user: string, agent?: string) => Storage | Promise<Storage>) | undefined
  /** Maximum open memories, besides those in use. Each costs about 8 file handles and 1 to 2 MB. @default 100 */
  maxOpen?: number | undefined
}

/** The owner of a memory: a user, or one agent of a user. */
export interface MemoryOwner {
  /** The user's id. It must come from your own code, never from a model's output. */
  user: string
  /** Splits the user's memory further; without it, all agents of a user share one. */
  agent?: string | undefined
}

/** An owner with what is known of its memory. After an erasure, the same user has another one. */
interface KnownOwner extends MemoryOwner {
  /** The safe names of user and agent. */
  key: string
  /** The folder that its handles refer to, as opposed to a later one made after an erasure. */
  id?: string
  /** Whether the user's own memory has a note of the agent. */
  isNoted?: boolean
  isErased?: boolean
  /** One for all callers, kept as long as one of them has it, because a handle has many functions. */
  handle?: WeakRef<Memory>
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
   * The users with a memory, sorted; only with `directory`. Folders that are unreadable or copies of a user's are left out
   * and reported (`user-unreadable`).
   */
  users(): Promise<string[]>
  readonly layers: Memory['layers']
  /** See {@link Memory.toolChoice}. */
  readonly toolChoice: ToolChoice
  /** Flushes every open memory. */
  flush(): Promise<void>
  /** Closes every open memory, as `memory.close` does. */
  close(): Promise<void>
}

/** The receipt of erasing a user. */
export interface Erased extends ErasedUser {
  user: string
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
  checkMemoryOptions(options, 'openMemories', { storage: callable, maxOpen: wholeNumber(1), git: flag })
  const layers = resolveLayers(options)
  const report = reporter(options)
  const owners = new Map<string, KnownOwner>()
  const erasures = createQueues()
  const pool = createMemoryPool(options.maxOpen ?? 100, start)
  let isClosed = false

  const userFolders = lazy(async (): Promise<UserFolders> => {
    const local = await import('./local/index.ts')
    return local.userFolders({ directory: options.directory ?? '', report, git: options.git ?? true })
  })

  async function place(owner: KnownOwner): Promise<Storage> {
    const { user, agent } = owner
    if (options.storage) return checkStorage(await options.storage(user, agent), 'openMemories')
    const { storage, id } = await (await userFolders()).open(user, agent, owner.id)
    owner.id = id
    return storage
  }

  async function start(owner: KnownOwner): Promise<OpenMemory> {
    // Waits for an erasure: the folder must not disappear below the new memory.
    await erasures(owner.user, async () => undefined)
    const storage = await place(owner)
    return orClosed(storage, async () => {
      if (options.storage) await noteAgent(owner)
      return { memory: await startMemory(storage, options), storage }
    })
  }

  async function use<T>(owner: KnownOwner, call: (open: OpenMemory) => Promise<T>): Promise<T> {
    if (isClosed) throw new MemoryError('closed', 'these memories were closed: call openMemories again')
    if (owner.isErased) {
      const message = `the memory of user ${shown(owner.user)} was erased: get a new one with memories.for`
      throw new MemoryError('erased', message)
    }
    try {
      return await pool.use(owner, call)
    } catch (error) {
      if (isErasure(error)) {
        // Another process has erased it: a new request creates a new one.
        disown(owner)
        pool.drop(owner)
      }
      throw error
    }
  }

  /** Invalidates the handles of an owner. */
  function disown(owner: KnownOwner): void {
    owner.isErased = true
    if (owners.get(owner.key) === owner) owners.delete(owner.key)
  }

  /** Notes in the user's own memory that an agent has one, so that erasing the user finds it. Folders need no note. */
  async function noteAgent(owner: KnownOwner): Promise<void> {
    const { user, agent, isNoted, isErased } = owner
    // An erasure under way has it in its list, and waits for it: opening the user's own memory would wait for both.
    if (agent === undefined || isNoted || isErased) return
    const path = `${agentNotes}/${safeName(agent, 'agent')}.txt`
    await use(await ownedBy(knownOwner(user)), async ({ storage: { files } }) => {
      if (!(await files.stat(path))) await files.write(path, agent)
    })
    owner.isNoted = true
  }

  /** The agents noted in a user's own memory. */
  async function notedAgents(own: KnownOwner): Promise<string[]> {
    const storage = await place(own)
    try {
      const notes = await storage.files.list(agentNotes)
      const read = notes.map(async ({ path }) => ({ path, agent: (await storage.files.read(path))?.text }))
      return (await Promise.all(read)).flatMap(({ path, agent }) =>
        agent && isSafeNameOf(path.slice(agentNotes.length + 1, -'.txt'.length), agent) ? agent : [],
      )
    } finally {
      await storage.close()
    }
  }

  async function erase(own: KnownOwner, gone: readonly KnownOwner[]): Promise<Erased> {
    const { user } = own
    await pool.close((owner) => gone.includes(owner))
    if (!options.storage) return { user, ...(await (await userFolders()).remove(user)) }
    const agents = [...new Set([...gone.flatMap(({ agent }) => agent ?? []), ...(await notedAgents(own))])].sort()
    const done: Erased = { user, agents, files: 0, bytes: 0, remains: [] }
    // The user's own memory is last: it lists the agents, in case the erasure is interrupted.
    for (const owner of [...agents.map((agent) => knownOwner(user, agent)), own]) {
      // Custom storages have no folder to remove: what Daybook wrote is.
      const storage = await place(owner)
      const { files, bytes, remains } = await eraseStorage(storage, layers)
      await storage.close()
      done.files += files
      done.bytes += bytes
      done.remains = [...new Set([...done.remains, ...remains])]
    }
    return done
  }

  async function ownedBy(fresh: KnownOwner): Promise<KnownOwner> {
    const owner = owners.get(fresh.key) ?? fresh
    owners.set(owner.key, owner)
    try {
      await use(owner, async ({ storage }) => {
        // Fails if another process has erased it. Custom storages cannot tell.
        if (!options.storage) await storage.files.stat('.daybook/owner.json')
      })
      return owner
    } catch (error) {
      if (owner === fresh || !isErasure(error)) throw error
      return ownedBy(fresh)
    }
  }

  return {
    for: async (asked) => {
      // A misspelt `agent` must not open the memory that all agents share.
      checkShape(asked, { user: text, agent: text }, 'memories.for', 'bad-input')
      const owner = await ownedBy(knownOwner(asked.user, asked.agent))
      const known = owner.handle?.deref()
      if (known) return known
      const handle = reopeningMemory((call) => use(owner, ({ memory }) => call(memory)), layers, report)
      owner.handle = new WeakRef(handle)
      return handle
    },
    erase: async (asked) => {
      checkShape(asked, { user: text }, 'memories.erase', 'bad-input')
      const { user } = asked
      const gone = [...owners.values()].filter((owner) => owner.user === user)
      gone.forEach(disown)
      return erasures(user, () => erase(knownOwner(user), gone))
    },
    users: async () => {
      if (options.storage) {
        const message = 'users() knows the folders of `directory` only; with `storage`, ask your own storage'
        throw new MemoryError('bad-input', message)
      }
      return (await userFolders()).users()
    },
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    flush: async () => {
      const flushed = pool.owners().map((owner) => use(owner, ({ memory }) => memory.flush()))
      await Promise.all([...flushed, pool.settled()])
    },
    close: async () => {
      isClosed = true
      await pool.close(() => true)
    },
  }
}

/** In the user's own memory in a custom storage: a file for each agent, with its id. Others in it are ignored. */
const agentNotes = 'state/agents'

function knownOwner(user: string, agent?: string): KnownOwner {
  const name = safeName(user, 'user')
  return agent === undefined ? { key: name, user } : { key: `${name}/${safeName(agent, 'agent')}`, user, agent }
}
