import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'
import { redactValue } from './redact-value.ts'

const token = `gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}`
const mark = '[redacted: github-token]'
const without = (value: unknown): unknown => redactValue(value, redact).value

describe('values', () => {
  it('answers the value itself when it holds no secret', () => {
    const value = { a: ['b', { c: new Date(0), d: new Uint8Array(2), e: undefined, f: 1n }], toJSON: 'no function' }
    expect(redactValue(value, redact).value).toBe(value)
  })

  it('looks into lists, objects, keys, and what toJSON answers', () => {
    expect(without([token, { a: [{ b: token }] }])).toEqual([mark, { a: [{ b: mark }] }])
    expect(without({ [token]: 1 })).toEqual({ [mark]: 1 })
    expect(without({ at: { toJSON: () => ({ deep: token }) } })).toEqual({ at: { deep: mark } })
    expect(without({ boxed: new String(token) })).toEqual({ boxed: mark })
  })

  it('leaves the given value unchanged', () => {
    const value = Object.freeze({ list: Object.freeze([token]) })
    expect(without(value)).toEqual({ list: [mark] })
    expect(value.list[0]).toBe(token)
  })

  it('keeps two keys that become the same apart', () => {
    const other = token.replace('a1', 'z9')
    expect(without({ [token]: 1, [other]: 2 })).toEqual({ [mark]: 1, [`${mark} 2`]: 2 })
  })

  it('keeps a key named __proto__ a key', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"x":"${token}"}}`)
    expect(JSON.stringify(without(value))).toBe(`{"__proto__":{"x":"${mark}"}}`)
  })

  it('replaces a field whose name says that it is a secret', () => {
    const given = {
      password: 'hunter2000',
      Password: 'on the fridge',
      api_key: 'a8f3k2m9d7q1w5e4',
      pageToken: 'a8f3k2m9d7q1w5e4',
    }
    expect(redactValue(given, redact)).toEqual({
      value: { ...given, password: '[redacted: password]', api_key: '[redacted: secret-value]' },
      found: [
        { rule: 'password', count: 1 },
        { rule: 'secret-value', count: 1 },
      ],
    })
    expect(without(without(given))).toEqual(without(given))
  })

  it('leaves the fields that are kept, by their path', () => {
    const keep = new Set(['id', 'calls.id'])
    const given = [{ id: token, calls: [{ id: token, name: token }], other: { id: token } }]
    expect(redactValue(given, redact, keep).value).toEqual([
      { id: token, calls: [{ id: token, name: mark }], other: { id: mark } },
    ])
  })

  it('adds up what it found', () => {
    expect(redactValue([token, { a: token }], redact).found).toEqual([{ rule: 'github-token', count: 2 }])
  })
})
