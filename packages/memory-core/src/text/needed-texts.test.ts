import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neededTexts } from './pattern-filter.ts'

/** The compiler's target has no literals with it. */
const unicodeSets = ['v'].join()

describe('neededTexts', () => {
  it.each([
    ['a run of letters', /\bmust have\b/, [['must have']]],
    ['letters around a class', /summari[sz]e/, [['summari']]],
    [
      'one text of each alternative',
      /\b(?:don'?t|do not) (?:ever|at all)/i,
      [
        ['don', 'do not'],
        ['ever', 'at all'],
      ],
    ],
    ['what is repeated at least once', /(?:never ){1,3}again/, [['never '], ['again']]],
    ['nothing of what may be absent', /(?:never )?(?:ever)*again/, [['again']]],
    ['nothing of what must not or may stand around', /(?<!not )must(?! be)/, [['must']]],
    ['nothing where an alternative says nothing', /never|\d+|always/, []],
    ['escaped signs as they are', /e\.g\.\s/, [['e.g.']]],
    ['upper case as lower case', /^Error\b/, [['error']]],
    ['one character of Han', /^不[,,]/u, [['不']]],
    ['no single letter', /^i \w+$/, [['i ']]],
    ['nothing of letters with several cases', /σοφία|straße/, []],
    ['nothing of sets', new RegExp('[\\p{L}--[a-z]]abc', unicodeSets), []],
    ['groups with names and references to them', /(?<word>ab+c)- \k<word>/u, [['- ']]],
  ])('knows %s', (_, pattern, texts) => {
    expect(neededTexts(pattern)).toEqual(texts)
  })

  it('takes no pattern for needing what it does not: each needed list has a text in what the pattern matches', () => {
    const piece = fc.constantFrom(
      'ab',
      'B',
      'c?',
      'd+',
      '(?:ef|g)',
      '(?:ab|cd)?',
      '[xy]',
      '\\.',
      '(?=a)',
      '(?!zz)',
      ' ',
      'ſ',
      'ks',
      '(h|ij){2}',
      'k*',
    )
    const source = fc.array(fc.oneof(piece, piece, fc.constant('|')), { minLength: 1, maxLength: 7 })
    const letters = fc.constantFrom(...'abcdefghijkxyz. ABKSſ\u212a')
    fc.assert(
      fc.property(
        source,
        fc.array(letters, { maxLength: 14 }),
        fc.constantFrom('', 'i', 'u', 'iu'),
        (parts, text, flags) => {
          const pattern = new RegExp(parts.join(''), flags)
          const said = text.join('')
          if (!pattern.test(said)) return
          const lower = said.toLowerCase().replaceAll('ſ', 's')
          for (const texts of neededTexts(pattern))
            expect([pattern, said, texts.some((one) => lower.includes(one))]).toEqual([pattern, said, true])
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
