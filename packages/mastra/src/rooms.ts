import { type Memory, MemoryError } from '@daybook/memory-core'
import { type Queues, shown } from '@daybook/memory-core/adapters'
import type { Catalogue } from './catalogue.ts'
import type { Owners } from './owners.ts'
import { readRow, type ThreadRow } from './thread-rows.ts'

/** What everything in the storage works on. */
export interface Rooms {
  owners: Owners
  catalogue: Catalogue
  /** Does what is written of one resource one after the other. */
  inOrder: Queues
  /** Now, ISO. */
  now(): string
  /** The threads that this process has looked into since it began. */
  lookedInto: Set<string>
}

/** A thread that there is, with the memory that it is in. */
export interface Room {
  memory: Memory
  row: ThreadRow
}

/** The thread of an id, whosever it is; undefined when there is none. */
export async function findRoom(rooms: Rooms, thread: string): Promise<Room | undefined> {
  const { catalogue } = rooms
  // The memory that has the row owns the thread; without a row the thread may have been given to another resource.
  const recent = await roomOf(rooms, thread, catalogue.recentOwner(thread))
  if (recent?.row) return { ...recent, row: recent.row }
  const found = await roomOf(rooms, thread, await catalogue.owner(thread))
  if (found?.row) return { ...found, row: found.row }
  // Its user was erased by another process, and the thread with it.
  if (found) await catalogue.removeThread(thread)
  return undefined
}

async function roomOf({ owners, now }: Rooms, thread: string, resource: string | undefined) {
  const memory = resource === undefined ? undefined : await owners.of(resource)
  return memory && { memory, row: await readRow(memory, thread, now()) }
}

/** @throws MemoryError `not-found` */
export async function needRoom(rooms: Rooms, thread: string): Promise<Room> {
  const room = await findRoom(rooms, thread)
  if (room) return room
  throw new MemoryError('not-found', `Thread ${shown(thread)} not found: save it with saveThread first`)
}

/** The memory of a resource. @throws MemoryError `bad-input` when the one memory is another's */
export async function needMemory({ owners }: Pick<Rooms, 'owners'>, resource: string): Promise<Memory> {
  const memory = await owners.of(resource)
  if (memory) return memory
  throw new MemoryError(
    'bad-input',
    `the resource ${shown(resource)} is not the option user, whose the one memory is: pass openMemories({ directory }) as the option memory, which keeps resources apart`,
  )
}
