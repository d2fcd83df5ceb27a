import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionHeadings } from '../documents/placed-lines.ts'
import { mergedHistory, mergedPage, withEntriesOf, withLinesOf } from './merged-page.ts'

const headings = Object.values(sectionHeadings)

function merged(text: string, ...left: string[]): string {
  return mergedPage(text, (fact) => left.includes(fact), headings)
}

const a =
  '# Memory\n\n## Health\n\n- I am allergic to nuts (2026-01-01)\n\n## Plans\n\n- I want to learn Dutch (2026-02-01)\n'

describe('MEMORY.md of two copies', () => {
  it('has a statement once, in its oldest line, below one heading', () => {
    const text = `${a}\n## Health\n\n- I am allergic to nuts (2026-01-03)\n- I wear glasses (2025-12-01)\n`
    expect(merged(text)).toBe(
      '# Memory\n\n## Health\n\n- I wear glasses (2025-12-01)\n- I am allergic to nuts (2026-01-01)\n\n## Plans\n\n- I want to learn Dutch (2026-02-01)\n\n',
    )
  })

  it('has no line that left one of them', () => {
    expect(merged(a, 'I am allergic to nuts (2026-01-01)')).not.toContain('nuts')
  })

  it('keeps what a person wrote, in its place', () => {
    const text =
      '# Mine\n\nProse.\n\n## Health\n\n- no date\n- no date\n- b (2026-01-02)\n  with more below\n- a (2026-01-01)\n\n## My own\n\n- z (2026-01-02)\n- y (2026-01-01)\n'
    expect(merged(text)).toBe(text)
  })

  it('is the same for both orders of the added lines, and again', () => {
    const line = fc.record({ text: fc.constantFrom('tea', 'rye', 'jam', 'fog'), day: fc.integer({ min: 1, max: 9 }) })
    const page = (...parts: { text: string; day: number }[][]): string =>
      `# Memory\n\n## About you\n\n${parts
        .flat()
        .map(({ text, day }) => `- I like ${text} (2026-01-0${day})\n`)
        .join('')}`
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (one, other) => {
        const text = merged(page(one, other))
        expect(merged(page(other, one))).toBe(text)
        expect(merged(text)).toBe(text)
      }),
    )
  })
})

describe('the history of two copies', () => {
  const one = '[2026-01-01 09:00:00 UTC] Ada moved.\n'
  const other = '[2026-01-02 09:00:00 UTC] Ada has a dog.\nIt is brown.\n'

  it('has each entry once, and none that left one of them', () => {
    expect(mergedHistory(`${one}${other}${one}`, () => false)).toBe(one + other)
    expect(mergedHistory(one + other, ({ text }) => text.includes('dog'))).toBe(one)
  })

  it('is in the order of its times, whichever copy came first, also where the last line has no end', () => {
    expect(mergedHistory(`# Mine\n\n${other}${one.trimEnd()}`, () => false)).toBe(`# Mine\n\n${one}${other}`)
    expect(mergedHistory(one + other, () => false)).toBe(one + other)
  })

  it('takes what only a copy has behind what it follows there', () => {
    expect(withEntriesOf(`# Mine\n${other}`, `# Mine\n${one}${other}`)).toBe(`# Mine\n${one}${other}`)
    expect(withLinesOf('# Mine\n\n- a\n- c', '# Mine\n\n- a\n- b\n- c\n')).toBe('# Mine\n\n- a\n- b\n- c\n')
  })

  it('keeps text that is no entry', () => {
    expect(mergedHistory(`# Mine\n\n# Mine\n\n${one}`, () => true)).toBe('# Mine\n\n# Mine\n\n')
  })
})
