import type { FileEntry } from './files.ts'
import type { BackupRequest } from './finding.ts'
import type { ItemWrite, StoredItem } from './items.ts'
import type { Storage } from './storage.ts'

/** The files that a copy has, by path, with the version that each had where it comes from. */
export type CopiedFiles = Map<string, string>

const pageSize = 500
/** So often records are read again that were changed while others were copied. */
const mostRounds = 20
/** Whatever expired later is answered. */
const beginning = '0000-01-01T00:00:00.000Z'

/** Copies the files that the copy has not in this version, and takes out those that are gone. Call it again to catch up. */
export async function copyFiles(
  from: Storage,
  to: Storage,
  copied: CopiedFiles,
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

/** Copies every record and item into a storage that has none. Marks stay behind: a store answers them by key only. */
export async function copyRows(from: Storage, to: Storage, signal?: AbortSignal): Promise<void> {
  let since = 0
  for (let round = 1; round <= mostRounds; round += 1) {
    signal?.throwIfAborted()
    const { records, removed, revision } = await from.records.changes(since, pageSize)
    if (records.length + removed.length > 0) await to.records.write({ put: records, remove: removed })
    // Rounds are counted once it has caught up: a busy store would never let it end.
    if (records.length + removed.length >= pageSize) round -= 1
    if (revision <= since) break
    since = revision
  }
  for (let offset = 0; ; offset += pageSize) {
    signal?.throwIfAborted()
    const page = await from.items.search({ prefix: [], order: 'key', limit: pageSize, offset, at: beginning })
    for (const item of page) await copyItem(to, item)
    if (page.length < pageSize) return
  }
}

/** Each time of an item is that of a call: it is written when it was made, again when it was changed, and read last. */
async function copyItem(to: Storage, item: StoredItem): Promise<void> {
  const { namespace, key, createdAt, updatedAt, accessedAt, expiresAt } = item
  if (expiresAt !== undefined && expiresAt <= updatedAt) return
  await to.items.put([writeAt(item, createdAt), writeAt(item, updatedAt)])
  if (accessedAt > updatedAt) await to.items.get(namespace, [key], { at: accessedAt, touch: {} })
}

function writeAt({ namespace, key, value, expiresAt }: StoredItem, at: string): ItemWrite {
  return { namespace, key, value, at, expiresAt }
}
