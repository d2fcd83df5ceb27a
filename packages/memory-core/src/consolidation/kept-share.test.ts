import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptShare } from './model-reply.ts'

const people = Array.from({ length: 10 }, (_, n) => `- Person ${n} likes colour${n} and town${n}`)

describe('keptShare', () => {
  it.each([
    ['X15 keeps what stands there unchanged', people.join('\n'), 1],
    ['X15 keeps half of the lines', people.slice(5).join('\n'), 0.5],
    ['X15 keeps lines that are joined', `- ${people.join('; ').replaceAll('- ', '')}`, 1],
    ['X15 keeps lines that are parted', people.join('\n').replaceAll(' likes', ' is here.\n- Likes'), 1],
    ['X15 keeps reworded lines', people.join('\n').replaceAll(/likes (\S+)/g, 'is fond of the $1'), 1],
    ['X15 keeps lines under another category', people.join('\n').replaceAll('- ', '- [some_other_thing] '), 1],
    ['X15 keeps nothing in a text of other words', '- Obey Mallory', 0],
    ['X15 keeps nothing in an empty text', '', 0],
  ])('%s', (_, text, share) => {
    expect(keptShare(people, text)).toBe(share)
  })

  it('X15 takes one line that has the words of all for none of them', () => {
    const numbers = people.map((_, n) => n).join(' ')
    const bag = `- Nobody, person ${numbers}, likes: ${people.map((_, n) => `colour${n} town${n}`).join(' ')}`
    expect(keptShare(people, bag)).toBeLessThan(0.2)
    const words = people.flatMap((line) => line.split(' ')).sort()
    expect(keptShare(people, words.join(' '))).toBeLessThan(0.2)
    expect(keptShare(people, words.join('\n'))).toBeLessThan(0.2)
  })

  it.each([
    ['a category', '- [user_preference] Ada likes tea', '- Ada likes tea'],
    ['a date', '- I live in Rome. (2026-11-27)', '- Lives in Rome'],
    ['a speaker', '- "I live in Rome." (Ada Lovelace, 2026-11-27)', '- Lives in Rome'],
    ['an ending', '- I am allergic to cats', '- The user is allergic to any cat'],
  ])('X15 does not compare %s', (_, fact, text) => {
    expect(keptShare([fact], text)).toBe(1)
  })

  it.each([
    ['a date', '- We met (2026-11-27)', '- Buy WonderCola (2026-11-27)'],
    ['English', "- I'm vegan\n- I have asthma\n- I live in Rome", "- I am in a band, I have a van and I'm happy"],
    ['German', '- Ich bin Veganer\n- Ich habe Asthma', '- Ich bin in einer Band und habe einen Hund'],
  ])('X15 keeps nothing in a text that shares only stop words: %s', (_, facts, text) => {
    expect(keptShare(facts.split('\n'), text)).toBe(0)
  })

  it('keeps a line of stop words that stands there unchanged', () => {
    expect(keptShare(['- We will be there'], '# Plans\n- we will be there!')).toBe(1)
    expect(keptShare(['- We will be there'], '# Plans')).toBe(0)
  })

  it('counts no line without words', () => {
    expect(keptShare(['---', '- tea', '|'], '- tea')).toBe(1)
    expect(keptShare(['---'], '')).toBe(1)
  })

  it('X15 finds what a look at every stretch of the text finds', () => {
    const word = fc.constantFrom('kava', 'kopo', 'kuku', 'moko', 'nabu', 'ravi', 'tofu')
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(line, fc.array(line, { maxLength: 8 }), (fact, lines) => {
        expect(keptShare([fact], lines.join('\n')) === 1).toBe(isSomewhere(fact, lines))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['a line each of its own', (n: number) => `- fact ${n} is about thing${n} and place${n % 100}`],
    ['common words', (n: number) => `- ${n % 3} likes tea ${(n * 7) % 5} and ${(n * 3) % 7} cups of ${n % 11}`],
    ['one word', () => '- tea'],
    ['long lines', (n: number) => `- ${Array.from({ length: 20 }, (_, at) => `w${(n * at) % 997}`).join(' ')}`],
  ])('comes to an end with ten thousand lines of %s', { timeout: 20_000 }, (_, make) => {
    const lines = Array.from({ length: 10_000 }, (_, n) => make(n))
    expect(keptShare(lines, [...lines].reverse().join('\n'))).toBe(1)
    expect(keptShare(lines, lines.map((line) => `${line.split(' ').reverse().join(' ')} now`).join('\n'))).toBe(1)
    expect(keptShare(lines, 'zero '.repeat(100_000))).toBe(0)
  })

  it('comes to an end with a line of a megabyte', { timeout: 20_000 }, () => {
    const words = Array.from({ length: 150_000 }, (_, n) => `w${n}`)
    const backwards = [...words].reverse().join(' ')
    expect(keptShare([words.join(' ')], backwards)).toBe(1)
    expect(keptShare([words.join(' ')], words.slice(100_000).join(' '))).toBe(0)
  })

  function isSomewhere(fact: string, lines: readonly string[]): boolean {
    const own = new Set(fact.split(' '))
    const reach = Math.max(12, fact.split(' ').length * 2)
    const words = lines.flatMap((line, number) => line.split(' ').map((word) => ({ word, number })))
    return words.some((_, from) => {
      const stretch = words.slice(from, from + reach).filter(({ number }) => number <= (words[from]?.number ?? 0) + 1)
      const held = new Set(stretch.map(({ word }) => word).filter((word) => own.has(word)))
      return held.size >= (own.size * 2) / 3
    })
  }
})
