import { inTransaction } from '../../disk/database.ts'
import type { Followed, Tables } from '../tables-file.ts'
import { appendJournal, type JournalName, journalNames, statJournal } from './journal-text.ts'
import {
  createDraft,
  type LaterWrites,
  mustFollow,
  type Operation,
  type OperationSetting,
  runOperations,
} from './table-changes.ts'

/** The state of a journal, and the rows that tables which have followed it up to `applied` do not have yet. */
interface SeenJournal {
  version: string | undefined
  followed: Followed | undefined
  later: LaterWrites
  applied: number
}

/** What an append needs besides its operations. */
interface Appending extends Pick<OperationSetting, 'by' | 'note'> {
  /** Whether rows may be left for later. */
  mayLag: boolean
}

interface Appended<T> {
  results: T[]
  hasReadings: boolean
  /** Whether the tables could not be changed: they have to be made anew. */
  isBroken: boolean
}

/** Estimated bytes of all lines: besides its values, that of a record or a mark has about 70, that of an item 230. */
const contentSql = {
  records: `SELECT (SELECT total(octet_length(body) + 70) FROM records)
    + (SELECT total(octet_length(key) + octet_length(value) + 70) FROM record_marks WHERE born <> '') AS bytes`,
  items: `SELECT total(octet_length(namespace) + octet_length(key) + octet_length(value) + 230) AS bytes FROM items`,
} as const

export type SeenTables = ReturnType<typeof seenTables>

/** The tables, with what they have of the journals, and the lines that this process has appended since. */
export function seenTables(root: string, tables: Tables) {
  const seen = new Map<JournalName, SeenJournal>()

  /** Notes that the tables have every row of this version of a journal. */
  function see(name: JournalName, version: string | undefined, followed = tables.followed(name)): void {
    seen.set(name, { version, followed, later: new Map(), applied: followed?.offset ?? 0 })
  }

  /** Writes the rows that wait, within a transaction. False if the tables are not where they were left. */
  function writeRows(name: JournalName, { followed, later, applied }: SeenJournal): boolean {
    if (!followed || later.size === 0) return true
    const { offset, generation } = tables.followed(name) ?? {}
    if (offset !== applied || generation !== followed.generation) return false
    const draft = createDraft(tables, '')
    for (const write of later.values()) write(draft)
    draft.end()
    tables.follow(name, followed)
    return true
  }

  return {
    ...tables,
    see,
    seen: (name: JournalName): SeenJournal | undefined => seen.get(name),
    /** Whether a journal is as it was left. One stat. */
    isKnown(name: JournalName): boolean {
      const known = seen.get(name)
      return known !== undefined && known.version === statJournal(root, name)?.version
    },
    isLagging: (names = journalNames): boolean => names.some((name) => seen.get(name)?.later.size),
    /** Writes the rows that were left for later. False if the tables are not where they were left. */
    writeLater(name: JournalName): boolean {
      const known = seen.get(name)
      if (!known || known.later.size === 0) return true
      const isWritten = inTransaction(tables.database, () => writeRows(name, known))
      if (isWritten) see(name, known.version, known.followed)
      return isWritten
    },
    /** Measures and notes the bytes of a journal that are no garbage, by its rows. Reads all of them, without values. */
    measure(name: JournalName): number {
      const { version, followed } = seen.get(name) ?? {}
      if (!followed) return 0
      const { compacted } = followed
      const bytes = Math.max(Math.abs(compacted), Number(tables.statement(contentSql[name]).get()?.['bytes']))
      tables.follow(name, { ...followed, compacted: compacted < 0 ? -bytes : bytes })
      see(name, version)
      return bytes
    },
    /**
     * Makes operations on a known journal: all or none. They have succeeded once their lines are appended. Unless they
     * may lag, the rows that wait are written with them.
     * @throws {@link mustFollow} if the tables have to be brought up to date first
     */
    append<T>(name: JournalName, operations: readonly Operation<T>[], { by, note, mayLag }: Appending): Appended<T> {
      const known = seen.get(name)
      const { followed: before } = known ?? {}
      // The first line of a journal makes its tables new.
      const later = mayLag && before ? known?.later : undefined
      const left = later?.size
      const outcome: { done?: Appended<T> } = {}
      const work = (): Appended<T> => {
        if (!later && known && !writeRows(name, known)) throw mustFollow
        const made = runOperations(tables, operations, { by, note, later, before })
        const { results, text, isDurable, hasReadings, ...end } = made
        const stat = text === '' ? undefined : appendJournal(root, name, text, isDurable, before?.offset)
        outcome.done = { results, hasReadings, isBroken: false }
        if (!stat) {
          if (known && !later) see(name, known.version, before)
          return outcome.done
        }
        const { generation, size, version, tail } = stat
        const followed = { ...end, generation, offset: size, tail }
        if (known && later) Object.assign(known, { version, followed })
        else {
          tables.follow(name, followed)
          see(name, version, followed)
        }
        return outcome.done
      }
      try {
        return inTransaction(tables.database, work, later ? 'BEGIN' : 'BEGIN IMMEDIATE')
      } catch (error) {
        if (outcome.done) return { ...outcome.done, isBroken: true }
        for (const key of [...(later?.keys() ?? [])].slice(left)) later?.delete(key)
        throw error
      }
    },
  }
}
