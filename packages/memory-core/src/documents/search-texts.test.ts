import { describe, expect, it } from 'vitest'
import { searchTexts } from './search-texts.ts'

const texts = ['tea time', 'coffee time', 'rain']

describe('searchTexts', () => {
  it('compares the first 20,000 characters of a query word by word', () => {
    const find = (query: string): string[] => searchTexts(texts, query, 5)
    expect(find('tea, or coffee')).toEqual(['tea time', 'coffee time'])
    expect(find(`tea tea${' '.repeat(20_000)}coffee rain`)).toEqual(['tea time'])
  })

  it('finds a text that holds a long query of one word as it stands', () => {
    const word = 'x'.repeat(30_000)
    expect(searchTexts([...texts, `a ${word} b`], word, 5)).toEqual([`a ${word} b`])
  })
})
