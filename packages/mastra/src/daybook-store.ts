import { MastraCompositeStore } from '@mastra/core/storage'
import { DaybookStorage, type DaybookStorageOptions } from './daybook-storage.ts'

/**
 * A store for `new Memory({ storage })` and `new Mastra({ storage })` that stores threads, messages and resources in a
 * Daybook memory, and nothing else: workflows, traces and the like need another store.
 * @throws MemoryError `bad-option`
 */
export function createDaybookStore(options: DaybookStorageOptions): MastraCompositeStore {
  return new MastraCompositeStore({ id: 'daybook', domains: { memory: new DaybookStorage(options) } })
}
