import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide } from './divide.ts'

function parts(text: string): string[] {
  return divide(text).map(({ start, end }) => text.slice(start, end))
}

describe('divide', () => {
  it('leaves a short text whole', () => {
    expect(divide('A heron nests by the river.')).toEqual([{ start: 0, end: 27 }])
  })

  it('parts paragraphs, and begins a part with a heading', () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) =>
      `The ${name} paragraph. `.repeat(15).trim(),
    )
    expect(parts(`${first}\n\n${second}\n# Title\n${third}`)).toEqual([
      `${first}\n\n`,
      `${second}\n`,
      `# Title\n${third}`,
    ])
  })

  it('keeps the lines of code together where they fit', () => {
    const code = `\`\`\`\n${'const a = 1\n\nconst b = 2\n'.repeat(15)}\`\`\`\n`
    const words = 'Some words stand around the code. '.repeat(10).trim()
    expect(parts(`${words}\n${code}${words}`)).toContain(code)
  })

  it('parts a long line between sentences, else between words', () => {
    const sentence = 'One sentence stands here on the line. '
    expect(parts(sentence.repeat(40))[0]).toBe(sentence.repeat(11))
    for (const part of parts('word '.repeat(400).trim())) expect(part.trim()).toMatch(/^(?:word ?)+$/)
  })

  it('covers any text without gaps, in 128 parts at the most, and cuts no character', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' ', '\n', '. ', '```\n', '🪶', '# ', '| x', 'word')), (pieces) => {
        const text = pieces.join('').repeat(100)
        const found = parts(text)
        expect(found.join('')).toBe(text)
        expect(found.length).toBeLessThanOrEqual(128)
        for (const part of found) expect(part.isWellFormed()).toBe(true)
      }),
    )
    expect(parts('x'.repeat(100_000)).length).toBeLessThanOrEqual(128)
  })
})
