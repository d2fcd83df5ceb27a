import fs from 'node:fs'
import { join } from 'node:path'
import { diskError } from '../disk/disk.ts'
import { createLocalFiles } from '../disk/files.ts'
import { gitFolder, prepareForGit } from '../disk/git-files.ts'
import { createLocalLocks } from '../disk/locks.ts'
import { isReadOnly, readOnlyFiles, readOnlyLocks } from '../disk/read-only.ts'
import { writerOf } from '../disk/writer-id.ts'
import { MemoryError, shown } from '../errors.ts'
import { createInMemoryPassages } from '../in-memory/passages.ts'
import { createLocalItems } from '../sqlite/items.ts'
import { createJournalStore, tablesPath } from '../sqlite/journal/journal-store.ts'
import { createReadOnlyJournals } from '../sqlite/journal/read-only-journals.ts'
import { createLocalPassages } from '../sqlite/passages.ts'
import { createLocalRecords } from '../sqlite/records.ts'
import { createLocalVectors } from '../sqlite/vectors.ts'
import { createInFlight, guardedStorage, type InFlight } from '../storage/guarded-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { checkNode } from '../supported-node.ts'
import { backupFolder } from './backup-folder.ts'
import { checkFolder } from './check-folder.ts'
import { purge } from './purge.ts'
import { checkFormat, existingRoot, openRoot, tidy } from './root.ts'

/** Where a local storage lives, and how patient it is. */
export interface LocalStorageOptions {
  /** The folder of the memory; made, with its parents, when there is none. Relative to the working directory. */
  directory: string
  /** How many milliseconds `lock` waits before it throws `locked`. @default 30000 */
  lockTimeoutMs?: number
  /** How many milliseconds a lease outlives its last renewal; it is renewed three times in that time. @default 15000 */
  leaseMs?: number
  /**
   * Prepares a new memory for git: a folder in which nothing is gets a `.gitignore` for what is derived, and a
   * `.gitattributes` by which two copies are merged by `git merge`. @default false
   */
  git?: boolean
}

const defaults = { lockTimeoutMs: 30_000, leaseMs: 15_000, git: false }

/**
 * A storage in a folder: text files that people can read, journals of records and items in `journal/`, and locks in `.daybook/`.
 * The databases in `state/` are derived from them, and may be deleted at any moment. Several processes of one machine may have the same folder open. Directories are made
 * 0700 and files 0600. A folder that cannot be written to can be read all the same (`isReadOnly`).
 * @throws MemoryError `bad-option` for a value that cannot be, `storage-failed` when the disk refuses, `newer-format` or
 * `corrupt` when the folder was not written by a version that this one understands. Calls throw `erased` once the folder
 * was removed or another one is in its place: what was erased does not come back by a late write.
 */
export async function localStorage(options: LocalStorageOptions): Promise<Storage> {
  checkNode()
  const resolved = resolveOptions(options)
  const root = await openRoot(resolved.directory)
  if (isReadOnly(root)) return readOnlyStorage(root, resolved.lockTimeoutMs)
  if (resolved.git) await prepareForGit(root, createLocalFiles(root))
  await checkFormat(root, createLocalFiles(root))
  tidy(root)
  return writableStorage(createRootGuard(root), root, resolved)
}

/**
 * The storage in a folder that is there; opening it makes and writes nothing, so that a folder that is erased meanwhile
 * stays away.
 * @throws MemoryError as {@link localStorage} does, `storage-failed` when there is no such folder
 */
export async function existingStorage(options: LocalStorageOptions): Promise<Storage> {
  const resolved = resolveOptions(options)
  const root = existingRoot(resolved.directory)
  if (isReadOnly(root)) return readOnlyStorage(root, resolved.lockTimeoutMs)
  // From here on, what takes the place of the folder is told from it.
  const guard = createRootGuard(root)
  try {
    await checkFormat(root, createLocalFiles(root), true)
    tidy(root)
    return writableStorage(guard, root, resolved)
  } catch (error) {
    guard.close()
    throw error
  }
}

function writableStorage(
  guard: RootGuard,
  root: string,
  { lockTimeoutMs, leaseMs }: Required<LocalStorageOptions>,
): Storage {
  const files = createLocalFiles(root)
  const locks = createLocalLocks({ root, file: join(root, '.daybook', 'lock.db'), lockTimeoutMs, leaseMs })
  const indexPath = join(root, 'state', 'index.db')
  const store = createJournalStore(root, guard.check)
  const passages = createLocalPassages(root, indexPath, undefined, store.locked)
  return guardedStorage({
    files,
    records: createLocalRecords(store),
    items: createLocalItems(store),
    onDamage: store.damaged.watch,
    passages,
    vectors: createLocalVectors(passages.index),
    lock: locks.lock,
    lease: locks.lease,
    backup: (target, request) => backupFolder({ root, lock: locks.lock, store }, target, request),
    check: (request) => checkFolder({ root, store, passages }, request),
    purge: ({ logsOnly = false } = {}) => {
      const lines = store.damaged.count()
      return purge(
        root,
        [
          { file: join(root, tablesPath), purge: store.purge },
          { file: indexPath, purge: passages.purge },
        ],
        { logsOnly, damagedLines: lines },
      )
    },
    isVersioned: () => gitFolder(root) !== undefined,
    writer: () => store.locked(() => writerOf(root)),
    inFlight: checked(createInFlight('storage'), guard),
    async release() {
      passages.close()
      try {
        await store.close()
        await locks.close()
      } catch (error) {
        // Where the directory is gone, there is no lease to give back.
        if (!guard.isGone()) throw error
      } finally {
        guard.close()
      }
    },
  })
}

/** Nothing is written: the search index is one in RAM, filled from the files, and locks hold within this process. */
async function readOnlyStorage(root: string, lockTimeoutMs: number): Promise<Storage> {
  const files = readOnlyFiles(root, createLocalFiles(root))
  await checkFormat(root, files, true)
  const locks = readOnlyLocks(root, lockTimeoutMs)
  const store = createReadOnlyJournals(root)
  const { lock, lease } = locks
  return guardedStorage({
    files,
    records: createLocalRecords(store),
    items: createLocalItems(store),
    onDamage: store.damaged.watch,
    passages: createInMemoryPassages(),
    lock,
    lease,
    isReadOnly: true,
    backup: (target, request) => backupFolder({ root, lock, store }, target, request),
    check: (request) => checkFolder({ root, store, passages: undefined }, request),
    purge: async () => [],
    inFlight: createInFlight('storage'),
    async release() {
      await store.close()
      await locks.close()
    },
  })
}

/** No call reaches another directory that has taken the place of this one, and what fails for that is told as `erased`. */
function checked({ run, begin, close }: InFlight, { check }: RootGuard): InFlight {
  async function inPlace<T>(call: () => T | Promise<T>): Promise<T> {
    check()
    try {
      return await call()
    } catch (error) {
      check()
      throw error
    }
  }
  return { run: (call) => run(() => inPlace(call)), begin: (work) => begin(() => inPlace(work)), close }
}

function resolveOptions(options: LocalStorageOptions): Required<LocalStorageOptions> {
  const { directory, lockTimeoutMs = defaults.lockTimeoutMs, leaseMs = defaults.leaseMs, git = defaults.git } = options
  if (typeof directory !== 'string' || directory.trim() === '' || directory.includes('\0'))
    throw new MemoryError('bad-option', `directory is ${shown(directory)}, expected the path of a folder`)
  for (const [name, value] of Object.entries({ lockTimeoutMs, leaseMs }))
    if (!(Number.isFinite(value) && value > 0 && value <= 2_147_483_647))
      throw new MemoryError('bad-option', `${name} is ${shown(value)}, expected a number of milliseconds above 0`)
  return { directory, lockTimeoutMs, leaseMs, git }
}

/** Knows a directory again, so that nothing is written to another one that has taken its place. */
interface RootGuard {
  /**
   * Costs one stat.
   * @throws MemoryError `erased` when the directory is gone, or another one is in its place
   */
  check(): void
  /** Whether {@link check} would throw. */
  isGone(): boolean
  close(): void
}

/** The guard of an existing directory. @throws MemoryError `storage-failed` when it is not there any more */
function createRootGuard(root: string): RootGuard {
  const { ino, dev } = statOf(root)
  // As long as it is open, no other directory is given its number.
  let held = hold(root)

  function isGone(): boolean {
    const found = fs.statSync(root, { bigint: true, throwIfNoEntry: false })
    return found?.ino !== ino || found.dev !== dev
  }

  return {
    check() {
      if (!isGone()) return
      throw new MemoryError(
        'erased',
        `the directory ${shown(root)} was erased, moved or replaced since it was opened: open the memory again`,
      )
    },
    isGone,
    close() {
      if (held !== undefined) fs.closeSync(held)
      held = undefined
    },
  }
}

function statOf(root: string): fs.BigIntStats {
  try {
    return fs.statSync(root, { bigint: true })
  } catch (error) {
    throw diskError(`open the directory ${shown(root)}`, error)
  }
}

/** Undefined where a directory cannot be opened (Windows), or no file can: then the number alone has to do. */
function hold(root: string): number | undefined {
  try {
    return fs.openSync(root, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  } catch {
    return undefined
  }
}
