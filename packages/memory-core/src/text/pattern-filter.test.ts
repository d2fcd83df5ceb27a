import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { englishClaims } from '../statements/claims/claims-english.ts'
import { germanClaims } from '../statements/claims/claims-german.ts'
import { spanishClaims } from '../statements/claims/claims-spanish.ts'
import { rulePacks } from '../statements/rules/read-by-rules.ts'
import { createPatternFilter } from './pattern-filter.ts'

describe('createPatternFilter', () => {
  const always = /\d/
  const never = /\bnever\b/i
  const both = /(?:use|need) .*instead/
  const han = /^不[,,]/u
  const filter = createPatternFilter([always, never, both, han])

  it.each([
    ['nothing here', [always]],
    ['We NEVER do', [always, never]],
    ['use it', [always]],
    ['need it instead', [always, both]],
    ['neverinstead of use', [always, never, both]],
    ['不', [always, han]],
    ['', [always]],
  ])('says of %o which patterns can match', (text, patterns) => {
    expect(filter(text).patterns()).toEqual(patterns)
    for (const pattern of [always, never, both, han]) expect(filter(text).can(pattern)).toBe(patterns.includes(pattern))
  })

  it('never keeps back a pattern that it was not given', () => {
    expect(filter('').can(/other/)).toBe(true)
  })

  it('keeps what it said of one text when it is asked about another', () => {
    const first = filter('never')
    filter('need it instead')
    expect([first.can(never), first.can(both)]).toEqual([true, false])
  })

  it('takes the long s and the Kelvin sign for letters, as patterns that ignore the case do', () => {
    const must = /must ask/iu
    const text = 'MUſT Aſ\u212a'
    expect(must.test(text)).toBe(true)
    expect(createPatternFilter([must])(text).can(must)).toBe(true)
  })

  it('keeps back no rule of capture and no form of a claim that matches', () => {
    const rules = rulePacks.flatMap(({ rules = [], leftOut, remember, rejection = [], rememberBefore }) => [
      ...[...leftOut, remember, rejection, rememberBefore].flat(),
      ...rules.flatMap(({ patterns }) => patterns),
    ])
    const forms = [englishClaims, germanClaims, spanishClaims].flatMap((language) => [
      ...language.rows.map(({ pattern }) => pattern),
      ...[...language.leftOut, ...language.retracting, ...language.replacing, language.adverbs, language.opening],
      ...[language.correcting, language.adding, language.changing, ...language.rewrites.map(([from]) => from)],
    ])
    const patterns = [...rules, ...forms].map(({ source, flags }) => new RegExp(source, flags.replace('g', '')))
    const look = createPatternFilter(patterns)
    const words = [...new Set([...patterns].flatMap(({ source }) => source.match(/\p{L}{2,}/gu) ?? []))]
    const word = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(
        'i',
        'we',
        'my',
        'the',
        'in',
        'to',
        'for',
        'not',
        ',',
        '.',
        '!',
        'Berlin',
        '42',
        'ich',
        'yo',
        '不',
        'は',
      ),
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 9 }), (said) => {
        const text = said.join(' ')
        const { can } = look(text)
        expect(patterns.filter((pattern) => pattern.test(text) && !can(pattern)).map(String)).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })
})
