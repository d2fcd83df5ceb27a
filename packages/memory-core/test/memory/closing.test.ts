import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import type { Message } from '../../src/message.ts'
import type { PromptFunction } from '../../src/model.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, i): Message => ({ role: i % 2 ? 'assistant' : 'user', content: `word${i}` }))

describe('closing a memory', () => {
  it('waits for one model call that hangs, and leaves the other sessions to the next open', async () => {
    let calls = 0
    const model: PromptFunction = () => {
      calls++
      return new Promise(() => {})
    }
    const consolidation = { timeoutMs: 50 }
    const options = { directory: await temporaryDirectory(), model, consolidation, sessions: { window: 4 } }
    const memory = await openMemory(options)
    const sessions = ['a', 'b', 'c', 'd']
    await Promise.all(sessions.map((session) => memory.addMessages(session, talk(5))))
    await memory.close()
    expect(calls).toBeLessThan(sessions.length)
  })

  it('leaves what is due to the next open, where flush waits for it', async () => {
    const directory = await temporaryDirectory()
    const first = await openMemory({ directory, consolidation: { auto: false }, sessions: { window: 4 } })
    await first.addMessages('a', talk(9))
    await first.close()
    const second = await openMemory({ directory, sessions: { window: 4 } })
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
