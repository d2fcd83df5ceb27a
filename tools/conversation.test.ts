import { describe, expect, it } from 'vitest'
import { conversationFindings } from './conversation.ts'

type Value = Parameters<typeof conversationFindings>[0]

const categories = ['single-hop', 'multi-hop', 'temporal', 'preference', 'knowledge-update'] as const

const sound = (): Value => ({
  id: 'ada',
  docs: Array.from({ length: 160 }, (_, index) => {
    const session = Math.floor(index / 16) + 1
    return {
      id: `S${session}:${(index % 16) + 1}`,
      text: `turn ${index} of all`,
      speaker: index % 2 === 0 ? ('Ada' as const) : ('Assistant' as const),
      timestamp: `2026-01-${String(session).padStart(2, '0')}T10:${String(index % 16).padStart(2, '0')}:00`,
      sessionId: `S${session}`,
    }
  }),
  queries: Array.from({ length: 25 }, (_, index) => ({
    id: `q${index}`,
    text: 'which one?',
    gold: ['S1:1', 'S1:2'],
    category: categories[index % 5] ?? 'temporal',
    timestamp: '2026-02-01T10:00:00',
    answer: 'turn 1',
  })),
})

const spoilt = (change: (value: Value) => void): readonly string[] => {
  const value = sound()
  change(value)
  return conversationFindings(value)
}

describe('conversation', () => {
  it('accepts a sound one', () => {
    expect(conversationFindings(sound())).toEqual([])
  })

  it.each<[string, (value: Value) => void, string]>([
    [
      'an answer that stands in no gold turn',
      ({ queries: [q] }) => q && Object.assign(q, { answer: 'turn 9' }),
      'stands in none',
    ],
    ['a gold id without a turn', ({ queries: [q] }) => q?.gold.push('S9:99'), 'no turn has the gold id S9:99'],
    [
      'a question with its answer',
      ({ queries: [q] }) => q && Object.assign(q, { text: 'turn 1?' }),
      'gives its answer away',
    ],
    [
      'a question asked too early',
      ({ queries: [q] }) => q && Object.assign(q, { timestamp: '2026-01-02T00:00:00' }),
      'asked before',
    ],
    ['a multi-hop question with one turn', ({ queries: [, q] }) => q?.gold.shift(), 'needs two gold turns'],
    ['too few questions', ({ queries }) => queries.splice(20), '20 questions'],
    [
      'a turn id used twice',
      ({ docs: [, , d] }) => d && Object.assign(d, { id: 'S1:1' }),
      'S1:1: the id is used twice',
    ],
    [
      'two turns of one speaker',
      ({ docs: [, d] }) => d && Object.assign(d, { speaker: 'Ada' }),
      'speaks twice in a row',
    ],
    [
      'a step back in time',
      ({ docs: [, d] }) => d && Object.assign(d, { timestamp: '2025-01-01T00:00:00' }),
      'earlier than S1:1',
    ],
    ['too few turns', ({ docs }) => docs.splice(128), '128 turns'],
  ])('refuses %s', (_name, change, finding) => {
    expect(spoilt(change).join('\n')).toContain(finding)
  })
})
