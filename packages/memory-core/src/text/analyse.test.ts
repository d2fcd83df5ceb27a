import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'

const finds = (text: string, query: string): boolean => {
  const tokens = analyse(text)
  return analyse(query).some((token) => tokens.includes(token))
}

describe('analyse', () => {
  it('finds every inflection of an English word', () => {
    expect(analyse('running runs ran')).toEqual(['run', 'run', 'run'])
    expect(analyse('children went and bought databases')).toEqual(analyse('child go buy database'))
  })

  it('takes possessives, contractions and curly apostrophes off', () => {
    expect(analyse("Caroline's and Caroline’s and Caroline")).toEqual(['carolin', 'carolin', 'carolin'])
    expect(analyse("don't can’t it's")).toEqual([])
  })

  it("finds a name with an apostrophe whole and by its last part: O'Brien", () => {
    expect(analyse("O'Brien")).toEqual(['obrien', 'brien'])
    expect(analyse('l’amour')).toContain('amour')
  })

  it('splits at everything that is no letter or digit', () => {
    expect(analyse("foo-bar a.b 10'000 x_y")).toEqual(['foo', 'bar', 'b', '10', '000', 'x', 'y'])
  })

  it('leaves English stop words out, but not the month May', () => {
    expect(analyse('the meeting of the team in May')).toEqual(['meet', 'team', 'mai'])
  })

  it('answers nothing for a query of stop words, and all of it when asked to keep them', () => {
    expect(analyse('who am I not')).toEqual([])
    expect(analyse('who am I not', { stopWords: 'keep' })).toEqual(['who', 'am', 'i', 'not'])
  })

  it('folds diacritics of Latin, Greek and Cyrillic', () => {
    expect(analyse('Café Müller Straße Ωμέγα ΟΔΟΣ ёлка')).toEqual(analyse('cafe muller strasse ωμεγα οδοσ елка'))
  })

  it('leaves a German compound as it is', () => {
    expect(analyse('Donaudampfschifffahrtsgesellschaft')).toEqual(['donaudampfschifffahrtsgesellschaft'])
  })

  it('finds a Chinese word of two characters inside a run', () => {
    expect(finds('我昨天搬到了北京大学旁边', '北京')).toBe(true)
    expect(finds('我昨天搬到了北京大学旁边', '南京')).toBe(false)
    expect(finds('我有一只猫', '猫')).toBe(true)
  })

  it('finds Japanese words, in half-width letters too', () => {
    expect(finds('東京タワーでラーメンを食べました', 'ラーメン')).toBe(true)
    expect(finds('東京タワーでラーメンを食べました', 'ﾗｰﾒﾝ')).toBe(true)
  })

  it('finds a Thai word inside a run, and tells its vowels apart', () => {
    expect(finds('ฉันชอบกินข้าวผัด', 'กิน')).toBe(true)
    expect(analyse('กิน')).not.toEqual(analyse('กัน'))
  })

  it('finds a Korean word with and without its particle', () => {
    expect(finds('저는 한국어를 공부합니다', '한국어')).toBe(true)
    expect(finds('API를 쓴다', 'API')).toBe(true)
  })

  it('keeps the vowel signs of Hindi apart, and passes over vowel points of Hebrew', () => {
    expect(analyse('की')).not.toEqual(analyse('का'))
    expect(analyse('שָׁלוֹם')).toEqual(analyse('שלום'))
  })

  it('passes over emoji, NUL and lone surrogates', () => {
    expect(analyse('tea 👩🏽‍💻1️⃣ ☕\0milk\ud83d')).toEqual(['tea', '1', 'milk'])
  })

  it('cuts words at 64 code units and texts at 20,000 characters', () => {
    expect(analyse('é'.repeat(100))).toEqual(['e'.repeat(64)])
    expect(analyse(`${' '.repeat(20_000)}late`)).toEqual([])
  })

  it('gives letters and digits only, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const token of analyse(text)) {
          expect(token).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(token.length).toBeLessThanOrEqual(64)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('splits ASCII text exactly as Intl.Segmenter would', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
    const unit = fc.constantFrom(...'abzAZ019\'_.-:, \n"@s')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
        expect(analyse(text)).toEqual(segments.flatMap((segment) => analyse(segment)))
      }),
      { numRuns: 2000 },
    )
  })

  it('analyses ASCII words alike in texts with and without other letters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(analyse(`${text} ☕`)).toEqual(analyse(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['one word', 'a'],
    ['apostrophes', "a'"],
    ['marks', 'a\u0301'],
    ['ligatures of 18 letters', '\ufdfa'],
    ['Han', '漢'],
    ['Thai', 'ก'],
    ['lone surrogates', '\ud800'],
  ])('takes linear time on a megabyte of %s', (_, unit) => {
    const start = performance.now()
    analyse(unit.repeat(1_000_000 / unit.length))
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
