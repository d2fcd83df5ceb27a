import fs from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Storage } from '@daybook/memory-core'
import { opened } from './local-storage.ts'
import { rowsOf, tableNames } from './rows.ts'

// Stands in for node:fs/promises in tests: what is below a folder that was opened as a memory is a file of its namespace.
export * from 'node:fs/promises'

interface Place {
  storage: Storage
  /** The folder that was opened. */
  directory: string
  path: string
}

interface Listing {
  recursive?: boolean
  withFileTypes?: boolean
}

/** What is no file lies in tables. In a listing with types each is a file of this folder: its rows, as text. */
const tables = 'rows/'

/** What is deleted for the index to begin anew. */
const index = 'state/index.db'

async function placeOf(path: unknown): Promise<Place | undefined> {
  const place = typeof path === 'string' ? resolve(path) : ''
  for (const [directory, storage] of opened)
    if (place === directory || place.startsWith(directory + sep))
      return { storage: await storage, directory, path: relative(directory, place).split(sep).join('/') }
  return undefined
}

function missing(call: string, path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), { code: 'ENOENT' })
}

export async function readFile(path: string, encoding?: BufferEncoding): Promise<string | Buffer> {
  const place = await placeOf(path)
  if (!place) return fs.readFile(path, encoding ?? null)
  const text = await textAt(place)
  if (text === undefined) throw missing('open', path)
  return encoding === undefined ? Buffer.from(text) : Buffer.from(text).toString(encoding)
}

async function textAt({ storage, directory, path }: Place): Promise<string | undefined> {
  if (path.startsWith(tables)) return rowsOf(directory, path.slice(tables.length))
  return (await storage.files.read(path))?.text
}

export async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const place = await placeOf(path)
  if (!place) return fs.writeFile(path, content)
  await place.storage.files.write(place.path, Buffer.from(content).toString())
}

export async function appendFile(path: string, text: string): Promise<void> {
  const place = await placeOf(path)
  if (!place) return fs.appendFile(path, text)
  const before = await place.storage.files.read(place.path)
  await place.storage.files.write(place.path, (before?.text ?? '') + text)
}

export async function mkdir(path: string, options?: { recursive?: boolean }): Promise<string | undefined> {
  return (await placeOf(path)) ? undefined : fs.mkdir(path, options)
}

export async function readdir(path: string, options: Listing = {}): Promise<unknown[]> {
  const place = await placeOf(path)
  const { recursive = false, withFileTypes = false } = options
  if (!place && withFileTypes) return fs.readdir(path, { recursive, withFileTypes })
  if (!place) return [...new Set([...(await fs.readdir(path, { recursive })), ...openedIn(path)])]
  const files = await place.storage.files.list(place.path, { deep: true })
  // A memory that has rows alone is there all the same.
  if (files.length === 0 && place.path !== '') throw missing('scandir', path)
  const names = files.map((file) => relative(place.path, file.path))
  if (withFileTypes) {
    const ofTables = place.path === '' ? (await tableNames()).map((name) => `${tables}${name}`) : []
    return [...names, ...ofTables].map((name) => entryOf(join(resolve(path), name)))
  }
  return recursive ? names : [...new Set(names.map((name) => name.split('/')[0] ?? ''))]
}

/** The folders of a directory that are namespaces. */
function openedIn(directory: string): string[] {
  return [...opened.keys()].filter((one) => dirname(one) === resolve(directory)).map((one) => basename(one))
}

function entryOf(path: string): { name: string; parentPath: string; isFile(): boolean; isDirectory(): boolean } {
  return {
    name: path.slice(dirname(path).length + 1),
    parentPath: dirname(path),
    isFile: () => true,
    isDirectory: () => false,
  }
}

export async function stat(path: string): Promise<{ size: number }> {
  const place = await placeOf(path)
  if (!place) return fs.stat(path)
  const found = await place.storage.files.stat(place.path)
  if (!found) throw missing('stat', path)
  return { size: found.size }
}

/** Rows have no modes. */
export async function chmod(path: string, mode: number): Promise<void> {
  if (!(await placeOf(path))) await fs.chmod(path, mode)
}

/** Rows of a folder that is removed as a whole stay: no other test has its name. */
export async function rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
  const place = await placeOf(path)
  if (!place || place.path === '') return fs.rm(path, { ...options, force: true })
  if (place.path === index) return place.storage.passages.clear()
  for (const file of await place.storage.files.list(place.path, { deep: true }))
    await place.storage.files.remove(file.path)
  await place.storage.files.remove(place.path)
}

export async function unlink(path: string): Promise<void> {
  const place = await placeOf(path)
  if (!place) return fs.unlink(path)
  await place.storage.files.remove(place.path)
}

export async function rename(from: string, to: string): Promise<void> {
  const [source, target] = [await placeOf(from), await placeOf(to)]
  if (!source || !target) return fs.rename(from, to)
  await source.storage.files.rename(source.path, target.path)
}

export default { ...fs, appendFile, chmod, mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile }
