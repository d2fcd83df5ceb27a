import { LRUCache } from 'lru-cache'
import { MemoryError } from '../errors.ts'
import type { Memory } from '../memory.ts'

/** Open memories, each for an owner: a maximum of idle ones, and those in use besides. */
export interface MemoryPool<Owner> {
  /** Calls a memory, which is opened when it is not. */
  use<T>(key: string, owner: Owner, call: (memory: Memory) => Promise<T>): Promise<T>
  /** Lets go of a memory that is open for this owner: it closes when its last call ends. */
  drop(key: string, owner: Owner): void
  /** What is open. */
  entries(): [key: string, owner: Owner][]
  /** Closes what is meant; resolves when none of it is open any more, what was let go of before included. */
  close(isMeant: (owner: Owner) => boolean): Promise<void>
  /** Resolves when everything that was let go of is closed. */
  settled(): Promise<void>
}

interface Handle<Owner> {
  readonly owner: Owner
  memory: Promise<Memory>
  /** The same, once it is open. */
  opened?: Memory
  /** Calls under way. */
  calls: number
  /** Close it when the last call ends. */
  retired: boolean
  closed: PromiseWithResolvers<void>
}

/** An empty pool. */
export function createMemoryPool<Owner>(maxOpen: number, start: (owner: Owner) => Promise<Memory>): MemoryPool<Owner> {
  const retiring = new Set<Handle<Owner>>()
  const open = new LRUCache<string, Handle<Owner>>({ max: maxOpen, dispose: retire })

  function openHandle(key: string, owner: Owner): Handle<Owner> {
    const known = open.get(key)
    if (known) return known
    const memory = start(owner)
    const handle: Handle<Owner> = { owner, memory, calls: 0, retired: false, closed: Promise.withResolvers() }
    memory.then(
      (opened) => {
        handle.opened = opened
      },
      () => open.peek(key) === handle && open.delete(key),
    )
    open.set(key, handle)
    return handle
  }

  /** Called when the handle leaves the cache: it closes as soon as nothing uses it. */
  function retire(handle: Handle<Owner>): void {
    handle.retired = true
    retiring.add(handle)
    if (handle.calls === 0) shut(handle)
  }

  function shut(handle: Handle<Owner>): void {
    const closing = handle.memory.then(
      (memory) => memory.close().catch(unlessErased),
      () => undefined,
    )
    handle.closed.resolve(closing.finally(() => retiring.delete(handle)))
    // After an eviction no caller may be waiting; one that is gets the error all the same.
    handle.closed.promise.catch(() => undefined)
  }

  return {
    async use(key, owner, call) {
      const handle = openHandle(key, owner)
      handle.calls++
      try {
        // A memory that is open is called at once: it copies what it is given.
        return await call(handle.opened ?? (await handle.memory))
      } finally {
        handle.calls--
        if (handle.calls === 0 && handle.retired) shut(handle)
      }
    },
    drop(key, owner) {
      if (open.peek(key)?.owner === owner) open.delete(key)
    },
    entries: () => Array.from(open.entries(), ([key, { owner }]) => [key, owner]),
    async close(isMeant) {
      for (const [key, { owner }] of [...open.entries()]) if (isMeant(owner)) open.delete(key)
      const meant = [...retiring].filter(({ owner }) => isMeant(owner))
      await Promise.all(meant.map((handle) => handle.closed.promise))
    },
    async settled() {
      await Promise.all([...retiring].map((handle) => handle.closed.promise))
    },
  }
}

/** Whether it says that a memory was erased. */
export function isErasure(error: unknown): boolean {
  return MemoryError.isInstance(error) && error.code === 'erased'
}

/** What another process has erased has nothing to close properly. */
function unlessErased(error: unknown): void {
  if (!isErasure(error)) throw error
}
