import { describe, expect, it } from 'vitest'
import { MemoryError, shown } from './errors.ts'

describe('MemoryError', () => {
  it('is recognised across installed copies by its marker, and nothing else is', () => {
    class OtherCopy extends Error {
      readonly marker = 'daybook.MemoryError'
      readonly code = 'closed'
    }
    expect(MemoryError.isInstance(new MemoryError('closed', 'x'))).toBe(true)
    expect(MemoryError.isInstance(new OtherCopy())).toBe(true)
    for (const value of [new Error('x'), { marker: 'daybook.MemoryError' }, null, undefined, 'MemoryError'])
      expect(MemoryError.isInstance(value)).toBe(false)
  })

  it('has a name, a code, a message and a cause', () => {
    const cause = new Error('disk')
    const error = new MemoryError('storage-failed', 'cannot write', { cause })
    expect([error.name, error.code, error.message, error.cause]).toEqual([
      'MemoryError',
      'storage-failed',
      'cannot write',
      cause,
    ])
    expect(error).toBeInstanceOf(Error)
  })
})

describe('shown', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  it.each([
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [7, '7'],
    [undefined, 'undefined'],
    [null, 'null'],
    [10n, '10'],
    [Symbol('x'), 'Symbol(x)'],
    [{ a: [1] }, '{"a":[1]}'],
    [circle, '[object Object]'],
    [{ toJSON: () => undefined }, '[object Object]'],
    ['x'.repeat(100), `"${'x'.repeat(76)}…`],
  ])('puts %s on one short line', (value, expected) => {
    expect(shown(value)).toBe(expected)
  })

  it('shows no secret, also one that is cut', () => {
    const secret = `gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}`
    expect(shown(secret)).toBe('"[redacted: github-token]"')
    expect(shown({ a: [secret] })).toBe('{"a":["[redacted: github-token]"]}')
    for (let before = 0; before < 80; before++)
      expect(shown(`${'x '.repeat(before)}${secret}`)).not.toContain(secret.slice(0, 8))
    expect(shown(`${'x'.repeat(70)} ${secret}${' y'.repeat(10_000)}`)).not.toContain(secret.slice(0, 8))
  })
})
