import { describe, expect, it } from 'vitest'
import { largeRegex, patternOf, regex } from './regex.ts'

describe('patternOf', () => {
  it.each([
    [String.raw`^(?:a|b|(c)){0,3}(?<rest>x|y)+?z|(?=m|n)\w+|[)(|]\)`, ['abcxyz', 'aayz', 'cz', 'men', '()', '|)', 'q']],
    [String.raw`(?<=(?:a|b)+ )c(?!d|e)|(?:\(|\[)+x|(?:q?){2,}w`, ['ab c', 'a cd', '([x', 'qqw', 'ac']],
  ])('matches what was written: %s', (source, texts) => {
    for (const text of texts)
      for (const flags of ['', 'i', 'gu', 'iu'])
        expect([...text.matchAll(patternOf(source, `${flags.replace('g', '')}g`))].map((found) => [...found])).toEqual(
          [...text.matchAll(new RegExp(source, `${flags.replace('g', '')}g`))].map((found) => [...found]),
        )
  })

  it('divides what V8 would compile several times: before groups, behind alternatives and loops, not behind the last of a group', () => {
    expect(patternOf('^(?:a|b) (?:c)* (?:d) (?:(?:e|f)|g)(?=h|i)[(|]$', 'i').source).toBe(
      '^(?:a|b)(?=) (?=)(?:c)*(?=) (?=)(?:d) (?=)(?:(?:e|f)|g)(?=)(?=h|i)[(|]$',
    )
  })

  it('divides a pattern once that others contain', () => {
    const [inner, outer] = [regex.i`(?:a|b)c(?:d|e)`, 'x(?:f|g)y']
    expect(patternOf(outer + patternOf(inner.source, 'i').source, 'i').source).toBe(
      'x(?=)(?:f|g)(?=)y(?=)(?:a|b)(?=)c(?=)(?:d|e)',
    )
  })

  it('reads letters up to U+FFFF as ranges, which cost a tenth of the property', () => {
    const name = regex.u`^\p{L}+ [\p{L}'-]+$`
    expect(name.source).not.toContain('\\p{L}')
    for (const text of ['Łukasz Żółć', "Ελένη d'Or", 'Иван Грозный', '花子 山田']) expect(name.test(text)).toBe(true)
    for (const text of ['a1 b', 'a·b c', '3×4 a']) expect(name.test(text)).toBe(false)
  })

  it('reads letters of any script without the flag u, which costs five times as much with i', () => {
    const name = regex.iu`^(?<name>\p{L}+) [\p{Lu}'-]+$`
    expect(name.flags).toBe('i')
    for (const text of ['Łukasz ŻÓŁĆ', 'Ελένη d’Or'.replace('’', "'"), 'Иван Грозный', 'عمر خيام', '花子 山田'])
      expect(name.exec(text)?.groups?.name).toBe(text.split(' ')[0])
    for (const text of ['a1 b', 'a·b c', '、花 山']) expect(name.test(text)).toBe(false)
  })

  it.each(['[\\p{L}\\p{N}]+', '\\u{1f600}', '😀+', '\\p{Extended_Pictographic}'])('keeps the flag u for %s', (source) =>
    expect(patternOf(source, 'giu').flags).toBe('giu'),
  )
})

describe('largeRegex', () => {
  it('makes a pattern at its first use, and once', () => {
    const late = largeRegex.i`${'('}`
    expect(() => late()).toThrow(SyntaxError)
    const sound = largeRegex.gi`(?:a|b)c`
    expect(sound()).toBe(sound())
    expect('ACb bc'.match(sound())).toEqual(['AC', 'bc'])
  })
})
