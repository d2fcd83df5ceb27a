import { createHash } from 'node:crypto'
import { MemoryError, type Storage } from '@daybook/memory-core'
import { compareTexts, copyRows, itemPages, markPages, recordPages } from '@daybook/memory-core/storage'

/** Options of a copy. */
export interface CopyOptions {
  /** Ends the copy between two steps; call it again to continue. */
  signal?: AbortSignal | undefined
}

/** Numbers found and written; the rest was there already. */
export interface CopyReport {
  files: number
  records: number
  items: number
  /** Data of the layers in the record store, such as which messages were captured. */
  marks: number
  written: number
  /** SHA-256 over every file, record, item and mark; equal for both storages. */
  checksum: string
}

/**
 * Copies a memory from one storage to another: files, records with their marks, items with their times; not the search
 * index, which is rebuilt. Existing content is left alone, so that an interrupted copy continues when it is called
 * again. Neither storage may be written to during the copy; both are read at the end and compared. Items that had
 * expired before they were last written are left behind.
 * @throws MemoryError `version-conflict` if the storages differ at the end: one was written to, or the target had more
 */
export async function copyMemory(from: Storage, to: Storage, options: CopyOptions = {}): Promise<CopyReport> {
  const { signal } = options
  const before = await summarise(from, signal)
  let written = 0
  for (const path of before.paths) {
    signal?.throwIfAborted()
    written += await copyFile(from, to, path)
  }
  written += await copyRows(from, to, signal)
  const { paths, ...after } = await summarise(to, signal)
  refuseDifference(before, { paths, ...after })
  return { files: paths.length, written, ...after }
}

async function copyFile(from: Storage, to: Storage, path: string): Promise<number> {
  const [source, target] = [await from.files.read(path), await to.files.read(path)]
  if (!source || source.text === target?.text) return 0
  await to.files.write(path, source.text, { ifVersion: target?.version ?? null })
  return 1
}

/** A folder's databases are derived, and their content is read through the other ports. */
const database = /^state\/[^/]+\.db/i

type Summary = Awaited<ReturnType<typeof summarise>>

/** Reads everything. The checksum is independent of the order. */
async function summarise(storage: Storage, signal: AbortSignal | undefined) {
  const hashes: string[] = []

  async function add<Row>(pages: AsyncIterable<Iterable<Row>>, fieldsOf: (row: Row) => unknown[]): Promise<number> {
    const before = hashes.length
    for await (const page of pages) {
      signal?.throwIfAborted()
      for (const row of page) hashes.push(hashOf(fieldsOf(row)))
    }
    return hashes.length - before
  }

  const listed = await storage.files.list('', { deep: true })
  const paths = listed.map(({ path }) => path).filter((path) => !database.test(path))
  for (const path of paths) {
    signal?.throwIfAborted()
    hashes.push(hashOf(['file', path, (await storage.files.read(path))?.text]))
  }
  const records = await add(recordPages(storage.records), (record) => ['record', ...sortedFields(record)])
  const items = await add(itemPages(storage.items), (item) => ['item', ...sortedFields(item)])
  const marks = await add(markPages(storage.records), (mark) => ['mark', ...mark])
  return { paths, records, items, marks, checksum: hashOf(hashes.sort(compareTexts)) }
}

function sortedFields(stored: object): unknown[] {
  return Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1))
}

function hashOf(value: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function refuseDifference(source: Summary, target: Summary): void {
  if (source.checksum === target.checksum) return
  const counts = ({ paths, records, items, marks }: Summary): string =>
    `${paths.length} files, ${records} records, ${items} items and ${marks} marks`
  throw new MemoryError(
    'version-conflict',
    `the copy has ${counts(target)} and differs from the source with ${counts(source)}: one of them was written to during the copy, or the target was not empty. Stop all writers, make sure that the target contains nothing else, and copy again`,
  )
}
