import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileStore, Storage } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'

/** Where a process dies: before a change, or in the middle of the bytes that it appends. */
export type Crash = 'before' | 'torn'

/** A storage whose process dies at a change of a file. */
export interface CrashingStorage {
  storage: Storage
  /** Dies at the n-th change from now. */
  dieAt(change: number): void
  /** Whether it has died. Nothing reaches the disk any more. */
  isDead(): boolean
}

/** Local storage in `directory` that can be made to die. A torn append leaves the first `tornBytes` of its text. */
export async function crashingStorage(directory: string, crash: Crash, tornBytes = 20): Promise<CrashingStorage> {
  const storage = await localStorage({ directory })
  const { files } = storage
  let left = Number.POSITIVE_INFINITY
  let dead = false

  async function change<T>(work: () => Promise<T>, tear?: () => void): Promise<T> {
    if (dead) throw new Error('this process is dead')
    left--
    if (left > 0) return work()
    dead = true
    if (crash === 'torn' && tear) tear()
    throw new Error('the process died')
  }

  function tear(path: string, text: string): void {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    appendFileSync(join(directory, path), Buffer.from(text).subarray(0, tornBytes))
  }

  const dying: FileStore = {
    ...files,
    write: (path, text, options) => change(() => files.write(path, text, options)),
    append: (path, text) =>
      change(
        () => files.append(path, text),
        () => tear(path, text),
      ),
    rename: (from, to) => change(() => files.rename(from, to)),
    remove: (path) => change(() => files.remove(path)),
  }
  return {
    storage: { ...storage, files: dying },
    dieAt: (number) => {
      left = number
    },
    isDead: () => dead,
  }
}
