import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../src/events.ts'
import { openMemory } from '../../src/memory.ts'
import type { Message } from '../../src/message.ts'
import type { PromptFunction } from '../../src/model.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
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

  it('finishes what it begins for sessions that fell silent, and reports nothing', async () => {
    const clock = fixedClock('2026-03-01T09:00:00.000Z')
    const directory = await temporaryDirectory()
    const events: string[] = []
    const onEvent = ({ level, message }: MemoryEvent): void => {
      if (level !== 'info') events.push(message)
      // The last look at the index comes minutes later, and may search again.
      clock.advance(120_000)
    }
    const memory = await openMemory({ directory, clock, onEvent })
    for (const session of ['a', 'b', 'c']) await memory.addMessages(session, talk(3))
    await memory.flush()
    clock.advance(2 * 3_600_000)
    await memory.close()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(events).toEqual([])
    const again = await openMemory({ directory, clock, consolidation: { auto: false } })
    expect(await again.history.list()).toHaveLength(2)
    await again.close()
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
