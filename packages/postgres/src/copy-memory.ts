import { createHash } from 'node:crypto'
import { MemoryError, type Storage } from '@daybook/memory-core'
import { compareTexts, copyRows, itemPages, markPages, recordPages } from '@daybook/memory-core/storage'
import type { writtenFiles } from '@daybook/memory-core/tools'

/** Options of a copy. */
export interface CopyOptions {
  /** Ends the copy between two steps; call it again to continue. */
  signal?: AbortSignal | undefined
  /** The folders that the memory's options name, by layer: `{ facts: { directory: 'docs' } }`. */
  folders?: Folders | undefined
}

type Folders = Parameters<typeof writtenFiles>[1]

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
  /** The agents with a memory of their own, by the safe names of their ids. These memories are not copied. */
  agents: string[]
}

/**
 * Copies a memory from one storage to another: the files that Daybook writes, records with their marks, items with their
 * times; not the search index, which is rebuilt, and nothing else in a folder. An interrupted copy continues when it is
 * called again. Neither storage may be written to during the copy; both are read at the end and compared. Items that had
 * expired before they were last written are left behind.
 * @throws MemoryError `version-conflict` if the target has anything that the source lacks or has otherwise: nothing is
 * written then; or if the storages differ at the end, because one was written to
 */
export async function copyMemory(from: Storage, to: Storage, options: CopyOptions = {}): Promise<CopyReport> {
  const { signal } = options
  const source = await summarise(from, options)
  const before = await summarise(to, options)
  const extra = [...before.rows].find(([content]) => !source.rows.has(content))
  if (extra)
    throw new MemoryError(
      'version-conflict',
      `the target has content that the source lacks or has otherwise, such as ${extra[1].slice(0, 2).join(' ')}, and nothing was written: choose an empty target, or erase this one if its content is not needed`,
    )
  let written = 0
  for (const [content, [kind, path]] of source.rows) {
    if (kind !== 'file' || before.rows.has(content)) continue
    signal?.throwIfAborted()
    const stored = await from.files.read(path)
    if (stored) await to.files.write(path, stored.text, { ifVersion: null })
    written += 1
  }
  written += await copyRows(from, to, signal)
  const { rows, ...after } = await summarise(to, options)
  refuseDifference(source, { rows, ...after })
  return { ...after, written, agents: await agentsOf(from) }
}

/** The agents' own memories lie in a user's folder; in other storages the user's memory has a note of each. */
async function agentsOf({ files }: Storage): Promise<string[]> {
  const found = [...(await files.list('agents', { deep: true })), ...(await files.list('state/agents'))]
  const owned = /^agents\/([^/]+)\/\.daybook\/owner\.json$|^state\/agents\/([^/]+)\.txt$/
  return [...new Set(found.flatMap(({ path }) => owned.exec(path)?.slice(1).filter(Boolean) ?? []))].sort(compareTexts)
}

/** What a folder says of itself: whose it is, and what git ignores in it. */
const aboutFolder = /^\.daybook\/(?:owner\.json|\.gitignore)$/

/** The kind of a row and what identifies it, for people; for an item also when it was last read. */
type Row = readonly [kind: 'file' | 'record' | 'item' | 'mark', id: string, accessedAt?: string]

type Summary = Awaited<ReturnType<typeof summarise>>

/**
 * Reads everything: the rows by the hash of their content, files first. An item's last reading is no part of its content,
 * because it is copied after the item. The checksum is independent of the order.
 */
async function summarise(storage: Storage, { signal, folders }: CopyOptions) {
  const { writtenFiles } = await import('@daybook/memory-core/tools')
  const rows = new Map<string, Row>()
  const counts = { files: 0, records: 0, items: 0, marks: 0 }

  function add(count: keyof typeof counts, row: Row, content: unknown): void {
    counts[count] += 1
    rows.set(hashOf([row[0], row[1], content]), row)
  }

  for (const { path } of await writtenFiles(storage.files, folders)) {
    signal?.throwIfAborted()
    if (!aboutFolder.test(path)) add('files', ['file', path], (await storage.files.read(path))?.text)
  }
  for await (const page of recordPages(storage.records)) {
    signal?.throwIfAborted()
    for (const record of page) add('records', ['record', record.id], sortedFields(record))
  }
  for await (const page of itemPages(storage.items)) {
    signal?.throwIfAborted()
    for (const { accessedAt, ...item } of page)
      add('items', ['item', JSON.stringify([item.namespace, item.key]), accessedAt], sortedFields(item))
  }
  for await (const page of markPages(storage.records)) {
    signal?.throwIfAborted()
    for (const [key, value] of page) add('marks', ['mark', key], value)
  }
  const hashes = [...rows].map(([content, row]) => hashOf([content, row]))
  return { rows, ...counts, checksum: hashOf(hashes.sort(compareTexts)) }
}

function sortedFields(stored: object): unknown[] {
  return Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1))
}

function hashOf(value: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function refuseDifference(source: Summary, target: Summary): void {
  if (source.checksum === target.checksum) return
  const counts = ({ files, records, items, marks }: Summary): string =>
    `${files} files, ${records} records, ${items} items and ${marks} marks`
  const message = `the copy has ${counts(target)} and differs from the source with ${counts(source)}: one of them was written to during the copy. Stop all writers, and copy again into an empty target`
  throw new MemoryError('version-conflict', message)
}
