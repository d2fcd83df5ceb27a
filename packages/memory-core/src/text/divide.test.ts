import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide } from './divide.ts'

const small = { least: 20, usual: 40, most: 60 }

function parts(text: string, lengths = small): string[] {
  return divide(text, lengths).map(({ start, end }) => text.slice(start, end))
}

describe('divide', () => {
  it('leaves a short text whole', () => {
    expect(divide('A heron nests by the river.')).toEqual([{ start: 0, end: 27 }])
  })

  it('parts paragraphs, and begins a part with a heading', () => {
    expect(
      parts(
        'The first paragraph says this.\n\nThe second paragraph says that.\n# Title\nThe third paragraph says more.',
      ),
    ).toEqual([
      'The first paragraph says this.\n\n',
      'The second paragraph says that.\n',
      '# Title\nThe third paragraph says more.',
    ])
  })

  it('keeps the lines of code together where they fit', () => {
    const code = '```\nconst a = 1\n\nconst b = 2\nconst c = 3\n```\n'
    expect(parts(`Some words stand before the code.\n${code}And some words stand behind it.`)).toContain(code)
  })

  it('parts a long line between sentences, else between words', () => {
    expect(parts('One sentence stands here on the line. Another sentence stands right behind it.')[0]).toBe(
      'One sentence stands here on the line. ',
    )
    for (const part of parts('word '.repeat(40).trim())) expect(part.trim()).toMatch(/^(?:word ?)+$/)
  })

  it('covers any text without gaps, in 128 parts at the most, and cuts no character', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' ', '\n', '. ', '```\n', '🪶', '# ', '| x', 'word')), (pieces) => {
        const text = pieces.join('').repeat(20)
        const found = parts(text)
        expect(found.join('')).toBe(text)
        expect(found.length).toBeLessThanOrEqual(128)
        for (const part of found) expect(part.isWellFormed()).toBe(true)
      }),
    )
    expect(parts('x'.repeat(100_000)).length).toBeLessThanOrEqual(128)
  })
})
