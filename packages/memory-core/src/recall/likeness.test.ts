import { describe, expect, it } from 'vitest'
import { firstNumber, partsOfText } from '../storage/numbering.ts'
import type { Candidate } from '../storage/passages.ts'
import { likenessInContext } from './likeness.ts'

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

describe('likenessInContext', () => {
  it('is the weighted mean of a message and its neighbours', () => {
    const three = [message('a', first), message('b', first + partsOfText), message('c', first + 2 * partsOfText)]
    const likeness = likenessInContext(
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
    expect(likenessInContext(given, cosines).get('fact')).toBe(0.8)
    expect(likenessInContext(given, cosines).get('far')).toBe(0.2)
    expect(likenessInContext(given, cosines).has('other')).toBe(false)
    expect(
      likenessInContext([message('a', first), message('b', first + partsOfText)], new Map([['a', 0.4]])).get('a'),
    ).toBeCloseTo(0.4)
  })
})
