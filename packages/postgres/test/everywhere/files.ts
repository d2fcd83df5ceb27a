import fs from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { Storage } from '@daybook/memory-core'
import { opened } from './local-storage.ts'

// Stands in for node:fs/promises in tests: what is below a folder that was opened as a memory is a file of its namespace.
export * from 'node:fs/promises'

interface Place {
  storage: Storage
  path: string
}

async function placeOf(path: unknown): Promise<Place | undefined> {
  const place = typeof path === 'string' ? resolve(path) : ''
  for (const [directory, storage] of opened)
    if (place === directory || place.startsWith(directory + sep))
      return { storage: await storage, path: relative(directory, place).split(sep).join('/') }
  return undefined
}

function missing(call: string, path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), { code: 'ENOENT' })
}

export async function readFile(path: string, encoding?: BufferEncoding): Promise<string | Buffer> {
  const place = await placeOf(path)
  if (!place) return fs.readFile(path, encoding ?? null)
  const found = await place.storage.files.read(place.path)
  if (!found) throw missing('open', path)
  return encoding === undefined ? Buffer.from(found.text) : found.text
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

export async function readdir(path: string, options: { recursive?: boolean } = {}): Promise<string[]> {
  const place = await placeOf(path)
  if (!place) return fs.readdir(path, options)
  const files = await place.storage.files.list(place.path, { deep: true })
  if (files.length === 0) throw missing('scandir', path)
  const names = files.map((file) => relative(place.path, file.path))
  return options.recursive ? names : [...new Set(names.map((name) => name.split('/')[0] ?? ''))]
}

export async function stat(path: string): Promise<{ size: number }> {
  const place = await placeOf(path)
  if (!place) return fs.stat(path)
  const found = await place.storage.files.stat(place.path)
  if (!found) throw missing('stat', path)
  return { size: found.size }
}

/** Rows of a folder that is removed as a whole stay: no other test has its name. */
export async function rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
  const place = await placeOf(path)
  if (!place || place.path === '') return fs.rm(path, { ...options, force: true })
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

export default { ...fs, appendFile, mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile }
