import { describe, expect, it } from 'vitest'
import { type Message, textOf, toStored } from './message.ts'

const clock = (): number => Date.parse('2026-01-01T00:00:00Z')

describe('toStored', () => {
  it('gives a message an id and a time, and keeps the rest', () => {
    const message: Message = { role: 'tool', content: 'done', toolCallId: 'c1', metadata: { a: 1 } }
    const stored = toStored(message, clock)
    expect(stored).toEqual({
      ...message,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    expect(toStored(message, clock).id).not.toBe(stored.id)
  })

  it('keeps an id and a time of the past', () => {
    expect(toStored({ id: 'x', role: 'user', content: '', createdAt: '2020-02-02 10:00' }, clock)).toEqual({
      id: 'x',
      role: 'user',
      content: '',
      createdAt: '2020-02-02T10:00:00.000Z',
    })
  })

  it.each<[unknown, string]>([
    [null, 'message is null, expected { role, content }'],
    ['hello', 'message is "hello"'],
    [{ role: 'bot', content: 'x' }, 'role is "bot", expected "user", "assistant", "system" or "tool"'],
    [{ role: 'constructor', content: 'x' }, 'role is "constructor"'],
    [{ role: 'user' }, 'content is undefined, expected a string or an array of content parts'],
    [{ role: 'user', content: { type: 'text' } }, 'content is {"type":"text"}'],
    [{ role: 'user', content: 'x', id: '' }, 'id is "", expected a string of 1 to 1,024 characters'],
    [{ role: 'user', content: 'x', id: 7 }, 'id is 7'],
    [{ role: 'user', content: 'x', id: 'x'.repeat(1_025) }, 'id is "xxx'],
    [{ role: 'user', content: 'x', createdAt: 'yesterday' }, 'createdAt is "yesterday", expected a date'],
  ])('refuses %j', (message, words) => {
    expect(() => toStored(message as Message, clock)).toThrow(words)
  })
})

describe('textOf', () => {
  it('is what was said, without reasoning and files', () => {
    expect(textOf({ content: 'plain' })).toBe('plain')
    expect(textOf({ content: [] })).toBe('')
    expect(
      textOf({
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'one' },
          { type: 'file', mediaType: 'image/png', name: 'cat.png' },
          { type: 'text', text: 'two' },
        ],
      }),
    ).toBe('one\ntwo')
  })
})
