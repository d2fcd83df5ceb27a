import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { parseFacts, printFact } from './markdown.ts'

describe('parseFacts', () => {
  it('G03 reads bullets with their category under dated sections', () => {
    const markdown = [
      '### Consolidated 2024-02-28',
      '- [user_preference] Prefers TypeScript over JavaScript',
      '- [error_pattern] CORS errors fixed by adding origin header',
      '',
      '### Consolidated 2024-02-27',
      '- Works in Pacific timezone',
    ].join('\n')
    expect(parseFacts(markdown)).toEqual([
      {
        category: 'user_preference',
        text: 'Prefers TypeScript over JavaScript',
        section: 'Consolidated 2024-02-28',
        line: 2,
      },
      {
        category: 'error_pattern',
        text: 'CORS errors fixed by adding origin header',
        section: 'Consolidated 2024-02-28',
        line: 3,
      },
      { text: 'Works in Pacific timezone', section: 'Consolidated 2024-02-27', line: 6 },
    ])
  })

  it('reads what people write by hand: other bullets, nesting, CRLF, links', () => {
    const texts = parseFacts('* one\r\n\t- two\r\n+ [docs](https://example.com)\r\n-three\r\n- \r\n').map(
      ({ text }) => text,
    )
    expect(texts).toEqual(['one', 'two', '[docs](https://example.com)'])
  })

  it('reads the marks that people type, paste or are given by an editor, and a sentence that goes on', () => {
    const text = '1. one\n2) two\n• three\n– four\n- five\n  and its\n  3. end\n\n  none\nborn on\n7. May\n'
    expect(parseFacts(text).map((fact) => [fact.text, fact.line])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
      ['four', 4],
      ['five and its 3. end', 5],
    ])
  })

  it('passes over bullets of which nothing would be printed', () => {
    expect(parseFacts('- \u0000\n- [work] \u007f\u0085\n- \u0000tea').map(({ text }) => text)).toEqual(['\u0000tea'])
  })

  it('passes over headings, prose, rules and code', () => {
    expect(parseFacts('# - a\nprose\n---\n* * *\n```\n- in code\n```\n~~~~\n- in code\n~~~~~')).toEqual([])
  })

  it('reads what stands below a fence that is never closed, and a bullet with a no-break space', () => {
    const text = '```sh\n- in code\n```\n~~~\n- below\n````md\n-\u00a0a no-break space\n```\n'
    expect(parseFacts(text).map((fact) => fact.text)).toEqual(['below', 'a no-break space'])
  })

  it('takes linear time, whatever is opened and never closed', () => {
    const spentMs = startCpuClock()
    expect(parseFacts('~~~\n````x\n```\n'.repeat(30_000))).toEqual([])
    expect(spentMs()).toBeLessThan(3_000)
  })
})

describe('printFact', () => {
  it('G03 writes - [category] text', () => {
    expect(printFact({ text: 'Using PostgreSQL', category: 'project_decision' })).toBe(
      '- [project_decision] Using PostgreSQL',
    )
    expect(printFact({ text: 'Using PostgreSQL' })).toBe('- Using PostgreSQL')
  })

  it('keeps a hostile text and category on their line', () => {
    expect(printFact({ text: 'x\n# Heading\r\n- y', category: 'a]\n- [b' })).toBe('- [a - b] x # Heading - y')
  })

  it('is read back as it was given', () => {
    const unit = fc.oneof(
      fc.constantFrom('[', ']', '\\', ' ', '-', '#', '`', '\n'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const clean = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const words = fc.string({ unit, maxLength: 20 }).map((text) => clean(text.toWellFormed()))
    const category = words.map((text) => clean(text.replace(/[[\]]/g, ' ')))
    fc.assert(
      fc.property(words, category, (text, name) => {
        fc.pre(text !== '')
        const fact = name === '' ? { text } : { text, category: name }
        expect(parseFacts(printFact(fact))).toEqual([{ ...fact, line: 1 }])
      }),
      { numRuns: 2000 },
    )
  })

  it('gives one fact for any text whatever', () => {
    fc.assert(
      fc.property(fc.string({ unit: anySign }), fc.string({ unit: anySign }), (text, category) => {
        const printed = printFact({ text: `x${text}`, category })
        expect(parseFacts(printed)).toHaveLength(1)
        expect(printFact(parseFacts(printed)[0] ?? { text: '' })).toBe(printed)
      }),
      { numRuns: 1000 },
    )
  })
})
