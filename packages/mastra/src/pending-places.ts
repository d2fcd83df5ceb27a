import { createAfterQuiet, createQueues } from '@daybook/memory-core/adapters'
import type { MessagePlace } from './catalogue.ts'

/** What is to be written into the catalogue. */
export interface WaitingPlaces {
  /** By the ids of the messages. */
  places: ReadonlyMap<string, MessagePlace>
  /** The threads that they are in. */
  threads: ReadonlyMap<string, WaitingThread>
  /** Of these threads nothing more waits when it is written. */
  done: readonly string[]
}

/** A thread whose messages wait to be written down. */
export interface WaitingThread {
  resource: string
  /** The id of the last message that the memory keeps of it. */
  last: string
}

/** Places that wait, so that many of them are written at once. A thread of which something waits has a mark in the store. */
export interface PendingPlaces {
  get(id: string): MessagePlace | undefined
  /** The id of the last message of a thread, when it waits. */
  last(thread: string): string | undefined
  /** Makes sure that the thread has its mark; call what it answers when there is nothing more to add. */
  begin(thread: string): Promise<() => void>
  add(thread: string, said: WaitingThread, places: ReadonlyMap<string, MessagePlace>): void
  /** Forgets what waits of some messages, or of threads that are gone; of one of which nothing waits, whose it is is "". */
  drop(what: { ids?: readonly string[]; isGone?: (thread: string, resource: string) => boolean }): Promise<void>
  /** Resolves when everything that waits now is written. */
  flush(): Promise<void>
}

/** What pending places write with. */
export interface PlaceWriter {
  /** Need not be durable: it survives the process, and soon it is of no use any more. */
  mark(thread: string): Promise<void>
  /** Durably; what fails is tried again with what comes later. */
  write(waiting: WaitingPlaces): Promise<void>
}

/** Callers that save in a loop wait for none of it. */
const quiet = { quietMs: 100, mostMs: 1_000 }
/** Maximum messages that wait in memory. */
const mostWaiting = 20_000

/** Collects places until it is quiet. */
export function createPendingPlaces(writer: PlaceWriter): PendingPlaces {
  const places = new Map<string, MessagePlace>()
  const threads = new Map<string, WaitingThread>()
  const marked = new Set<string>()
  /** How many saves of a thread are under way. */
  const active = new Map<string, number>()
  const inOrder = createQueues()
  const later = createAfterQuiet(() => flush().catch(() => undefined), quiet)
  const alone = <T>(work: () => Promise<T>): Promise<T> => inOrder('', work)
  const flush = (): Promise<void> => alone(write)

  async function write(): Promise<void> {
    later.cancel()
    if (threads.size === 0) return
    const done = [...threads.keys()].filter((thread) => !active.has(thread))
    const waiting: WaitingPlaces = { places: new Map(places), threads: new Map(threads), done }
    for (const thread of done) marked.delete(thread)
    try {
      await writer.write(waiting)
    } catch (error) {
      for (const thread of done) marked.add(thread)
      throw error
    }
    // What was added during the write stays queued.
    for (const [id, place] of waiting.places) if (places.get(id) === place) places.delete(id)
    for (const [thread, said] of waiting.threads) if (threads.get(thread) === said) threads.delete(thread)
  }

  async function mark(thread: string): Promise<void> {
    if (marked.has(thread)) return
    await writer.mark(thread)
    marked.add(thread)
  }

  return {
    get: (id) => places.get(id),
    last: (thread) => threads.get(thread)?.last,
    async begin(thread) {
      active.set(thread, (active.get(thread) ?? 0) + 1)
      const end = (): void => {
        const others = (active.get(thread) ?? 1) - 1
        if (others > 0) active.set(thread, others)
        else active.delete(thread)
      }
      try {
        if (!marked.has(thread)) await alone(() => mark(thread))
        return end
      } catch (error) {
        end()
        throw error
      }
    },
    add(thread, said, added) {
      threads.set(thread, said)
      for (const [id, place] of added) places.set(id, place)
      later.ask()
      if (places.size > mostWaiting) later.begin()
    },
    drop: ({ ids = [], isGone = () => false }) =>
      // A write under way comes before what is done about it.
      alone(async () => {
        const gone = new Set(
          [...threads].flatMap(([thread, { resource }]) => (isGone(thread, resource) ? [thread] : [])),
        )
        for (const id of ids) places.delete(id)
        for (const [id, { thread }] of places) if (gone.has(thread)) places.delete(id)
        for (const thread of gone) threads.delete(thread)
        for (const thread of marked) if (isGone(thread, '')) marked.delete(thread)
      }),
    flush,
  }
}
