import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { keepCount, safeCutoff, tokensOf } from './session.ts'

function message(place: number, more: Partial<StoredMessage> = {}): StoredMessage {
  return { id: `${place}`, role: 'user', content: `text ${place}`, createdAt: '2026-01-01T00:00:00.000Z', ...more }
}

function call(place: number, ...ids: string[]): StoredMessage {
  return message(place, { role: 'assistant', toolCalls: ids.map((id) => ({ id, name: 'exec', input: {} })) })
}

function result(place: number, id: string): StoredMessage {
  return message(place, { role: 'tool', toolCallId: id })
}

describe('keepCount', () => {
  it('B12 keeps half of the window, at least 2 and at most 10', () => {
    const kept = [0, 3, 4, 7, 19, 20, 21, 50].map((window) => keepCount(window, { share: 0.5, min: 2, max: 10 }))
    expect(kept).toEqual([2, 2, 2, 3, 9, 10, 10, 10])
  })

  it('N15 keeps half of the window, rounded down', () => {
    expect([50, 51, 1].map((window) => keepCount(window, { share: 0.5 }))).toEqual([25, 25, 0])
  })

  it('X3 keeps a window, a bounded share or a number, as each preset says', () => {
    expect(keepCount(10, { share: 1 })).toBe(10)
    expect(keepCount(50, { share: 0.5, min: 2, max: 10 })).toBe(10)
    expect(keepCount(50, { share: 0.5 })).toBe(25)
    expect(keepCount(50, 7)).toBe(7)
  })

  it('takes a share as it is meant', () => {
    expect(keepCount(100, { share: 0.29 })).toBe(29)
  })
})

describe('safeCutoff', () => {
  it('G29 makes everything but the last window old', () => {
    const messages = Array.from({ length: 25 }, (_, place) => message(place))
    expect(safeCutoff(messages, messages.length - keepCount(10, { share: 1 }))).toBe(15)
    expect(safeCutoff(messages.slice(0, 8), 8 - 10)).toBe(0)
  })

  it('parts no call from any of its results', () => {
    const messages = [message(0), call(1, 'a', 'b'), result(2, 'a'), result(3, 'b'), message(4)]
    expect([0, 1, 2, 3, 4, 5].map((cutoff) => safeCutoff(messages, cutoff))).toEqual([0, 1, 1, 1, 4, 5])
  })

  it('keeps a call at the end that waits for its result', () => {
    expect(safeCutoff([message(0), call(1, 'a', 'b'), result(2, 'a')], 3)).toBe(1)
  })

  it('takes a call that never got a result with the rest', () => {
    expect(safeCutoff([call(0, 'a'), message(1), message(2)], 2)).toBe(2)
  })

  it('finds the right call when a host uses an id again', () => {
    const messages = [call(0, 'x'), result(1, 'x'), message(2), call(3, 'x'), result(4, 'x')]
    expect([2, 3, 4].map((cutoff) => safeCutoff(messages, cutoff))).toEqual([2, 3, 3])
  })

  it('moves the cutoff no later, parts nothing, and moves no further than it must', () => {
    const id = fc.constantFrom('a', 'b', 'c')
    const kinds = fc.oneof(
      fc.constant((place: number) => message(place)),
      fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => (place: number) => call(place, ...ids)),
      id.map((answered) => (place: number) => result(place, answered)),
    )
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 20 }), fc.integer({ min: -3, max: 25 }), (makers, cutoff) => {
        const messages = [...makers.map((make, place) => make(place)), message(makers.length)]
        const safe = safeCutoff(messages, cutoff)
        const most = Math.max(0, Math.min(cutoff, messages.length))
        expect(safe).toBeLessThanOrEqual(most)
        expect(parts(messages, safe)).toBe(false)
        for (let later = safe + 1; later <= most; later++) expect(parts(messages, later)).toBe(true)
      }),
    )
  })

  it('is linear for a conversation that is one long chain of calls', () => {
    const messages = Array.from({ length: 100_000 }, (_, place) =>
      place % 2 ? result(place, `${place - 1}`) : call(place, `${place}`),
    )
    expect(safeCutoff(messages, 99_999)).toBe(99_998)
  })
})

/** Whether a result from the cutoff on answers a call before it, found the slow way. */
function parts(messages: readonly StoredMessage[], cutoff: number): boolean {
  return messages.some((answer, place) => {
    if (answer.role !== 'tool' || place < cutoff) return false
    const asked = messages
      .slice(0, place)
      .findLastIndex((one) => one.toolCalls?.some(({ id }) => id === answer.toolCallId))
    return asked >= 0 && asked < cutoff
  })
}

describe('tokensOf', () => {
  it('counts texts and tool calls', () => {
    const count = (text: string) => text.length
    const called = { ...call(1), content: '', toolCalls: [{ id: 'a', name: 'exec', input: { x: 1 } }] }
    expect(tokensOf([message(0, { content: 'abcd' }), called], count)).toBe(4 + 'exec {"x":1}'.length)
  })
})
