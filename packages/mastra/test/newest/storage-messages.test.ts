import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { describe, expect, it } from 'vitest'
import { DaybookStorage } from '../../src/index.ts'
import { conversation, message, minute, texts, thread } from '../samples.ts'
import { temporaryMemories } from '../temporary-memory.ts'
import { openStorage, sharedThreads, twoThreads, words } from '../two-threads.ts'

/** A part of the content, which is all that an update needs. */
const part = (content: Partial<MastraDBMessage['content']>) => content as MastraDBMessage['content']
const descending = { field: 'createdAt', direction: 'DESC' } as const
const ascending = { field: 'createdAt', direction: 'ASC' } as const

/** For tests that write nothing. */
const read = sharedThreads()

describe('listMessages', () => {
  it('lists all messages for a thread without pagination', async () => {
    const { list, first } = read()
    expect(await list()).toEqual({ messages: first.messages, total: 5, page: 0, perPage: 40, hasMore: false })
  })

  it('persists and reloads what the framework writes into metadata, token estimates for instance', async () => {
    const { storage, first } = await twoThreads()
    const [one] = first.messages
    if (!one) return
    const content = { ...one.content, metadata: { mastra: { tokenEstimate: { v: 1, tokens: 7 } } } }
    await storage.saveMessages({ messages: [{ ...one, content }] })
    expect((await storage.listMessages({ threadId: 't1' })).messages[0]?.content).toEqual(content)
  })

  it('lists messages with pagination', async () => {
    const { list } = read()
    const page = await list({ page: 1, perPage: 2 })
    expect(page).toMatchObject({ total: 5, page: 1, perPage: 2, hasMore: true })
    expect(texts(page.messages)).toEqual(['three', 'four'])
  })

  it('filters by resourceId', async () => {
    const { list } = read()
    expect((await list({ resourceId: 'ada' })).total).toBe(5)
    expect(await list({ resourceId: 'bob' })).toMatchObject({ messages: [], total: 0 })
  })

  it('filters by date range, whole, half and exclusive, with dates as texts too', async () => {
    const { list, at } = read()
    const asked = async (dateRange: object) => texts((await list({ filter: { dateRange } })).messages)
    expect(await asked({ start: at(1), end: at(3) })).toEqual(['two', 'three', 'four'])
    expect(await asked({ start: at(1), end: at(3), startExclusive: true, endExclusive: true })).toEqual(['three'])
    expect(await asked({ end: at(1) })).toEqual(['one', 'two'])
    expect(await asked({ start: at(3).toISOString() })).toEqual(['four', 'five'])
    expect(await asked({ start: minute(9000) })).toEqual([])
    await expect(asked({ start: 'soon' })).rejects.toThrow('expected a date')
  })

  it('handles millisecond precision in dateRange boundaries', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    const at = (ms: number) => new Date(Date.UTC(2026, 2, 1, 9, 0, 0, ms))
    const messages = [1, 2, 3].map((ms) => message(saved, `${ms}`, { createdAt: at(ms) }))
    await storage.saveMessages({ messages })
    const dateRange = { start: at(2), end: at(3), endExclusive: true }
    expect(texts((await storage.listMessages({ threadId: saved.id, filter: { dateRange } })).messages)).toEqual(['2'])
  })

  it('filters correctly with endExclusive when new messages are added', async () => {
    const { storage, list, first } = await twoThreads()
    const before = await list({ filter: { dateRange: { end: minute(5000), endExclusive: true } } })
    await storage.saveMessages({ messages: [message(first.thread, 'late', { createdAt: minute(5000) })] })
    expect(await list({ filter: { dateRange: { end: minute(5000), endExclusive: true } } })).toEqual(before)
  })

  it('paginates within a date range', async () => {
    const { list, at } = read()
    const page = await list({ filter: { dateRange: { start: at(1) } }, page: 1, perPage: 3 })
    expect(page).toMatchObject({ total: 4, hasMore: false })
    expect(texts(page.messages)).toEqual(['five'])
  })

  it('filters by metadata of the content, value by value', async () => {
    const { storage, list, first } = await twoThreads()
    const marked = message(first.thread, 'marked', {
      content: { format: 2, parts: [], content: 'marked', metadata: { a: 1, b: null } },
    })
    await storage.saveMessages({ messages: [marked] })
    expect(texts((await list({ filter: { metadata: { a: 1, b: null } } })).messages)).toEqual(['marked'])
    expect((await list({ filter: { metadata: { a: '1' } } })).total).toBe(0)
    expect((await list({ filter: { metadata: { c: null } } })).total).toBe(0)
    await expect(list({ filter: { metadata: { 'a b': 1 } } })).rejects.toThrow('Invalid metadata key')
  })

  it.each([
    ['previous context', { withPreviousMessages: 1 }, ['two', 'three']],
    ['next context', { withNextMessages: 1 }, ['three', 'four']],
    ['both previous and next context', { withPreviousMessages: 1, withNextMessages: 1 }, ['two', 'three', 'four']],
    ['more context than there is', { withPreviousMessages: 9, withNextMessages: 9 }, words],
  ])('includes specific messages with %s', async (_, context, expected) => {
    const { list, id } = read()
    const found = await list({ perPage: 0, include: [{ id: id(2), ...context }] })
    expect(found).toMatchObject({ total: 0, perPage: 0, hasMore: false })
    expect(texts(found.messages)).toEqual(expected)
  })

  it('includes multiple messages from different threads, with and without their threadId', async () => {
    const { list, otherId, id } = read()
    const include = [{ id: otherId(1), threadId: 't2', withNextMessages: 1 }, { id: otherId(0) }, { id: id(4) }]
    expect(texts((await list({ perPage: 0, include })).messages)).toEqual(['five', 'red', 'green', 'blue'])
    expect(texts((await list({ perPage: 0, include, orderBy: descending })).messages)).toEqual([
      'blue',
      'green',
      'red',
      'five',
    ])
  })

  it('returns messages using both last and include (cross-thread, deduped), in chronological order', async () => {
    const { list, otherId, id } = read()
    const include = [
      { id: id(4), withPreviousMessages: 1 },
      { id: otherId(0), threadId: 't2', withNextMessages: 1 },
    ]
    const found = await list({ perPage: 2, orderBy: descending, include, resourceId: 'ada' })
    expect(texts(found.messages)).toEqual(['green', 'red', 'five', 'four'])
    expect(texts((await list({ perPage: 1, include: include.slice(1) })).messages)).toEqual(['one', 'red', 'green'])
  })

  it('deduplicates messages when include has overlapping context', async () => {
    const { list, id } = read()
    const include = [1, 2].map((place) => ({ id: id(place), withPreviousMessages: 1, withNextMessages: 1 }))
    expect(texts((await list({ perPage: 0, include })).messages)).toEqual(['one', 'two', 'three', 'four'])
    expect(texts((await list({ include })).messages)).toEqual(words)
  })

  it('sorts messages by createdAt ASC by default and when asked for, DESC when asked for', async () => {
    const { list } = read()
    expect(texts((await list()).messages)).toEqual(words)
    expect(texts((await list({ orderBy: ascending })).messages)).toEqual(words)
    expect(texts((await list({ orderBy: descending })).messages)).toEqual(words.toReversed())
  })

  it('handles an empty thread, and one that there is not', async () => {
    const storage = await openStorage()
    const { id } = await storage.saveThread({ thread: thread() })
    for (const threadId of [id, 'none'])
      expect(await storage.listMessages({ threadId })).toEqual({
        messages: [],
        total: 0,
        page: 0,
        perPage: 40,
        hasMore: false,
      })
  })

  it('handles a non-existent message in include', async () => {
    const { list } = read()
    expect((await list({ include: [{ id: 'none' }] })).messages).toHaveLength(5)
    expect((await list({ perPage: 0, include: [{ id: 'none' }] })).messages).toEqual([])
  })

  it.each(['', '   ', [], ['t1', ' ']])('throws when threadId is empty or whitespace: %j', async (threadId) => {
    const { list } = read()
    await expect(list({ threadId })).rejects.toThrow(
      'threadId must be a non-empty string or array of non-empty strings',
    )
  })

  it('respects pagination when using include: what is included comes on top', async () => {
    const { list, otherId } = read()
    const page = await list({ page: 1, perPage: 2, include: [{ id: otherId(0) }] })
    expect(texts(page.messages)).toEqual(['three', 'four', 'red'])
    expect(page).toMatchObject({ total: 5, hasMore: true })
  })

  it('stores content that is plain text in the second format', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread() })
    const plain = { ...message(saved, ''), content: 'Hello', createdAt: minute(1).toISOString() }
    await storage.saveMessages({ messages: [plain as unknown as MastraDBMessage] }) // as some hosts send it
    const { messages } = await storage.listMessages({ threadId: saved.id })
    expect(messages).toMatchObject([
      { content: { format: 2, parts: [{ type: 'text', text: 'Hello' }] }, createdAt: minute(1) },
    ])
  })

  it('lists the messages of several threads', async () => {
    const { list } = read()
    const all = await list({ threadId: ['t2', 't1'], perPage: false })
    expect(texts(all.messages)).toEqual([...words, 'red', 'green', 'blue'])
    expect(all).toMatchObject({ total: 8, perPage: false, hasMore: false })
  })

  it('never shows what is another resource’s, whatever is included', async () => {
    const { storage, list } = await twoThreads()
    const { messages } = await conversation(storage, ['secret'], { id: 't3', resourceId: 'bob' })
    const include = [{ id: messages[0]?.id ?? '', withPreviousMessages: 3 }]
    expect(texts((await list({ include, perPage: 0 })).messages)).toEqual([])
    expect(texts((await list({ include, perPage: 0, resourceId: 'ada' })).messages)).toEqual([])
  })

  it('shows what another framework said in the same session', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    await conversation(storage, words, { id: 't' })
    const memory = await memories.for({ user: 'ada' })
    await memory.addMessages('t', [
      { role: 'user', content: 'Elsewhere', createdAt: minute(9000) },
      { role: 'tool', content: '{}', createdAt: minute(9001) },
    ])
    const found = await storage.listMessages({ threadId: 't', perPage: 2, orderBy: descending })
    expect(texts(found.messages)).toEqual(['Elsewhere', 'five'])
    expect(found.total).toBe(6)
  })
})

describe('a thread that was consolidated', () => {
  it('lists its newest messages, another framework’s among them', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const { messages } = await conversation(storage, words, { id: 't' })
    const memory = await memories.for({ user: 'ada' })
    await memory.sessions.trim('t', 2)
    const list = async (perPage: number) => storage.listMessages({ threadId: 't', perPage, orderBy: descending })
    expect(await list(3)).toMatchObject({ messages: messages.slice(2).toReversed(), total: 5, hasMore: true })
    await memory.addMessages('t', { role: 'user', content: 'Elsewhere', createdAt: minute(1) })
    expect(texts((await list(6)).messages)).toEqual([...words.toReversed(), 'Elsewhere'])
    expect(texts((await list(2)).messages)).toEqual(['five', 'four'])
  })
})

describe('perPage and page parameters', () => {
  it('uses perPage to restrict the number of messages returned, from the end when descending', async () => {
    const { list } = read()
    expect(texts((await list({ perPage: 2 })).messages)).toEqual(['one', 'two'])
    expect(texts((await list({ perPage: 2, orderBy: descending })).messages)).toEqual(['five', 'four'])
  })

  it('returns ALL messages when perPage is false', async () => {
    const { list } = read()
    expect(await list({ perPage: false })).toMatchObject({ total: 5, perPage: false, hasMore: false })
  })

  it('uses page to skip messages, and handles page with perPage', async () => {
    const { list } = read()
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ page, perPage: 2, orderBy: descending })))
    expect(pages.map(({ messages }) => texts(messages))).toEqual([['five', 'four'], ['three', 'two'], ['one'], []])
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false, false])
  })

  it('works with perPage and include, with perPage and date range, and with perPage and resourceId', async () => {
    const { list, id, at } = read()
    expect(texts((await list({ perPage: 2, include: [{ id: id(4) }] })).messages)).toEqual(['one', 'two', 'five'])
    expect(texts((await list({ perPage: 1, filter: { dateRange: { start: at(2) } } })).messages)).toEqual(['three'])
    expect(texts((await list({ perPage: 1, resourceId: 'ada' })).messages)).toEqual(['one'])
  })

  it('rejects invalid perPage and page values', async () => {
    const { list } = read()
    await expect(list({ perPage: -1 })).rejects.toThrow('perPage must be >= 0')
    await expect(list({ page: -1 })).rejects.toThrow('page must be >= 0')
    await expect(list({ page: Number.MAX_SAFE_INTEGER, perPage: 2 })).rejects.toThrow('page must be >= 0')
  })

  it('returns empty results when perPage is 0 with an empty include array', async () => {
    const { list } = read()
    expect(await list({ perPage: 0, include: [] })).toMatchObject({ messages: [], total: 0, hasMore: false })
  })

  it('returns correct messages from a large thread with scattered includes (perPage=0)', async () => {
    const storage = await openStorage()
    const { messages } = await conversation(
      storage,
      Array.from({ length: 120 }, (_, place) => `m${place}`),
      { id: 't' },
    )
    const include = [10, 60, 119].map((place) => ({ id: messages[place]?.id ?? '', withPreviousMessages: 1 }))
    const found = await storage.listMessages({ threadId: 't', perPage: 0, include })
    expect(texts(found.messages)).toEqual(['m9', 'm10', 'm59', 'm60', 'm118', 'm119'])
  })
})

describe('listMessagesByResourceId', () => {
  it('lists all messages for a resource across multiple threads, from a time on, page by page', async () => {
    const { storage, at } = await twoThreads()
    await conversation(storage, ['secret'], { resourceId: 'bob' })
    const list = async (query: object = {}) => storage.listMessagesByResourceId({ resourceId: 'ada', ...query })
    expect(texts((await list()).messages)).toEqual([...words, 'red', 'green', 'blue'])
    expect((await list({ filter: { dateRange: { start: at(4) } } })).total).toBe(4)
    const page = await list({ page: 1, perPage: 3, orderBy: descending })
    expect(texts(page.messages)).toEqual(['five', 'four', 'three'])
    expect(page).toMatchObject({ total: 8, hasMore: true })
  })

  it('returns an empty array when no messages match resourceId', async () => {
    const { storage } = await twoThreads()
    expect(await storage.listMessagesByResourceId({ resourceId: 'nobody' })).toMatchObject({ messages: [], total: 0 })
  })
})

describe('include parameter with separate batch saves', () => {
  it('sorts messages by createdAt when include adds messages saved in different batches', async () => {
    const storage = await openStorage()
    const saved = await storage.saveThread({ thread: thread({ id: 't' }) })
    const late = message(saved, 'late', { createdAt: minute(9) })
    const early = message(saved, 'early', { createdAt: minute(1) })
    await storage.saveMessages({ messages: [late] })
    await storage.saveMessages({ messages: [early] })
    const include = [{ id: late.id, withPreviousMessages: 1 }]
    expect(texts((await storage.listMessages({ threadId: 't', perPage: 1, include })).messages)).toEqual([
      'early',
      'late',
    ])
  })
})

describe('listMessagesById', () => {
  it('returns an empty array if no message IDs are provided', async () => {
    const { storage } = await twoThreads()
    expect(await storage.listMessagesById({ messageIds: [] })).toEqual({ messages: [] })
  })

  it('returns messages sorted by createdAt DESC, as they were saved, from multiple threads and resources', async () => {
    const { storage, first, id, otherId } = await twoThreads()
    const bobs = await conversation(storage, ['hello'], { resourceId: 'bob' })
    const { messages } = await storage.listMessagesById({
      messageIds: [id(0), otherId(2), bobs.messages[0]?.id ?? '', 'none'],
    })
    expect(texts(messages)).toEqual(['hello', 'blue', 'one'])
    expect(messages.at(-1)).toEqual(first.messages[0])
  })
})

describe('updateMessages', () => {
  it('updates a single field of a message (e.g., role)', async () => {
    const { storage, list, first } = await twoThreads()
    const answer = await storage.updateMessages({ messages: [{ id: first.messages[0]?.id ?? '', role: 'assistant' }] })
    expect(answer).toEqual([{ ...first.messages[0], role: 'assistant' }])
    expect((await list()).messages).toEqual([...answer, ...first.messages.slice(1)])
  })

  it('updates only the metadata within the content field, deep merged, preserving other content fields', async () => {
    const { storage, list, id } = await twoThreads()
    await storage.updateMessages({ messages: [{ id: id(0), content: part({ metadata: { a: 1, b: 1 } }) }] })
    await storage.updateMessages({ messages: [{ id: id(0), content: part({ metadata: { b: 2 } }) }] })
    const content = { format: 2, parts: [{ type: 'text', text: 'one' }], content: 'one', metadata: { a: 1, b: 2 } }
    expect((await list()).messages[0]?.content).toEqual(content)
  })

  it('updates only the content string within the content field, preserving metadata', async () => {
    const { storage, list, id } = await twoThreads()
    await storage.updateMessages({ messages: [{ id: id(0), content: part({ metadata: { a: 1 } }) }] })
    await storage.updateMessages({ messages: [{ id: id(0), content: part({ content: 'ONE' }) }] })
    expect((await list()).messages[0]?.content).toMatchObject({ content: 'ONE', metadata: { a: 1 } })
  })

  it('updates multiple messages at once, and the parent thread updatedAt timestamp', async () => {
    const { storage, list, id } = await twoThreads()
    await storage.saveThread({ thread: thread({ id: 't1', updatedAt: minute(1) }) })
    await storage.updateMessages({ messages: [0, 1].map((place) => ({ id: id(place), role: 'assistant' as const })) })
    expect((await list()).messages.map(({ role }) => role)).toEqual(['assistant', 'assistant', 'user', 'user', 'user'])
    expect((await storage.getThreadById({ threadId: 't1' }))?.updatedAt.getTime()).toBeGreaterThan(minute(1).getTime())
  })

  it('updates timestamps on both threads when moving a message', async () => {
    const { storage, list, id } = await twoThreads()
    for (const one of ['t1', 't2']) await storage.saveThread({ thread: thread({ id: one, updatedAt: minute(1) }) })
    await storage.updateMessages({ messages: [{ id: id(0), threadId: 't2' }] })
    expect((await list()).total).toBe(4)
    expect(texts((await list({ threadId: 't2' })).messages)).toEqual(['one', 'red', 'green', 'blue'])
    for (const threadId of ['t1', 't2'])
      expect((await storage.getThreadById({ threadId }))?.updatedAt.getTime()).toBeGreaterThan(minute(1).getTime())
  })

  it('does not fail when trying to update a non-existent message', async () => {
    const { storage } = await twoThreads()
    expect(await storage.updateMessages({ messages: [{ id: 'none', role: 'user' }] })).toEqual([])
  })
})

describe('Messages bulk delete', () => {
  it('deletes multiple messages, from different threads, valid and invalid ids mixed', async () => {
    const { storage, list, id, otherId } = await twoThreads()
    await storage.deleteMessages([id(0), 'none', otherId(1), id(3)])
    expect(await list()).toMatchObject({ total: 3 })
    expect(texts((await list({ orderBy: descending, perPage: 9 })).messages)).toEqual(['five', 'three', 'two'])
    expect(texts((await list({ threadId: 't2' })).messages)).toEqual(['red', 'blue'])
    expect((await storage.listMessagesById({ messageIds: [id(0)] })).messages).toEqual([])
  })

  it('handles an empty array, and messages that there are not', async () => {
    const { storage, list } = await twoThreads()
    await storage.deleteMessages([])
    await storage.deleteMessages(['none'])
    expect((await list()).total).toBe(5)
  })

  it('updates the thread timestamp when messages are deleted', async () => {
    const { storage, id } = await twoThreads()
    await storage.saveThread({ thread: thread({ id: 't1', updatedAt: minute(1) }) })
    await storage.deleteMessages([id(0)])
    expect((await storage.getThreadById({ threadId: 't1' }))?.updatedAt.getTime()).toBeGreaterThan(minute(1).getTime())
  })

  it('handles large batches of message deletions', async () => {
    const storage = await openStorage()
    const { messages } = await conversation(
      storage,
      Array.from({ length: 1000 }, (_, place) => `${place}`),
      { id: 't' },
    )
    await storage.deleteMessages(messages.slice(1).map(({ id }) => id))
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual(['0'])
  })

  it('saves a deleted message again', async () => {
    const { storage, list, first, id } = await twoThreads()
    await storage.deleteMessages([id(4)])
    await storage.saveMessages({ messages: first.messages.slice(4) })
    expect((await list()).messages).toEqual(first.messages)
  })
})
