import { describe, expect, it } from 'vitest'
import { excerptAt, excerptRange } from './context-lines.ts'

const text =
  'The house is old. The roof leaks in the rain. The heron nests by the river. Nobody fishes there. It is quiet.'

const excerptOf = (text: string, words: readonly string[], length: number): string =>
  excerptAt(text, excerptRange(text, words, length))

describe('an excerpt', () => {
  it('answers a short text as it is', () => {
    expect(excerptOf('The house is old.', ['heron'], 40)).toBe('The house is old.')
  })

  it('answers the sentences around which the words stand, and says that there is more', () => {
    expect(excerptOf(text, ['heron', 'river'], 40)).toBe('… The heron nests by the river. …')
  })

  it('answers sentences of exactly the length to their ends, whatever is escaped in them', () => {
    const [before, middle, after] = ['It is old. ', 'Put <b>heron</b> here. ', 'It is quiet.']
    const excerpt = excerptOf(before + middle + after, ['heron'], middle.length)
    expect(excerpt).toBe('… Put &lt;b>heron&lt;/b> here. …')
  })

  it.each([
    ['我昨天去港口散步。天气很好！“保险箱的暗号是红隼。”我们吃了午饭。', ['暗号'], '… “保险箱的暗号是红隼。” …'],
    ['昨日は港を散歩した。「暗号は隼です。」天気は良かった。', ['暗号'], '… 「暗号は隼です。」 …'],
  ])('takes a sentence of a language that writes no blanks between sentences: %s', (text, words, expected) => {
    expect(excerptOf(text, words, 14)).toBe(expected)
  })

  it.each([
    [
      'a title',
      'It rained. The heron was treated by the team of Dr. Lund at Kiel. We went home.',
      'Dr. Lund at Kiel. …',
    ],
    [
      'a date',
      'I met her on January 24, 2024, to mend the heron coat for the winter ball in town, and so on',
      '… to mend',
    ],
  ])('is not cut within %s', (_, said, expected) => {
    expect(excerptOf(said, ['heron'], 60)).toContain(expected)
  })

  it('finds a word by its stem, and counts it once', () => {
    expect(excerptOf(`${text} The family is large.`, ['famili'], 30)).toBe('… The family is large.')
    const record = 'The badge said K9 in red. I went to find the record, sorted by record, each record a record.'
    expect(excerptOf(record, ['record', 'badg', 'red'], 26)).toBe('The badge said K9 in red. …')
  })

  it('keeps the sentence that makes a secret of it', () => {
    const [post, secret] = [
      'I applied for the post of the deputy, with an interview on 3 December.',
      "My boss doesn't know.",
    ]
    const more = ' The roof leaks in the rain.'
    expect(excerptOf(`${post} ${secret}${more}`, ['post'], 72)).toBe(`${post} ${secret} …`)
    expect(excerptOf(`${post} ${secret}`, ['post'], 40)).toBe(`I applied for the post of the deputy, … ${secret}`)
    expect(excerptOf(`${post} My boss leaves.`, ['post'], 72)).toBe(`${post} …`)
  })

  it.each([
    [
      'its clause',
      'we had rain all day and the code of the yard is heron and then we went home, all of us',
      '… and the code of the yard is heron …',
    ],
    [
      'words of it',
      'we had rain all of the day in the yard of the old mill where heron nests under roofs made of reed',
      '… the yard of the old mill where heron …',
    ],
    ['the beginning of it, if it has no blanks', 'xyz'.repeat(30), `${'xyz'.repeat(13)}x …`],
  ])('answers of a long sentence %s', (_, said, expected) => {
    expect(excerptOf(said, ['heron', 'code'], 45)).toBe(expected)
  })

  it('answers the beginning where no word is found', () => {
    expect(excerptOf(text, ['whale'], 50)).toBe('The house is old. The roof leaks in the rain. …')
  })
})
