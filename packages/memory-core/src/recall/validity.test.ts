import { describe, expect, it } from 'vitest'
import type { FoundPassage } from './selection.ts'
import { type Successor, successorsFirst, withSuccessors } from './validity.ts'

function found(id: string, score: number): FoundPassage {
  const source = { session: 's', messageId: id, role: 'user' }
  return { score, parts: { words: score }, passage: { id, layer: 'sessions', origin: 'sessions/s', text: id, source } }
}

const successor = (id: string, score: number): Successor => ({ passage: found(id, 0).passage, score })
const ids = (some: readonly FoundPassage[]): string[] => some.map(({ passage }) => passage.id)

describe('successors', () => {
  it('come with the score of what they took the place of, before it', () => {
    const list = withSuccessors(
      [found('a', 3), found('old', 2), found('b', 1)],
      new Map([['old', successor('new', 2)]]),
    )
    expect(list.map(({ passage, score, parts }) => [passage.id, score, parts])).toEqual([
      ['a', 3, { words: 3 }],
      ['new', 2, { successor: 2 }],
      ['old', 2, { words: 2 }],
      ['b', 1, { words: 1 }],
    ])
  })

  it('are lifted when they are found with a lower score, and left where they are better', () => {
    const lifted = withSuccessors([found('old', 2), found('new', 0.5)], new Map([['old', successor('new', 2)]]))
    expect(lifted[0]).toMatchObject({ score: 2, parts: { words: 0.5, successor: 1.5 } })
    expect(ids(lifted)).toEqual(['new', 'old'])
    const better = withSuccessors([found('new', 5), found('old', 2)], new Map([['old', successor('new', 2)]]))
    expect(better[0]).toMatchObject({ score: 5, parts: { words: 5 } })
  })

  it('stand before the first of those that they took the place of', () => {
    const one = successor('new', 1)
    const list = [found('a', 4), found('old', 3), found('older', 2), found('new', 1)]
    expect(
      ids(
        successorsFirst(
          list,
          new Map([
            ['old', one],
            ['older', one],
          ]),
        ),
      ),
    ).toEqual(['a', 'new', 'old', 'older'])
    expect(ids(successorsFirst(list.slice(0, 3), new Map([['old', one]])))).toEqual(['a', 'old', 'older'])
  })
})
