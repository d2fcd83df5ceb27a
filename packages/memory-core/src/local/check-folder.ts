import fs from 'node:fs'
import { basename, join } from 'node:path'
import { damageOf, databaseSuffixes, sqliteCode } from '../disk/database.ts'
import { entriesIn, isTemporary, namesBelow } from '../disk/disk.ts'
import { removeLitter } from '../disk/durable-files.ts'
import { journalHeader } from '../journal/journal-line.ts'
import type { IndexFile } from '../sqlite/index-file.ts'
import { followJournal } from '../sqlite/journal/follow-journal.ts'
import { type JournalStore, tablesPath } from '../sqlite/journal/journal-store.ts'
import {
  appendJournal,
  createDamagedLines,
  type JournalName,
  journalFolder,
  journalNames,
  journalPath,
  readLines,
} from '../sqlite/journal/journal-text.ts'
import type { Statements } from '../sqlite/journal/table-changes.ts'
import { everySql, type PassageRow, passageOf } from '../sqlite/passage-row.ts'
import { emptyTables } from '../sqlite/tables-file.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { type CheckRequest, type Finding, warning } from '../storage/storage.ts'

const corruptName = /\.corrupt-[^/]*$/
const logSuffix = /-(?:wal|shm|journal)$/

/** Checks everything but the text files of the layers. `index` is undefined if it is not on the disk. */
export async function checkFolder(
  { root, store, index }: { root: string; store: JournalStore; index: IndexFile | undefined },
  request: CheckRequest,
): Promise<Finding[]> {
  return [
    ...(await checkJournals(root, store, request)),
    ...(index ? checkIndex(join(root, 'state', 'index.db'), index, request) : []),
    ...checkLocks(join(root, '.daybook', 'lock.db'), request),
    ...checkNames(root, request),
  ]
}

const mostNamed = 20

async function checkJournals(root: string, store: JournalStore, request: CheckRequest): Promise<Finding[]> {
  const { repair } = request
  const findings: Finding[] = []
  for (const name of journalNames) {
    const own = journalPath(name)
    for (const copy of copiesOf(root, name)) {
      if (repair) await store.locked(() => mergeCopy(root, name, copy))
      const problem = "it may be a sync tool's copy of a journal, and is not read"
      const done = repair && `it was merged into ${own}`
      findings.push(warning(name, copy, problem, `a repair merges it into ${own}`, done))
    }
    const { damaged } = await store.locked(() => readLines(root, name))
    const problems = damaged.slice(0, mostNamed).map(({ error }) => error.message)
    if (damaged.length > mostNamed) problems.push(`${damaged.length - mostNamed} more lines are damaged`)
    if (problems.length > 0 && repair) await store.compact(name)
    const remedy = 'restore it from a backup, or let a repair move it to a file beside the journal'
    for (const problem of problems) {
      const found = warning(name, own, problem, remedy, repair && `it was moved to ${own}.corrupt-….jsonl`)
      findings.push(problem.includes('torn off') ? found : { ...found, severity: 'error' })
    }
  }
  return [...findings, ...(await checkTables(root, store, request))]
}

/** The copies of a journal that a sync tool made. */
function copiesOf(root: string, name: JournalName): string[] {
  const names = entriesIn(join(root, journalFolder)).map((entry) => entry.name)
  const alike = names.filter((one) => one.startsWith(name) && one.endsWith('.jsonl') && one !== `${name}.jsonl`)
  const copies = alike.filter((one) => !one.includes('.jsonl.corrupt-')).sort(compareTexts)
  return copies.map((copy) => `${journalFolder}/${copy}`)
}

/** Lines may be in any order, so the ones that only the copy has are appended. */
function mergeCopy(root: string, name: JournalName, copy: string): void {
  const known = new Set(linesOf(join(root, journalPath(name))))
  const added = linesOf(join(root, copy)).filter((line) => line !== journalHeader && !known.has(line))
  if (added.length > 0) appendJournal(root, name, added.map((line) => `${line}\n`).join(''), true)
  fs.rmSync(join(root, copy))
}

function linesOf(file: string): string[] {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return text.split('\n').filter((line) => line !== '')
}

async function checkTables(root: string, store: JournalStore, { repair }: CheckRequest): Promise<Finding[]> {
  const problem = damageOf(join(root, tablesPath)) ?? (await differenceOf(root, store))
  if (problem === undefined) return []
  if (repair) await store.discard()
  const remedy = 'delete them, or let a repair do it: they are derived'
  const done = repair && 'they were deleted, and are made again from the journals'
  return [warning('tables', tablesPath, `the tables of the journals are damaged: ${problem}`, remedy, done)]
}

const rowsSql = [
  'SELECT id, type, kind, priority, strength, tokens, archived_at, scope, tags, born, body FROM records ORDER BY id',
  "SELECT key, value, born FROM record_marks WHERE born <> '' ORDER BY key",
  'SELECT namespace, key, created_at, updated_at, born, value FROM items ORDER BY namespace, key',
] as const

/** Compares the tables with fresh ones that are made from the journals. Undefined if they are equal. */
async function differenceOf(root: string, store: JournalStore): Promise<string | undefined> {
  if (!fs.existsSync(join(root, tablesPath))) return undefined
  const rows = (statement: Statements): string => JSON.stringify(rowsSql.map((sql) => statement(sql).all()))
  const tables = emptyTables()
  try {
    return await store.compare(async (statement) => {
      for (const name of journalNames) await followJournal({ root, tables, damaged: createDamagedLines() }, name)
      return rows(statement) === rows(tables.statement) ? undefined : 'they differ from the journals'
    })
  } catch (error) {
    if (sqliteCode(error) === undefined || !(error instanceof Error)) throw error
    return error.message
  } finally {
    tables.close()
  }
}

function checkIndex(file: string, index: IndexFile, { repair }: CheckRequest): Finding[] {
  const problem = damageOf(file, (database) => {
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
  const problem = damageOf(file)
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
