import { describe, expect, it } from 'vitest'
import type { PassageHit } from '../storage/passages.ts'
import { createSelection, type FoundPassage } from './selection.ts'

function found(id: string, text: string, more: Partial<PassageHit['passage']> = {}): FoundPassage {
  const source = { session: 's', messageId: id, role: 'user' }
  return { score: 1, parts: {}, passage: { id, layer: 'sessions', origin: 'sessions/s', text, source, ...more } }
}

function endOfRecord({ passage: { source } }: FoundPassage): number | undefined {
  return 'record' in source && source.validTo !== undefined ? Date.parse(source.validTo) : undefined
}

function chosen(offered: readonly FoundPassage[], limit = 10): string[] {
  const selection = createSelection(limit, endOfRecord)
  selection.offer(offered)
  return selection.chosen().map(({ passage }) => passage.id)
}

describe('the selection of what is answered', () => {
  it('is one of those that say the same: the fact, at the best place', () => {
    const fact = found('f', '- I like tea', { layer: 'facts', source: { path: 'memory/MEMORY.md', line: 1 } })
    expect(chosen([found('a', 'i like tea!'), found('b', 'and coffee'), fact])).toEqual(['f', 'b'])
  })

  it('puts what nearly repeats something behind what is new', () => {
    const long = 'the quick brown fox jumps over the lazy dog in the middle of the quiet night'
    const offered = [found('a', long), found('b', `${long} again`), found('c', 'something else was said about birds')]
    expect(chosen(offered)).toEqual(['a', 'c', 'b'])
    expect(chosen(offered, 2)).toEqual(['a', 'c'])
    expect(chosen([found('a', 'yes please'), found('b', 'yes please do')])).toEqual(['a', 'b'])
  })

  it('puts what does not hold any more last', () => {
    const over = found('r', 'Ada lives in Porto', {
      layer: 'records',
      source: { record: 'r', validTo: '2026-01-01T00:00:00.000Z' },
    })
    expect(chosen([over, found('a', 'Ada moved to Faro last year')])).toEqual(['a', 'r'])
  })

  it('puts a message that says the same as what is over, and said it before, there too', () => {
    const over = found('r', 'Ada lives in Porto', {
      layer: 'records',
      source: { record: 'r', validTo: '2026-01-01T00:00:00.000Z' },
    })
    const said = (id: string, createdAt: string) => found(id, 'ada lives in Porto!', { createdAt })
    const other = found('a', 'Ada moved to Faro last year')
    const [before, after] = [said('b', '2025-06-01T00:00:00.000Z'), said('l', '2026-06-01T00:00:00.000Z')]
    expect(chosen([before, over, other])).toEqual(['a', 'r'])
    expect(chosen([over, before, other])).toEqual(['a', 'r'])
    expect(chosen([after, over, other])).toEqual(['l', 'a', 'r'])
    expect(chosen([over, after, other])).toEqual(['l', 'a', 'r'])
    const noted = found('h', 'Ada lives in Porto', { layer: 'history', createdAt: '2025-06-01T00:00:00.000Z' })
    expect(chosen([noted, over])).toEqual(['h', 'r'])
  })

  it('is full when there is enough that is new', () => {
    const selection = createSelection(2, endOfRecord)
    selection.offer([found('a', 'one'), found('b', 'one')])
    expect(selection.isFull()).toBe(false)
    selection.offer([found('c', 'two')])
    expect(selection.isFull()).toBe(true)
  })
})
