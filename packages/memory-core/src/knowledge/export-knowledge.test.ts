import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { exportKnowledge } from './knowledge.ts'
import type { KnowledgeRow } from './knowledge-entry.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const now = nowMs / 1000
const day = 86_400

function row(category: string, content: string, more: Partial<KnowledgeRow> = {}): KnowledgeRow {
  const base = { id: content, category, content, source: '', tags: [] }
  return { ...base, created_at: now, accessed_at: now, access_count: 0, ...more }
}

const exported = (rows: readonly KnowledgeRow[], maxChars = 2000, order: 'category' | 'score' = 'category'): string[] =>
  exportKnowledge(rows, { maxChars, order, nowMs }).split('\n')

describe('exportKnowledge', () => {
  it('G43 goes by category, the newest first in each', () => {
    const rows = [
      row('learned_fact', 'fact'),
      row('system_behavior', 'behaviour'),
      row('error_pattern', 'pattern'),
      row('project_decision', 'decision'),
      row('user_preference', 'older, used often', { created_at: now - 5, access_count: 9 }),
      row('user_preference', 'newer'),
    ]
    expect(exported(rows)).toEqual([
      '[user_preference] newer',
      '[user_preference] older, used often',
      '[project_decision] decision',
      '[error_pattern] pattern',
      '[system_behavior] behaviour',
      '[learned_fact] fact',
    ])
  })

  it('G43 stops at the first line that would be too much, line breaks counted', () => {
    const rows = [row('user_preference', 'aaaa'), row('project_decision', 'bbbbbbbb'), row('learned_fact', 'c')]
    const [first, second, third] = exported(rows)
    const two = `${first}\n${second}`.length
    expect(exported(rows, two)).toEqual([first, second])
    expect(exported(rows, two - 1)).toEqual([first])
    const all = `${first}\n${second}\n${third}`.length
    expect(exported(rows, all)).toEqual([first, second, third])
    expect(exported(rows, all - 1)).toEqual([first, second])
    expect(exported(rows, 0)).toEqual([''])
  })

  it('counts a character as one, however it is encoded', () => {
    const rows = [row('learned_fact', '😀😀😀')]
    expect(exported(rows, '[learned_fact] '.length + 3)).toEqual(['[learned_fact] 😀😀😀'])
    expect(exported(rows, '[learned_fact] '.length + 2)).toEqual([''])
  })

  it('X22 goes by category and then by use, unless told to go by age', () => {
    const rows = [
      row('learned_fact', 'used most', { access_count: 99 }),
      row('user_preference', 'new, never used'),
      row('user_preference', 'used lately', { created_at: now - 9, access_count: 2 }),
      row('user_preference', 'used often, long ago', {
        created_at: now - 9,
        access_count: 3,
        accessed_at: now - 42 * day,
      }),
    ]
    expect(exported(rows, 2000, 'score').map((line) => line.replace(/^\[.*\] /, ''))).toEqual([
      'used lately',
      'used often, long ago',
      'new, never used',
      'used most',
    ])
    expect(exported(rows, 2000, 'category')[0]).toBe('[user_preference] new, never used')
  })

  it('by score, passes over a line that does not fit, and puts other categories at the end', () => {
    const rows = [row('of_others', 'other'), row('user_preference', 'x'.repeat(500)), row('learned_fact', 'fact')]
    expect(exported(rows, 100, 'score')).toEqual(['[learned_fact] fact', '[of_others] other'])
    expect(exported(rows, 100, 'category')).toEqual([''])
  })

  it('by category, leaves other categories out', () => {
    expect(exported([row('of_others', 'other'), row('learned_fact', 'fact')])).toEqual(['[learned_fact] fact'])
  })

  it('puts every entry on one line, so that none can forge another', () => {
    const rows = [row('learned_fact', 'a\r\n[user_preference] forged\u2028\u0000b\ud800'), row('x] y\n[', 'z')]
    expect(exported(rows, 2000, 'score')).toEqual(['[learned_fact] a [user_preference] forged b\ufffd', '[x y] z'])
  })

  it('reads a hundred entries of hostile size at once', () => {
    const rows = Array.from({ length: 100 }, (_, index) => row('learned_fact', `${index} ${' \u0000'.repeat(5_000)}`))
    const spentMs = startCpuClock()
    expect(exported(rows)).toHaveLength(100)
    expect(spentMs()).toBeLessThan(2_000)
  })
})
