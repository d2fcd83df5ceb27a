import { describe, expect, it } from 'vitest'
import { proseLines } from './prose.ts'

const textsOf = (text: string): string[] => proseLines(text).map((line) => line.text)

describe('proseLines', () => {
  it('leaves fenced code out, and everything below a fence that is not closed', () => {
    expect(textsOf('a\n```ts\nb\n```\nc\n~~~\nd\n```\n~~~\ne\n```\nf')).toEqual(['a', 'c', 'e'])
  })

  it('leaves block quotes, tables, commands, diffs and indented code out', () => {
    expect(textsOf('a\n> b\n| c | d |\n$ e\n@@ f\n+++ g\n    h\n\ti\nj')).toEqual(['a', 'j'])
  })

  it('strips the signs of lists and headings', () => {
    expect(textsOf('- a\n* [x] b\n12. c\n## d\n    - e')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('leaves logs, stack traces, JSON and program lines out', () => {
    const log =
      '2026-01-01 10:00:00 you must wait\n[ERROR] never\n  at run (a.ts:1)\n"a": "must"\n{\nconst a = () => {\nx = 1;'
    expect(textsOf(log)).toEqual([])
    expect(textsOf(`fine\n\n${log}\nthe rest of a log is not prose\n\nfine too`)).toEqual(['fine', 'fine too'])
    expect(textsOf('one [INFO] line\n[INFO] two\nthree')).toEqual(['one [INFO] line', 'three'])
  })

  it.each([
    'DATABASE_URL=postgres://db',
    'export TEAM_LEAD=Hanne Dahl',
    'spring.datasource.url = jdbc:x',
    '- LOG_LEVEL=debug',
  ])('leaves a setting out: %s', (line) => expect(textsOf(`mine\n${line}`)).toEqual(['mine']))

  it.each(['budget = 3000', 'I set TZ=UTC everywhere', 'diet=vegan', 'a 1=1 joke'])('keeps %s', (line) =>
    expect(textsOf(line)).toEqual([line]),
  )

  it.each([
    'my flatmate texted this:',
    'My boss texted me this',
    'from the group chat:',
    'this message from my landlord:',
    'pasting the thread:',
    'Ben emailed me the following:',
    'mum sent us:',
    'she posted this in the group:',
  ])('leaves out the words of another below "%s"', (line) =>
    expect(textsOf(`${line}\n\nI quit my job\n\nmine`)).toEqual([line, 'mine']),
  )

  it.each(['mum texted me: I quit', 'Ben messaged: I quit', 'my sister dmed us: I quit'])(
    'leaves out the words of another behind a colon: %s',
    (line) => expect(textsOf(line)).toEqual([line.slice(0, -6)]),
  )

  it.each(['for messages:', 'in chat:', 'I want this', 'my notes:', 'our channel rules:', 'How I sign a text message'])(
    'keeps what is below "%s"',
    (line) => expect(textsOf(`${line}\nmine`)).toEqual([line, 'mine']),
  )

  it("leaves a pasted conversation out, but not the user's own labels", () => {
    expect(textsOf('Bob: I prefer tea\nassistant: ok\nAda Lovelace: never')).toEqual([])
    expect(textsOf('Note: a\nRule: b\nPlease remember: c')).toEqual(['Note: a', 'Rule: b', 'Please remember: c'])
  })

  it('takes an answer, and a word that names the subject, for no speaker', () => {
    for (const text of ["Yes: I'm allergic to penicillin.", 'Diet: no nuts for me.', 'Okay: we live in Porto.'])
      expect(textsOf(text)).toEqual([text])
  })

  it("leaves out what is introduced as somebody else's text, to the next empty line", () => {
    expect(textsOf('For example:\nnever\nalways\n\nmine')).toEqual(['For example:', 'mine'])
    expect(textsOf('Ada wrote:\n\nI prefer tea\n\nmine')).toEqual(['Ada wrote:', 'mine'])
    expect(textsOf('please follow these rules:\nmine')).toEqual(['please follow these rules:', 'mine'])
  })

  it('leaves out everything below a task about a text', () => {
    expect(textsOf('Translate to German:\n\nI prefer tea\n\nnever')).toEqual(['Translate to German:'])
  })

  it('blanks out code, links and quotations, character by character', () => {
    const [line] = proseLines(`use \`a b\`, "c d", “e”, «f», 「g」, 'h i' and https://x.test/never, don’t`)
    expect(line?.masked).toBe("use ¤¤¤¤¤, ¤¤¤¤¤, ¤¤¤, ¤¤¤, ¤¤¤, ¤¤¤¤¤ and ¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤¤ don't")
    expect(line?.masked.length).toBe(line?.text.length)
  })

  it('takes apostrophes for no quotation', () => {
    expect(proseLines("don't say it's Ada's")[0]?.masked).toBe("don't say it's Ada's")
  })
})
