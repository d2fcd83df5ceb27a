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
