import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareLabels, compareTexts } from './compare-texts.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', '\uD83E', '\uDD89', '🦉', '🦊', '\uD7FF', '\uE000', '\uFFFD', '\u{10FFFF}'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''))

/** Code point by code point, as the definition says. */
function byPoints(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => Array.from(one, (character) => character.codePointAt(0) ?? 0))
  for (const [index, point] of (left ?? []).entries()) {
    const other = right?.[index]
    if (other === undefined) return 1
    if (point !== other) return point - other
  }
  return (left?.length ?? 0) - (right?.length ?? 0)
}

describe('compareTexts', () => {
  it('orders by code point, where JavaScript orders by code unit', () => {
    expect(['🦉', '\uFFFD', 'a'].sort(compareTexts)).toEqual(['a', '\uFFFD', '🦉'])
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareTexts(a, b))).toBe(Math.sign(byPoints(a, b)))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('compareLabels', () => {
  it('orders label by label, and a list before those that it begins', () => {
    const lists = [['b'], ['a', 'b'], ['ab'], ['a'], []]
    expect(lists.sort(compareLabels)).toEqual([[], ['a'], ['a', 'b'], ['ab'], ['b']])
  })
})
