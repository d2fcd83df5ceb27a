import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { MessageList } from '@mastra/core/agent/message-list'
import { MessageHistory, type ProcessOutputResultArgs } from '@mastra/core/processors'
import { InMemoryStore } from '@mastra/core/storage'
import { describe, expect, it } from 'vitest'
import type { Guard } from './guarded.ts'
import { storedHistory } from './history-processor.ts'

const said = new Date('2026-03-01T10:00:00.000Z')

async function run({
  clock,
  ...over
}: Partial<Guard> & { clock: () => number; finishReason?: string; silent?: boolean }) {
  const messages = new MessageList({ threadId: 't', resourceId: 'ada' })
  messages.add({ role: 'user', content: 'Hello' }, 'input')
  if (!over.silent) messages.add({ role: 'assistant', content: 'Hello, Ada' }, 'response')
  for (const message of messages.get.all.db()) message.createdAt = said
  const storage = await new InMemoryStore().getStore('memory')
  if (!storage) throw new Error('the store has no memory')
  const errors: unknown[] = []
  const processor = storedHistory(new MessageHistory({ storage, lastMessages: 10 }), {
    findScope: async () => ({ resource: 'ada', thread: 't', readOnly: false }) as never,
    report: (error) => void errors.push(error),
    ...over,
    clock,
  })
  const result = { finishReason: over.finishReason ?? 'stop' }
  await processor.processOutputResult?.({ messageList: messages, result } as ProcessOutputResultArgs)
  const stored: MastraDBMessage[] = (await storage.listMessages({ threadId: 't' })).messages
  return { stored: stored.map(({ role }) => role), errors }
}

describe('storing a run', () => {
  it('waits until the clock has passed what was said', async () => {
    let now = said.getTime() - 3
    const { stored } = await run({ clock: () => now++ })
    expect(stored).toEqual(['user', 'assistant'])
    expect(now).toBe(said.getTime() + 2)
  })

  it('does not wait when it has', async () => {
    let asked = 0
    await run({ clock: () => said.getTime() + ++asked })
    expect(asked).toBe(1)
  })

  it('waits for no clock that stands still', async () => {
    let asked = 0
    const clock = (): number => {
      asked++
      return said.getTime()
    }
    await run({ clock })
    expect(asked).toBe(11)
  })

  it('stores nothing of a run that failed before it said anything, nor of one without a memory', async () => {
    const clock = () => Number.POSITIVE_INFINITY
    expect((await run({ clock, finishReason: 'error', silent: true })).stored).toEqual([])
    expect((await run({ clock, finishReason: 'error' })).stored).toEqual(['user', 'assistant'])
    expect((await run({ clock, findScope: async () => undefined })).stored).toEqual([])
    const readOnly = { resource: 'ada', thread: 't', readOnly: true }
    expect((await run({ clock, findScope: async () => readOnly as never })).stored).toEqual([])
  })

  it('reports what goes wrong, and does not throw', async () => {
    const error = new Error('no memory today')
    const { errors } = await run({ clock: () => 0, findScope: () => Promise.reject(error) })
    expect(errors).toEqual([error])
  })
})
