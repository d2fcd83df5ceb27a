import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { compactFacts } from './compact-facts.ts'

const compacted = (...lines: string[]): string[] => compactFacts(lines.join('\n')).text.trimEnd().split('\n')

describe('compactFacts', () => {
  it('G14 removes nothing from an empty document and from a single fact', () => {
    expect(compactFacts('')).toEqual({ text: '', removed: 0 })
    expect(compactFacts('- one fact\n')).toEqual({ text: '- one fact\n', removed: 0 })
  })

  it('G14 takes 0.7 for the threshold', () => {
    // 7 of 10 words in common, then 7 of 11.
    const common = 'alpha beta gamma delta epsilon zeta eta'
    expect(compactFacts(`- ${common} one\n- ${common} red blue\n`.replace(' one', ' green')).removed).toBe(1)
    expect(compactFacts(`- ${common} green grey\n- ${common} red blue\n`).removed).toBe(0)
  })

  it('G15 keeps the earlier of two near duplicates', () => {
    expect(
      compacted(
        '- Uses PostgreSQL as the primary database',
        '- Uses PostgreSQL as primary database now',
        '- Likes tea',
      ),
    ).toEqual(['- Uses PostgreSQL as the primary database', '- Likes tea'])
  })

  it('G15 never takes lines without words for duplicates', () => {
    expect(compactFacts('- …\n- …\n- !!\n').removed).toBe(0)
  })

  it('G15 compares plain lines of fact too', () => {
    expect(compacted('User prefers dark mode', 'User lives in Berlin', 'User prefers dark mode')).toEqual([
      'User prefers dark mode',
      'User lives in Berlin',
    ])
  })

  it('G18 keeps headings, blank lines, indentation, code, tables and prose byte for byte', () => {
    const document = [
      '# Facts',
      '',
      '## Consolidated 2024-02-28',
      '',
      '- [user_preference] Prefers TypeScript over JavaScript',
      '  - nested, with  two blanks',
      '\t- and a tab',
      '```',
      '- the same line of code',
      '- the same line of code',
      '```',
      '| a | b |',
      '| a | b |',
      'This is a paragraph that somebody wrapped by hand, and it says that',
      'the same words may stand in it twice, the same words may stand.',
      'the same words may stand in it twice, the same words may stand.',
      '',
      '## Consolidated 2024-02-27',
      '',
    ]
    const text = [...document, '- [user_preference] Prefers TypeScript over JavaScript', '', 'end\r\n'].join('\n')
    expect(compactFacts(text)).toEqual({ text: [...document, '', 'end\r\n'].join('\n'), removed: 1 })
  })

  it('G18 keeps equal headings apart from each other', () => {
    const text = '## Facts\n- one\n## Facts\n- two\nTitle\n===\nTitle\n===\n'
    expect(compactFacts(text)).toEqual({ text, removed: 0 })
  })

  it.each([
    ['a negation', '- The team deploys with Docker on Fridays', '- The team never deploys with Docker on Fridays'],
    ['a number', '- API rate limit is 1000 requests per hour', '- API rate limit is 2000 requests per hour'],
    ['a date', '- Moved to the new office on 2024-02-28', '- Moved to the new office on 2024-03-28'],
    ['a name', '- The weekly report goes to Alice by mail', '- The weekly report goes to Bob by mail'],
    ['opposites', '- Always keep telemetry enabled in all builds', '- Always keep telemetry disabled in all builds'],
    ['one digit', '- Server 1 stands in the cellar', '- Server 9 stands in the cellar'],
    ['one letter', '- Follows Plan A for the move', '- Follows Plan B for the move'],
    ['signs', '- Writes C at work', '- Writes C++ at work'],
    ['the order of names', '- Ada likes Bob', '- Bob likes Ada'],
    ['its tick', '- [x] buy milk', '- [ ] buy milk'],
    ['the order', '- Prefers tabs over spaces in code', '- Prefers spaces over tabs in code'],
  ])('G18 keeps two facts that differ by %s', (_, one, other) => {
    expect(compactFacts(`${one}\n${other}\n`, 0.3).removed).toBe(0)
  })

  it('keeps the same words in another place: another section, another parent', () => {
    const text = '## Shop\n- uses PostgreSQL\n## Blog\n- uses PostgreSQL\n- Ada\n  - likes tea\n- Bob\n  - likes tea\n'
    expect(compactFacts(text).removed).toBe(0)
  })

  it('keeps a repeated bullet that has lines of its own below it', () => {
    const text = '- likes green tea\n- likes green tea\n  - but not in the evening\n'
    expect(compactFacts(text).removed).toBe(0)
  })

  it('leaves no second run anything to do, and only takes whole lines out', () => {
    const line = fc.constantFrom(
      '- likes green tea', '- Likes green tea very much', '  - likes green tea', '- uses 2 spaces', '- uses 4 spaces',
      '# A', '## B 2024-01-01', '', '```', 'plain text', 'plain text here', '- [a] likes green tea', '- does not like green tea', '---',
    ) // biome-ignore format: a list
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.constantFrom(0.3, 0.5, 0.7, 1), (lines, threshold) => {
        const { text, removed } = compactFacts(lines.join('\n'), threshold)
        expect(compactFacts(text, threshold)).toEqual({ text, removed: 0 })
        const kept = text.match(/[^\n]*\n|[^\n]+/g) ?? []
        expect(kept).toHaveLength((lines.join('\n').match(/[^\n]*\n|[^\n]+/g) ?? []).length - removed)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([0, -1, 1.5, Number.NaN, JSON.parse('"0.7"')])('refuses the threshold %s', (threshold) => {
    expect(() => compactFacts('', threshold)).toThrow(/threshold is .*expected a number above 0 and at most 1/)
  })

  it('G16 compacts thousands of facts below a very long one', () => {
    const text = `- ${'p'.repeat(40_000)}\n${Array.from({ length: 5000 }, (_, n) => `  - child ${n}\n`).join('')}`
    const spentMs = startCpuClock()
    expect(compactFacts(text).removed).toBe(0)
    expect(spentMs()).toBeLessThan(5000)
  })

  it('G16 compacts thousands of facts without comparing each with each', () => {
    const text = Array.from({ length: 5000 }, (_, n) => `- user prefers w${n} over v${n} for u${n}`).join('\n')
    const spentMs = startCpuClock()
    expect(compactFacts(text).removed).toBe(0)
    expect(spentMs()).toBeLessThan(5000)
  })
})
