import { type Memory, MemoryError } from '@daybook/memory-core'
import { type Queues, shown } from '@daybook/memory-core/adapters'
import type { Catalogue } from './catalogue.ts'
import type { Owners } from './owners.ts'
import { readRow, type ThreadRow } from './thread-rows.ts'

/** The parts with which every function of the storage finds and changes threads. */
export interface ThreadAccess {
  owners: Owners
  catalogue: Catalogue
  /** Queues the writes of each resource. */
  inOrder: Queues
  /** The present time, ISO. */
  now(): string
  /** The threads that this process has caught up. */
  caughtUp: Set<string>
}

/** An existing thread, with the memory that contains it. */
export interface OwnedThread {
  memory: Memory
  row: ThreadRow
}

/** Finds a thread by its id; undefined if it does not exist. */
export async function findThread(access: ThreadAccess, thread: string): Promise<OwnedThread | undefined> {
  const { catalogue } = access
  // A thread belongs to the memory that has its row; without a row, it may have moved to another resource.
  const recent = await threadIn(access, thread, catalogue.recentOwner(thread))
  if (recent?.row) return { ...recent, row: recent.row }
  const found = await threadIn(access, thread, await catalogue.owner(thread))
  if (found?.row) return { ...found, row: found.row }
  // Another process erased its user, and the thread with it.
  if (found) await catalogue.removeThread(thread)
  return undefined
}

async function threadIn({ owners, now }: ThreadAccess, thread: string, resource: string | undefined) {
  const memory = resource === undefined ? undefined : await owners.of(resource)
  return memory && { memory, row: await readRow(memory, thread, now()) }
}

/** @throws MemoryError `not-found` */
export async function needThread(access: ThreadAccess, thread: string): Promise<OwnedThread> {
  const owned = await findThread(access, thread)
  if (owned) return owned
  throw new MemoryError('not-found', `Thread ${shown(thread)} not found: save it with saveThread first`)
}

/** The memory of a resource. @throws MemoryError `bad-input` if the only memory belongs to another one */
export async function needMemory({ owners }: Pick<ThreadAccess, 'owners'>, resource: string): Promise<Memory> {
  const memory = await owners.of(resource)
  if (memory) return memory
  const message = `the resource ${shown(resource)} is not the option user, who owns the only memory: for several resources, pass openMemories({ directory }) as the option memory`
  throw new MemoryError('bad-input', message)
}
