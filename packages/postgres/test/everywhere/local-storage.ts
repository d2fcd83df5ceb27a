import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { Storage } from '@daybook/memory-core'
import type pg from 'pg'
import { postgresStorage } from '../../src/index.ts'
import { leftBehind } from '../../src/storage.ts'
import { createPool, schema } from '../fixture.ts'

interface Place {
  directory: string
  lockTimeoutMs?: number
  leaseMs?: number
  /** A database is no working tree. */
  git?: boolean
}

/** All connections of one test file; they do not keep its process alive. */
export const pool: pg.Pool = createPool({ pipeline: true, allowExitOnIdle: true })

/** A storage of each folder that was opened here, for what a test does to its files. */
export const opened: Map<string, Promise<Storage>> = new Map()

/** Stands in for the storage in a folder: the folder's path is a namespace, and the files that lie in it move there. */
export async function localStorage({ directory, git: _, ...patience }: Place): Promise<Storage> {
  const place = resolve(directory)
  const known = opened.get(place) ?? moveIn(place)
  opened.set(place, known)
  await known
  return open(place, patience)
}

async function open(namespace: string, patience: Omit<Place, 'directory'> = {}): Promise<Storage> {
  const storage = await postgresStorage({ pool, schema, partitions: 4, namespace, ...patience })
  // No receipt of a folder has this one; that those of PostgreSQL do is shown by test/memories.test.ts.
  return { ...storage, purge: async (options) => (await storage.purge(options)).filter((one) => one !== leftBehind) }
}

async function moveIn(directory: string): Promise<Storage> {
  const storage = await open(directory)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).split(sep).join('/')
    const known = await storage.files.read(name)
    if (!known) await storage.files.write(name, await readFile(path, 'utf8'))
  }
  return storage
}
