import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from './responses.ts'

const text = (value: unknown): string => canonicalText(value, 'tools')

describe('canonicalText', () => {
  it('does not mind the order of fields, nor fields that are undefined', () => {
    expect(text({ b: 1, a: [{ d: null, c: 'x' }], e: undefined })).toBe('{"a":[{"c":"x","d":null}],"b":1}')
    expect(text({ a: [{ c: 'x', d: null }], b: 1 })).toBe('{"a":[{"c":"x","d":null}],"b":1}')
  })

  it('minds the order of a list, and everything else', () => {
    const values = [
      [1, 2],
      [2, 1],
      ['1', 2],
      [1, '2'],
      [[1], 2],
      { 0: 1, 1: 2 },
      '[1,2]',
      null,
      'null',
      true,
      'true',
      0,
      '',
      [],
      {},
    ]
    expect(new Set(values.map(text)).size).toBe(values.length)
  })

  it('tells bytes from each other and from any JSON', () => {
    const bytes = text({ image: new Uint8Array([1, 2, 3]) })
    expect(text({ image: new Uint8Array([1, 2, 4]) })).not.toBe(bytes)
    expect(bytes).toMatch(/^\{"image":bytes:[0-9a-f]{64}\}$/)
  })

  it('takes what a value says of itself as JSON', () => {
    expect(text(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
    expect(text({ url: new URL('https://example.com/a') })).toBe('{"url":"https://example.com/a"}')
  })

  it('keeps names of prototypes as names', () => {
    expect(text(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
    expect(text(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
  })

  const cycle: { self?: object } = {}
  cycle.self = cycle
  it.each([
    ['undefined', undefined],
    ['a function', { run: () => 1 }],
    ['NaN', [Number.NaN]],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['a bigint', [1n]],
    ['a map', { m: new Map([['a', 1]]) }],
    ['a symbol', [Symbol('s')]],
    ['a cycle', cycle],
    ['too many levels', JSON.parse('['.repeat(300) + ']'.repeat(300))],
    ['a toJSON without end', { toJSON: () => ({ toJSON: () => cycle }) }],
  ])('refuses %s', (_, value) => {
    expect(() => text(value)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(/^tools /) }),
    )
  })

  it('is the same for equal values and different for different ones', () => {
    const json = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(JSON.parse(text(a))).toEqual(JSON.parse(JSON.stringify(a)))
        expect(text(a) === text(b)).toBe(JSON.stringify(JSON.parse(text(a))) === JSON.stringify(JSON.parse(text(b))))
      }),
    )
  })
})
