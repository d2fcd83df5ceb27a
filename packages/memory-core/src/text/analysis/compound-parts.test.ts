import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compoundParts } from './word-parts.ts'

describe('compoundParts', () => {
  it.each([
    ['kaffeemaschine', ['kaffee', 'maschine']],
    ['waschmaschine', ['wasch', 'maschine']],
    ['stadtbibliothek', ['stadt', 'bibliothek']],
    ['rathaus', ['rat', 'haus']],
    ['handschuh', ['hand', 'schuh']],
    ['ziekenhuis', ['zieken', 'huis']],
    ['tvättmaskin', ['tvätt', 'maskin']],
  ])('takes %s apart', (word, parts) => {
    expect(compoundParts(word)).toEqual(parts)
  })

  it('gives the words in the middle too', () => {
    expect(compoundParts('krankenversicherungsbeitrag')).toEqual(
      expect.arrayContaining(['kranken', 'krankenversicherungs', 'versicherungs', 'beitrag']),
    )
  })

  it.each([
    'besprechung',
    'universität',
    'möglichkeiten',
    'entscheidung',
    'gefunden',
    'spielen',
    'katze',
    'vergadering',
  ])('leaves %s whole', (word) => {
    expect(compoundParts(word)).toEqual([])
  })

  it('gives at most 20 parts, each of three letters and more, and each in the word', () => {
    const syllable = fc.constantFrom(
      'tag',
      'haus',
      'schuh',
      'e',
      'n',
      's',
      'kranken',
      'bahn',
      'hof',
      'öl',
      'ung',
      'zeit',
    )
    fc.assert(
      fc.property(fc.array(syllable, { maxLength: 16 }), (syllables) => {
        const word = syllables.join('')
        const parts = compoundParts(word)
        expect(parts.length).toBeLessThanOrEqual(20)
        for (const part of parts) {
          expect(part.length).toBeGreaterThanOrEqual(3)
          expect(word).toContain(part)
        }
      }),
      { numRuns: 500 },
    )
    expect(compoundParts('haus'.repeat(16))).toHaveLength(20)
  })
})
