import fs from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { CheckRequest, Finding } from '../storage/finding.ts'
import { unpackKey } from '../storage/pack-key.ts'
import { type Connection, createConnection, versionOf } from './connection.ts'
import { isDamage, sqliteCode } from './database.ts'
import { openUnchanged } from './read-only-store.ts'
import { repairRows, salvageStore, settleStore } from './repair-store.ts'
import { type Salvage, salvageOf } from './salvage.ts'
import { keptBeside, lostError } from './set-aside.ts'
import type { StoreFile } from './store-file.ts'
import { isStoreLost } from './store-mark.ts'
import { emptyStore, storeFormat } from './store-migrations.ts'
import { type BadRow, type CheckedTable, checkedTables, type NumberedRow, rowsOf } from './store-rows.ts'

interface Look {
  /** What SQLite says of the file as a whole. */
  broken: string[]
  bad: BadRow[]
  /** The format, when it is one that only a newer Daybook reads. */
  newer?: number
}

const path = 'state/store.db'
const place = 'store'
const mostNamed = 20

/** Checks the store's database: its pages, its indexes, and each row against its own checksum. Reads all of it. */
export async function checkStore(file: string, store: StoreFile, { repair, signal }: CheckRequest): Promise<Finding[]> {
  const found = await checkFile(file, store, { repair, signal })
  // A store that cannot be opened takes nothing over.
  const isUsable = found.every(({ repaired }) => repaired !== false)
  return [...found, ...(await checkKept(file, store, repair && isUsable))]
}

async function checkFile(
  file: string,
  store: StoreFile,
  { repair, signal }: Pick<CheckRequest, 'repair' | 'signal'>,
): Promise<Finding[]> {
  if (isStoreLost(file)) return [lostFinding(file, repair)]
  if (!fs.existsSync(file)) return []
  const { broken, bad, newer } = await look(file, signal)
  if (newer !== undefined)
    return [
      {
        severity: 'error',
        place,
        path,
        problem: `the store has format ${newer}, this version of Daybook reads up to ${storeFormat}`,
        remedy: 'upgrade @daybook/memory-core',
        ...(repair && { repaired: false }),
      },
    ]
  if (broken.length > 0) return [await brokenFinding(file, store, broken, repair)]
  const repaired = repair && bad.length > 0 ? await repairRows(file, store, bad) : undefined
  return rowFindings(bad, repaired)
}

async function look(file: string, signal: AbortSignal | undefined): Promise<Look> {
  const found: Look = { broken: [], bad: [] }
  let database: DatabaseSync | undefined
  try {
    database = openUnchanged(file)
    const version = versionOf(database)
    if (version > storeFormat) return { ...found, newer: version }
    // An older one has no checksums yet: they come with its next use.
    if (version < storeFormat) return found
    for (const { integrity_check: said } of database.prepare('PRAGMA integrity_check(20)').all())
      if (said !== 'ok') found.broken.push(String(said))
    if (found.broken.length > 0) return found
    if (!(await hasOurColumns(database))) found.broken.push('the names of its columns are not as they were written')
    if (found.broken.length > 0) return found
    for (const table of checkedTables) await lookAtRows(database, table, found, signal)
    if (isCounterBehind(database)) found.broken.push('the counter of revisions is behind the records')
  } catch (error) {
    // Of a schema that is not as it was written, SQLite says that our own statements are wrong.
    if (!isDamage(error) && sqliteCode(error) !== 1) throw error
    found.broken.push(error instanceof Error ? error.message : String(error))
  } finally {
    database?.close()
  }
  return found
}

/** SQLite takes no notice of capitals in the name of a column, but rows have them under the name as it is in the file. */
async function hasOurColumns(database: DatabaseSync): Promise<boolean> {
  const empty = await emptyStore()
  try {
    const [ours, theirs] = [empty, database].map((one) => JSON.stringify(one.prepare(columnsSql).all()))
    return ours === theirs
  } finally {
    empty.close()
  }
}

const columnsSql = `SELECT tables.name AS inTable, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY tables.name, columns.name`

async function lookAtRows(
  database: DatabaseSync,
  table: CheckedTable,
  found: Look,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const rows of rowsOf(database, table, signal))
    for (const row of rows) {
      const verdict = table.verdict(row)
      if (verdict !== 'sound') found.bad.push({ table, row, verdict })
    }
}

function isCounterBehind(database: DatabaseSync): boolean {
  const row = database.prepare(
    `SELECT (SELECT last FROM record_revision) AS last,
      max((SELECT coalesce(max(revision), 0) FROM records), (SELECT coalesce(max(revision), 0) FROM removed_records)) AS highest`,
  )
  const { last, highest } = row.get() ?? {}
  return Number(last ?? 0) < Number(highest ?? 0)
}

function lostFinding(file: string, repair: boolean): Finding {
  const isEmpty = fs.existsSync(file)
  if (repair) lostError(file)
  return {
    severity: 'error',
    place,
    path,
    problem: `the store ${isEmpty ? 'has no byte' : 'is gone'}, though it held records or items`,
    remedy: repair
      ? 'an empty one takes its place; what can be captured from the sessions comes back with the next recall'
      : 'restore a backup of it; a repair begins with an empty one and captures again from the sessions',
    ...(repair && { repaired: true }),
  }
}

async function brokenFinding(
  file: string,
  store: StoreFile,
  broken: readonly string[],
  repair: boolean,
): Promise<Finding> {
  const saved = repair ? await salvageStore(file, store) : undefined
  return {
    severity: 'error',
    place,
    path,
    problem: `the file of the store is damaged: ${broken.slice(0, 3).join('; ').replaceAll(/\s+/g, ' ')}`,
    remedy: saved
      ? `${outcomeOf(saved.salvage)}; the damaged store is kept as ${saved.kept}`
      : 'restore a backup, or let a repair move it to a name of its own and take over the rows that can be read',
    ...(repair && { repaired: saved !== undefined }),
  }
}

/** A loss stays one until somebody has seen it: the file is deleted, or a repair was asked for. */
async function checkKept(file: string, store: StoreFile, repair: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kept of keptBeside(file)) {
    const settled = repair ? await settleStore(file, store, kept) : undefined
    const salvage = settled ? settled.salvage : salvageIn(file, kept)
    findings.push({
      severity: 'warn',
      place,
      path: `state/${basename(kept)}`,
      problem: `a store was damaged or lost, and this is left of it: ${outcomeOf(salvage)}`,
      remedy: settled
        ? `it is kept as ${settled.kept}, and said no more`
        : 'restore a backup if something is missed; then delete it, or let a repair take over what can be read and settle it',
      ...(settled && { repaired: true }),
    })
  }
  return findings
}

function outcomeOf(salvage: Salvage | undefined): string {
  if (salvage === undefined) return 'nothing was taken over yet'
  const { rows, lost } = salvage
  const rest = lost === null ? 'how many could not, nothing tells' : `${lost} could not`
  return `${rows} rows could be read and were taken over, ${rest}`
}

/** What the store says of one that was set aside, if it can be asked. */
function salvageIn(file: string, kept: string): Salvage | undefined {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  let connection: Connection | undefined
  try {
    connection = createConnection(openUnchanged(file))
    return salvageOf(connection.statement, kept)
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    return undefined // what is wrong with it is another finding
  } finally {
    connection?.close()
  }
}

function rowFindings(bad: readonly BadRow[], kept: string | undefined): Finding[] {
  const shownRows = bad.slice(0, mostNamed).map(({ table, row, verdict }): Finding => {
    const isDamaged = verdict === 'damaged'
    const set = kept === undefined ? 'restore it from a backup, or let a repair move it' : 'it was moved'
    const remedy = isDamaged ? `${set} to ${kept ?? `a file beside the store`}` : 'its columns are written anew from it'
    return {
      severity: isDamaged ? 'error' : 'warn',
      place: table.name,
      path,
      problem: `${table.name} ${nameOf(row, table)} ${isDamaged ? 'is not as it was written' : 'is found by wrong values'}`,
      remedy,
      ...(kept !== undefined && { repaired: true }),
    }
  })
  const more = bad.length - shownRows.length
  if (more <= 0) return shownRows
  const problem = `${more} more rows are damaged`
  return [
    ...shownRows,
    { severity: 'error', place, path, problem, remedy: 'as above', ...(kept !== undefined && { repaired: true }) },
  ]
}

function nameOf(row: NumberedRow, { key }: CheckedTable): string {
  const name = row[key]
  return JSON.stringify(typeof name === 'string' ? unpackKey(name) : String(row.number)).slice(0, 80)
}
