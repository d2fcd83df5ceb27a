import { LRUCache } from 'lru-cache'
import { MemoryError } from '../errors.ts'
import type { Memory } from '../memory.ts'
import type { Storage } from '../storage/storage.ts'

export interface OpenMemory {
  memory: Memory
  storage: Storage
}

interface Handle<Owner> {
  readonly owner: Owner
  opening: Promise<OpenMemory>
  opened?: OpenMemory
  calls: number
  closed: PromiseWithResolvers<void>
}

/** Open memories by owner: up to a maximum of idle ones, plus those in use. */
export function createMemoryPool<Owner extends { readonly key: string }>(
  maxOpen: number,
  start: (owner: Owner) => Promise<OpenMemory>,
) {
  /** Those that left the cache: each closes when its last call ends. */
  const retiring = new Set<Handle<Owner>>()
  const open = new LRUCache<string, Handle<Owner>>({ max: maxOpen, dispose: retire })

  function openHandle(owner: Owner): Handle<Owner> {
    const { key } = owner
    const known = open.get(key)
    if (known) return known
    const opening = start(owner)
    const handle: Handle<Owner> = { owner, opening, calls: 0, closed: Promise.withResolvers() }
    opening.then(
      (opened) => {
        handle.opened = opened
      },
      () => open.peek(key) === handle && open.delete(key),
    )
    open.set(key, handle)
    return handle
  }

  function retire(handle: Handle<Owner>): void {
    retiring.add(handle)
    if (handle.calls === 0) shut(handle)
  }

  function shut(handle: Handle<Owner>): void {
    const closing = handle.opening.then(
      ({ memory }) =>
        memory.close().catch((error: unknown) => {
          // A memory that another process erased needs no orderly close.
          if (!isErasure(error)) throw error
        }),
      () => undefined,
    )
    handle.closed.resolve(closing.finally(() => retiring.delete(handle)))
    // After an eviction no caller may be waiting for the error; one that waits still gets it.
    handle.closed.promise.catch(() => undefined)
  }

  async function settled(isMeant: (owner: Owner) => boolean): Promise<void> {
    const meant = [...retiring].filter(({ owner }) => isMeant(owner))
    await Promise.all(meant.map(({ closed }) => closed.promise))
  }

  return {
    async use<T>(owner: Owner, call: (open: OpenMemory) => Promise<T>): Promise<T> {
      const handle = openHandle(owner)
      handle.calls++
      try {
        // An open memory is called synchronously: it copies its arguments.
        return await call(handle.opened ?? (await handle.opening))
      } finally {
        handle.calls--
        if (handle.calls === 0 && retiring.has(handle)) shut(handle)
      }
    },
    /** Removes the memory of this owner from the pool; it closes when its last call ends. */
    drop(owner: Owner): void {
      if (open.peek(owner.key)?.owner === owner) open.delete(owner.key)
    },
    owners: (): Owner[] => Array.from(open.values(), ({ owner }) => owner),
    /** Closes the memories of these owners; resolves when all of them are closed, including those removed earlier. */
    async close(isMeant: (owner: Owner) => boolean): Promise<void> {
      for (const [key, { owner }] of [...open.entries()]) if (isMeant(owner)) open.delete(key)
      await settled(isMeant)
    },
    settled: () => settled(() => true),
  }
}

export function isErasure(error: unknown): boolean {
  return MemoryError.isInstance(error) && error.code === 'erased'
}
