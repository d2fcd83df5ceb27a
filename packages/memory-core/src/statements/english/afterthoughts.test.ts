import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import type { ReadingOptions } from '../statement.ts'
import { keptWorth } from './worth.ts'

const keptOf = (said: string, options: ReadingOptions = {}): string[] =>
  readStatements(said, { at: '2026-09-01T09:00:00Z', ...options })
    .filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

describe('a line', () => {
  it.each([
    ['And so on, I have two dogs, Rex and Bella.', ['I have two dogs, Rex and Bella.']],
    ['So far, I have two dogs, Rex and Bella.', ['I have two dogs, Rex and Bella.']],
    ['So on Monday I start at Bosch as an engineer.', ['on Monday I start at Bosch as an engineer.']],
    ['Plus-size clothes are what I sell in my shop', ['Plus-size clothes are what I sell in my shop']],
    ['so- I live in Leeds', ['I live in Leeds']],
    [
      "My laptop died 😭 it's a Framework 13 and all my photos are on it",
      ["My laptop died 😭 it's a Framework 13 and all my photos are on it"],
    ],
    [
      "Ada's visa got denied 😭 she's not coming so my cousin Ngozi is maid of honour now",
      ["Ada's visa got denied 😭 she's not coming so my cousin Ngozi is maid of honour now"],
    ],
    [
      'Owen started on Concerta 18mg in the mornings. weekends too so I need to give it',
      ['Owen started on Concerta 18mg in the mornings.'],
    ],
    ['Dogs too are welcome in our shop', ['Dogs too are welcome in our shop']],
    [
      'The firm merges with Hatchard Wynne on 1 January; we shall then be Hatchard Lowe LLP.',
      ['The firm merges with Hatchard Wynne on 1 January; we shall then be Hatchard Lowe LLP.'],
    ],
    [
      "I finish school in June. I'll then study law in Graz.",
      ["I finish school in June. I'll then study law in Graz."],
    ],
  ])('is not torn: %s', (said, kept) => expect(keptOf(said)).toEqual(kept))

  it('that is cut for its length does not end in a conjunction', () => {
    const [kept = ''] = keptOf(`My daughter Kaylee lives in Tulsa ${'and has a dog and a cat '.repeat(12)}`)
    expect(kept).toMatch(/ (?:dog|cat)$/)
  })
})
