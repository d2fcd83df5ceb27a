import type { ItemStore, ItemWrite, StoredItem } from '@daybook/memory-core'

/** Marks on threads with messages that are not in the catalogue yet, so that the next process after a crash catches up. */
export interface ThreadMarks {
  /** Marks a thread as this process's. The mark survives the process, and may be lost with the machine. */
  set(thread: string): Promise<void>
  /** The item that removes this process's marks when it is written. */
  ends(threads: readonly string[]): ItemWrite[]
  /** The threads marked by other processes. */
  ofOthers(): Promise<string[]>
  /** Removes the marks of dead processes. */
  endLeft(thread: string): Promise<void>
  /** Removes every mark of threads, ended ones included. */
  remove(threads: readonly string[]): Promise<void>
}

const all = Number.POSITIVE_INFINITY
/** A live process records pending messages within seconds. */
const longestMs = 60_000

/** The marks in a store of items, under the labels `place`. */
export function createThreadMarks(
  place: readonly string[],
  open: () => Promise<ItemStore>,
  now: () => string,
): ThreadMarks {
  const own = [...place, crypto.randomUUID()]
  let isTidy = false

  /** A mark is removed by letting it expire: a removal would empty the log of the store each time. */
  function endsIn(namespace: readonly string[], threads: readonly string[]): ItemWrite[] {
    const at = now()
    return threads.map((key) => ({ namespace, key, value: {}, at, expiresAt: at }))
  }

  async function found(threads?: readonly string[]): Promise<StoredItem[]> {
    const marks = await (await open()).search({ prefix: place, order: 'key', limit: all, at: now() })
    return threads ? marks.filter(({ key }) => threads.includes(key)) : marks
  }

  async function tidy(): Promise<void> {
    await (await open()).prune(place, { at: now() })
  }

  return {
    async set(thread) {
      // Expired marks of earlier processes are obsolete.
      if (!isTidy) await tidy()
      isTidy = true
      await (await open()).put([{ namespace: own, key: thread, value: {}, at: now() }], { durable: false })
    },
    ends: (threads) => endsIn(own, threads),
    async ofOthers() {
      const marks = (await found()).filter(({ namespace }) => namespace.at(-1) !== own.at(-1))
      return [...new Set(marks.map(({ key }) => key))]
    },
    async endLeft(thread) {
      const at = now()
      const left = (await found([thread])).filter((mark) => Date.parse(at) - Date.parse(mark.updatedAt) > longestMs)
      if (left.length > 0) await (await open()).put(left.flatMap(({ namespace }) => endsIn(namespace, [thread])))
    },
    async remove(threads) {
      const marks = await found(threads)
      // Expired marks are not found any more, but still name their threads.
      await tidy()
      for (const { namespace, key } of marks) await (await open()).remove(namespace, [key])
    },
  }
}
