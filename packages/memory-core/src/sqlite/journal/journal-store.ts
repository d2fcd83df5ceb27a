import fs from 'node:fs'
import { join } from 'node:path'
import { createSerialQueue } from '../../async.ts'
import { emptyLog, inTransaction, isBusy, unlessBusy, withoutWaiting, writeAnew } from '../../disk/database.ts'
import { tighten } from '../../disk/disk.ts'
import { writerOf } from '../../disk/identity-files.ts'
import { createLockFile } from '../../disk/locks.ts'
import { MemoryError } from '../../errors.ts'
import type { ItemReading } from '../../journal/journal-line.ts'
import { createDerivedFile, isCut } from '../derived-file.ts'
import { type Followed, isStale, storeError, type Tables, tablesOf, tablesSchema } from '../tables-file.ts'
import { compactJournal, followJournal } from './follow-journal.ts'
import {
  createDamagedLines,
  type DamagedLines,
  type JournalName,
  journalFolder,
  journalNames,
  statJournal,
} from './journal-text.ts'
import { type SeenTables, seenTables } from './seen-journals.ts'
import { type JournalDraft, mustFollow, type Operation, type Statements, type WriteOptions } from './table-changes.ts'
import { createWriteTogether } from './write-together.ts'

export type NoteReading = (as: string, reading: ItemReading) => void

/** The journals of records and items, and the tables that are derived from them. */
export interface JournalStore {
  readonly isReadOnly: boolean
  /** Runs `work` on tables with all acknowledged writes. All its statements see one state. */
  read<T>(journal: JournalName, work: (statement: Statements) => T): Promise<T>
  /** Writes one operation: all changes of `work` or none. It is durable when the promise resolves. */
  write<T>(journal: JournalName, work: (draft: JournalDraft) => T, options?: WriteOptions): Promise<T>
  /** Stores read times in the tables; durable with a later operation. Locks only if another process writes. */
  touch<T>(work: (statement: Statements, note: NoteReading) => T): Promise<T>
  /** Rewrites the journals without removed content, and the tables; with `logsOnly`, only journals to be purged. */
  purge(logsOnly?: boolean): Promise<boolean>
  /** Runs `work` under the lock of the journals, without opening the tables. */
  locked<T>(work: () => T | Promise<T>): Promise<T>
  /** Runs `work` on the tables as they are, under the lock of the journals. */
  compare<T>(work: (statement: Statements) => Promise<T>): Promise<T>
  /** Rewrites a journal, and saves its damaged lines beside it. */
  compact(journal: JournalName): Promise<void>
  /** Deletes the tables. The next use derives them again. */
  discard(): Promise<void>
  readonly damaged: DamagedLines
  close(): Promise<void>
}

/** A journal with less garbage than this, or with less than half as much garbage as content, is not compacted. */
const leastGarbage = 16 * 1024
/** Up to this size a journal is rewritten immediately when content is forgotten. */
const smallJournal = 1024 * 1024
const isDue = (followed: Followed | undefined): boolean => (followed?.compacted ?? 0) < 0
const mostReadings = 500
/** Maximum bytes of lines whose rows are left for later, and for how long. */
const longestLag = 256 * 1024
const lagMs = 50
const mostAttempts = 50

export const tablesPath = 'state/tables.db'

/**
 * The journals of the memory in `root`. An operation takes the lock of the journals, brings the tables up to what others
 * have appended, and appends its line (one write, one fsync); those that wait do so together (`createWriteTogether`). Rows
 * of new versions are written before the tables are next read, after 50 ms, or once 256 kB of lines wait for theirs; what
 * an operation removes or counts is changed in a transaction around its append. Missing, stale or damaged tables are
 * rebuilt from the text. `check` is called whenever tables are opened; if it throws, the operation fails.
 */
export function createJournalStore(root: string, check: () => void): JournalStore {
  const file = join(root, tablesPath)
  const derived = createDerivedFile(root, file, tablesSchema)
  const lock = createLockFile(root, join(root, '.daybook', 'journals.db'), true)
  const damaged = createDamagedLines()
  let open: SeenTables | undefined
  const queue = createSerialQueue()
  let writer: string | undefined
  let timer: NodeJS.Timeout | undefined
  const unwritten = new Map<string, ItemReading>()

  function closeTables(): void {
    open = undefined
    derived.close()
  }

  /** Whether the tables have all of a journal. Needs no lock to write what was left for later, if none else writes. */
  function isCurrent(name: JournalName): boolean {
    const tables = open
    // While the tables of the other journal are rebuilt, their transaction is open between the pieces.
    if (!tables || tables.database.isTransaction || derived.isMoved() || !tables.isKnown(name)) return false
    if (!tables.isLagging([name])) return true
    return unlessBusy(() => withoutWaiting(tables.database, () => tables.writeLater(name))) && !tables.isLagging([name])
  }

  /** Runs `work` under the lock that excludes other processes. */
  async function underLock<T>(work: () => T | Promise<T>): Promise<T> {
    await lock.acquire()
    try {
      return await work()
    } finally {
      await lock.free(false)
    }
  }

  /** The same, one work at a time in this process. */
  function locked<T>(work: () => T | Promise<T>): Promise<T> {
    return queue.run(() => underLock(work))
  }

  /** Runs `work` on current tables; rebuilds damaged ones and tries again. Call it under the lock. */
  async function onTables<T>(
    work: (tables: SeenTables) => T | Promise<T>,
    names = journalNames,
    mayLag = false,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(await bringUp(names, mayLag))
      } catch (error) {
        const isUnusable = isStale(error) || isCut(error, open !== undefined)
        if (attempt === mostAttempts || !(isUnusable || derived.isMoved())) throw storeError(file, error)
        if (isUnusable) beginAnew()
        else closeTables()
      }
    }
  }

  function beginAnew(): void {
    open = undefined
    derived.discard()
  }

  /** Opens the tables, and has them follow the journals; with `mayLag`, only by lines of others. */
  async function bringUp(names = journalNames, mayLag = false): Promise<SeenTables> {
    if (open && mayLag && names.every(open.isKnown)) return open
    if (open && derived.isMoved()) closeTables()
    if (!open) {
      for (const folder of [journalFolder, '.daybook', 'state'].map((name) => join(root, name))) {
        const found = fs.statSync(folder, { throwIfNoEntry: false })
        if (found) tighten(folder, found.mode)
      }
      check()
      open = seenTables(root, tablesOf(await derived.open()))
    }
    const tables = open
    for (const name of names) {
      if (tables.isKnown(name) && tables.writeLater(name)) continue
      const version = statJournal(root, name)?.version
      const removed = await followJournal({ root, tables, damaged }, name)
      tables.see(name, version)
      // Their removal is written to the journal, so that a merge with a copy that has them does not restore them.
      const work = (draft: JournalDraft): void => removed.forEach(draft.removed)
      if (removed.length > 0) await make(name, [{ work, options: {} }], tables)
    }
    return tables
  }

  async function read<T>(name: JournalName, work: (statement: Statements) => T): Promise<T> {
    const readIn = ({ database, statement }: Tables): T => inTransaction(database, () => work(statement), 'BEGIN')
    if (open)
      try {
        if (isCurrent(name)) return readIn(open)
      } catch (error) {
        if (!(isStale(error) || derived.isMoved())) throw storeError(file, error)
        if (isStale(error)) await locked(beginAnew)
      }
    return locked(() => onTables(readIn))
  }

  /** Makes operations, all or none: by their lines alone if their rows can be written later. */
  async function make<T>(
    name: JournalName,
    operations: readonly Operation<T>[],
    tables: SeenTables,
    mayLag = true,
  ): Promise<T[]> {
    writer ??= await writerOf(root)
    const note = name === 'items' ? noteReadings : undefined
    try {
      const { results, hasReadings, isBroken } = tables.append(name, operations, { by: writer, note, mayLag })
      if (hasReadings) unwritten.clear()
      // The journal has the operations; the tables are made anew from it.
      if (isBroken) beginAnew()
      return results
    } catch (error) {
      if (error !== mustFollow) throw error
    }
    return make(name, operations, mayLag ? tables : await bringUp([name]), false)
  }

  function noteReadings({ line }: JournalDraft): void {
    // What was read before a new version says nothing about it.
    for (const { as } of line.put) unwritten.delete(as)
    Object.assign(line.read, Object.fromEntries(unwritten))
  }

  async function touch<T>(work: (statement: Statements, note: NoteReading) => T): Promise<T> {
    const touchIn = ({ database, statement }: Tables): T => {
      const noted = new Map<string, ItemReading>()
      const result = inTransaction(database, () => work(statement, (as, reading) => noted.set(as, reading)))
      for (const [as, reading] of noted) unwritten.set(as, reading)
      return result
    }
    const done = open && touchAtOnce(open, touchIn)
    const { result } = done || { result: await locked(() => onTables(touchIn)) }
    if (unwritten.size >= mostReadings) await writeReadings()
    return result
  }

  /** Undefined if another process is writing, or if the tables need attention first. */
  function touchAtOnce<T>(tables: Tables, touchIn: (tables: Tables) => T): { result: T } | undefined {
    try {
      return isCurrent('items') ? { result: withoutWaiting(tables.database, () => touchIn(tables)) } : undefined
    } catch (error) {
      if (isBusy(error) || isStale(error) || derived.isMoved()) return undefined
      throw storeError(file, error)
    }
  }

  async function compact(name: JournalName): Promise<void> {
    await onTables(async (tables) => {
      const stat = await compactJournal({ root, tables, damaged }, name)
      open?.see(name, stat.version)
    })
  }

  /** What fails here must not fail the operation, which has already succeeded. */
  async function tidy(name: JournalName): Promise<void> {
    const { followed, applied = 0 } = open?.seen(name) ?? {}
    const { offset = 0, compacted = 0 } = followed ?? {}
    const hasGarbage = (content: number): boolean => offset > 1.5 * content + leastGarbage
    try {
      if (offset - applied > longestLag) await onTables(() => undefined, [name])
      const isGarbage =
        hasGarbage(Math.abs(compacted)) && hasGarbage(await onTables(({ measure }) => measure(name), [name]))
      if (!isGarbage && !(compacted < 0 && offset <= smallJournal)) return
      await compact(name)
      unlessBusy(() => open && emptyLog(open.database))
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
    }
  }

  async function purgeLocked(logsOnly: boolean): Promise<boolean> {
    const due = await onTables(({ followed }) => journalNames.filter((name) => isDue(followed(name)) || !logsOnly))
    for (const name of due) if (statJournal(root, name)) await compact(name)
    return onTables(({ database }) => (logsOnly && due.length === 0 ? emptyLog(database) : writeAnew(database)))
  }

  /** Whether a journal has removed text. Tables whose files are gone cannot tell: the next to make them anew finds it. */
  function hasDue(): boolean {
    try {
      return journalNames.some((name) => isDue(open?.followed(name)))
    } catch (error) {
      if (isStale(error) || derived.isMoved()) return false
      throw storeError(file, error)
    }
  }

  /** Writes the rows that were left for later. What fails here fails again where they are needed. */
  async function followUp(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (open?.isLagging() && !derived.isMoved()) await locked(() => onTables(() => undefined)).catch(() => undefined)
  }

  async function writeReadings(): Promise<void> {
    if (unwritten.size === 0) return
    const operations = [{ work: noteReadings, options: { durable: false } }]
    await locked(() => onTables((tables) => make('items', operations, tables), ['items']))
  }

  return {
    isReadOnly: false,
    read,
    write: createWriteTogether({
      queue,
      underLock,
      async make(name, operations) {
        const done = await onTables((tables) => make(name, operations, tables), [name], true)
        await tidy(name)
        if (open?.isLagging()) timer ??= setTimeout(followUp, lagMs)
        return done
      },
    }),
    touch,
    async purge(logsOnly = false) {
      await writeReadings()
      return locked(() => purgeLocked(logsOnly))
    },
    locked,
    compare: (work) => locked(async () => work((await bringUp()).statement)),
    compact: (name) => locked(() => compact(name)),
    discard: () => locked(beginAnew),
    damaged,
    async close() {
      await queue.idle()
      try {
        if (open) {
          await followUp()
          await writeReadings()
          if (hasDue()) await locked(() => purgeLocked(true))
          await locked(closeTables)
        }
      } finally {
        lock.close()
      }
    },
  }
}
