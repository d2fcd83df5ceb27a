import { describe, expect, it } from 'vitest'
import { tfIdfScores } from '../documents/search-texts.ts'

describe('tfIdfScores', () => {
  it('G12 sums count / length × (ln((N + 1) / (df + 1)) + 1) over the tokens of the query', () => {
    const documents = [['a', 'b', 'a', 'c'], ['b', 'd'], ['e']]
    const idf = (df: number): number => Math.log(4 / (df + 1)) + 1
    const scores = tfIdfScores(['a', 'b'], documents)
    expect(scores[0]).toBeCloseTo((2 / 4) * idf(1) + (1 / 4) * idf(2), 12)
    expect(scores[1]).toBeCloseTo((1 / 2) * idf(2), 12)
    expect(scores[2]).toBe(0)
  })

  it('counts a token as often as the query has it', () => {
    const [once = 0] = tfIdfScores(['a'], [['a', 'b']])
    expect(tfIdfScores(['a', 'a'], [['a', 'b']])[0]).toBeCloseTo(2 * once, 12)
  })

  it('knows tokens named like properties of objects', () => {
    expect(tfIdfScores(['constructor', '__proto__'], [['x'], ['__proto__']])).toEqual([0, expect.any(Number)])
  })

  it('scores an empty document 0', () => {
    expect(tfIdfScores(['a'], [[]])).toEqual([0])
  })
})
