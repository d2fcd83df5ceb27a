import { describe, expect, it } from 'vitest'
import { conversationOf, lastUserText, replyMessages } from './convert-messages.ts'
import type { Prompt, ReplyPart } from './model-call.ts'

type ToolPart = Extract<Prompt[number], { role: 'tool' }>['content'][number]
type ToolOutput = Extract<ToolPart, { type: 'tool-result' }>['output']

const hello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const bytes = new TextEncoder().encode('hello')

describe('conversationOf', () => {
  it('keeps the order and leaves system messages out', async () => {
    const prompt: Prompt = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'One' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Two' }] },
      { role: 'user', content: [{ type: 'text', text: 'Three' }] },
    ]
    expect((await conversationOf(prompt)).messages).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ])
  })

  it.each([
    ['bytes', { type: 'data', data: bytes }, { hash: hello }],
    ['base64', { type: 'data', data: 'aGVsbG8=' }, { hash: hello }],
    ['base64 for URLs', { type: 'data', data: 'aGVsbG8' }, { hash: hello }],
    ['a text', { type: 'text', text: 'hello' }, { hash: hello }],
    ['a data URL', { type: 'url', url: new URL('data:text/plain;base64,aGVsbG8=') }, { hash: hello }],
    ['a URL', { type: 'url', url: new URL('https://example.com/a.pdf') }, { reference: 'https://example.com/a.pdf' }],
    ['an id of the provider', { type: 'reference', reference: { openai: 'file-1' } }, { reference: 'openai:file-1' }],
  ] as const)('keeps of a file given as %s its place or its hash', async (_, data, place) => {
    const prompt: Prompt = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'text/plain', filename: 'a.txt', data },
        ],
      },
    ]
    expect((await conversationOf(prompt)).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'text/plain', name: 'a.txt', ...place },
        ],
      },
    ])
  })

  it('keeps reasoning and tool calls with their input', async () => {
    const prompt: Prompt = [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 'sky' } },
        ],
      },
    ]
    expect((await conversationOf(prompt)).messages).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Let me look.' },
        ],
        toolCalls: [{ id: 'c1', name: 'look', input: { at: 'sky' } }],
      },
    ])
  })

  it.each([
    [{ type: 'text', value: 'clear' }, 'clear'],
    [{ type: 'json', value: { sky: 'clear' } }, '{"sky":"clear"}'],
    [{ type: 'error-text', value: 'no window' }, 'no window'],
    [{ type: 'error-json', value: [1] }, '[1]'],
    [{ type: 'execution-denied', reason: 'too late' }, 'too late'],
    [{ type: 'execution-denied' }, 'The user did not allow it.'],
    [{ type: 'content', value: [{ type: 'text', text: 'clear' }] }, 'clear'],
  ] satisfies [ToolOutput, string][])('makes a tool message of the result %j', async (output, content) => {
    const prompt: Prompt = [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output }] },
    ]
    expect((await conversationOf(prompt)).messages).toEqual([{ role: 'tool', name: 'look', toolCallId: 'c1', content }])
  })

  it('makes one message of each tool result, and none of an approval', async () => {
    const result = (toolCallId: string) =>
      ({ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: toolCallId } }) as const
    const prompt: Prompt = [
      {
        role: 'tool',
        content: [result('c1'), { type: 'tool-approval-response', approvalId: 'a', approved: true }, result('c2')],
      },
    ]
    expect((await conversationOf(prompt)).messages.map((message) => message.toolCallId)).toEqual(['c1', 'c2'])
  })

  it('leaves messages out that say nothing', async () => {
    const prompt: Prompt = [
      { role: 'user', content: [] },
      { role: 'user', content: [{ type: 'text', text: '' }] },
      { role: 'assistant', content: [{ type: 'custom', kind: 'a.b' }] },
      { role: 'tool', content: [] },
    ]
    expect((await conversationOf(prompt)).messages).toEqual([])
  })
})

describe('replyMessages', () => {
  it('joins a text that is cut into pieces', async () => {
    const content: ReplyPart[] = [
      { type: 'text', text: 'Three ' },
      { type: 'source', sourceType: 'url', id: 'x', url: 'https://example.com' },
      { type: 'text', text: 'hits' },
    ]
    expect(await replyMessages(content)).toEqual([{ role: 'assistant', content: 'Three hits' }])
  })

  it('reads the input of a tool call, and keeps it as text when it is no JSON', async () => {
    const call = (input: string): ReplyPart => ({ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input })
    const inputs = await Promise.all(['{"at":1}', '{"at":'].map(async (input) => replyMessages([call(input)])))
    expect(inputs.map(([message]) => message?.toolCalls?.[0]?.input)).toEqual([{ at: 1 }, '{"at":'])
  })

  it('leaves preliminary tool results out', async () => {
    const result = (value: number, preliminary: boolean): ReplyPart => ({
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'draw',
      result: value,
      preliminary,
    })
    const messages = await replyMessages([result(1, true), result(2, false)])
    expect(messages.map((message) => message.content)).toEqual(['2'])
  })

  it('marks a partial reply and leaves its unanswered tool calls out', async () => {
    const content: ReplyPart[] = [
      { type: 'text', text: 'Let me' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{}' },
    ]
    expect(await replyMessages(content, { finishReason: 'abort' })).toEqual([
      { role: 'assistant', content: 'Let me', metadata: { partial: true, finishReason: 'abort' } },
    ])
  })

  it('is empty for a reply that says nothing', async () => {
    expect(await replyMessages([{ type: 'text', text: '' }])).toEqual([])
  })
})

describe('lastUserText', () => {
  it('is the text of the last user message, without its files', () => {
    const prompt: Prompt = [
      { role: 'user', content: [{ type: 'text', text: 'One' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Two' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
          { type: 'text', text: 'Three' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Four' }] },
    ]
    expect(lastUserText(prompt)).toBe('Two\nThree')
  })

  it('is undefined without a user message', () => {
    expect(lastUserText([{ role: 'system', content: 'Be brief.' }])).toBeUndefined()
  })
})
