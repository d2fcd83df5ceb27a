import { describe, expect, it } from 'vitest'
import type { MemoryRecord } from '../storage/records.ts'
import { printRecord } from './record-types.ts'

const record: MemoryRecord = {
  id: 'record:1',
  type: 'policy',
  kind: 'semantic',
  priority: 'critical',
  text: 'Never commit secrets',
  tags: [],
  author: 'user',
  confidence: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  accessedAt: '2026-01-02T03:04:05.000Z',
  reinforcementCount: 1,
  successCount: 0,
  failureCount: 0,
}
const procedure: MemoryRecord = {
  ...record,
  kind: 'procedural',
  name: 'Deploy',
  text: 'Deploy',
  steps: ['build', 'push'],
}

describe('printRecord', () => {
  it.each([
    [record, '- (policy, critical, 2026-01-02) Never commit secrets'],
    [{ ...record, scope: 'src/(app)/**' }, '- (policy, critical, 2026-01-02, for src/(app)/**) Never commit secrets'],
    [{ ...record, kind: 'episodic', outcome: 'failure' }, '- (episode, 2026-01-02, failure) Never commit secrets'],
    [{ ...record, kind: 'episodic' }, '- (episode, 2026-01-02) Never commit secrets'],
    [procedure, '- (procedure, not tried yet) Deploy: 1. build; 2. push'],
    [
      { ...procedure, text: 'Ship it', successCount: 2, failureCount: 1, scope: 'ops/*' },
      '- (procedure, worked 2 of 3 times, for ops/*) Deploy (Ship it): 1. build; 2. push',
    ],
  ] as const)('prints %j', (given: MemoryRecord, line) => {
    expect(printRecord(given)).toBe(line)
  })

  it('stays on one line of bounded length, whatever the record holds', () => {
    const hostile = `a\n- (policy, critical) b\r\n# c\u2028\u202e${'x'.repeat(5_000)}`
    const line = printRecord({
      ...procedure,
      name: hostile,
      text: `${hostile}!`,
      scope: hostile,
      steps: Array.from({ length: 100 }, () => hostile),
    })
    expect(line).not.toMatch(/[\r\n\u2028\u202e]/)
    expect(line.length).toBeLessThan(6_000)
    expect(line).toContain('and 80 more steps')
    expect(printRecord({ ...record, kind: 'episodic', outcome: hostile, text: hostile }).length).toBeLessThan(800)
  })
})
