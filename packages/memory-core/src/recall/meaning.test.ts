import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstNumber, partsOfText } from '../storage/numbering.ts'
import type { Candidate, PassageHit } from '../storage/passages.ts'
import { mergeFound, similarityInContext } from './meaning.ts'
import type { Ranked } from './rank.ts'

describe('mergeFound', () => {
  it('weighs the share of the best words and the stretched cosine', () => {
    const found = merged({ a: 8, b: 4 }, { a: 0.5, b: 0.7, c: 0.9 }, 0.25)
    expect(found.get('a')).toEqual({ score: 0.75, parts: { words: 0.75, meaning: 0 } })
    expect(found.get('b')?.score).toBeCloseTo(0.75 * 0.5 + 0.25 * 0.5)
    expect(found.get('b')?.parts).toEqual({ words: 0.75 * 0.5, meaning: expect.closeTo(0.25 * 0.5) })
    expect(found.get('c')).toEqual({ score: 0.25, parts: { meaning: 0.25 } })
  })

  it('judges what has no vector by its words alone', () => {
    const found = merged({ new: 3 }, { old: 0.4 }, 0.3)
    expect(found.get('new')).toEqual({ score: 1, parts: { words: 1 } })
  })

  it('gives each candidate a score from 0 to 1, and more for better words and for better likeness', () => {
    const scores = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0, max: 50, noNaN: true }))
    const cosines = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: -1, max: 1, noNaN: true }))
    fc.assert(
      fc.property(scores, cosines, fc.double({ min: 0, max: 1, noNaN: true }), (words, similar, weight) => {
        const [lexical, near] = [new Map(Object.entries(words)), new Map(Object.entries(similar))]
        const found = merged(words, similar, weight)
        expect([...found.keys()].sort()).toEqual([...new Set([...lexical.keys(), ...near.keys()])].sort())
        for (const [id, { score }] of found) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1 + 1e-9)
          for (const [other, joint] of found)
            if (near.has(id) && near.has(other) && isAtLeast(lexical, id, other) && isAtLeast(near, id, other))
              expect(score).toBeGreaterThanOrEqual(joint.score - 1e-9)
        }
      }),
    )
  })

  it('is the order of the words with weight 0, and that of the vectors with weight 1', () => {
    const order = (weight: number): string[] => [...merged({ a: 2, b: 1 }, { a: 0.1, b: 0.2 }, weight).keys()]
    expect(order(0)).toEqual(['a', 'b'])
    expect(order(1)).toEqual(['b', 'a'])
  })
})

/** The scores and parts by id, in order, of candidates with these lexical scores and passages with these cosines. */
function merged(
  words: Readonly<Record<string, number>>,
  cosines: Readonly<Record<string, number>>,
  weight: number,
): Map<string, Pick<Ranked, 'score' | 'parts'>> {
  const lexical = Object.entries(words).map(([id, score], at): Ranked => {
    return { candidate: message(id, first + at * partsOfText), score, parts: { words: score } }
  })
  const nearest = Object.entries(cosines).map(([id, score]): PassageHit => {
    const source = { session: 's', messageId: id, role: 'user' }
    return { score, passage: { id, layer: 'sessions', origin: 'sessions/s', text: id, source } }
  })
  const found = mergeFound(lexical, nearest, new Map(Object.entries(cosines)), weight)
  return new Map(
    found.map((one) => {
      const { score, parts } = one
      return ['candidate' in one ? one.candidate.id : one.passage.id, { score, parts }]
    }),
  )
}

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
