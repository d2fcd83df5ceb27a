import type { Storage } from '../../src/index.ts'
import { gate } from './workspace.ts'

/** What becomes of a process at a step: it dies before it, or stands still until it is let go. */
export type Stop = 'crash' | 'pause'

/** A storage whose process is stopped before one of the calls that change something. */
export interface SteppedStorage {
  storage: Storage
  /** Counts from now on, and stops before the n-th step. */
  stopAt(step: number, stop: Stop): void
  /** A step that is no call of the storage. */
  pass(name: string): Promise<void>
  /** The steps that were counted, in words. */
  readonly steps: readonly string[]
  /** Resolves when it has stopped. */
  readonly stopped: Promise<void>
  /** Whether it stands inside of a lock: nobody else gets one before it goes on. */
  isLocked(): boolean
  resume(): void
}

/** Every write, lock and lease of a storage as a step: none can be left out, whatever the code does between them. */
export function steppedStorage(storage: Storage): SteppedStorage {
  const { files, records, items, passages } = storage
  const steps: string[] = []
  const [stopped, resumed] = [gate(), gate()]
  let left = Number.POSITIVE_INFINITY
  let how: Stop = 'pause'
  let isDead = false
  let locks = 0

  async function pass(name: string): Promise<void> {
    if (isDead) throw new Error('this process is dead')
    if (left === Number.POSITIVE_INFINITY) return
    steps.push(name)
    left--
    if (left !== 0) return
    isDead = how === 'crash'
    stopped.open()
    if (isDead) throw new Error(`the process died before it could ${name}`)
    await resumed.promise
  }

  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await pass(name)
    return work()
  }

  return {
    steps,
    stopped: stopped.promise,
    pass,
    isLocked: () => locks > 0,
    resume: () => resumed.open(),
    stopAt(wanted, stop) {
      left = wanted
      how = stop
    },
    storage: {
      ...storage,
      files: {
        ...files,
        write: (path, text, options) => step(`write ${path}`, () => files.write(path, text, options)),
        append: (path, text) => step(`append to ${path}`, () => files.append(path, text)),
        rename: (from, to) => step(`rename ${from}`, () => files.rename(from, to)),
        remove: (path) => step(`remove ${path}`, () => files.remove(path)),
      },
      records: {
        ...records,
        write: (edit) => step('write records', () => records.write(edit)),
        update: (ids, change, options) => step('update records', () => records.update(ids, change, options)),
      },
      items: { ...items, put: (writes, options) => step('put items', () => items.put(writes, options)) },
      passages: { ...passages, update: (change) => step('index', () => passages.update(change)) },
      lock: (names, fn, options) =>
        step(`lock ${names.join(', ')}`, () =>
          storage.lock(
            names,
            async () => {
              locks++
              try {
                return await fn()
              } finally {
                locks--
              }
            },
            options,
          ),
        ),
      async lease(name) {
        const lease = await step(`take the lease ${name}`, () => storage.lease(name))
        return lease && { ...lease, check: () => step(`check the lease ${name}`, lease.check) }
      },
    },
  }
}
