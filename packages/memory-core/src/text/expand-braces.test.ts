import { describe, expect, it } from 'vitest'
import { expandBraces } from './glob.ts'

describe('expandBraces', () => {
  it.each([
    ['plain', ['plain']],
    ['', ['']],
    ['a{b,c{d,e}}', ['ab', 'acd', 'ace']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a,b', ['{a,b']],
    ['a,b}', ['a,b}']],
    ['{{a,b}', ['{a', '{b']],
    ['{x{a,b}}', ['{xa}', '{xb}']],
    ['{a,,b}', ['a', '', 'b']],
    ['\\{a,b\\}{c\\},d}', ['\\{a,b\\}c\\}', '\\{a,b\\}d']],
    ['a\\', ['a\\']],
    ['{a,\n}', ['a', '\n']],
  ])('expands %j', (text, alternatives) => {
    expect(expandBraces(text)).toEqual(alternatives)
  })

  it('leaves a text whose alternatives would fill the memory', () => {
    const long = `{a,b}${'x'.repeat(600_000)}`
    expect(expandBraces(long)).toEqual([long])
    const many = `{${','.repeat(256)}}`
    expect(expandBraces(many)).toEqual([many])
    expect(expandBraces(`{${','.repeat(255)}}`)).toHaveLength(256)
  })
})
