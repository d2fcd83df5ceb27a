import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstNumber, partsOfText } from '../storage/numbering.ts'
import type { Candidate } from '../storage/passages.ts'
import { mergeScores, similarityInContext } from './meaning.ts'

describe('mergeScores', () => {
  it('weighs the share of the best words and the stretched cosine', () => {
    const joined = mergeScores(
      new Map([
        ['a', 8],
        ['b', 4],
      ]),
      new Map([
        ['a', 0.5],
        ['b', 0.7],
        ['c', 0.9],
      ]),
      0.25,
    )
    expect(joined.get('a')).toEqual({ score: 0.75, words: 1, meaning: 0 })
    expect(joined.get('b')?.score).toBeCloseTo(0.75 * 0.5 + 0.25 * 0.5)
    expect(joined.get('c')).toEqual({ score: 0.25, words: 0, meaning: 1 })
  })

  it('judges what has no vector by its words alone', () => {
    const joined = mergeScores(new Map([['new', 3]]), new Map([['old', 0.4]]), 0.3)
    expect(joined.get('new')).toEqual({ score: 1, words: 1, meaning: undefined })
  })

  it('gives each candidate a score from 0 to 1, and more for better words and for better likeness', () => {
    const scores = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0, max: 50, noNaN: true }))
    const cosines = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: -1, max: 1, noNaN: true }))
    fc.assert(
      fc.property(scores, cosines, fc.double({ min: 0, max: 1, noNaN: true }), (words, similar, weight) => {
        const [lexical, near] = [new Map(Object.entries(words)), new Map(Object.entries(similar))]
        const joined = mergeScores(lexical, near, weight)
        expect([...joined.keys()].sort()).toEqual([...new Set([...lexical.keys(), ...near.keys()])].sort())
        for (const [id, { score }] of joined) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1 + 1e-9)
          for (const [other, joint] of joined)
            if (near.has(id) && near.has(other) && isAtLeast(lexical, id, other) && isAtLeast(near, id, other))
              expect(score).toBeGreaterThanOrEqual(joint.score - 1e-9)
        }
      }),
    )
  })

  it('is the order of the words with weight 0, and that of the vectors with weight 1', () => {
    const lexical = new Map([
      ['a', 2],
      ['b', 1],
    ])
    const near = new Map([
      ['a', 0.1],
      ['b', 0.2],
    ])
    const order = (weight: number): string[] =>
      [...mergeScores(lexical, near, weight)].sort(([, one], [, other]) => other.score - one.score).map(([id]) => id)
    expect(order(0)).toEqual(['a', 'b'])
    expect(order(1)).toEqual(['b', 'a'])
  })
})

function isAtLeast(scores: ReadonlyMap<string, number>, id: string, other: string): boolean {
  return (scores.get(id) ?? 0) >= (scores.get(other) ?? 0)
}

const first = firstNumber(1)

function message(id: string, number: number): Candidate {
  return {
    id,
    number,
    layer: 'sessions',
    length: 3,
    counts: [],
    speech: { speaker: [], role: 'user', asks: false, personal: false },
  }
}

describe('similarityInContext', () => {
  it('is the weighted mean of a message and its neighbours', () => {
    const three = [message('a', first), message('b', first + partsOfText), message('c', first + 2 * partsOfText)]
    const likeness = similarityInContext(
      three,
      new Map([
        ['a', 0.9],
        ['b', 0.1],
        ['c', 0.5],
      ]),
    )
    expect(likeness.get('b')).toBeCloseTo((0.1 + 0.8 * 0.9 + 0.5 * 0.5) / 2.3)
    expect(likeness.get('a')).toBeCloseTo((0.9 + 0.8 * 0.9 + 0.5 * 0.1) / 2.3)
  })

  it('of other sessions, of other layers and of what has no vector is not mixed in', () => {
    const { speech: _, ...fact } = message('fact', first + partsOfText)
    const given = [message('a', first), fact, message('other', firstNumber(2))]
    const cosines = new Map([
      ['a', 0.4],
      ['fact', 0.8],
      ['far', 0.2],
    ])
    expect(similarityInContext(given, cosines).get('fact')).toBe(0.8)
    expect(similarityInContext(given, cosines).get('far')).toBe(0.2)
    expect(similarityInContext(given, cosines).has('other')).toBe(false)
    expect(
      similarityInContext([message('a', first), message('b', first + partsOfText)], new Map([['a', 0.4]])).get('a'),
    ).toBeCloseTo(0.4)
  })
})
