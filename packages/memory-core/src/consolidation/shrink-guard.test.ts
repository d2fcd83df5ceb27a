import { describe, expect, it } from 'vitest'
import { whyRefused } from './model-reply.ts'

const facts = ['- Ada prefers pnpm', '- Berlin hosts the server', '- Carla owns the budget', '- Dora is on leave']
const before = `# Facts\n${facts.join('\n')}\n`
const usual = { mode: 'rewrite', compressing: false, bytes: 8192 } as const

describe('whyRefused', () => {
  it('X15 accepts a rewrite that keeps half of the facts', () => {
    expect(whyRefused(before, `- Emil joined\n${facts.slice(0, 2).join('\n')}`, usual)).toBeUndefined()
  })

  it('X15 refuses a rewrite that keeps fewer', () => {
    expect(whyRefused(before, `# New\n- Emil joined\n${facts[0]}`, usual)).toBe(
      'it keeps 25 % of the facts, at least 50 % were expected',
    )
  })

  it('X15 takes less when it was asked to compress', () => {
    expect(whyRefused(before, `${facts[0]}`, { ...usual, compressing: true })).toBeUndefined()
  })

  it('X15 takes for compressed only what is shorter', () => {
    const compressing = { ...usual, compressing: true }
    const longer = `${facts[0]}\n- ${'Emil joined us today, and he is glad about it. '.repeat(3)}`
    expect(whyRefused(before, longer, compressing)).toContain('at least 50 %')
    expect(whyRefused(before, longer.slice(0, before.length - 1), compressing)).toBeUndefined()
  })

  it('X15 refuses a flood where there was nothing', () => {
    const lines = (count: number, text: string) => Array.from({ length: count }, (_, n) => `${text} ${n}`).join('\n')
    expect(whyRefused('', lines(200, '- fact'), usual)).toBeUndefined()
    for (const text of ['- fact', '# heading', 'prose'])
      expect(whyRefused('', lines(201, text), usual)).toMatch(/more than|size limit/)
    expect(whyRefused('', `- ${'word '.repeat(1_000)}`, usual)).toMatch(/more than|size limit/)
    expect(whyRefused('', '\n'.repeat(300), usual)).toMatch(/more than|size limit/)
  })

  it('X15 refuses a flood of lines that stand there already', () => {
    const again = (count: number) => `${before}${`${facts[0]}\n`.repeat(count)}`
    const options = { ...usual, bytes: 1_000_000 }
    expect(whyRefused(before, again(200), options)).toBeUndefined()
    expect(whyRefused(before, again(201), options)).toMatch(/more than|size limit/)
  })

  it('X15 accepts blank lines between many lines', () => {
    const many = Array.from({ length: 500 }, (_, n) => `- fact ${n}`)
    expect(whyRefused(many.join('\n'), many.join('\n\n'), usual)).toBeUndefined()
  })

  it('X15 refuses a compression that drops everything', () => {
    expect(whyRefused(before, '- Emil joined', { ...usual, compressing: true })).toBeDefined()
  })

  it('X15 refuses to wipe the memory', () => {
    expect(whyRefused(before, ' \n', usual)).toBe('it is empty')
  })

  it('X15 counts a reworded fact as kept when most of its words are there', () => {
    const after = '- The server: Berlin hosts it\n- Carla still owns the whole budget\n- pnpm is what Ada prefers'
    expect(whyRefused(before, after, usual)).toBeUndefined()
  })

  it('X15 refuses a flood', () => {
    const flood = `${before}${'- x\n'.repeat(100_000)}`
    expect(whyRefused(before, flood, usual)).toMatch(/more than|size limit/)
  })

  it('X15 accepts a rewrite of a memory that is large already', () => {
    const large = `${before}${'- a line by hand\n'.repeat(6_000)}`
    expect(whyRefused(large, `${large}- Emil joined\n`, usual)).toBeUndefined()
  })

  it('X7 refuses only a flood where lines are appended, because that drops none', () => {
    const appending = { ...usual, mode: 'append' } as const
    expect(whyRefused(before, '- Emil joined', appending)).toBeUndefined()
    expect(whyRefused(before, '- x\n'.repeat(201), appending)).toMatch(/more than/)
    expect(whyRefused(before, 'x'.repeat(100_000), appending)).toMatch(/size limit/)
  })

  it('accepts anything where there was nothing', () => {
    expect(whyRefused('# Only a heading\n', '- Emil joined', usual)).toBeUndefined()
  })

  it.each([
    ['one word', 'a'.repeat(250_000)],
    ['bullets', '- a\n'.repeat(62_500)],
    ['words', 'a b '.repeat(62_500)],
    ['brackets', '- ['.repeat(83_000)],
    ['line breaks', '\n'.repeat(250_000)],
    ['blanks', ' '.repeat(250_000)],
  ])('comes to an end on a quarter of a megabyte of %s', { timeout: 20_000 }, (_, text) => {
    expect(whyRefused(text, `${text}- Emil joined`, usual)).toBeUndefined()
    expect(whyRefused(before, text, { ...usual, bytes: 250_000 })).toBeDefined()
  })
})
