import { describe, expect, it } from 'vitest'
import { type Clause, clausesIn, proseSentences } from './prose.ts'

const clausesOf = (text: string): Clause[] => clausesIn(proseSentences(text))

const textsOf = (text: string): string[] => clausesOf(text).map((clause) => clause.text)

describe('the clauses of a message', () => {
  it('ends sentences at full stops, line ends and faces, not within names, numbers and abbreviations', () => {
    expect(textsOf('Node.js 1.5 is ok. Next! And\nlast')).toEqual(['Node.js 1.5 is ok.', 'Next!', 'And', 'last'])
    expect(textsOf('fixed 🙂 colors')).toEqual(['fixed 🙂', 'colors'])
    expect(textsOf('ask Dr. Weber, e.g. now')).toEqual(['ask Dr. Weber, e.g. now'])
    expect(textsOf('Frist am 3. Mai. Gut')).toEqual(['Frist am 3. Mai.', 'Gut'])
    expect(textsOf('我喜欢茶。你呢？好')).toEqual(['我喜欢茶。', '你呢？', '好'])
  })

  it('parts a sentence where a question or another thought begins, and knows what is asked', () => {
    expect(clausesOf('I prefer tabs, can you reformat it?')).toEqual([
      {
        text: 'I prefer tabs',
        masked: 'I prefer tabs',
        isQuestion: false,
        isDistant: false,
        sentence: 'I prefer tabs, can you reformat it?',
      },
      {
        text: 'can you reformat it?',
        masked: 'can you reformat it?',
        isQuestion: true,
        isDistant: false,
        sentence: 'I prefer tabs, can you reformat it?',
      },
    ])
    expect(textsOf('one; two - three, btw four')).toEqual(['one', 'two', 'three', 'four'])
  })

  it('takes an order that asks for consent for no question', () => {
    expect(clausesOf('never do that, ok?')[0]?.isQuestion).toBe(false)
    expect(clausesOf('is it ok?')[0]?.isQuestion).toBe(false)
    expect(clausesOf('never?')[0]?.isQuestion).toBe(true)
  })

  it('takes a question mark within a quotation for none', () => {
    expect(clausesOf('never say "really?"')[0]?.isQuestion).toBe(false)
  })

  it('looks at a long run of words in pieces of at most 1,000 characters, cut between words', () => {
    const clauses = clausesOf('word '.repeat(500))
    expect(clauses.length).toBeGreaterThan(1)
    for (const { text } of clauses) expect(text).toMatch(/^(?:word ?)+$/)
    expect(Math.max(...clausesOf('x'.repeat(3_500)).map(({ text }) => text.length))).toBe(1_000)
  })
})

describe('a long sentence', () => {
  const piecesOf = (text: string): string[] => proseSentences(text).map((piece) => piece.text)

  it('is split behind a comma of the second half of what fits, or at a space', () => {
    const clause = 'and I use Flask 2.3 with `a, b` for all'
    const pieces = piecesOf(Array(60).fill(clause).join(', '))
    expect(pieces.map((piece) => piece.length)).toEqual([983, 983, 490])
    for (const piece of pieces) expect(piece).toMatch(/^and I use .* for all,?$/)
    expect(piecesOf(`a, ${'word '.repeat(220)}`).map((piece) => piece.length)).toEqual([997, 104])
    expect(piecesOf('x'.repeat(2_500)).map((piece) => piece.length)).toEqual([1_000, 1_000, 500])
  })
})
