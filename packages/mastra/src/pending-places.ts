import { createAfterQuiet, createQueues } from '@daybook/memory-core/adapters'
import type { MessagePlace } from './catalogue.ts'

/** The data to write into the catalogue. */
export interface WaitingPlaces {
  /** By id of the message. */
  places: ReadonlyMap<string, MessagePlace>
  /** The threads of these messages. */
  threads: ReadonlyMap<string, WaitingThread>
  /** Threads without pending messages after the write. */
  done: readonly string[]
}

/** A thread with pending messages. */
export interface WaitingThread {
  resource: string
  /** The id of its last stored message. */
  last: string
}

/** Buffers places, so that many are written at once. A thread with pending places has a mark in the store. */
export interface PendingPlaces {
  get(id: string): MessagePlace | undefined
  /** The id of the last message of a thread, if it is pending. */
  last(thread: string): string | undefined
  /** Makes sure that the thread has its mark; call the returned function when nothing more is added. */
  begin(thread: string): Promise<() => void>
  add(thread: string, said: WaitingThread, places: ReadonlyMap<string, MessagePlace>): void
  /** Drops pending places of messages, or of removed threads. */
  drop(what: { ids?: readonly string[]; isGone?: (thread: string, resource: string) => boolean }): Promise<void>
  /** Resolves when everything that is pending now is written. */
  flush(): Promise<void>
}

/** The functions that write pending places. */
export interface PlaceWriter {
  /** Need not be durable: the mark survives the process, and is soon obsolete. */
  mark(thread: string): Promise<void>
  /** Durable; a failed write is repeated with the next one. */
  write(waiting: WaitingPlaces): Promise<void>
}

/** Milliseconds of quiet before a write: callers that save in a loop do not wait. */
const quiet = { quietMs: 100, mostMs: 1_000 }
/** With more messages waiting, a write begins at once. */
const mostWaiting = 20_000

/** Buffers places until writes pause. */
export function createPendingPlaces(writer: PlaceWriter): PendingPlaces {
  const places = new Map<string, MessagePlace>()
  const threads = new Map<string, WaitingThread>()
  const marked = new Set<string>()
  /** Number of running saves of a thread. */
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
    // Places added during the write stay queued.
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
      // Waits for a running write first.
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
