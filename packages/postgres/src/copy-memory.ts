import { type ItemWrite, MemoryError, type Storage, type StoredItem, type StoredRecord } from '@daybook/memory-core'
import { itemsOf, marksOf, recordsOf, summarise } from './memory-summary.ts'

/** What a copy may be given. */
export interface CopyOptions {
  /** Ends the copy between two steps; call it again to go on. */
  signal?: AbortSignal | undefined
}

/** What was found and what of it was written; the rest was there already. */
export interface CopyReport {
  files: number
  records: number
  items: number
  /** What the record store keeps of the layers' own, such as which messages were captured. */
  marks: number
  written: number
  /** SHA-256 of every file, record, item and mark, the same in both storages. */
  checksum: string
}

/**
 * Copies a memory from one storage to another: files, records with their marks, items with their times; not the search
 * index, which is filled from them. What is there already is left alone, so that a copy that was cut off is called again and goes on.
 * Nobody may write to either storage meanwhile; both are read at the end and compared. An item that had expired before it
 * was last written is no item and stays behind.
 * @throws MemoryError `version-conflict` when the storages differ at the end: one was written to, or the target had more
 */
export async function copyMemory(from: Storage, to: Storage, options: CopyOptions = {}): Promise<CopyReport> {
  const { signal } = options
  const before = await summarise(from, signal)
  let written = 0
  for (const path of before.paths) {
    signal?.throwIfAborted()
    written += await copyFile(from, to, path)
  }
  for await (const records of recordsOf(from.records)) {
    signal?.throwIfAborted()
    written += await copyRecords(to, records)
  }
  for await (const items of itemsOf(from.items)) {
    signal?.throwIfAborted()
    written += await copyItems(to, items)
  }
  for await (const marks of marksOf(from.records)) {
    signal?.throwIfAborted()
    written += await copyMarks(to, marks)
  }
  const after = await summarise(to, signal)
  refuseDifference(before, after)
  return {
    files: after.paths.length,
    records: after.records,
    items: after.items,
    marks: after.marks,
    written,
    checksum: after.checksum,
  }
}

async function copyFile(from: Storage, to: Storage, path: string): Promise<number> {
  const [source, target] = [await from.files.read(path), await to.files.read(path)]
  if (!source || source.text === target?.text) return 0
  await to.files.write(path, source.text, { ifVersion: target?.version ?? null })
  return 1
}

async function copyRecords(to: Storage, records: readonly StoredRecord[]): Promise<number> {
  const there = await to.records.get(records.map(({ id }) => id))
  const known = new Map(there.map((record) => [record.id, fieldsOf(record)]))
  const put = records.filter((record) => known.get(record.id) !== fieldsOf(record))
  if (put.length > 0) await to.records.write({ put })
  return put.length
}

async function copyMarks(to: Storage, marks: ReadonlyMap<string, string>): Promise<number> {
  const there = await to.records.marks([...marks.keys()])
  const missing = [...marks].filter(([key, value]) => there.get(key) !== value)
  if (missing.length > 0) await to.records.write({ marks: Object.fromEntries(missing) })
  return missing.length
}

/** Each time of an item is that of a call: it is written when it was made, again when it was changed, and read last. */
async function copyItems(to: Storage, items: readonly StoredItem[]): Promise<number> {
  let written = 0
  for (const item of items) {
    const { namespace, key, createdAt, updatedAt, accessedAt } = item
    const [known] = await to.items.get(namespace, [key], { at: createdAt })
    if (known && fieldsOf(known) === fieldsOf(item)) continue
    await to.items.remove(namespace, [key])
    await to.items.put([writeAt(item, createdAt), writeAt(item, updatedAt)])
    if (accessedAt > updatedAt) await to.items.get(namespace, [key], { at: accessedAt, touch: {} })
    written += 1
  }
  return written
}

function writeAt({ namespace, key, value, expiresAt }: StoredItem, at: string): ItemWrite {
  return { namespace, key, value, at, expiresAt }
}

/** Two that read alike have the same text. */
function fieldsOf(stored: object): string {
  return JSON.stringify(Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Summary = Awaited<ReturnType<typeof summarise>>

function refuseDifference(source: Summary, target: Summary): void {
  if (source.checksum === target.checksum) return
  const counts = ({ paths, records, items, marks }: Summary): string =>
    `${paths.length} files, ${records} records, ${items} items and ${marks} marks`
  throw new MemoryError(
    'version-conflict',
    `the copy has ${counts(target)} and differs from the source with ${counts(source)}: one of them was written to meanwhile, or the target held something before. Stop what writes, see that the target has nothing else, and copy again`,
  )
}
