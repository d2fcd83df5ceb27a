import { DaybookStorage } from '../src/index.ts'
import { conversation, minute } from './samples.ts'
import { temporaryMemories } from './temporary-memory.ts'

export async function openStorage(): Promise<DaybookStorage> {
  return new DaybookStorage({ memory: await temporaryMemories() })
}

export const words = ['one', 'two', 'three', 'four', 'five']

/** Ada's two threads, and what is asked about them. */
export async function twoThreads() {
  const storage = await openStorage()
  const first = await conversation(storage, words, { id: 't1' })
  const second = await conversation(storage, ['red', 'green', 'blue'], { id: 't2' })
  const list = async (query: Partial<Parameters<DaybookStorage['listMessages']>[0]> = {}) =>
    storage.listMessages({ threadId: 't1', ...query })
  const at = (place: number): Date => first.messages[place]?.createdAt ?? minute(0)
  const id = (place: number): string => first.messages[place]?.id ?? ''
  const otherId = (place: number): string => second.messages[place]?.id ?? ''
  return { storage, list, at, id, otherId, first, second }
}
