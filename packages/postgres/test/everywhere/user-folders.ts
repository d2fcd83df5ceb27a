import { join, resolve } from 'node:path'
import type { Storage } from '@daybook/memory-core'
import { safeName } from '@daybook/memory-core/storage'
import { localStorage } from './local-storage.ts'

/** Stands in for the folders of many users: each user's folder is a namespace. */
export function userFolders({ directory }: { directory: string }): {
  open(user: string, agent?: string): Promise<Storage>
  users(): Promise<string[]>
  remove(user: string): Promise<void>
} {
  const places = new Map<string, Set<string>>()
  return {
    open(user, agent) {
      const name = agent === undefined ? [] : ['agents', safeName(agent, 'agent')]
      const place = join(resolve(directory), safeName(user, 'user'), ...name)
      places.set(user, new Set([...(places.get(user) ?? []), place]))
      return localStorage({ directory: place })
    },
    users: async () => [...places.keys()].sort(),
    async remove(user) {
      for (const place of places.get(user) ?? []) {
        const storage = await localStorage({ directory: place })
        for (const { path } of await storage.files.list('', { deep: true })) await storage.files.remove(path)
        await storage.passages.clear()
        await storage.records.clear()
        await storage.items.clear([])
        await storage.close()
      }
      places.delete(user)
    },
  }
}
