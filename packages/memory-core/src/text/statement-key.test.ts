import { describe, expect, it } from 'vitest'
import { bareWords, statementKey } from './comparison.ts'

describe('statementKey', () => {
  it.each([
    ['I prefer tea.'],
    ['i PREFER tea!'],
    ['"I prefer tea." (2026-01-01)'],
    ['"I prefer tea." (Ada Lovelace, 2026-01-01)'],
    ['- [user_preference] "I prefer tea." (2026-01-01)'],
    ['- I prefer tea (2026-01-01)'],
    ['I prefer tea (Ada Lovelace, 2026-01-01)'],
    ['* I prefer tea'],
    ['User: I prefer tea.'],
  ])('is the same however the statement is kept: %j', (text) => {
    expect(statementKey(text)).toBe('i prefer tea')
  })

  it.each([
    ['He said "yes" to me (on 2026-01-01)', 'he said yes to me on 2026 01 01'],
    ['"Yes" and "no" (both)', 'yes and no both'],
    ['[ada] I prefer tea', 'ada i prefer tea'],
    ['I prefer tea (2026-01-01), no milk', 'i prefer tea 2026 01 01 no milk'],
    ['', ''],
  ])('leaves nothing out that was said: %j', (text, key) => {
    expect(statementKey(text)).toBe(key)
  })

  it('tells long texts by their beginning and length, in linear time', () => {
    const started = performance.now()
    for (const text of ['"'.repeat(1_000_000), `"${'" ('.repeat(300_000)})`, `- [${'['.repeat(1_000_000)}`])
      statementKey(text)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(statementKey('x'.repeat(5_000))).not.toBe(statementKey('x'.repeat(5_001)))
    expect(bareWords(' Größe, ja! ')).toBe('größe ja')
  })
})
