import { describe, expect, it } from 'vitest'
import { memoryOff, memoryOptions, readMemoryOptions } from './memory-options.ts'

describe('memoryOptions', () => {
  it('can be read again', () => {
    const { daybook } = memoryOptions({ user: 'ada', session: 'chat', query: 'tea', readOnly: true })
    expect(readMemoryOptions(daybook)).toEqual({
      user: 'ada',
      session: 'chat',
      query: 'tea',
      readOnly: true,
      off: false,
    })
  })

  it('is plain JSON without what is undefined', () => {
    const options = memoryOptions({ user: undefined, session: 'chat', query: undefined, readOnly: undefined })
    expect(Object.keys(options.daybook)).toEqual(['session'])
  })
})

describe('readMemoryOptions', () => {
  it('finds nothing where nothing was said', () => {
    expect(readMemoryOptions(undefined)).toEqual({ readOnly: false, off: false })
  })

  it('finds that memory is off', () => {
    expect(readMemoryOptions(memoryOff.daybook).off).toBe(true)
  })

  it.each([
    { user: '' },
    { user: 7 },
    { session: null },
    { query: [] },
    { readOnly: 'false' },
    { constructor: 'x' },
    JSON.parse('{"__proto__":"x"}'),
  ])('refuses %j', (options) => {
    expect(() => readMemoryOptions(options)).toThrow(expect.objectContaining({ code: 'bad-input' }))
  })
})
