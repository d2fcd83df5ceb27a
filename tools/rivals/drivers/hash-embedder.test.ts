import { expect, it } from 'vitest'
import { hashDimensions, hashEmbed } from './hash-embedder.ts'

const similarity = (a: string, b: string): number => {
  const other = hashEmbed(b)
  return hashEmbed(a).reduce((sum, value, position) => sum + value * (other[position] ?? 0), 0)
}

it('makes texts with the same words alike, whatever their case and order', () => {
  expect(similarity('Heron is the server', 'the SERVER is heron')).toBeCloseTo(1, 10)
  expect(similarity('heron server', 'heron garden')).toBeCloseTo(0.5, 10)
  expect(similarity('heron', 'penguin')).toBe(0)
})

it('gives every text a vector of length 1, without words too', () => {
  for (const text of ['heron', '', '!?', 'ab ab cd']) {
    expect(hashEmbed(text)).toHaveLength(hashDimensions)
    expect(Math.hypot(...hashEmbed(text))).toBeCloseTo(1, 10)
  }
})
