import { createHash } from 'node:crypto'
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { contentParts } from './content-part.ts'
import { toMessage } from './convert-messages.ts'

const hash = createHash('sha256').update('hi').digest('hex')

describe('a message', () => {
  it('says in the memory’s words who said what', async () => {
    expect(await toMessage(new HumanMessage({ content: 'Hi', id: 'h1', name: 'ada' }))).toEqual({
      id: 'h1',
      role: 'user',
      content: 'Hi',
      name: 'ada',
    })
    expect(await toMessage(new AIMessage({ content: 'Hi', id: 'a1', name: 'agent' }))).toEqual({
      id: 'a1',
      role: 'assistant',
      content: 'Hi',
    })
    expect(await toMessage(new ToolMessage({ content: '3', tool_call_id: 'c1', name: 'add' }))).toEqual({
      role: 'tool',
      content: '3',
      toolCallId: 'c1',
      name: 'add',
    })
    expect(await toMessage(new ChatMessage('Hi', 'user'))).toEqual({ role: 'user', content: 'Hi' })
  })

  it('keeps tool calls, of whole messages and of chunks', async () => {
    const call = { name: 'add', args: { a: 1 }, id: 'c1', type: 'tool_call' as const }
    const toolCalls = [{ id: 'c1', name: 'add', input: { a: 1 } }]
    expect(await toMessage(new AIMessage({ content: '', tool_calls: [call] }))).toEqual({
      role: 'assistant',
      content: '',
      toolCalls,
    })
    const chunk = new AIMessageChunk({
      content: '',
      tool_call_chunks: [{ name: 'add', args: '{"a":1}', id: 'c1', index: 0, type: 'tool_call_chunk' }],
    })
    expect(await toMessage(chunk)).toMatchObject({ toolCalls })
    const repeated = new AIMessage({
      content: [
        { type: 'text', text: 'Adding.' },
        { type: 'tool_use', id: 'c1', name: 'add', input: {} },
      ],
      tool_calls: [call],
    })
    expect(await toMessage(repeated)).toEqual({ role: 'assistant', content: 'Adding.', toolCalls })
  })

  it('is none of a conversation when it is the system’s, a summary, empty or an order', async () => {
    const none = [
      new SystemMessage('Be brief.'),
      new HumanMessage({ content: 'So far …', additional_kwargs: { lc_source: 'summarization' } }),
      new HumanMessage(''),
      new AIMessage({ content: [] }),
      new RemoveMessage({ id: 'x' }),
      new ChatMessage('Hi', 'narrator'),
      new ChatMessage('Hi', 'constructor'),
    ]
    for (const message of none) expect(await toMessage(message)).toBeUndefined()
  })

  it('loses an id that no session takes', async () => {
    for (const id of ['', 'x'.repeat(1_025)])
      expect(await toMessage(new HumanMessage({ content: 'Hi', id }))).toEqual({ role: 'user', content: 'Hi' })
  })
})

describe('content', () => {
  it.each<[string, unknown, object]>([
    [
      'a data URL of OpenAI',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
      { mediaType: 'image/*', hash },
    ],
    [
      'a URL of OpenAI',
      { type: 'image_url', image_url: 'https://x.test/a.png' },
      { mediaType: 'image/*', reference: 'https://x.test/a.png' },
    ],
    [
      'an image of Anthropic',
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'aGk=' } },
      { mediaType: 'image/jpeg', hash },
    ],
    [
      'a document of Anthropic',
      { type: 'document', title: 'a.pdf', source: { type: 'url', url: 'https://x.test/a.pdf' } },
      { mediaType: 'application/pdf', name: 'a.pdf', reference: 'https://x.test/a.pdf' },
    ],
    ['a standard image', { type: 'image', mimeType: 'image/png', data: 'aGk=' }, { mediaType: 'image/png', hash }],
    [
      'bytes',
      { type: 'file', mimeType: 'text/plain', data: new TextEncoder().encode('hi') },
      { mediaType: 'text/plain', hash },
    ],
    [
      'an older data block',
      { type: 'audio', source_type: 'url', mime_type: 'audio/wav', url: 'https://x.test/a.wav' },
      { mediaType: 'audio/wav', reference: 'https://x.test/a.wav' },
    ],
    [
      'a sound of OpenAI',
      { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
      { mediaType: 'audio/*', hash },
    ],
    [
      'a file by its id',
      { type: 'file', file: { file_id: 'file-7' } },
      { mediaType: 'application/octet-stream', reference: 'file-7' },
    ],
  ])('remembers %s by its place or its hash', async (_, block, part) => {
    expect(await contentParts([block])).toEqual([{ type: 'file', ...part }])
  })

  it('tells two unknown blocks apart', async () => {
    const [a, b] = await contentParts([
      { type: 'hologram', value: 1 },
      { type: 'hologram', value: 2 },
    ])
    expect(a).not.toEqual(b)
  })

  it('keeps text and reasoning, of Anthropic too', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'reasoning', reasoning: 'So.' },
      { type: 'text', text: 'Yes.' },
      'No.',
      { type: 'text', text: '' },
    ]
    expect(await contentParts(blocks)).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'reasoning', text: 'So.' },
      { type: 'text', text: 'Yes.' },
      { type: 'text', text: 'No.' },
    ])
  })

  it('survives what no host should send', async () => {
    const circle: Record<string, unknown> = { type: 'odd' }
    circle['self'] = circle
    const odd = [undefined, null, 7, {}, [null, 7, []], [circle], [{ type: 'image_url' }], [{ type: '__proto__' }]]
    for (const content of odd)
      for (const part of await contentParts(content))
        expect(part).toMatchObject({ type: 'file', mediaType: expect.any(String), hash: expect.any(String) })
  })
})
