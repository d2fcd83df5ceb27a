import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { historyEntries, rawFallback, summariseByRule, summaryEntry } from './written-by-rule.ts'

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
  const at = '2025-01-15T10:30:12.345Z'
  const from = '2025-01-14T09:00:20.000Z'

  it.each([
    ['2025-01-15 10:30: User asked', 'plain'],
    ['[2025-01-15 10:30] User asked', 'plain'],
    ['[2025-01-15 10:30:00 UTC] User asked', 'line'],
    ['[2025-01-15 10:31] User asked', 'line'],
    ['[2024-12-24 18:00] User asked', 'plain'],
    ['[2025-01-14 99:99] User asked', 'plain'],
    ['User asked', 'plain'],
  ] as const)('P5 says it once: %s', (text, format) => {
    expect(summaryEntry(text, at, from, format)).toEqual({ at, text: 'User asked' })
  })

  it('makes it the time of the entry, where the conversation was held then', () => {
    for (const time of ['2025-01-14 17:05', '2025-01-14 09:00'])
      expect(summaryEntry(`[${time}] User asked`, at, from, 'plain')).toEqual({
        at: `${time.replace(' ', 'T')}:00.000Z`,
        text: 'User asked',
      })
    expect(summaryEntry('[2025-01-14 08:59] User asked', at, from, 'plain').at).toBe(at)
  })

  it('leaves it in a section, where it is a part of the text', () => {
    const text = '[2025-01-15 10:30] User asked'
    expect(summaryEntry(text, at, from, 'section')).toEqual({ at, text })
  })
})
