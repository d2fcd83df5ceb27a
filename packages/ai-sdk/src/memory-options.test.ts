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

  it.each([
    ['nothing', undefined, 'given undefined'],
    ['a text', 'chat', 'given "chat"'],
    ['no session', { user: 'ada' }, 'session is undefined'],
    ['an empty session', { session: '' }, 'session is ""'],
    ['a session that is no text', { session: 7 }, 'session is 7'],
    ['a user that is no text', { session: 'chat', user: null }, 'user is null'],
    ['a misspelt name', { sesion: 'chat' }, 'sesion is unknown, expected one of user, session, query, readOnly'],
    ['what only the middleware itself may say', { session: 'chat', off: true }, 'off is unknown'],
  ])('refuses %s, naming it and the way out', (_, call, problem) => {
    const refusal = expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(problem) })
    expect(() => Reflect.apply(memoryOptions, undefined, [call])).toThrow(refusal)
    expect(() => Reflect.apply(memoryOptions, undefined, [call])).toThrow('use memoryOptions({ user, session')
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
