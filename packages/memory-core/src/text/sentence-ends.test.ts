import { describe, expect, it } from 'vitest'
import { sentenceEnds, splitSentences } from './sentence-ends.ts'

describe('sentences', () => {
  it.each([
    ['My name is Dr. Strange. I live in St. Gallen.', ['My name is Dr. Strange.', 'I live in St. Gallen.']],
    ['Ask Mrs. Ray, e.g. by mail! Or not', ['Ask Mrs. Ray, e.g. by mail!', 'Or not']],
    ['Am 3. Mai. Gut', ['Am 3. Mai.', 'Gut']],
    ['It is 3. Then 4.5 came…  So?', ['It is 3.', 'Then 4.5 came…', 'So?']],
    ['是的。好！', ['是的。', '好！']],
    ['Nice 👍 I agree', ['Nice 👍', 'I agree']],
    ['', []],
    [' \n ', []],
  ])('of %j end at stops, and not at abbreviations', (text, sentences) =>
    expect(splitSentences(text)).toEqual(sentences),
  )

  it('end behind their stop', () => expect(sentenceEnds('Yes. No')).toEqual([4]))
})
