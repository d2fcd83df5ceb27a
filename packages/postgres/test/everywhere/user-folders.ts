import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { MemoryError, type Storage } from '@daybook/memory-core'
import { safeName } from '@daybook/memory-core/storage'
import { localStorage } from './local-storage.ts'

interface Owned {
  agent: string | undefined
  /** New with each memory that is made. */
  id: string
}

/** Stands in for the folders of many users: each user's folder is a namespace. */
export function userFolders({ directory }: { directory: string }): {
  open(user: string, agent?: string, id?: string): Promise<{ storage: Storage; id: string }>
  users(): Promise<string[]>
  remove(user: string): Promise<{ agents: string[]; files: number; bytes: number }>
} {
  const places = new Map<string, Map<string, Owned>>()
  return {
    async open(user, agent, id) {
      const name = agent === undefined ? [] : ['agents', safeName(agent, 'agent')]
      const place = join(resolve(directory), safeName(user, 'user'), ...name)
      const own = places.get(user) ?? new Map<string, Owned>()
      const owned = own.get(place) ?? { agent, id: randomUUID() }
      if (id !== undefined && owned.id !== id)
        throw new MemoryError('erased', `the memory of user ${JSON.stringify(user)} was erased`)
      places.set(user, own.set(place, owned))
      return { storage: await localStorage({ directory: place }), id: owned.id }
    },
    users: async () => [...places.keys()].sort(),
    async remove(user) {
      const own = places.get(user) ?? new Map<string, Owned>()
      let [files, bytes] = [0, 0]
      for (const place of own.keys()) {
        const storage = await localStorage({ directory: place })
        for (const { path, size } of await storage.files.list('', { deep: true })) {
          await storage.files.remove(path)
          files += 1
          bytes += size
        }
        await storage.passages.clear()
        await storage.records.clear()
        await storage.items.clear([])
        await storage.close()
      }
      places.delete(user)
      return { agents: [...own.values()].flatMap(({ agent }) => agent ?? []).sort(), files, bytes }
    },
  }
}
