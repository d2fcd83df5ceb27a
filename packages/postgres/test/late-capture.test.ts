import { randomUUID } from 'node:crypto'
import { type Memory, openMemory, type Storage } from '@daybook/memory-core'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { postgresStorage } from '../src/index.ts'
import { createPool, schema } from './fixture.ts'

const pool = createPool()
afterAll(() => pool.end())

async function opened(storage: Storage): Promise<Memory> {
  const memory = await openMemory({ storage, consolidation: { auto: false }, maintenance: { auto: false } })
  onTestFinished(() => memory.close())
  return memory
}

/** A storage that stands still before it gets the lock of the captures, until it is let go. */
function halted(storage: Storage): { storage: Storage; reached: Promise<void>; go(): void } {
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    go: open.resolve,
    storage: {
      ...storage,
      async lock(names, fn, given) {
        if (names.includes('capture')) {
          reached.resolve()
          await open.promise
        }
        return storage.lock(names, fn, given)
      },
    },
  }
}

it.each<[string, (memory: Memory) => Promise<unknown>]>([
  ['forget', (memory) => memory.forget({ session: 'chat' })],
  ['sessions.remove', (memory) => memory.sessions.remove('chat', ['m1'])],
  ['sessions.update', (memory) => memory.sessions.update('chat', 'm1', { content: 'I said nothing.' })],
])('what %s took back is not captured by a process that has read it before', async (_, withdraw) => {
  const place = { pool, schema, partitions: 4, namespace: randomUUID() }
  const { storage, reached, go } = halted(await postgresStorage(place))
  const there = await opened(storage)
  const here = await opened(await postgresStorage(place))
  await here.addMessages('chat', { id: 'm1', role: 'user', content: 'I prefer Quibblefrost over tea.' })
  const late = there.recall('tea')
  await reached
  await withdraw(here)
  go()
  await late
  await there.flush()
  expect(await here.records.list()).toEqual([])
  expect((await here.recall('Quibblefrost')).items.filter(({ text }) => text.includes('Quibblefrost'))).toEqual([])
})
