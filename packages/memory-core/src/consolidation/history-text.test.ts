import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { historyEntries, rawFallback, summariseByRule, withoutOwnTime } from './history-text.ts'

function says(content: string, other: Partial<StoredMessage> = {}): StoredMessage {
  return { id: 'm', role: 'user', createdAt: '2026-03-01T09:30:00.000Z', content, ...other }
}

describe('summariseByRule', () => {
  it('G34 counts the messages and takes 80 characters of the first five of the user', () => {
    const messages = ['a'.repeat(100), 'b', 'c', 'd', 'e', 'f'].flatMap((text) => [
      says(text),
      says('yes', { role: 'assistant' }),
    ])
    expect(summariseByRule(messages)).toBe(`Consolidated 12 messages. Topics: ${'a'.repeat(80)}; b; c; d; e`)
  })

  it('G34 says so when the user said nothing', () => {
    expect(summariseByRule([says(' \n'), says('yes', { role: 'assistant' })])).toBe(
      'Consolidated 2 messages. Topics: (no user content)',
    )
  })

  it('puts a topic on one line', () => {
    expect(summariseByRule([says('one\r\n## 2026-01-01T00:00:00Z\n\ttwo')])).not.toContain('\n')
  })

  it('cuts no character in half', () => {
    expect(summariseByRule([says('😀'.repeat(100))])).toBe(`Consolidated 1 messages. Topics: ${'😀'.repeat(80)}`)
  })
})

describe('rawFallback', () => {
  it('N19 begins with its mark and quotes the last ten messages', () => {
    const messages = Array.from({ length: 12 }, (_, number) => says(`number ${number}`))
    const lines = rawFallback(messages).split('\n')
    expect(lines).toHaveLength(11)
    expect(lines[0]).toBe('[raw-fallback]')
    expect(lines[1]).toBe('USER: number 2')
  })

  it('N19 quotes up to 200 characters of each', () => {
    expect(rawFallback([says('x'.repeat(500), { role: 'tool' })])).toBe(`[raw-fallback]\nTOOL: ${'x'.repeat(200)}`)
  })
})

describe('historyEntries', () => {
  it('X5 gives a turn of a year that no history has the time of the consolidation', () => {
    const summary = { at: '2026-03-01T09:30:00.000Z', text: 'They talked.' }
    const early = says('Long ago.', { createdAt: '-000300-01-01T00:00:00.000Z' })
    expect(historyEntries('turns', summary, [early])).toEqual([{ at: summary.at, text: 'User: Long ago.' }])
  })
})

describe('a summary that begins with its time', () => {
  const at = '2025-01-15T10:30:00.000Z'

  it('says it once where the line of its entry says the same', () => {
    expect(withoutOwnTime('2025-01-15 10:30: User asked', at, 'plain')).toBe('User asked')
    expect(withoutOwnTime('[2025-01-15 10:30] User asked', at, 'plain')).toBe('User asked')
    expect(withoutOwnTime('[2025-01-15 10:30:00 UTC] User asked', at, 'line')).toBe('User asked')
  })

  it('keeps another time, and every time below the heading of a section', () => {
    expect(withoutOwnTime('2025-01-15 10:31: User asked', at, 'plain')).toBe('2025-01-15 10:31: User asked')
    expect(withoutOwnTime('[2025-01-15 10:30] User asked', at, 'section')).toBe('[2025-01-15 10:30] User asked')
    expect(withoutOwnTime('User asked', at, 'plain')).toBe('User asked')
  })
})
