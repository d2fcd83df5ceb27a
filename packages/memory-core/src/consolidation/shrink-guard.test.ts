import { describe, expect, it } from 'vitest'
import { judgeRewrite } from './shrink-guard.ts'

const facts = ['- Ada prefers pnpm', '- Berlin hosts the server', '- Carla owns the budget', '- Dora is on leave']
const before = `# Facts\n${facts.join('\n')}\n`
const usual = { compressing: false, bytes: 8192 }

describe('judgeRewrite', () => {
  it('X15 accepts a rewrite that keeps half of the facts', () => {
    expect(judgeRewrite(before, `- Emil joined\n${facts.slice(0, 2).join('\n')}`, usual)).toEqual({ accepted: true })
  })

  it('X15 refuses a rewrite that keeps fewer, and names its new lines', () => {
    expect(judgeRewrite(before, `# New\n- Emil joined\n${facts[0]}`, usual)).toEqual({
      accepted: false,
      reason: 'it keeps 25 % of the facts, at least 50 % were expected',
      newLines: ['- Emil joined'],
    })
  })

  it('X15 takes less when it was asked to compress', () => {
    expect(judgeRewrite(before, `${facts[0]}`, { ...usual, compressing: true })).toEqual({ accepted: true })
  })

  it('X15 takes for compressed only what is shorter', () => {
    const compressing = { ...usual, compressing: true }
    const longer = `${facts[0]}\n- ${'Emil joined us today, and he is glad about it. '.repeat(3)}`
    expect(judgeRewrite(before, longer, compressing)).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('at least 50 %'),
    })
    expect(judgeRewrite(before, longer.slice(0, before.length - 1), compressing)).toEqual({ accepted: true })
  })

  it('X15 refuses a flood where there was nothing', () => {
    const lines = (count: number, text: string) => Array.from({ length: count }, (_, n) => `${text} ${n}`).join('\n')
    expect(judgeRewrite('', lines(200, '- fact'), usual)).toEqual({ accepted: true })
    for (const text of ['- fact', '# heading', 'prose'])
      expect(judgeRewrite('', lines(201, text), usual)).toMatchObject({ accepted: false, newLines: [] })
    expect(judgeRewrite('', `- ${'word '.repeat(1_000)}`, usual)).toMatchObject({ accepted: false, newLines: [] })
    expect(judgeRewrite('', '\n'.repeat(300), usual)).toMatchObject({ accepted: false, newLines: [] })
  })

  it('X15 refuses a flood of lines that stand there already', () => {
    const again = (count: number) => `${before}${`${facts[0]}\n`.repeat(count)}`
    const options = { ...usual, bytes: 1_000_000 }
    expect(judgeRewrite(before, again(200), options)).toEqual({ accepted: true })
    expect(judgeRewrite(before, again(201), options)).toMatchObject({ accepted: false, newLines: [] })
  })

  it('X15 accepts blank lines between many lines', () => {
    const many = Array.from({ length: 500 }, (_, n) => `- fact ${n}`)
    expect(judgeRewrite(many.join('\n'), many.join('\n\n'), usual)).toEqual({ accepted: true })
  })

  it('X15 refuses a compression that drops everything', () => {
    expect(judgeRewrite(before, '- Emil joined', { ...usual, compressing: true }).accepted).toBe(false)
  })

  it('X15 refuses to wipe the memory', () => {
    expect(judgeRewrite(before, ' \n', usual)).toEqual({ accepted: false, reason: 'it is empty', newLines: [] })
  })

  it('X15 counts a reworded fact as kept when most of its words are there', () => {
    const after = '- The server: Berlin hosts it\n- Carla still owns the whole budget\n- pnpm is what Ada prefers'
    expect(judgeRewrite(before, after, usual).accepted).toBe(true)
  })

  it('X15 refuses a flood, and takes nothing from it', () => {
    const flood = `${before}${'- x\n'.repeat(100_000)}`
    expect(judgeRewrite(before, flood, usual)).toMatchObject({ accepted: false, newLines: [] })
  })

  it('X15 accepts a rewrite of a memory that is large already', () => {
    const large = `${before}${'- a line by hand\n'.repeat(6_000)}`
    expect(judgeRewrite(large, `${large}- Emil joined\n`, usual)).toEqual({ accepted: true })
  })

  it('accepts anything where there was nothing', () => {
    expect(judgeRewrite('# Only a heading\n', '- Emil joined', usual)).toEqual({ accepted: true })
  })

  it.each([
    ['one word', 'a'.repeat(1_000_000)],
    ['bullets', '- a\n'.repeat(250_000)],
    ['words', 'a b '.repeat(250_000)],
    ['brackets', '- ['.repeat(330_000)],
    ['line breaks', '\n'.repeat(1_000_000)],
    ['blanks', ' '.repeat(1_000_000)],
  ])('comes to an end on a megabyte of %s', (_, text) => {
    expect(judgeRewrite(text, `${text}- Emil joined`, usual).accepted).toBe(true)
    expect(typeof judgeRewrite(before, text, { ...usual, bytes: 1_000_000 }).accepted).toBe('boolean')
  })
})
