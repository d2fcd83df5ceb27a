import { inTransaction } from '../../disk/database.ts'
import { refusedIn } from '../../disk/read-only.ts'
import { emptyTables, type Tables } from '../tables-file.ts'
import { followJournal } from './follow-journal.ts'
import type { JournalStore } from './journal-store.ts'
import { createDamagedLines, journalNames, statJournal } from './journal-text.ts'

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
