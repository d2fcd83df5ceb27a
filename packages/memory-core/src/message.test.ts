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

  it('keeps fields that it does not know, and takes undefined for not given', () => {
    const message = { role: 'user', content: 'x', name: undefined, mood: { good: true } } as unknown as Message
    expect(toStored(message, clock)).toMatchObject({ content: 'x', mood: { good: true } })
  })

  it('takes a call or a native form whose value is undefined', () => {
    const [toolCalls, native] = [[{ id: 'c', name: 'exec', input: undefined }], { framework: 'f', value: undefined }]
    expect(toStored({ role: 'user', content: 'x', toolCalls, native }, clock)).toMatchObject({ toolCalls, native })
  })

  it.each<[unknown, string]>([
    [null, 'message is null, expected { role, content }'],
    ['hello', 'message is "hello"'],
    [{ role: 'bot', content: 'x' }, 'role is "bot", expected "user" or "assistant" or "system" or "tool"'],
    [{ role: 'constructor', content: 'x' }, 'role is "constructor"'],
    [{ role: 'user' }, 'content is undefined, expected a string or an array of content parts'],
    [{ role: 'user', content: { type: 'text' } }, 'content is {"type":"text"}'],
    [{ role: 'user', content: 'x', id: '' }, 'id is "", expected a string of 1 to 1,024 characters'],
    [{ role: 'user', content: 'x', id: 7 }, 'id is 7'],
    [{ role: 'user', content: 'x', id: 'x'.repeat(1_025) }, 'id is "xxx'],
    [{ role: 'user', content: 'x', createdAt: 'yesterday' }, 'createdAt is "yesterday", expected a date'],
    [{ role: 'user', content: 'x', createdAt: null }, 'message.createdAt is null, expected a date'],
    [{ role: 'user', content: 'x', name: 5 }, 'message.name is 5, expected a text'],
    [{ role: 'tool', content: 'x', toolCallId: 7 }, 'message.toolCallId is 7, expected a text'],
    [{ role: 'user', content: 'x', metadata: 'x' }, 'message.metadata is "x", expected an object of JSON values'],
    [{ role: 'user', content: 'x', metadata: ['x'] }, 'message.metadata is ["x"]'],
    [{ role: 'user', content: 'x', metadata: new Map() }, 'message.metadata is {}'],
    [{ role: 'user', content: 'x', native: { value: 1 } }, 'message.native is {"value":1}, expected an object with fr'],
    [{ role: 'user', content: 'x', native: { framework: 7, value: 1 } }, 'message.native.framework is 7'],
    [{ role: 'user', content: 'x', toolCalls: 'no' }, 'message.toolCalls is "no", expected an array of { id, name, i'],
    [{ role: 'user', content: 'x', toolCalls: [null] }, 'message.toolCalls[0] is null, expected an object with id, n'],
    [{ role: 'user', content: 'x', toolCalls: [{ id: 'c', name: 'exec' }] }, 'message.toolCalls[0] is {"id":"c"'],
    [{ role: 'user', content: 'x', toolCalls: [{ id: 'c', name: 7, input: {} }] }, 'message.toolCalls[0].name is 7'],
    [{ role: 'user', content: 'x', toolCalls: [{ id: undefined, name: 'exec', input: {} }] }, '.id is undefined'],
    [
      { role: 'user', content: 'x', toolCalls: [{ id: 'c', name: 'exec', input: {}, args: { a: 1 } }] },
      'message.toolCalls[0] has no field "args"; there are id, name, input',
    ],
    [{ role: 'user', content: ['x'] }, 'message.content[0] is "x", expected a content part such as'],
    [
      { role: 'user', content: [{ type: 'image' }] },
      'message.content[0].type is "image", expected "text", "reasoning"',
    ],
    [{ role: 'user', content: [{ type: 'valueOf' }] }, 'message.content[0].type is "valueOf"'],
    [{ role: 'user', content: [{ type: 'text', text: 7 }] }, 'message.content[0].text is 7, expected a text'],
    [{ role: 'user', content: [{ type: 'file', data: 'x' }] }, 'message.content[0] is {"type":"file","data":"x"}'],
    [
      { role: 'user', content: [{ type: 'file', mediaType: 'a/b', url: 'x' }] },
      'message.content[0] has no field "url"; there are type, mediaType, name, reference, hash',
    ],
    [{ role: 'user', content: 'x', timestamp: 7 }, 'message.timestamp is 7, expected createdAt in its place'],
    [
      { role: 'user', content: 'x', created_at: '2020-01-01' },
      'message.created_at is "2020-01-01", expected createdAt',
    ],
    [{ role: 'assistant', content: '', tool_calls: [{ id: 'c' }] }, 'expected toolCalls in its place, an array of'],
    [{ role: 'tool', content: 'x', tool_call_id: 'c' }, 'message.tool_call_id is "c", expected toolCallId'],
    [{ role: 'user', content: 'x', toolsUsed: ['exec'] }, 'message.toolsUsed is ["exec"], expected toolCalls'],
    [{ role: 'user', content: 'x', _type: 'remove' }, 'message._type is "remove"'],
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
