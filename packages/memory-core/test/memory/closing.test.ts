import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import type { Message } from '../../src/message.ts'
import type { PromptFunction } from '../../src/prompt.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, i): Message => ({ role: i % 2 ? 'assistant' : 'user', content: `word${i}` }))

/** Answers when the test says so. */
function heldModel(): { model: PromptFunction; calls: () => number; release: () => void } {
  const gate = Promise.withResolvers<void>()
  let calls = 0
  return {
    model: async () => {
      calls++
      await gate.promise
      return '{"history_entry":"[2026-01-01 00:00] They talked.","memory_update":"- They talk"}'
    },
    calls: () => calls,
    release: gate.resolve,
  }
}

describe('closing a memory', () => {
  it('waits for the consolidation that runs, and for none that is merely due', async () => {
    const held = heldModel()
    const memory = await openMemory({
      directory: await temporaryDirectory(),
      model: held.model,
      sessions: { window: 4 },
    })
    for (const session of ['a', 'b', 'c']) await memory.addMessages(session, talk(5))
    await expect.poll(held.calls).toBe(1)
    const closing = memory.close()
    held.release()
    await closing
    expect(held.calls()).toBe(1)
  })

  it('leaves what is due to the next open', async () => {
    const directory = await temporaryDirectory()
    const first = await openMemory({ directory, consolidation: { auto: false }, sessions: { window: 4 } })
    await first.addMessages('a', talk(9))
    await first.close()
    const second = await openMemory({ directory, sessions: { window: 4 } })
    await second.recall('word1')
    await second.flush()
    expect(await second.sessions.messages('a')).toHaveLength(2)
    await second.close()
  })
})

describe('a clock', () => {
  it('that answers no time is refused, with what was expected', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), clock: () => Number.NaN })
    await expect(memory.addMessages('a', talk(1))).rejects.toThrow(/clock answered NaN, expected milliseconds/)
    await memory.close()
  })
})
