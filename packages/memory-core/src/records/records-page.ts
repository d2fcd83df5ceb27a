import { isoTime } from '../clock.ts'
import type { RecordCount } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import { mostListed, printRecords } from './print-records.ts'
import type { RecordBook } from './record-book.ts'

/** RECORDS.md: the records for people, generated from the store and never read back. */
export interface RecordsPage {
  /** Relative to the memory's directory. */
  readonly path: string
  /**
   * Writes the page when records were learned, changed or removed since it was written last, by whichever process, or
   * when it is gone. Costs one look at the store otherwise. Writes nothing while there never was a record.
   */
  refresh(): Promise<void>
  /** Writes it anew: what it shows may not be there any more. */
  renew(): Promise<void>
}

/** The mark of the revision that the page shows. */
const pageMark = 'records-page'
/** The mark of a page that shows nobody knows what. */
const noRevision = 'none'

/** Touches no disk until it is used. Takes the lock `records-page`: never call `refresh` inside another lock. */
export function createRecordsPage(
  { storage, clock, report }: Setting,
  book: RecordBook,
  directory: string,
): RecordsPage {
  const { store } = book
  const path = `${directory}/RECORDS.md`

  async function isCurrent(): Promise<boolean> {
    const [revision, stat, marks] = await Promise.all([
      store.revision(),
      storage.files.stat(path),
      store.marks([pageMark]),
    ])
    const isThere = stat !== undefined
    // Where the store was lost, the page must not go on listing what is gone.
    if (revision === 0 && !isThere) return true
    return marks.get(pageMark) === String(revision) && isThere
  }

  async function write(): Promise<void> {
    // Asked first: what is changed while the page is made is shown by the next one.
    const revision = await store.revision()
    const records = await store.list({ order: 'strength', limit: mostListed })
    const counts = await store.count()
    const listing = { records, active: sum(counts, false), archived: sum(counts, true) }
    await keepOther()
    await storage.files.write(path, printRecords(listing))
    await store.write({ marks: { [pageMark]: String(revision) } })
  }

  /** A page that this store did not write shows what another one held, which is gone: the only list of it that is left. */
  async function keepOther(): Promise<void> {
    if ((await store.marks([pageMark])).has(pageMark)) return
    if ((await storage.files.stat(path)) !== undefined) await setAside()
    // From here on a page is this store's, also one whose revision could not be marked any more.
    await store.write({ marks: { [pageMark]: noRevision } })
  }

  async function setAside(): Promise<void> {
    const time = isoTime(clock()).replace(/[-:.]/g, '')
    await storage.files.rename(path, `${path}.corrupt-${time}`)
    const message = `the records are not those that ${path} shows: the page is kept as ${path}.corrupt-${time}`
    report({ type: 'file-quarantined', level: 'warn', message, path: `${path}.corrupt-${time}` })
  }

  async function refresh(): Promise<void> {
    if (await isCurrent()) return
    await storage.lock([pageMark], async () => {
      if (!(await isCurrent())) await write()
    })
  }

  return {
    path,
    refresh,
    async renew() {
      if ((await store.marks([pageMark])).has(pageMark)) await store.write({ marks: { [pageMark]: noRevision } })
      await refresh()
    },
  }
}

function sum(counts: readonly RecordCount[], archived: boolean): number {
  return counts.reduce((total, count) => total + (count.archived === archived ? count.records : 0), 0)
}
