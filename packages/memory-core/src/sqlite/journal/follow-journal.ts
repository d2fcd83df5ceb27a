import { inTransaction } from '../../disk/database.ts'
import { placeOf, refusedIn } from '../../disk/disk.ts'
import { appendText } from '../../disk/durable-files.ts'
import { compactLines, foldLines, type JournalState, nextNumber } from '../../journal/fold.ts'
import type { FileStat } from '../../storage/files.ts'
import { dropCopyMarksSql, moveRevisionSql, useSql } from '../record-row.ts'
import { emptyTables, type Followed, type Tables } from '../tables-file.ts'
import type { JournalStore } from './journal-store.ts'
import {
  createDamagedLines,
  type DamagedLines,
  type JournalName,
  journalNames,
  journalPath,
  readLines,
  rewriteJournal,
  statJournal,
  tailSum,
} from './journal-text.ts'
import { applyJournalLine, applyState, createDraft } from './table-changes.ts'

interface Followers {
  root: string
  tables: Tables
  damaged: DamagedLines
}

/** A longer tail is not one operation of a process that died, so the tables are rebuilt instead. */
const longestTail = 16 * 1024 * 1024
/** Rebuilt tables start their revisions at a random multiple of this, so that earlier revisions are recognised. */
const revisionSpan = 2 ** 32
const mostSpans = 2 ** 20
/** Estimated bytes of one removal in a line. */
const removalBytes = 15

/** Whether a revision belongs to the tables whose last revision is `last`. Revision 0 belongs to all. */
export function isOwnRevision(revision: number, last: number): boolean {
  return revision === 0 || Math.floor(revision / revisionSpan) === Math.floor(last / revisionSpan)
}

/**
 * Brings the tables up to date by new lines if possible, else from the beginning. Call it under the lock.
 * @returns the `as` of the things that a person deleted from the text
 */
export async function followJournal(followers: Followers, name: JournalName): Promise<string[]> {
  const { root, tables } = followers
  const stat = statJournal(root, name)
  const followed = tables.followed(name)
  if (!stat && !followed) return []
  const isSame = stat && followed && stat.generation === followed.generation && stat.size >= followed.offset
  if (!isSame || tailSum(root, name, followed.offset) !== followed.tail) return rebuild(followers, name, stat)
  if (stat.size === followed.offset || (await followTail(followers, name, followed, stat))) return []
  return rebuild(followers, name, stat)
}

/** Applies the new lines; false if they do not continue the known ones, as after a merge or a restored copy. */
async function followTail(
  { root, tables, damaged }: Followers,
  name: JournalName,
  from: Followed,
  stat: FileStat,
): Promise<boolean> {
  if (stat.size - from.offset > longestTail) return false
  const { lines, end, damaged: bad } = await readLines(root, name, from.offset)
  let { n } = from
  for (const line of lines) {
    if (line.n <= n) return false
    n = nextNumber(line) - 1
  }
  damaged.found(name, bad)
  inTransaction(tables.database, () => {
    for (const line of lines) {
      const draft = createDraft(tables, line.by)
      applyJournalLine(draft, line)
      draft.end()
      tables.statement(useSql).run(name, line.by, nextNumber(line) - 1)
    }
    tables.follow(name, { ...from, offset: end, tail: tailSum(root, name, end), n })
  })
  return true
}

async function rebuild(followers: Followers, name: JournalName, stat: FileStat | undefined): Promise<string[]> {
  const { root, tables, damaged } = followers
  const folded = await foldJournal(root, name)
  damaged.found(name, folded.damaged, true)
  const { state, end } = folded
  const lost =
    folded.damaged.length === 0 && isThinned(followers, name, stat) ? missing(tables, lifeSql[name], state) : []
  const { database } = tables
  database.exec('BEGIN IMMEDIATE')
  try {
    const isNew = tables.followed(name) === undefined && state.live.size > 0
    // Without the marks of captures, as after `git revert`, messages are read anew, as a new clone reads them.
    const isReread = (): boolean => lost.length === 0 && missing(tables, [capturesSql], state).length > 0
    if (name === 'records' && (isNew || isReread())) {
      tables.statement(moveRevisionSql).run((1 + Math.floor(Math.random() * mostSpans)) * revisionSpan)
      // Marks of this copy quote revisions that are over; the others are in the text.
      database.exec('DELETE FROM record_marks')
    }
    const draft = createDraft(tables, '')
    await applyState(draft, name, state)
    draft.end()
    const tail = tailSum(root, name, end)
    // A compaction keeps the removals.
    const compacted = state.isLoose ? -1 : state.gone.size * removalBytes
    tables.follow(name, { generation: stat?.generation ?? '', offset: end, tail, n: state.n, compacted })
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return lost
}

/**
 * Whether a text is the followed one with some lines deleted: it is shorter and ends alike. An older version, another
 * branch or a truncated text ends differently; the lines that it lacks are not removed from other copies.
 */
function isThinned({ root, tables }: Followers, name: JournalName, stat: FileStat | undefined): boolean {
  const { offset = 0, tail } = tables.followed(name) ?? {}
  return stat !== undefined && stat.size < offset && tailSum(root, name, stat.size) === tail
}

export const lifeSql = {
  records: ['SELECT born FROM records', "SELECT born FROM record_marks WHERE born <> ''"],
  items: ['SELECT born FROM items'],
} as const
const capturesSql = "SELECT born FROM record_marks WHERE key GLOB 'captured:*'"

function missing({ statement }: Tables, sqls: readonly string[], { versions, gone }: JournalState): string[] {
  const lives = sqls.flatMap((sql) => statement(sql).all()).map(({ born }) => String(born))
  return lives.filter((as) => !versions.has(as) && !gone.has(as))
}

export async function foldJournal(root: string, name: JournalName) {
  const { lines, ...rest } = await readLines(root, name)
  return { state: foldLines(lines), ...rest }
}

/** Rewrites a journal without garbage; keeps its damaged lines beside it. Needs the lock and current tables. */
export async function compactJournal({ root, tables, damaged }: Followers, name: JournalName): Promise<FileStat> {
  const { state, damaged: bad } = await foldJournal(root, name)
  if (bad.length > 0) {
    const path = `${journalPath(name)}.corrupt-${new Date().toISOString().replace(/[-:.]/g, '')}.jsonl`
    await appendText(root, placeOf(root, path), path, bad.map(({ text }) => `${text}\n`).join(''))
  }
  const stat = await rewriteJournal(root, name, compactLines(state))
  damaged.found(name, [], true)
  tables.statement(dropCopyMarksSql).run()
  const { generation, size } = stat
  // One statement is a transaction of its own.
  tables.follow(name, { generation, offset: size, tail: tailSum(root, name, size), n: state.n, compacted: size })
  return stat
}

/** The journals of a read-only directory. Their tables are in memory, and are rebuilt when the text has changed. */
export function createReadOnlyJournals(root: string): JournalStore {
  const damaged = createDamagedLines()
  let known: { versions: string; tables: Promise<Tables> } | undefined

  function current(): Promise<Tables> {
    const versions = journalNames.map((name) => statJournal(root, name)?.version).join(' ')
    if (known?.versions !== versions) known = { versions, tables: follow(known?.tables) }
    return known.tables
  }

  async function follow(before: Promise<Tables> | undefined): Promise<Tables> {
    const tables = (await before) ?? emptyTables()
    for (const name of journalNames) await followJournal({ root, tables, damaged }, name)
    return tables
  }

  const refuse = refusedIn(root)

  return {
    isReadOnly: true,
    async read(_, work) {
      const { database, statement } = await current()
      return inTransaction(database, () => work(statement), 'BEGIN')
    },
    write: refuse,
    touch: refuse,
    purge: refuse,
    compact: refuse,
    discard: refuse,
    locked: async (work) => work(),
    compare: async (work) => work((await current()).statement),
    damaged,
    async close() {
      const tables = await known?.tables
      tables?.close()
    },
  }
}
