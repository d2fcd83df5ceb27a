import { randomUUID } from 'node:crypto'
import type { FileEntry, FileStat, FileStore, StoredText } from '@daybook/memory-core'
import { MemoryError } from '@daybook/memory-core'
import { pathSegments } from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import * as sql from './file-sql.ts'
import type { Session } from './session.ts'

interface StatRow {
  generation: string
  change: string | number
  size: string | number
}

interface FileRow extends StatRow {
  path: string
}

const writing = { lock: 'files' }
const chunkBytes = 65_536
const longestPath = 800
const lineBreak = 0x0a
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Text files as rows. An append costs three round trips and one commit, whatever the file's size; a write four. Appends
 * and reads take no lock; creating, replacing, renaming and removing files is serialised in a namespace.
 */
export function createPostgresFiles(database: Database): FileStore {
  async function readMany(paths: readonly string[]): Promise<(StoredText | undefined)[]> {
    const wanted = paths.map(checkedPath)
    if (wanted.length === 0) return []
    const rows = await database.read((session) =>
      session.rows<FileRow & { bytes: Uint8Array | null }>(sql.readFilesSql, [wanted]),
    )
    const found = new Map(rows.map((row) => [row.path, row]))
    return wanted.map((path) => {
      const row = found.get(path)
      return row && { text: row.bytes ? decoder.decode(row.bytes) : '', ...statOf(row) }
    })
  }

  async function append(path: string, text: string): Promise<FileStat> {
    const bytes = encoder.encode(text)
    const isOpen = endsOpen(bytes)
    const grown = await database.write((session) => grow(session, path, bytes, isOpen))
    if (grown) return grown
    // There was no file: one writer creates it, others append to it.
    return database.write(async (session) => {
      const made = await grow(session, path, bytes, isOpen)
      return made ?? replace(session, path, undefined, bytes)
    }, writing)
  }

  return {
    read: async (path) => (await readMany([path]))[0],
    readMany,
    async readRange(path, start, end) {
      const file = checkedPath(path)
      const [first, last] = [offset(start), offset(end ?? Number.MAX_SAFE_INTEGER)]
      if (last <= first) return ''
      const values = [file, first, last]
      const chunks = await database.read((session) =>
        session.rows<{ start: string | number; bytes: Uint8Array }>(sql.readChunksSql, values),
      )
      const parts = chunks.map(({ start, bytes }) =>
        bytes.subarray(Math.max(0, first - Number(start)), Math.max(0, last - Number(start))),
      )
      return decoder.decode(Buffer.concat(parts))
    },
    async stat(path) {
      const file = checkedPath(path)
      const [row] = await database.read((session) => session.joined<StatRow>(sql.statSql, [file]))
      return row && statOf(row)
    },
    async write(path, text, options) {
      const file = checkedPath(path)
      const bytes = encoder.encode(text)
      const expected = options?.ifVersion
      return database.write(async (session) => {
        const [known] = await session.rows<FileRow>(sql.claimFileSql, [[file]])
        refuseOtherVersion(file, known && statOf(known).version, expected)
        return replace(session, file, known, bytes)
      }, writing)
    },
    append: async (path, text) => append(checkedPath(path), text),
    async rename(from, to) {
      const [source, target] = [checkedPath(from), checkedPath(to)]
      await database.write((session) => rename(session, source, target), writing)
    },
    async list(directory, options) {
      const name = directory === '' ? '' : `${checkedPath(directory)}/`
      // "0" is the character after "/".
      const values = [name, name === '' ? null : `${name.slice(0, -1)}0`, [...name].length]
      const listed = options?.deep ? sql.listSql.deep : sql.listSql.flat
      const rows = await database.read((session) => session.joined<FileRow>(listed, values))
      return rows.map((row): FileEntry => ({ path: row.path, ...statOf(row) }))
    },
    async remove(path) {
      const file = checkedPath(path)
      await database.write(async (session) => {
        const [known] = await session.rows<FileRow>(sql.claimFileSql, [[file]])
        if (known) await session.run(sql.removeFileSql, [file, known.generation])
      }, writing)
    },
  }
}

async function grow(session: Session, path: string, bytes: Uint8Array, isOpen: boolean): Promise<FileStat | undefined> {
  const values = bytes.length === 0 ? [path] : [path, Buffer.from(bytes), isOpen]
  const [row] = await session.rows<StatRow>(bytes.length === 0 ? sql.statSql : sql.appendSql, values)
  return row && statOf(row)
}

async function replace(
  session: Session,
  path: string,
  known: FileRow | undefined,
  bytes: Uint8Array,
): Promise<FileStat> {
  if (!known) await refuseClash(session, path)
  const starts = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) => index * chunkBytes)
  const chunks = starts.map((start) => Buffer.from(bytes.subarray(start, start + chunkBytes)))
  const values = [path, known?.generation ?? null, randomUUID(), starts, chunks, bytes.length, endsOpen(bytes)]
  const [row] = await session.rows<StatRow>(sql.replaceSql, values)
  if (!row) throw new Error(`nothing was written to ${path}`)
  return statOf(row)
}

async function rename(session: Session, from: string, to: string): Promise<void> {
  const rows = await session.rows<FileRow>(sql.claimFileSql, [[from, to]])
  if (!rows.some(({ path }) => path === from))
    throw new MemoryError('not-found', `cannot rename ${JSON.stringify(from)}: there is no such file`)
  if (from === to) return
  const replaced = rows.find(({ path }) => path === to)
  if (replaced) await session.run(sql.removeFileSql, [to, replaced.generation])
  else await refuseClash(session, to)
  await session.run(sql.renameSql, [from, to])
}

/** As on a disk, a file is neither a directory nor in place of one. */
async function refuseClash(session: Session, path: string): Promise<void> {
  const segments = pathSegments(path)
  const above = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
  const [found] = await session.rows<{ path: string }>(sql.clashSql, [above, `${path}/`, `${path}0`])
  if (!found) return
  const name = JSON.stringify(found.path)
  const isAbove = above.includes(found.path)
  const what = isAbove ? `the file ${name} is in the place of its directory` : `it is the directory of the file ${name}`
  const wayOut = `choose another path, or remove ${isAbove ? 'that' : 'what is in it'}`
  throw new MemoryError('storage-failed', `cannot write ${JSON.stringify(path)}: ${what}: ${wayOut}`)
}

function refuseOtherVersion(path: string, found: string | undefined, expected: string | null | undefined): void {
  if (expected === undefined || expected === (found ?? null)) return
  const state = found === undefined ? 'is gone' : expected === null ? 'exists already' : 'has changed since it was read'
  const wayOut = 'read it again and repeat the change'
  throw new MemoryError('version-conflict', `${JSON.stringify(path)} ${state}: ${wayOut}`)
}

function checkedPath(path: string): string {
  pathSegments(path)
  if (Buffer.byteLength(path) <= longestPath) return path
  const found = `a path of ${Buffer.byteLength(path)} bytes`
  throw new MemoryError('bad-input', `path is ${found}, expected at most ${longestPath}: make names with safeName`)
}

function statOf({ generation, change, size }: StatRow): FileStat {
  return { size: Number(size), version: `${generation}.${change}`, generation }
}

function endsOpen(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.at(-1) !== lineBreak
}

function offset(value: number): number {
  return Math.min(Math.max(0, Math.trunc(value) || 0), Number.MAX_SAFE_INTEGER)
}
