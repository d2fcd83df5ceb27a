import { createTemporaryMemories } from '@daybook/memory-core/testing'
import { afterAll, beforeAll } from 'vitest'
import { DaybookStorage } from '../src/index.ts'
import { conversation, minute } from './samples.ts'
import { temporaryMemories } from './temporary-memory.ts'

export async function openStorage(): Promise<DaybookStorage> {
  return new DaybookStorage({ memory: await temporaryMemories() })
}

export const words = ['one', 'two', 'three', 'four', 'five']

type Threads = Awaited<ReturnType<typeof twoThreads>>

/** Ada's two threads, and what is asked about them. */
export async function twoThreads(opened?: DaybookStorage) {
  const storage = opened ?? (await openStorage())
  const first = await conversation(storage, words, { id: 't1' })
  const second = await conversation(storage, ['red', 'green', 'blue'], { id: 't2' })
  const list = async (query: Partial<Parameters<DaybookStorage['listMessages']>[0]> = {}) =>
    storage.listMessages({ threadId: 't1', ...query })
  const at = (place: number): Date => first.messages[place]?.createdAt ?? minute(0)
  const id = (place: number): string => first.messages[place]?.id ?? ''
  const otherId = (place: number): string => second.messages[place]?.id ?? ''
  return { storage, list, at, id, otherId, first, second }
}

/** The same for all tests of a file or a block: what gives them, for tests that write nothing. */
export function sharedThreads(): () => Omit<Threads, 'storage'> {
  const ends: (() => Promise<void>)[] = []
  const { temporaryMemories: shared } = createTemporaryMemories((end) => void ends.unshift(end))
  let threads: Threads | undefined
  beforeAll(async () => {
    threads = await twoThreads(new DaybookStorage({ memory: await shared() }))
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (threads === undefined) throw new Error('the threads are there when the first test begins')
    return threads
  }
}
