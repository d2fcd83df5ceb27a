/* The storage of a folder: how it is opened, how it notices that the folder was replaced, and its purge. */

import fs from 'node:fs'
import { join } from 'node:path'
import { createLockQueue, sleep } from '../async.ts'
import { patienceMs } from '../disk/database.ts'
import { isReadOnly, orDiskError, readableEntries, refusedIn } from '../disk/disk.ts'
import { removeLitter } from '../disk/durable-files.ts'
import { createLocalFiles } from '../disk/files.ts'
import { writerOf } from '../disk/identity-files.ts'
import { createLocalLocks } from '../disk/locks.ts'
import { checkNode, MemoryError, shown } from '../errors.ts'
import { createInMemoryPassages } from '../in-memory/passages.ts'
import { createIndexFile } from '../sqlite/index-file.ts'
import { createLocalItems } from '../sqlite/items.ts'
import { createReadOnlyJournals } from '../sqlite/journal/follow-journal.ts'
import { createJournalStore, tablesPath } from '../sqlite/journal/journal-store.ts'
import { createLocalPassages } from '../sqlite/passages.ts'
import { copiesSql } from '../sqlite/record-row.ts'
import { createLocalRecords } from '../sqlite/records.ts'
import { createLocalVectors } from '../sqlite/vectors.ts'
import type { FileStore } from '../storage/files.ts'
import { createInFlight, guardedStorage, type InFlight, type Storage } from '../storage/storage.ts'
import { backupFolder } from './backup-folder.ts'
import { checkFolder } from './check-folder.ts'
import { checkFormat, directoriesIn, existingRoot, gitFolder, openRoot, prepareForGit, tidy } from './root.ts'

type RootGuard = ReturnType<typeof createRootGuard>

/** Writes to no other directory that takes its place. @throws MemoryError `storage-failed` if it is gone */
function createRootGuard(root: string) {
  const { ino, dev } = fs.statSync(root, { bigint: true })
  // While it is open, its inode is not reused.
  let held = hold(root)

  /** Whether the directory is gone or replaced. Costs one stat. */
  function isGone(): boolean {
    const found = fs.statSync(root, { bigint: true, throwIfNoEntry: false })
    return found?.ino !== ino || found.dev !== dev
  }

  return {
    check(): void {
      if (!isGone()) return
      const message = `the directory ${shown(root)} was erased, moved or replaced since it was opened: open the memory again`
      throw new MemoryError('erased', message)
    },
    isGone,
    close(): void {
      if (held !== undefined) fs.closeSync(held)
      held = undefined
    },
  }
}

/** Undefined if no handle can be opened, as for directories on Windows; then only the inode is compared. */
function hold(root: string): number | undefined {
  try {
    return fs.openSync(root, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  } catch {
    return undefined
  }
}

/** Where a local storage is, and how long it waits. */
export interface LocalStorageOptions {
  /** The folder of the memory, created with its parents if absent. Relative to the working directory. */
  directory: string
  /** How long `lock` waits before it throws `locked`, in milliseconds. @default 30000 */
  lockTimeoutMs?: number
  /** How long a lease outlives its last renewal, in milliseconds; it is renewed three times in that time. @default 15000 */
  leaseMs?: number
  /**
   * Prepares a new memory for git: it gets a `.gitignore` for derived files, and a `.gitattributes` so that `git merge`
   * can merge two copies. Files of these names that are there stay, and the rules go into the folders inside.
   * @default false
   */
  git?: boolean
}

/**
 * A storage in a folder: text files for people, journals of records and items in `journal/`, locks in `.daybook/`. The
 * databases in `state/` are derived from them and may be deleted at any time. Several processes of one machine may have
 * the same folder open. Directories get mode 0700 and files 0600. A folder without write permission can be read
 * (`isReadOnly`).
 * @throws MemoryError `bad-option` for an invalid option or a folder that holds the memories of users, `storage-failed` if the disk refuses, `newer-format` or
 * `corrupt` if this version cannot read the folder. Calls throw `erased` after the folder was removed or replaced, so
 * that a late write does not restore what was erased.
 */
export async function localStorage(options: LocalStorageOptions): Promise<Storage> {
  checkNode()
  const resolved = resolveOptions(options)
  const root = await openRoot(resolved.directory)
  return openStorage(root, resolved, async (files) => {
    if (resolved.git) await prepareForGit(root, files)
    await checkFormat(root, files)
  })
}

/** Opens an existing folder without writing, so that one being erased stays erased. Throws as {@link localStorage}. */
export async function existingStorage(directory: string): Promise<Storage> {
  const root = existingRoot(directory)
  return openStorage(root, resolveOptions({ directory }), (files) => checkFormat(root, files, true))
}

async function openStorage(
  root: string,
  options: Required<LocalStorageOptions>,
  prepare: (files: FileStore) => Promise<void>,
): Promise<Storage> {
  if (isReadOnly(root)) return readOnlyStorage(root, options.lockTimeoutMs)
  // From here on, a folder that takes the place of this one is detected.
  const guard = await orDiskError('open the directory', [root], async () => createRootGuard(root))
  try {
    await prepare(createLocalFiles(root))
    tidy(root)
    return writableStorage(guard, root, options)
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
  const locks = createLocalLocks(root, lockTimeoutMs, leaseMs)
  const indexPath = join(root, 'state', 'index.db')
  const store = createJournalStore(root, guard.check)
  const index = createIndexFile(root, indexPath, store.locked)
  return guardedStorage({
    files,
    records: createLocalRecords(store),
    items: createLocalItems(store),
    onDamage: store.damaged.watch,
    passages: createLocalPassages(index),
    vectors: createLocalVectors(index),
    lock: locks.lock,
    lease: locks.lease,
    backup: (target, request) => backupFolder({ root, lock: locks.lock, store }, target, request),
    check: (request) => checkFolder({ root, store, index }, request),
    purge: ({ logsOnly = false } = {}) => {
      const tables = { file: join(root, tablesPath), purge: store.purge }
      const databases = [tables, { file: indexPath, purge: index.purge }]
      return purge(root, databases, { logsOnly, damagedLines: store.damaged.count() })
    },
    isVersioned: () => gitFolder(root) !== undefined,
    async copies() {
      const own = await store.locked(() => orDiskError('write the identity of', [root], () => writerOf(root)))
      const rows = await store.read('records', (statement) => statement(copiesSql).all(own))
      return new Map(rows.map(({ by, total }) => [String(by), Number(total)]))
    },
    inFlight: checked(createInFlight('storage'), guard),
    async release() {
      index.close()
      try {
        await store.close()
        await locks.close()
      } catch (error) {
        // A deleted directory has no leases to release.
        if (!guard.isGone()) throw error
      } finally {
        guard.close()
      }
    },
  })
}

/** Nothing is written: the search index is in RAM, filled from the files, and locks hold within this process. */
async function readOnlyStorage(root: string, timeoutMs: number): Promise<Storage> {
  const refuse = refusedIn(root)
  const files = { ...createLocalFiles(root), write: refuse, append: refuse, rename: refuse, remove: refuse }
  await checkFormat(root, files, true)
  const queue = createLockQueue()
  const lock: Storage['lock'] = (names, fn, options) => queue.run(names, fn, { signal: options?.signal, timeoutMs })
  const store = createReadOnlyJournals(root)
  return guardedStorage({
    files,
    records: createLocalRecords(store),
    items: createLocalItems(store),
    onDamage: store.damaged.watch,
    passages: createInMemoryPassages().passages,
    lock,
    lease: refuse,
    isReadOnly: true,
    backup: (target, request) => backupFolder({ root, lock, store }, target, request),
    check: (request) => checkFolder({ root, store, index: undefined }, request),
    purge: async () => [],
    inFlight: createInFlight('storage'),
    release: store.close,
  })
}

/** Refuses calls after another directory took the place of this one; errors caused by that become `erased`. */
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
  const { directory, lockTimeoutMs = 30_000, leaseMs = 15_000, git = false } = options
  if (typeof directory !== 'string' || directory.trim() === '' || directory.includes('\0'))
    throw new MemoryError('bad-option', `directory is ${shown(directory)}, expected the path of a folder`)
  for (const [name, value] of Object.entries({ lockTimeoutMs, leaseMs }))
    if (!(Number.isFinite(value) && value > 0 && value <= 2_147_483_647))
      throw new MemoryError('bad-option', `${name} is ${shown(value)}, expected a number of milliseconds above 0`)
  return { directory, lockTimeoutMs, leaseMs, git }
}

interface Purged {
  file: string
  /** False while other processes read from the log. */
  purge(logsOnly: boolean): Promise<boolean>
}

const pauseMs = 20

/**
 * Empties the logs of the databases and, unless `logsOnly`, removes half-written files of dead processes below `root`.
 * Returns where removed bytes remain: in a log in use for five seconds, a database that cannot be used, damaged lines,
 * content that was set aside, git.
 */
export async function purge(
  root: string,
  databases: readonly Purged[],
  { logsOnly, damagedLines }: { logsOnly: boolean; damagedLines: number },
): Promise<string[]> {
  const present = databases.filter(({ file }) => fs.existsSync(file))
  const answers = await Promise.all(present.map((database) => purgeOne(database, logsOnly)))
  const left = answers.filter((one) => one !== undefined)
  if (logsOnly) return left
  const directories = [root]
  for (const directory of directories) {
    removeLitter(directory)
    directories.push(...directoriesIn(directory))
  }
  const lines =
    damagedLines === 1 ? '1 damaged line of the journals was' : `${damagedLines} damaged lines of the journals were`
  if (damagedLines > 0) left.push(`${lines} set aside without being searched: repeat the call`)
  // Damaged content that was set aside cannot be searched for what was removed.
  for (const { name } of readableEntries(join(root, '.daybook')))
    if (/\.db\.corrupt-[^-.]+(?:-\d+)?(?:\.salvaged)?$/.test(name)) {
      const problem = 'is a damaged database that was set aside: delete it when it is no longer needed'
      left.push(`${JSON.stringify(join(root, '.daybook', name))} ${problem}`)
    }
  // Rewriting history is not our decision.
  const git = gitFolder(root)
  if (git !== undefined)
    left.push(
      `${JSON.stringify(git)} is a git repository: its history keeps what was committed until it is rewritten, here and in every clone`,
    )
  return left
}

async function purgeOne({ file, purge }: Purged, logsOnly: boolean): Promise<string | undefined> {
  const deadline = performance.now() + patienceMs
  for (let isRewritten = logsOnly; ; isRewritten = true) {
    try {
      if (await purge(isRewritten)) return undefined
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      return `${JSON.stringify(file)} could not be purged: ${error.message}`
    }
    if (performance.now() >= deadline)
      return `${JSON.stringify(`${file}-wal`)} still holds removed bytes, because another process reads from it: repeat the call when that process is done`
    await sleep(pauseMs)
  }
}
