import { describe, expect, it } from 'vitest'
import { searchBaselines } from './search-baselines.ts'

const docs = [
  { id: 'D1:1', text: 'Ada: The staging server is called heron.' },
  { id: 'D1:2', text: 'Ben: It’s raining again, and the bus was late.' },
  { id: 'D1:3', text: 'Ada: We moved the servers to Dublin.' },
  { id: 'D1:4', text: '' },
]

describe.each(searchBaselines)('$name', ({ index }) => {
  it('answers ids, best first, of documents that share a stem with the question', () => {
    expect(index(docs)('Which server is called heron?', 10)).toEqual(['D1:1', 'D1:3'])
  })

  it('answers at most as many as were asked for', () => {
    expect(index(docs)('server', 1)).toHaveLength(1)
  })

  it('answers nothing to stop words and to nothing', () => {
    const search = index(docs)
    expect(search('it is the', 10)).toEqual([])
    expect(search('', 10)).toEqual([])
  })

  it('finds the only document of an index', () => {
    expect(index(docs.slice(0, 1))('heron', 10)).toEqual(['D1:1'])
  })
})
