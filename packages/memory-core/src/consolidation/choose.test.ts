import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import type { Keep, SessionsOptions } from '../sessions/session.ts'
import { safeCutoff, sessionsDefaults } from '../sessions/session.ts'
import { type ChoiceOptions, choose, firstBatch, isDue, type MessageChoice, type Reach } from './choose.ts'

interface Tuning {
  window?: number
  keep?: Keep
  factor?: number
  tokens?: number
}

/** One token a character. */
function options({ window = 4, keep = { share: 0.5 }, factor = 1, tokens = 0 }: Tuning = {}): ChoiceOptions {
  const sessions: Required<SessionsOptions> = { ...sessionsDefaults, window, keep }
  return { sessions, consolidation: { trigger: { factor, tokens } }, countTokens: (text) => text.length }
}

function message(id: string, other: Partial<StoredMessage> = {}): StoredMessage {
  return { id, role: 'user', content: 'ten chars.', createdAt: '2026-03-01T09:30:00.000Z', ...other }
}

function messages(count: number, from = 1): StoredMessage[] {
  return Array.from({ length: count }, (_, place) => message(String(from + place)))
}

const call = (id: string): StoredMessage =>
  message(id, { role: 'assistant', toolCalls: [{ id, name: 'x', input: {} }] })
const result = (id: string, toolCallId: string): StoredMessage => message(id, { role: 'tool', toolCallId })
const reaches = fc.constantFrom<Reach>('due', 'all', 'reset')

/** Windows of texts, calls and their results. */
function windows(maxLength: number): fc.Arbitrary<StoredMessage[]> {
  const kinds = fc.constantFrom<'say' | 'call' | 'result'>('say', 'say', 'say', 'call', 'result')
  return fc.array(kinds, { maxLength, size: 'max' }).map((list) => {
    let last = ''
    return list.map((kind, index) => {
      const id = String(index)
      if (kind === 'call') last = id
      return kind === 'say' ? message(id) : kind === 'call' ? call(id) : result(id, last)
    })
  })
}

const idsOf = (list: readonly StoredMessage[] | undefined): string => (list ?? []).map(({ id }) => id).join(' ')

describe('what is due', () => {
  it.each([
    [1, 4, false],
    [1, 5, true],
    [2, 8, false],
    [2, 9, true],
  ])('X1 is due above %i × the window of 4: %i messages → %s', (factor, count, isDue) => {
    expect(choose(messages(count), 0, [], 'due', options({ factor })) !== undefined).toBe(isDue)
  })

  it('X1 is due above a number of tokens, whichever comes first', () => {
    const limits = options({ window: 50, tokens: 100 })
    expect(isDue(messages(10), limits)).toBe(false)
    expect(idsOf(choose(messages(11), 0, [], 'due', limits)?.messages)).toBe('1 2 3 4 5 6')
  })

  it('X1 takes 0 for no limit by tokens', () => {
    expect(choose(messages(50), 0, [], 'due', options({ window: 50, tokens: 0 }))).toBeUndefined()
  })

  it('keeps nothing when that is asked for, also when it is due by tokens', () => {
    const all = choose(messages(11), 0, [], 'due', options({ window: 50, keep: 0, tokens: 100 }))
    expect(idsOf(all?.messages)).toBe('1 2 3 4 5 6 7 8 9 10 11')
  })

  it('is never due with a window of 0', () => {
    expect(choose(messages(100), 0, [], 'due', options({ window: 0, tokens: 1 }))).toBeUndefined()
  })
})

describe('what is chosen', () => {
  it.each([
    [{ share: 1 }, 10, 10],
    [{ share: 0.5, min: 2, max: 10 }, 50, 10],
    [{ share: 0.5 }, 50, 25],
    [7, 50, 7],
  ])('X3 keeps %j of a window of %i: %i', (keep, window, kept) => {
    const choice = choose(messages(window + 1), 0, [], 'due', options({ keep, window }))
    expect(choice?.messages).toHaveLength(window + 1 - kept)
    expect(choice?.trim).toHaveLength(window + 1 - kept)
  })

  it('X3 never parts a tool call from its result', () => {
    const window = [message('1'), message('2'), call('3'), result('4', '3'), message('5')]
    const choice = choose(window, 0, [], 'due', options())
    expect(idsOf(choice?.messages)).toBe('1 2')
    expect(choice?.trim).toEqual(['1', '2'])
  })

  it('leaves out what is consolidated already, and trims it', () => {
    const choice = choose(messages(6), 3, [], 'due', options())
    expect(idsOf(choice?.messages)).toBe('4')
    expect(choice?.trim).toEqual(['1', '2', '3', '4'])
  })

  it('only trims when all that is old is consolidated already', () => {
    expect(choose(messages(6), 5, [], 'due', options())).toEqual({
      messages: [],
      trim: ['1', '2', '3', '4'],
      overdue: 0,
      waiting: [],
    })
  })

  it('takes all of the window when asked, but for a call that still waits for its result', () => {
    const choice = choose([...messages(3), call('4')], 0, [], 'all', options())
    expect(idsOf(choice?.messages)).toBe('1 2 3')
    expect(choice?.trim).toEqual(['1', '2'])
  })

  it('takes everything for a reset', () => {
    const choice = choose([...messages(3), call('4')], 1, [], 'reset', options())
    expect(idsOf(choice?.messages)).toBe('2 3 4')
    expect(choice?.trim).toEqual(['1', '2', '3', '4'])
  })

  it('puts what a failed reset left over first', () => {
    const choice = choose(messages(5, 3), 0, messages(2), 'due', options())
    expect(idsOf(choice?.messages)).toBe('1 2 3 4 5')
    expect(choice).toMatchObject({ overdue: 2, trim: ['3', '4', '5'] })
  })

  it('takes what a failed reset left over also when the window is not due', () => {
    expect(choose(messages(2, 3), 0, messages(2), 'due', options())).toEqual({
      messages: messages(2),
      trim: [],
      overdue: 2,
      waiting: [],
    })
  })

  it('has nothing to do a second time', () => {
    expect(choose(messages(2), 2, [], 'all', options())).toBeUndefined()
  })

  it('chooses a piece of the window that follows what is done, and trims only what is done or chosen', () => {
    fc.assert(
      fc.property(windows(30), fc.nat(30), reaches, fc.nat(300), (window, place, reach, tokens) => {
        const done = Math.min(place, window.length)
        const choice = choose(window, done, [], reach, options({ tokens }))
        const end = done + (choice?.messages.length ?? 0)
        expect(choice?.messages ?? []).toEqual(window.slice(done, end))
        expect(choice?.trim ?? []).toEqual(window.slice(0, choice?.trim.length ?? 0).map(({ id }) => id))
        expect(choice?.trim.length ?? 0).toBeLessThanOrEqual(end)
      }),
    )
  })
})

describe('a batch of what is chosen', () => {
  const all = (window: readonly StoredMessage[], overdue: readonly StoredMessage[] = []): MessageChoice => {
    const choice = choose(window, 0, overdue, 'reset', options())
    if (!choice) throw new Error('nothing is chosen')
    return choice
  }

  it('is all of it up to a hundred messages', () => {
    const choice = all(messages(100))
    expect(firstBatch(choice, options())).toBe(choice)
  })

  it('is the first hundred of more', () => {
    const batch = firstBatch(all(messages(250)), options())
    expect(batch.messages).toEqual(messages(100))
    expect(batch.trim).toEqual(messages(100).map(({ id }) => id))
  })

  it('has no more than twice the tokens that trigger, but one message in any case', () => {
    const few = options({ tokens: 25 })
    expect(idsOf(firstBatch(all(messages(20)), few).messages)).toBe('1 2 3 4 5')
    const long = message('1', { content: 'x'.repeat(100) })
    expect(idsOf(firstBatch(all([long, ...messages(2, 2)]), few).messages)).toBe('1')
  })

  it('counts of a long text what a model is shown', () => {
    const log = message('3', { content: 'x'.repeat(1_000_000) })
    const choice = all([...messages(2), log, ...messages(2, 4)])
    expect(firstBatch(choice, options({ tokens: 16_000 }))).toBe(choice)
  })

  it('leaves what is still overdue waiting', () => {
    const batch = firstBatch(all(messages(10, 251), messages(250)), options())
    expect(batch).toMatchObject({ overdue: 100, trim: [] })
    expect(batch.waiting).toEqual(messages(150, 101).map(({ id }) => id))
    const last = firstBatch(all(messages(150, 51), messages(50)), options())
    expect(last).toMatchObject({ overdue: 50, waiting: [] })
    expect(last.trim).toEqual(messages(50, 51).map(({ id }) => id))
  })

  it('is longer where a chain of calls is', () => {
    const chain = Array.from({ length: 300 }, (_, place) =>
      place === 0 ? call('0') : message(String(place), { role: 'tool', toolCallId: '0' }),
    )
    expect(firstBatch(all([...chain, ...messages(300, 300)]), options()).messages.length).toBeGreaterThanOrEqual(300)
  })

  it('follows on the one before until everything is done once, and parts no call from its result', () => {
    fc.assert(
      fc.property(windows(400), fc.nat(300), fc.constantFrom<Reach>('all', 'reset'), (said, count, reach) => {
        const limits = options({ tokens: 400 })
        let [window, done, overdue] = [said.slice(count), 0, said.slice(0, count)]
        const whole = choose(window, done, overdue, reach, limits)?.messages ?? []
        const seen: StoredMessage[] = []
        for (;;) {
          const choice = choose(window, done, overdue, reach, limits)
          if (!choice) break
          const batch = firstBatch(choice, limits)
          const end = batch.messages.length
          if (end < choice.messages.length) expect(safeCutoff(choice.messages, end)).toBe(end)
          expect(batch.waiting).toEqual(overdue.slice(batch.overdue).map(({ id }) => id))
          seen.push(...batch.messages)
          overdue = overdue.slice(batch.overdue)
          done += end - batch.overdue - batch.trim.length
          window = window.slice(batch.trim.length)
        }
        expect(seen).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })
})
