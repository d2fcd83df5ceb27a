import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts'
import { RunnableLambda, RunnableWithMessageHistory } from '@langchain/core/runnables'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { describe, expect, it } from 'vitest'
import { said, temporaryMemory } from '../test/temporary-memory.ts'
import { DaybookChatHistory } from './history.ts'

const texts = (messages: readonly BaseMessage[]): string[] =>
  messages.map((message) => `${message.type}: ${message.text}`)

function noted<Value extends object>(notes: string[], value: Value): Value {
  notes.push(String(value))
  return value
}

describe('a chat history', () => {
  it('gives messages back as they were added, in every field', async () => {
    const memory = await temporaryMemory()
    const added = [
      new SystemMessage('Be brief.'),
      new HumanMessage({
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
        name: 'ada',
        additional_kwargs: { own: 1 },
      }),
      new AIMessage({
        content: '',
        id: 'run-1',
        tool_calls: [{ name: 'look', args: { at: 1 }, id: 'c1', type: 'tool_call' }],
        response_metadata: { model: 'm' },
      }),
      new ToolMessage({ content: 'a cat', tool_call_id: 'c1', name: 'look', status: 'success' }),
      new AIMessage('A cat.'),
      new HumanMessage(''),
    ]
    await new DaybookChatHistory({ memory, session: 's' }).addMessages(added)
    const found = await new DaybookChatHistory({ memory, session: 's' }).getMessages()
    expect(found.map((message) => message.toDict())).toEqual(
      JSON.parse(JSON.stringify(added.map((message) => message.toDict()))),
    )
  })

  it('gives a streamed answer back as a whole message', async () => {
    const memory = await temporaryMemory()
    const history = new DaybookChatHistory({ memory, session: 's' })
    await history.addMessage(new AIMessageChunk({ content: 'Hello', id: 'run-1' }))
    const [message] = await history.getMessages()
    expect(AIMessage.isInstance(message)).toBe(true)
    expect([message?.text, message?.id]).toEqual(['Hello', 'run-1'])
  })

  it('stores an answer beside another one of the same id', async () => {
    const memory = await temporaryMemory()
    const history = new DaybookChatHistory({ memory, session: 's' })
    for (const content of ['One.', 'Two.']) await history.addMessage(new AIMessage({ content, id: '0' }))
    expect(texts(await history.getMessages())).toEqual(['ai: One.', 'ai: Two.'])
  })

  it('tells what something else stored in the session', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('s', [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'file', mediaType: 'image/png', name: 'cat.png' },
        ],
      },
      { role: 'assistant', content: 'Looking.', toolCalls: [{ id: 'c1', name: 'look', input: { at: 1 } }] },
      { role: 'tool', content: 'a cat', toolCallId: 'c1', name: 'look' },
    ])
    const messages = await new DaybookChatHistory({ memory, session: 's' }).getMessages()
    expect(texts(messages)).toEqual(['human: See[file: cat.png]', 'ai: Looking.', 'tool: a cat'])
    expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'c1', name: 'look', args: { at: 1 } }] })
    expect(messages[2]).toMatchObject({ tool_call_id: 'c1' })
  })

  it('gives no more than its limit, beginning with the user', async () => {
    const memory = await temporaryMemory()
    const history = new DaybookChatHistory({ memory, session: 's', limit: 4 })
    const call = new AIMessage({ content: '', tool_calls: [{ name: 'f', args: {}, id: 'c1', type: 'tool_call' }] })
    await history.addMessages([
      new HumanMessage('1'),
      call,
      new ToolMessage({ content: 'r', tool_call_id: 'c1' }),
      new AIMessage('2'),
      new HumanMessage('3'),
      new AIMessage('4'),
    ])
    expect(texts(await history.getMessages())).toEqual(['human: 3', 'ai: 4'])
  })

  it('begins anew when it is cleared, and what was said stays searchable', async () => {
    const memory = await temporaryMemory()
    const history = new DaybookChatHistory({ memory, session: 's' })
    await history.addUserMessage('Yesterday we painted the boat blue.')
    await history.addAIMessage('Nice.')
    await history.clear()
    expect(await history.getMessages()).toEqual([])
    expect((await memory.recall('boat')).items.map(({ text }) => text)).toContain('Yesterday we painted the boat blue.')
  })

  it('refuses options that cannot be', async () => {
    const memory = await temporaryMemory()
    for (const options of [
      {},
      { memory },
      { memory, session: '' },
      { memory, session: 's', limit: 0 },
      { memory, session: 's', windw: 1 },
    ])
      expect(() => Reflect.construct(DaybookChatHistory, [options])).toThrow(
        expect.objectContaining({ code: 'bad-option' }),
      )
  })
})

describe('RunnableWithMessageHistory', () => {
  it('remembers with a history key, turn after turn and streamed', async () => {
    const memory = await temporaryMemory()
    const prompts: string[] = []
    const prompt = ChatPromptTemplate.fromMessages([new MessagesPlaceholder('history'), ['human', '{input}']])
    const chain = prompt
      .pipe(RunnableLambda.from((value) => noted(prompts, value)))
      .pipe(new FakeListChatModel({ responses: ['Good day.'] }))
    const remembering = new RunnableWithMessageHistory({
      runnable: chain,
      getMessageHistory: (session: string) => new DaybookChatHistory({ memory, session }),
      inputMessagesKey: 'input',
      historyMessagesKey: 'history',
    })
    const config = { configurable: { sessionId: 's' } }
    await remembering.invoke({ input: 'I am Ada.' }, config)
    for await (const _ of await remembering.stream({ input: 'Who am I?' }, config));
    expect(prompts[1]).toContain('I am Ada.')
    expect(await said(memory, 's')).toEqual([
      'user: I am Ada.',
      'assistant: Good day.',
      'user: Who am I?',
      'assistant: Good day.',
    ])
  })

  it('stores each message once without a history key, though a consolidation shortens the window meanwhile', async () => {
    const memory = await temporaryMemory(undefined, { sessions: { window: 4 }, consolidation: { auto: false } })
    const lengths: number[] = []
    const model = RunnableLambda.from(async (messages: BaseMessage[]) => {
      lengths.push(messages.length)
      await memory.consolidate('s')
      return new AIMessage(`Answer ${lengths.length}.`)
    })
    const remembering = new RunnableWithMessageHistory({
      runnable: model,
      getMessageHistory: (session: string) => new DaybookChatHistory({ memory, session }),
    })
    for (let n = 1; n <= 6; n++)
      await remembering.invoke([new HumanMessage(`Question ${n}?`)], { configurable: { sessionId: 's' } })
    const expected = Array.from({ length: 6 }, (_, n) => [`user: Question ${n + 1}?`, `assistant: Answer ${n + 1}.`])
    expect(await said(memory, 's')).toEqual(expected.flat())
    const messages = await new DaybookChatHistory({ memory, session: 's' }).getMessages()
    expect(messages[0]?.additional_kwargs).toEqual({ lc_source: 'summarization' })
    expect(messages[0]?.text).toMatch(/^Here is a summary/)
    expect((await new DaybookChatHistory({ memory, session: 's', summary: false }).getMessages())[0]?.text).not.toMatch(
      /summary/,
    )
  })
})
