import fs from 'node:fs'
import { basename, join } from 'node:path'
import { damageOf, databaseSuffixes, openForReading, openForWriting } from '../disk/database.ts'
import { namesBelow } from '../disk/paths.ts'
import { isTemporary, removeLitter } from '../disk/temporary-files.ts'
import type { IndexFile } from '../sqlite/index-file.ts'
import { checkJournals } from '../sqlite/journal/check-journals.ts'
import type { JournalStore } from '../sqlite/journal/journal-store.ts'
import { type PassageRow, passageOf } from '../sqlite/passage-row.ts'
import { everySql } from '../sqlite/passage-sql.ts'
import { type CheckRequest, type Finding, warning } from '../storage/storage.ts'

const corruptName = /\.corrupt-[^/]*$/
const logSuffix = /-(?:wal|shm|journal)$/

/** Checks everything but the text files of the layers. `index` is undefined if it is not on the disk. */
export async function checkFolder(
  { root, store, index }: { root: string; store: JournalStore; index: IndexFile | undefined },
  request: CheckRequest,
): Promise<Finding[]> {
  const state = (name: string): string => join(root, 'state', name)
  return [
    ...(await checkJournals(root, store, request)),
    ...(index ? checkIndex(state('index.db'), index, request) : []),
    ...checkLocks(join(root, '.daybook', 'lock.db'), request),
    ...checkNames(root, request),
  ]
}

function checkIndex(file: string, index: IndexFile, { repair }: CheckRequest): Finding[] {
  const problem = damageOf(file, openForWriting, (database) => {
    database.exec("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    for (const row of database.prepare(everySql).iterate()) passageOf(row as unknown as PassageRow)
  })
  if (problem === undefined) return []
  if (repair) index.discard()
  const remedy = 'delete it, or let a repair do it: it is derived'
  const done = repair && 'it was deleted, and is filled again from the files'
  return [warning('search index', 'state/index.db', `the index is damaged: ${problem}`, remedy, done)]
}

function checkLocks(file: string, { repair }: CheckRequest): Finding[] {
  const problem = damageOf(file, openForReading)
  if (problem === undefined) return []
  const remedy = 'stop every process that uses the memory and delete it'
  const done = repair && `it is kept as ${basename(setAside(file))}; a new one is made`
  const found = warning('locks', '.daybook/lock.db', `the lock is damaged: ${problem}`, remedy, done)
  return [{ ...found, severity: 'error' }]
}

function setAside(file: string): string {
  const kept = `${file}.corrupt-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of databaseSuffixes.toReversed())
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, kept + suffix)
  return kept
}

function checkNames(root: string, { repair, folders }: CheckRequest): Finding[] {
  const problem = 'it was set aside when it was found damaged'
  return namesBelow(root, folders).flatMap((path): Finding[] => {
    if (corruptName.test(path) && !logSuffix.test(path))
      return [{ ...warning('folder', path, problem, 'delete it once nothing in it is needed'), severity: 'info' }]
    return isTemporary(basename(path)) ? [litterFinding(root, path, repair)] : []
  })
}

function litterFinding(root: string, path: string, repair: boolean): Finding {
  const file = join(root, path)
  if (repair) removeLitter(join(file, '..'))
  const isGone = !fs.existsSync(file)
  const problem = 'a half-written file, whose writer is still running or has died'
  const remedy = isGone ? 'it was removed' : 'the next write there removes it, once its writer is gone'
  return { ...warning('folder', path, problem, remedy), severity: 'info', ...(repair && { repaired: isGone }) }
}
