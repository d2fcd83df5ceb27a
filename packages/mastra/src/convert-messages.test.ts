import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedIds, textOfMessage, toMessages } from './convert-messages.ts'

type Part = MastraDBMessage['content']['parts'][number]

const time = new Date('2026-03-01T09:00:00.000Z')

function message(parts: Part[], fields: Partial<MastraDBMessage> = {}): MastraDBMessage {
  return { id: 'm', role: 'assistant', createdAt: time, content: { format: 2, parts }, ...fields }
}

const call = { toolCallId: 'c', toolName: 'weather', args: { city: 'Rome' } }
const result = (value: unknown): Part => ({
  type: 'tool-invocation',
  toolInvocation: { ...call, state: 'result', result: value },
})
const words = (text: string): Part => ({ type: 'text', text })

/** What is said of a message, without ids, times and the native shape. */
const plain = (given: MastraDBMessage) =>
  toMessages(given, time).map(({ id: _id, createdAt: _createdAt, native: _native, ...said }) => said)

describe('toMessages', () => {
  it('says a text as a text, and several parts as parts', () => {
    expect(plain(message([words('Hello')]))).toEqual([{ role: 'assistant', content: 'Hello' }])
    const reasoning = { type: 'reasoning', reasoning: 'Hm', details: [] } as unknown as Part // as older versions write it
    expect(plain(message([reasoning, words('Hello')]))).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Hello' },
        ],
      },
    ])
  })

  it('says a call, its result and what follows one after the other', () => {
    const toolCalls = [{ id: 'c', name: 'weather', input: { city: 'Rome' } }]
    const tool = { role: 'tool', content: '{"sun":true}', name: 'weather', toolCallId: 'c' }
    expect(plain(message([result({ sun: true }), words('Sunny')]))).toEqual([
      { role: 'assistant', content: '', toolCalls },
      tool,
      { role: 'assistant', content: 'Sunny' },
    ])
    expect(plain(message([words('Let me see'), result('fine')]))).toEqual([
      { role: 'assistant', content: 'Let me see', toolCalls },
      { ...tool, content: 'fine' },
    ])
  })

  it('says a call that has no result yet', () => {
    const open: Part = { type: 'tool-invocation', toolInvocation: { ...call, state: 'call' } }
    expect(plain(message([open]))).toEqual([
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'weather', input: { city: 'Rome' } }] },
    ])
  })

  it('says where a file is, and leaves its bytes out', () => {
    const file = (data: string): Part => ({ type: 'file', mimeType: 'image/png', data })
    expect(
      plain(message([file('https://example.org/a.png'), file('data:image/png;base64,AAAA'), file('AAAA')])),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'file', mediaType: 'image/png', reference: 'https://example.org/a.png' },
          { type: 'file', mediaType: 'image/png' },
          { type: 'file', mediaType: 'image/png' },
        ],
      },
    ])
  })

  it.each(['system', 'signal'] as const)('says what a %s message says as the host’s word', (role) => {
    expect(plain(message([words('Rules')], { role }))).toEqual([{ role: 'system', content: 'Rules' }])
  })

  it('has the exact shape on the first message, and its ids on all of them', () => {
    const given = message([words('a'), result(1), words('b')], { type: 'text' })
    const stored = toMessages(given, time)
    expect(stored.map(({ id }) => id)).toEqual(storedIds('m', 2))
    expect(stored[0]?.native?.value).toEqual({ role: 'assistant', type: 'text', content: given.content })
    expect(stored.map(({ createdAt }) => createdAt)).toEqual([time, time, time])
    expect(toMessages(given, undefined).map(({ createdAt }) => createdAt)).toEqual([undefined, undefined, undefined])
  })

  it('has a message for whatever there is, however odd', () => {
    const part = fc.oneof(
      fc.string().map(words),
      fc.constant<Part>({ type: 'step-start' }),
      fc.jsonValue().map(result),
      fc.string().map((data): Part => ({ type: 'file', mimeType: 'a/b', data })),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const given = message(parts)
        const stored = toMessages(given, time)
        expect(stored.length).toBeGreaterThan(0)
        expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
        expect(stored.filter(({ role }) => role === 'tool')).toHaveLength(
          parts.filter(({ type }) => type === 'tool-invocation').length,
        )
        expect(stored[0]?.native?.value).toEqual(
          JSON.parse(JSON.stringify({ role: given.role, content: given.content })),
        )
      }),
    )
  })
})

describe('textOfMessage', () => {
  it('joins the text parts, or takes the plain text', () => {
    expect(textOfMessage(message([words('a'), { type: 'step-start' }, words('b')]))).toBe('a\nb')
    expect(textOfMessage({ content: { format: 2, parts: [], content: 'plain' } })).toBe('plain')
    expect(textOfMessage(message([]))).toBe('')
  })
})
