import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPhrase, foldedText, textsIn } from './phrase.ts'

describe('a phrase', () => {
  it.each([
    ['Straße', 'die STRASSE entlang'],
    ['ﬁne  art', 'a FINE\n\tArt'],
    ['ΟΔΟΣ', 'η οδος, οδοσ'],
    ['se\u00ADcret', 'my sec\u200Bret'],
    ['ＡＢＣ', 'xabcx'],
    ['Elm Street', 'at **Elm** _Street_ 5'],
    ['Elm Street', '***Elm*** `Street`'],
    ['Müller says "hi"', '{"name":"M\\u00fcller\\nsays \\"hi\\""}'],
    ['Müller says "hi"', JSON.stringify(JSON.stringify('Müller\nsays "hi"'))],
    ['a*b', 'so a\\*b'],
  ])('%j is in %j', (phrase, text) => {
    expect(createPhrase(phrase).isIn(text)).toBe(true)
    expect(createPhrase(text).isIn(phrase)).toBe(false)
  })

  it.each([
    ['민수', '민수는 의사예요'],
    ['서울', '서울에서 살아요'],
    ['娜', '我女朋友娜娜住在上海。'],
    ['アヤ', 'アヤさんは先生です。'],
    ['ดี', 'สวัสดีครับ'],
    ['Bo', 'Boさんは先生です。'],
    ['Bo', '*Bo*, 42'],
  ])('%j is a word of %j', (phrase, text) => {
    expect(createPhrase(phrase, { isWord: true }).isIn(text)).toBe(true)
  })

  it.each([
    ['Bo', 'the Boat'],
    ['Bo', 'a turbo'],
    ['42', '421'],
    ['я', 'моя'],
    ["'re", "we're"],
  ])('%j is no word of %j', (phrase, text) => {
    expect(createPhrase(phrase, { isWord: true }).isIn(text)).toBe(false)
  })

  it('that is empty is in nothing', () => {
    for (const text of ['', ' ', '\u00AD']) {
      const phrase = createPhrase(text)
      expect(phrase.isIn('anything')).toBe(false)
      expect([...phrase.linesOf('a\nb')]).toEqual([])
      expect(phrase.isInJson(['', {}])).toBe(false)
    }
  })

  it('is in the lines over which it runs, blank ones between them too', () => {
    expect([...createPhrase('one two').linesOf('zero\none\n\n two\nthree one two')]).toEqual([1, 2, 3, 4])
    expect([...createPhrase('b').linesOf('a\nb\n\nab')]).toEqual([1, 3])
    expect([...createPhrase('b').linesOf('a\rb\r\n\rab')]).toEqual([1, 3])
  })

  it('that has marks is only where these are', () => {
    for (const text of ['a.ts', 'snake_case', '2 3']) expect(createPhrase(text).isIn('*.ts snakecase 23')).toBe(false)
    expect(createPhrase('*.ts').isIn('a.ts')).toBe(false)
    expect([...createPhrase('one two').linesOf('zero\n**one\\ntwo**\n\\u000a\\u000d\none')]).toEqual([1])
  })

  it('is in exactly the lines that a look at every letter finds', () => {
    const word = fc.constantFrom('a', 'B', 'ab', 'ß', ' ', '', 'É')
    const lines = fc.array(
      fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
      { maxLength: 6 },
    )
    const phrases = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(lines, phrases, (some, text) => {
        expect([...createPhrase(text).linesOf(some.join('\n'))].sort()).toEqual([...linesByHand(some, text)].sort())
      }),
      { numRuns: 1_000 },
    )
  })

  it('is found in JSON of any depth and shape, names and numbers included', () => {
    let deep: unknown = 'NEEDLE'
    for (let level = 0; level < 20_000; level++) deep = [deep]
    expect(createPhrase('needle').isInJson(deep)).toBe(true)
    expect(createPhrase('needle').isInJson({ a: [{ needles: null }] })).toBe(true)
    expect(createPhrase('4711').isInJson({ pin: 4711 })).toBe(true)
    expect(createPhrase('needle').isInJson({ a: ['need', 'le'] })).toBe(false)
    const parts = ['text', 'text', 'file'].map((type, at) => ({ type, text: ['a pine', 'needle', 'case'][at] }))
    expect(createPhrase('pine needle').isInJson({ content: parts })).toBe(true)
    expect(createPhrase('needle case').isInJson({ content: parts })).toBe(false)
    expect(new Set(textsIn([1, 'a', { b: null, c: true }]))).toEqual(new Set(['1', 'a', 'b', 'c']))
  })

  it('takes a megabyte of anything in time', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      'a\n'.repeat(500_000),
      '\u00AD'.repeat(1_000_000),
      ' '.repeat(1_000_000),
      '\\'.repeat(1_000_000),
      `a${'*'.repeat(1_000_000)}a`,
    ]) {
      const phrase = createPhrase('aaa aaa')
      phrase.linesOf(text)
      phrase.isIn(text)
    }
    expect(foldedText('\uD800 x')).toBe('\uD800 x')
  }, 20_000)
})

/** The lines of every occurrence, letter by letter. */
function linesByHand(lines: readonly string[], text: string): Set<number> {
  const letters: { letter: string; line: number }[] = []
  for (const [line, said] of lines.entries())
    for (const letter of foldedText(said) === '' ? '' : ` ${foldedText(said)}`) letters.push({ letter, line })
  const wanted = [...foldedText(text)]
  const found = new Set<number>()
  for (let at = 0; wanted.length > 0 && at + wanted.length <= letters.length; at++) {
    if (!wanted.every((letter, place) => letters[at + place]?.letter === letter)) continue
    const last = letters[at + wanted.length - 1]?.line ?? 0
    for (let line = letters[at]?.line ?? 0; line <= last; line++) found.add(line)
  }
  return found
}
