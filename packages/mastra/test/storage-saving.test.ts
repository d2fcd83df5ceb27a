import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { describe, expect, it } from 'vitest'
import { DaybookStorage } from '../src/index.ts'
import { conversation, message, minute, texts, thread } from './samples.ts'
import { said, temporaryMemories } from './temporary-memory.ts'
import { openStorage, twoThreads, words } from './two-threads.ts'

const descending = { field: 'createdAt', direction: 'DESC' } as const

describe('saveMessages', () => {
  it('saves and retrieves messages', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    const given = [
      message(saved, 'Hello', { role: 'assistant', type: 'text' }),
      message(saved, 'Bye', { role: 'signal' }),
    ]
    expect(await storage.saveMessages({ messages: given })).toEqual({ messages: given })
    expect((await storage.listMessages({ threadId: saved.id })).messages).toEqual(given)
  })

  it('handles an empty message array', async () => {
    const storage = await openStorage()
    expect(await storage.saveMessages({ messages: [] })).toEqual({ messages: [] })
  })

  it('maintains message order when all times are equal', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    const given = words.map((text) => message(saved, text, { createdAt: minute(1) }))
    for (const one of given) await storage.saveMessages({ messages: [one] })
    await storage.saveMessages({ messages: given.slice(0, 1) })
    const list = async (query: object) => texts((await storage.listMessages({ threadId: saved.id, ...query })).messages)
    expect(await list({})).toEqual(words)
    expect(await list({ orderBy: descending, perPage: 3 })).toEqual(['five', 'four', 'three'])
    expect(await list({ orderBy: descending, filter: { dateRange: { start: minute(1) } } })).toEqual(words.toReversed())
  })

  it('keeps the order of times when messages are saved in another one', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    for (const place of [3, 1, 4, 0, 2])
      await storage.saveMessages({ messages: [message(saved, `${place}`, { createdAt: minute(place) })] })
    const list = async (query: object) => texts((await storage.listMessages({ threadId: saved.id, ...query })).messages)
    expect(await list({})).toEqual(['0', '1', '2', '3', '4'])
    expect(await list({ orderBy: descending, perPage: 2 })).toEqual(['4', '3'])
  })

  it.each([
    ['no thread', { threadId: undefined }, 'Expected to find a threadId'],
    ['no resource', { resourceId: undefined }, 'Expected to find a resourceId'],
    ['a thread that there is not', { threadId: 'none' }, 'Thread "none" not found'],
    ['a resource that is not the thread’s', { resourceId: 'bob' }, 'belongs to another resource'],
    ['a time that is none', { createdAt: new Date('soon') }, 'expected a date'],
    ['no id', { id: '' }, 'expected a text'],
  ])('rolls back on error during message save: %s', async (_, fields, problem) => {
    const storage = await openStorage()
    const { thread: saved } = await conversation(storage, ['before'])
    const wrong = { ...message(saved, 'wrong'), ...fields } as unknown as MastraDBMessage // what a host may send
    await expect(storage.saveMessages({ messages: [message(saved, 'right'), wrong] })).rejects.toThrow(problem)
    expect(texts((await storage.listMessages({ threadId: saved.id })).messages)).toEqual(['before'])
  })

  it('upserts messages: a duplicate id and threadId results in an update, not a duplicate row', async () => {
    const { storage, list, first } = await twoThreads()
    const [one] = first.messages
    if (!one) return
    const content = { format: 2, parts: [{ type: 'text', text: 'ONE' }], content: 'ONE' } as const
    await storage.saveMessages({
      messages: [{ ...one, content: { ...content, parts: [...content.parts] }, createdAt: minute(9000) }],
    })
    const found = await list()
    expect(texts(found.messages)).toEqual(['ONE', ...words.slice(1)])
    expect(found.total).toBe(5)
    expect(found.messages[0]?.createdAt).toEqual(one.createdAt)
  })

  it('upserts messages: a duplicate id and a different threadid moves the message', async () => {
    const { storage, list, first, second } = await twoThreads()
    const [one] = first.messages
    if (!one) return
    await storage.saveMessages({ messages: [{ ...one, threadId: 't2' }] })
    expect(await list()).toMatchObject({ total: 4, messages: first.messages.slice(1) })
    const moved = await list({ threadId: 't2' })
    expect(moved.messages).toEqual([{ ...one, threadId: 't2' }, ...second.messages])
    expect(texts((await list({ threadId: 't2', orderBy: descending, perPage: 2 })).messages)).toEqual(['blue', 'green'])
  })

  it('keeps the order of times when a message moves behind later ones', async () => {
    const { storage, list, first } = await twoThreads()
    const [one] = first.messages
    if (!one) return
    await storage.saveMessages({ messages: [{ ...one, threadId: 't2', createdAt: minute(9000) }] })
    expect(texts((await list({ threadId: 't2', orderBy: descending, perPage: 2 })).messages)).toEqual(['blue', 'green'])
  })

  it('never takes a message from another resource', async () => {
    const { storage, first } = await twoThreads()
    const bobs = await storage.saveThread({ thread: thread({ id: 'bobs', resourceId: 'bob' }) })
    const stolen = message(bobs, 'mine now', { id: first.messages[0]?.id ?? '' })
    await expect(storage.saveMessages({ messages: [stolen] })).rejects.toThrow('belongs to another resource')
    expect(texts((await storage.listMessages({ threadId: 't1' })).messages)).toEqual(words)
  })

  it('takes the last of several messages of one id', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    const [first, last] = [message(saved, 'first', { id: 'm' }), message(saved, 'last', { id: 'm' })]
    await storage.saveMessages({ messages: [first, last] })
    const found = await storage.listMessages({ threadId: saved.id })
    expect(found).toMatchObject({ total: 1, messages: [{ ...last, createdAt: first.createdAt }] })
  })

  it('updates the thread timestamp when saving messages', async () => {
    const { storage } = await twoThreads()
    const found = await storage.getThreadById({ threadId: 't1' })
    expect(found?.updatedAt.getTime()).toBeGreaterThan(minute(0).getTime())
  })

  it('keeps a message that calls tools in its exact shape, and tells the memory of calls and results', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const saved = await storage.saveThread({ thread: thread({ id: 't' }) })
    const call = { toolCallId: 'c1', toolName: 'weather', args: { city: 'Rome' } }
    const pending = message(saved, '', {
      id: 'm',
      role: 'assistant',
      content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: { ...call, state: 'call' } }] },
    })
    await storage.saveMessages({ messages: [pending] })
    const done: typeof pending = {
      ...pending,
      content: {
        format: 2,
        parts: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool-invocation', toolInvocation: { ...call, state: 'result', result: { sun: true } } },
          { type: 'step-start' },
          { type: 'text', text: 'It is sunny.' },
        ],
      },
    }
    await storage.saveMessages({ messages: [done] })
    const memory = await memories.for({ user: 'ada' })
    expect(await said(memory, 't')).toEqual([
      'assistant: Let me see. [weather {"city":"Rome"}]',
      'tool: {"sun":true}',
      'assistant: It is sunny.',
    ])
    const list = async (query: object) => storage.listMessages({ threadId: 't', ...query })
    expect(await list({})).toMatchObject({ total: 1, messages: [done] })
    expect(await list({ orderBy: descending, perPage: 1 })).toMatchObject({ total: 1, messages: [done] })
    await storage.saveMessages({ messages: [pending] })
    expect(await said(memory, 't')).toEqual(['assistant: [weather {"city":"Rome"}]'])
    await storage.deleteMessages(['m'])
    expect(await said(memory, 't')).toEqual([])
  })

  it('captures nothing from system messages and signals', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const saved = await storage.saveThread({ thread: thread() })
    const roles = ['system', 'signal'] as const
    await storage.saveMessages({ messages: roles.map((role) => message(saved, 'I prefer pnpm over npm.', { role })) })
    const memory = await memories.for({ user: 'ada' })
    await memory.flush()
    expect(await memory.records.list()).toEqual([])
    await storage.saveMessages({ messages: [message(saved, 'I prefer pnpm over npm.')] })
    await memory.flush()
    expect(await memory.records.list()).toHaveLength(1)
  })
})
