import { LRUCache } from 'lru-cache'
import { MemoryError } from '../errors.ts'
import type { Report } from '../events.ts'
import type { Memory } from '../memory.ts'
import type { ResolvedLayers } from '../options.ts'
import { messageAndModelKey, responseKey } from '../responses/responses.ts'
import type { Storage } from '../storage/storage.ts'
import { each, type LayerCall, layerCalls, loadTools, namesOn } from './layer-calls.ts'

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

/** Runs a call on the memory, after opening it again if needed. */
type UseMemory = <T>(call: (memory: Memory) => Promise<T>) => Promise<T>

function reopening<Part extends object, Method extends keyof Part>(
  use: UseMemory,
  part: (memory: Memory) => Part,
  calls: Readonly<Record<Method, LayerCall>>,
): Pick<Part, Method>
function reopening(use: UseMemory, part: (memory: Memory) => object, calls: Record<string, LayerCall>): object {
  const methods = Object.entries(calls).map(([method, { isCopied }]) => {
    const call = (...given: readonly unknown[]): Promise<unknown> => {
      let own = given
      let isCalled = false
      const result = use((memory): Promise<unknown> => {
        isCalled = true
        const target = part(memory)
        return Reflect.apply(Reflect.get(target, method), target, own)
      })
      // An open memory was called at once and copied what it keeps; until it is open, the caller may change that.
      if (isCopied && !isCalled) own = given.map(copied)
      return result
    }
    return [method, call]
  })
  return Object.fromEntries(methods)
}

function copied<T>(given: T): T {
  try {
    return structuredClone(given)
  } catch {
    return given // cannot be stored: the memory's own error says why
  }
}

/** A memory that is opened for each call by `use`, so that its holder does not notice that it was closed in between. */
export function reopeningMemory(use: UseMemory, layers: ResolvedLayers, report: Report): Memory {
  const sessions = reopening(use, (open) => open.sessions, layerCalls.sessions)
  const memory: Memory = {
    ...reopening(use, (open) => open, each({}, 'buildContext', 'recall', 'consolidate', 'resetSession', 'maintain')),
    ...reopening(use, (open) => open, each({}, 'forget', 'log', 'scrub', 'check', 'backup', 'flush')),
    addMessages: sessions.append,
    tools: ({ tools = layers.tools } = {}) => loadTools(memory, tools, report),
    close: () => use((open) => open.flush()),
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    receipts: reopening(use, (open) => open.receipts, each({}, 'list', 'get')),
    facts: reopening(use, (open) => open.facts, layerCalls.facts),
    history: reopening(use, (open) => open.history, layerCalls.history),
    notes: reopening(use, (open) => open.notes, layerCalls.notes),
    knowledge: reopening(use, (open) => open.knowledge, layerCalls.knowledge),
    records: reopening(use, (open) => open.records, layerCalls.records),
    sessions,
    responses: {
      ...reopening(use, (open) => open.responses, layerCalls.responses),
      key: layers.responses.key === 'full' ? responseKey : messageAndModelKey,
    },
    items: reopening(use, (open) => open.items, layerCalls.items),
  }
  return memory
}
