import fs from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { CheckRequest, Finding } from '../storage/finding.ts'
import { checkStore } from './check-store.ts'
import { isDamage, openForReading, openForWriting } from './database.ts'
import type { LocalPassages } from './local-passages.ts'
import { type PassageRow, passageOf } from './passage-row.ts'
import { everySql } from './passage-sql.ts'
import { namesBelow } from './paths.ts'
import { setAside } from './set-aside.ts'
import type { StoreFile } from './store-file.ts'
import { isTemporary, removeLitter } from './temporary-files.ts'

/** What of a folder is checked here: all that is no text file of a layer. */
export interface CheckedFolder {
  root: string
  store: StoreFile
  /** Undefined where the index is not on the disk. */
  passages: LocalPassages | undefined
}

const corruptName = /\.corrupt-[^/]*$/
const keptStore = /^state\/store\.db\.corrupt-[^.-]+(?:-\d+)?$/
const ownStore = /^state\/store\.(?:db(?:-wal|-shm|-journal)?|json)$/
const recordsPage = /(?:^|\/)RECORDS\.md(?:\.corrupt-[^/]*)?$/
const storeTrace = /^state\/store\.(?:db|json)/
const logSuffix = /-(?:wal|shm|journal)$/

/** Checks a local storage: the store row by row, the search index, the locks, and what dead processes left. */
export async function checkFolder({ root, store, passages }: CheckedFolder, request: CheckRequest): Promise<Finding[]> {
  const pages = checkRecordsPage(root, request)
  const told = new Set(pages.map(({ path }) => path))
  const state = (name: string): string => join(root, 'state', name)
  return [
    ...(await checkStore(state('store.db'), store, request)),
    ...(passages ? checkIndex(state('index.db'), passages, request) : []),
    ...checkLocks(state('lock.db'), request),
    ...pages,
    ...checkNames(root, request).filter(({ path }) => !told.has(path)),
  ]
}

function checkIndex(file: string, passages: LocalPassages, { repair }: CheckRequest): Finding[] {
  const problem = damageOf(file, openForWriting, (database) => {
    database.exec("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    for (const row of database.prepare(everySql).iterate()) passageOf(row as unknown as PassageRow)
  })
  if (problem === undefined) return []
  if (repair) passages.discard()
  const remedy = repair
    ? 'it was deleted, and is filled again from the files'
    : 'delete it, or let a repair do it: it is derived'
  const place = { place: 'search index', path: 'state/index.db' }
  return [
    {
      severity: 'warn',
      ...place,
      problem: `the index is damaged: ${problem}`,
      remedy,
      ...(repair && { repaired: true }),
    },
  ]
}

function checkLocks(file: string, { repair }: CheckRequest): Finding[] {
  const problem = damageOf(file, openForReading)
  if (problem === undefined) return []
  const kept = repair ? setAside(file, fs.statSync(file, { bigint: true }).ino) : undefined
  const remedy = kept
    ? `it is kept as ${basename(kept)}; a new one is made`
    : 'stop every process that uses the memory and delete it'
  const place = { place: 'locks', path: 'state/lock.db' }
  return [
    {
      severity: 'error',
      ...place,
      problem: `the lock is damaged: ${problem}`,
      remedy,
      ...(repair && { repaired: kept !== undefined }),
    },
  ]
}

/** What SQLite finds wrong with a database; undefined when it is sound, or not there. */
function damageOf(
  file: string,
  open: (file: string) => DatabaseSync,
  more?: (database: DatabaseSync) => void,
): string | undefined {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  let database: DatabaseSync | undefined
  try {
    database = open(file)
    const said = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
    if (said !== 'ok') return String(said).replaceAll(/\s+/g, ' ')
    more?.(database)
    return undefined
  } catch (error) {
    // Another format has no such table: it is replaced at its next use anyhow.
    if (!isDamage(error)) return undefined
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}

/** A folder `state/` that was deleted leaves nothing of the store, but the page for people says that there was one. */
function checkRecordsPage(root: string, { folders }: CheckRequest): Finding[] {
  const names = namesBelow(root, folders)
  const hasStore = names.includes('state/store.db')
  const pages = names.filter((name) => recordsPage.test(name) && (!hasStore || name.includes('.corrupt-')))
  if (pages.length === 0 || names.some((name) => storeTrace.test(name) && !(hasStore && ownStore.test(name)))) return []
  return pages.map((path) => ({
    severity: 'warn',
    place: 'records',
    path,
    problem: 'it lists records of a store that is gone without a trace',
    remedy: 'restore a backup of the folder state; delete this page when nothing on it is missed',
  }))
}

function checkNames(root: string, { repair, folders }: CheckRequest): Finding[] {
  return namesBelow(root, folders).flatMap((path): Finding[] => {
    if (keptStore.test(path)) return [] // told of with the store
    if (corruptName.test(path) && !logSuffix.test(path))
      return [
        {
          severity: 'info',
          place: 'folder',
          path,
          problem: 'it was set aside when it was found damaged',
          remedy: 'see whether something of it is missed, then delete it',
        },
      ]
    return isTemporary(basename(path)) ? [litterFinding(root, path, repair)] : []
  })
}

function litterFinding(root: string, path: string, repair: boolean): Finding {
  const file = join(root, path)
  if (repair) removeLitter(join(file, '..'))
  const isGone = !fs.existsSync(file)
  return {
    severity: 'info',
    place: 'folder',
    path,
    problem: 'a half-written file: its writer is at work, or has died',
    remedy: isGone ? 'it was removed' : 'it goes with the next write there, once its writer is gone',
    ...(repair && { repaired: isGone }),
  }
}
