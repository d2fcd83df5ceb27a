import { randomUUID } from 'node:crypto'
import { openMemory } from '@daybook/memory-core'
import { afterAll, expect, it } from 'vitest'
import { createPool, openStorage } from './fixture.ts'

const pool = createPool()
afterAll(() => pool.end())

it('keeps receipts that make again what was told, and forgets what they name', async () => {
  const memory = await openMemory({ storage: openStorage(pool, { namespace: randomUUID() }) })
  await memory.addMessages('chat', { id: 'm1', role: 'user', content: 'Yesterday we painted the boat blue.' })
  await memory.flush()
  const block = await memory.buildContext({ session: 'next', query: 'What colour is the boat?' })
  await memory.flush()
  const receipt = await memory.receipts.get()
  expect(receipt?.volatile).toMatchObject({ text: block.volatile, isExact: true })
  expect(receipt?.items.map(({ id }) => id)).toContain('message:chat:m1')
  await memory.forget({ session: 'chat' })
  expect(JSON.stringify(await memory.receipts.get(receipt?.id))).not.toMatch(/blue|message:chat/)
  await memory.close()
})
