import { describe, expect, it } from 'vitest'
import { distantLines, isFirstPerson, withoutPasted } from './pasted.ts'

const left = (text: string): string[] => withoutPasted(text.split('\n')).filter((line) => line !== '')
const near = (text: string): string[] => {
  const lines = text.split('\n')
  const distant = distantLines(lines)
  return lines.filter((line, at) => line !== '' && !distant[at])
}
const long = `${'Some words of a page. '.repeat(45)}`

describe('withoutPasted', () => {
  it('leaves out what stands between two tags, and keeps what no tag closes', () => {
    expect(left('a\n<page id="1">\nb\n</page>\nc')).toEqual(['a', 'c'])
    expect(left('a\n<page>\nb')).toEqual(['a', '<page>', 'b'])
  })

  it('leaves out a mail from its first header on', () => {
    expect(left('look\nFrom: a@example.com\nSubject: x\n\nb')).toEqual(['look'])
    expect(left('Subject: x\nb')).toEqual(['Subject: x', 'b'])
    expect(left('From: Paris\nTo: Rome')).toEqual(['From: Paris', 'To: Rome'])
  })

  it('leaves out a letter below other words, and keeps one that is written to us', () => {
    expect(left('reply to this\n\nHi Ada,\nb\nThanks,\nBill\nmine')).toEqual(['reply to this', 'mine'])
    expect(left('\nHi Daybook,\nb\nThanks,\nAda')).toHaveLength(4)
    expect(left('one thing\nHi Ada,\nb\nThanks,')).toHaveLength(4)
  })

  it('leaves out a document with several headings, unless they are of the user', () => {
    expect(left('see\n# One\na\n## Two\nb')).toEqual(['see'])
    expect(left('# One\na')).toEqual(['# One', 'a'])
    expect(left('# My style\na\n# Tools\nb')).toHaveLength(4)
  })

  it('leaves out numbered clauses, and keeps numbered lists', () => {
    expect(left('4.1 a\nb\n4.2 c')).toEqual(['b'])
    expect(left('Section 1. a\nb\n§ 2 c')).toEqual(['b'])
    expect(left('1. a\n2. b')).toEqual(['1. a', '2. b'])
    expect(left('4.1 a')).toEqual(['4.1 a'])
  })
})

describe('distantLines', () => {
  it('are the middle of a long message, and none of a short one', () => {
    expect(near(`first\n\n${long}\n\nlast`)).toEqual(['first', 'last'])
    expect(near('first\n\nmiddle\n\nlast')).toEqual(['first', 'middle', 'last'])
    expect(near(long)).toEqual([])
  })

  it('are not those that the user introduces', () => {
    expect(near(`see\n\n${long}\n\nOur rules:\n\n- a\n- b\n\n${long}`)).toEqual(['see', 'Our rules:', '- a', '- b'])
    expect(near(`see\n\n${long}\n\nThe rules:\n\n- a\n\nlast`)).toEqual(['see', 'last'])
  })
})

it('knows the first person of four languages', () => {
  for (const text of ['I like it', 'for my team', 'wir nehmen', 'nuestro plan', '我喜欢', "we're done"])
    expect([text, isFirstPerson(text)]).toEqual([text, true])
  for (const text of ['never do it', 'the mice', 'usual', 'Minor'])
    expect([text, isFirstPerson(text)]).toEqual([text, false])
})

it('takes linear time', () => {
  const start = performance.now()
  for (const text of [
    '<a>\n'.repeat(5_000),
    'Hi A,\n'.repeat(3_000),
    '# a\n'.repeat(5_000),
    '1.1 a\n\n'.repeat(3_000),
    'the a a a says '.repeat(1_300),
  ])
    distantLines(withoutPasted(text.split('\n')))
  expect(performance.now() - start).toBeLessThan(1_000)
})
