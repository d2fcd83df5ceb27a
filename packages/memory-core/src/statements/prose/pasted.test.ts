import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { distantLines, firstPerson, withoutOutput, withoutPasted } from './pasted.ts'

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

  it.each([
    ['She wrote: "Hi,\nI live in Oslo.\nBest, Jan"', ['She wrote: ¤', '¤', '¤']],
    ['see\n\n"Hi Ann,\n\nI moved.\nGareth & Co"\nmine', ['see', '¤', '¤', '¤', '¤', 'mine']],
    ['“I\nquit”, she said', ['¤', '¤, she said']],
    ['I have a 27" screen and a\n32" TV', ['I have a 27" screen and a', '32" TV']],
    ['She said "I quit.\nI live in Bath', ['She said "I quit.', 'I live in Bath']],
    ['My dog is "Rex"\nand my cat "Miso"', ['My dog is "Rex"', 'and my cat "Miso"']],
  ])('has no quotation of several lines: %j', (text, rest) => expect(left(text)).toEqual(rest))

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

  it.each([
    '[02:20] kofi: I am on it\n[02:40] hanne: never restart it',
    "[12/10/26, 21:04] Mum: I'm vegetarian now",
    '[09:12:01] <anna> I quit',
    "12/10/26, 21:04 - Mum: I'm in\n12/10/26, 21:05 - Dad Smith: I sold the car\nand the boat",
    '12/10/2026, 9:04 PM - Mum: hi\n12/10/2026, 9:05 PM - Dad: hi',
    '09:12 <anna> I quit\n09:13 <ben> ok',
    '00:12 Anna: I quit\n00:15 Ben: ok',
    '09:12:33 From Anna to Everyone: I quit\n09:12:35 From Ben to Everyone: so do I',
    '- 02:20 kofi: I am on it\n- 02:31 marek: I restarted it',
    "Anna (00:12): I quit\nBen (00:14): I'm vegan",
    "Anna 09:12\nI'm allergic to latex\nBen 09:13\nI work from Porto",
    "Anna Lee  9:12 AM\nI'm allergic to latex\n\nmy own\n\nBen  9:13 AM\nok",
    "Anna — Today at 9:12 AM\nI'm off\nben — Yesterday at 9:12 AM\nI'm on",
    '[09:12] Anna Lee\nI quit\n[09:13] Ben\nI know',
    'Anna, [12.10.2026 21:04]\nI quit\nBen, [12.10.2026 21:05]\nok',
  ])('leaves out a chat up to the empty line after it: %j', (chat) =>
    expect(left(`see\n${chat}\n\nmine`)).toEqual(['see', 'mine']),
  )

  it.each([
    '9:00 I get up\n9:30 I walk the dog',
    'Gym 18:00\nDinner 19:30\nCinema 21:00',
    'Monday 18:00\nI have choir\nTuesday 19:00\nI play chess',
    '7:30 breakfast: oats\n12:30 lunch: salad',
    'I eat at 8:00\nmy wife eats later\nI sleep at 23:00\nso does she',
    'Physio 9:30\nI need to leave work early',
    'School run: 8:15 and 15:10\nI take no calls then',
    'My kids: Anna (7), Ben (9)\nMy wife: Lea (40)',
    '[x] I called the vet\n[ ] I book the flight',
    'My son was born at 09:12\nMy daughter at 10:15',
    "14.30 works for me: I'm free",
    'Call me after 18:00\nI work until then',
  ])('keeps the times of a day: %j', (day) => expect(left(day)).toEqual(day.split('\n')))
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
    expect([text, firstPerson.test(text)]).toEqual([text, true])
  for (const text of ['never do it', 'the mice', 'usual', 'Minor'])
    expect([text, firstPerson.test(text)]).toEqual([text, false])
})

it('takes linear time', () => {
  const spentMs = startCpuClock()
  for (const text of [
    '<a>\n'.repeat(5_000),
    'Hi A,\n'.repeat(3_000),
    '# a\n'.repeat(5_000),
    '1.1 a\n\n'.repeat(3_000),
    'a 1:20\nb\n'.repeat(3_000),
    `[${'1:20 a '.repeat(3_000)}`,
    'the a a a says '.repeat(1_300),
  ])
    distantLines(withoutPasted(text.split('\n')))
  withoutOutput('\n'.repeat(40_000))
  expect(spentMs()).toBeLessThan(1_000)
})
