import { canonicalJson } from '../json.ts'
import type { FileEntry } from './files.ts'
import type { ItemStore, StoredItem } from './items.ts'
import { isCopyMark } from './record-rows.ts'
import type { RecordStore, StoredRecord } from './records.ts'
import type { BackupRequest, Storage } from './storage.ts'

const pageSize = 500
/** Includes all items that expired later. */
const beginning = '0000-01-01T00:00:00.000Z'

/** Pages of records that changed after a revision and before the walk, archived ones too, by last change. */
export async function* recordPages(records: RecordStore, after = 0): AsyncGenerator<StoredRecord[]> {
  const last = await records.revision()
  for (let since = after; since < last; ) {
    const page = await records.changes(since, pageSize)
    yield page.records
    if (page.revision <= since) return
    since = page.revision
  }
}

/** All records, archived ones included. Reads every one, and holds them in memory. */
export async function everyRecord(records: RecordStore): Promise<StoredRecord[]> {
  const all: StoredRecord[] = []
  for await (const page of recordPages(records)) all.push(...page)
  return all
}

/** All items in pages, by key. With `at`, those not expired then; without, all but those already expired when written. */
export async function* itemPages(items: Pick<ItemStore, 'search'>, at?: string): AsyncGenerator<StoredItem[]> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await items.search({ prefix: [], order: 'key', limit: pageSize, offset, at: at ?? beginning })
    yield at === undefined
      ? page.filter(({ expiresAt, updatedAt }) => expiresAt === undefined || expiresAt > updatedAt)
      : page
    if (page.length < pageSize) return
  }
}

/** The marks whose keys begin with a prefix, page by page; without those about one copy of the memory. */
export async function* markPages(records: RecordStore, prefix = ''): AsyncGenerator<Map<string, string>> {
  for (let after = prefix === '' ? undefined : prefix; ; ) {
    const page = [...(await records.listMarks(after, pageSize))]
    const own = page.filter(([key]) => key.startsWith(prefix))
    const moved = own.filter(([key]) => !isCopyMark(key))
    if (moved.length > 0) yield new Map(moved)
    if (own.length < pageSize) return
    after = own.at(-1)?.[0]
  }
}

/** The marks whose keys begin with a prefix. */
export async function everyMark(records: RecordStore, prefix: string): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const page of markPages(records, prefix)) for (const [key, value] of page) all.set(key, value)
  return all
}

/** Maximum times that records changed during the copy are read again. */
const mostRounds = 20

/** Copies files whose version `copied` (by path) lacks, and removes those that are gone. Call it again to catch up. */
export async function copyFiles(
  from: Storage,
  to: Storage,
  copied: Map<string, string>,
  { folders, signal }: BackupRequest,
): Promise<void> {
  const entries: FileEntry[] = []
  for (const folder of folders) entries.push(...(await from.files.list(folder, { deep: true })))
  const there = new Set(entries.map(({ path }) => path))
  for (const path of [...copied.keys()])
    if (!there.has(path)) {
      await to.files.remove(path)
      copied.delete(path)
    }
  for (const { path, version } of entries) {
    signal?.throwIfAborted()
    if (copied.get(path) === version) continue
    const stored = await from.files.read(path)
    if (!stored) continue
    await to.files.write(path, stored.text)
    copied.set(path, stored.version)
  }
}

/**
 * Copies every record, item and mark into another storage. Returns how many it wrote: rows that are equal there already
 * are skipped, so that an interrupted copy continues when it is called again. Rows that change in `from` during the
 * copy are read again, up to twenty times. Items that had expired before they were last written are skipped. The search
 * index and its vectors are derived, and are rebuilt from the copy.
 */
export async function copyRows(from: Storage, to: Storage, signal?: AbortSignal): Promise<number> {
  let written = await copyRecords(from, to, signal)
  for await (const page of itemPages(from.items)) {
    for (const item of page) {
      signal?.throwIfAborted()
      written += await copyItem(to, item)
    }
  }
  for await (const page of markPages(from.records)) {
    signal?.throwIfAborted()
    const there = await to.records.marks([...page.keys()])
    const missing = [...page].filter(([key, value]) => there.get(key) !== value)
    if (missing.length > 0) await to.records.write({ marks: Object.fromEntries(missing) })
    written += missing.length
  }
  return written
}

async function copyRecords(from: Storage, to: Storage, signal: AbortSignal | undefined): Promise<number> {
  let written = 0
  for (let since = 0, round = 1; round <= mostRounds; round += 1) {
    signal?.throwIfAborted()
    const { records, removed, revision } = await from.records.changes(since, pageSize)
    const known = await to.records.get(records.map(({ id }) => id))
    const there = new Map(known.map((record) => [record.id, canonicalJson(record)]))
    const put = records.filter((record) => there.get(record.id) !== canonicalJson(record))
    if (put.length + removed.length > 0) await to.records.write({ put, remove: removed })
    written += put.length
    // Only rounds after the first complete pass count: a busy store would never let the copy end.
    if (records.length + removed.length >= pageSize) round -= 1
    if (revision <= since) break
    since = revision
  }
  return written
}

/** Reproduces the times of an item by calls: written when created, again when updated, read when accessed. */
async function copyItem(to: Storage, item: StoredItem): Promise<number> {
  const { namespace, key, value, createdAt, updatedAt, accessedAt, expiresAt } = item
  const [known] = await to.items.get(namespace, [key], { at: createdAt })
  if (known && canonicalJson(known) === canonicalJson(item)) return 0
  if (known) await to.items.remove(namespace, [key])
  await to.items.put([createdAt, updatedAt].map((at) => ({ namespace, key, value, at, expiresAt })))
  if (accessedAt > updatedAt) await to.items.get(namespace, [key], { at: accessedAt, touch: {} })
  return 1
}
