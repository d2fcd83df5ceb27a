import { describe, expect, it } from 'vitest'
import { DaybookStorage } from '../../src/index.ts'
import { conversation, message, minute, thread } from '../samples.ts'
import { temporaryMemories } from '../temporary-memory.ts'

async function open(): Promise<DaybookStorage> {
  return new DaybookStorage({ memory: await temporaryMemories() })
}

async function fiveThreads(storage: DaybookStorage) {
  // Made in another order than that of their times; changed in yet another.
  for (const place of [2, 0, 4, 1, 3])
    await storage.saveThread({
      thread: thread({
        id: `t${place}`,
        createdAt: minute(place),
        updatedAt: minute(10 + ((place * 2) % 5)),
        metadata: { category: place % 2 === 0 ? 'support' : 'sales', open: place > 1, level: place },
      }),
    })
  await storage.saveThread({ thread: thread({ id: 'other', resourceId: 'bob', createdAt: minute(9) }) })
}

const ids = ({ threads }: { threads: { id: string }[] }) => threads.map(({ id }) => id)
const ada = { filter: { resourceId: 'ada' } }

describe('Threads', () => {
  it('creates and retrieves a thread', async () => {
    const storage = await open()
    const saved = thread()
    expect(await storage.saveThread({ thread: saved })).toEqual(saved)
    expect(await storage.getThreadById({ threadId: saved.id })).toEqual(saved)
  })

  it('creates and retrieves a thread with the same given threadId and resourceId', async () => {
    const storage = await open()
    await storage.saveThread({ thread: thread({ id: 'same', resourceId: 'same' }) })
    expect(await storage.getThreadById({ threadId: 'same' })).toMatchObject({ id: 'same', resourceId: 'same' })
  })

  it('returns null for a non-existent thread, and for one of another resource', async () => {
    const storage = await open()
    await storage.saveThread({ thread: thread({ id: 't' }) })
    expect(await storage.getThreadById({ threadId: 'none' })).toBeNull()
    expect(await storage.getThreadById({ threadId: 't', resourceId: 'bob' })).toBeNull()
    expect(await storage.getThreadById({ threadId: 't', resourceId: '' })).toBeNull()
  })

  it('gets threads by resource id', async () => {
    const storage = await open()
    await fiveThreads(storage)
    expect(ids(await storage.listThreads({ filter: { resourceId: 'bob' } }))).toEqual(['other'])
  })

  it('updates thread title and metadata, each without the other', async () => {
    const storage = await open()
    const { id } = await storage.saveThread({ thread: thread() })
    const both = await storage.updateThread({ id, title: 'Coffee', metadata: { more: 1 } })
    expect(both).toMatchObject({ title: 'Coffee', metadata: { key: 'value', more: 1 } })
    expect(both.updatedAt.getTime()).toBeGreaterThan(minute(0).getTime())
    expect(await storage.updateThread({ id, metadata: { less: 2 } })).toMatchObject({ title: 'Coffee' })
    await storage.updateThread({ id, title: '' })
    const read = await storage.getThreadById({ threadId: id })
    expect(read).toMatchObject({ title: '', metadata: { key: 'value', more: 1, less: 2 }, createdAt: minute(0) })
    await expect(storage.updateThread({ id: 'none', title: '' })).rejects.toThrow('Thread "none" not found')
  })

  it('returns consistent timestamps from getThreadById and listThreads (issue #11496)', async () => {
    const storage = await open()
    const saved = thread({ createdAt: new Date('2026-03-01T09:00:00.123Z') })
    await storage.saveThread({ thread: saved })
    const { threads } = await storage.listThreads(ada)
    expect(threads).toEqual([await storage.getThreadById({ threadId: saved.id })])
    expect(threads[0]?.createdAt).toEqual(saved.createdAt)
  })

  it('deletes a thread and its messages, for look-ups by their ids too', async () => {
    const storage = await open()
    const { thread: gone, messages } = await conversation(storage, ['one', 'two'])
    const { thread: kept } = await conversation(storage, ['three'])
    await storage.deleteThread({ threadId: gone.id })
    await storage.deleteThread({ threadId: gone.id })
    expect(await storage.getThreadById({ threadId: gone.id })).toBeNull()
    expect((await storage.listMessages({ threadId: gone.id })).messages).toEqual([])
    expect((await storage.listMessagesById({ messageIds: messages.map(({ id }) => id) })).messages).toEqual([])
    expect((await storage.listMessages({ threadId: kept.id })).total).toBe(1)
    expect(ids(await storage.listThreads(ada))).toEqual([kept.id])
  })

  it('begins a deleted thread anew under the same id', async () => {
    const storage = await open()
    const { thread: saved, messages } = await conversation(storage, ['one', 'two'], { id: 't' })
    await storage.deleteThread({ threadId: 't' })
    await storage.saveThread({ thread: saved })
    expect(await storage.listMessages({ threadId: 't' })).toMatchObject({ messages: [], total: 0 })
    await storage.saveMessages({ messages: messages.slice(1) })
    expect((await storage.listMessages({ threadId: 't' })).messages).toEqual(messages.slice(1))
  })

  it('updates thread updatedAt when a message is saved to it', async () => {
    const storage = await open()
    const saved = await storage.saveThread({ thread: thread() })
    await storage.saveMessages({ messages: [message(saved, 'Hello')] })
    const read = await storage.getThreadById({ threadId: saved.id })
    expect(read?.updatedAt.getTime()).toBeGreaterThan(saved.updatedAt.getTime())
    expect(read?.createdAt).toEqual(saved.createdAt)
  })

  it('handles stringified JSON content without double-nesting', async () => {
    const storage = await open()
    const saved = await storage.saveThread({ thread: thread() })
    const text = JSON.stringify({ content: { format: 2, parts: [] } })
    await storage.saveMessages({ messages: [message(saved, text)] })
    const { messages } = await storage.listMessages({ threadId: saved.id })
    expect(messages[0]?.content).toEqual({ format: 2, parts: [{ type: 'text', text }], content: text })
  })

  it('returns paginated threads with total count', async () => {
    const storage = await open()
    await fiveThreads(storage)
    expect(await storage.listThreads({ ...ada, page: 0, perPage: 2 })).toMatchObject({
      total: 5,
      page: 0,
      perPage: 2,
      hasMore: true,
    })
    const last = await storage.listThreads({ ...ada, page: 2, perPage: 2 })
    expect(last).toMatchObject({ total: 5, page: 2, hasMore: false })
    expect(ids(last)).toEqual(['t0'])
  })

  it('returns paginated results when no pagination params for listThreads', async () => {
    const storage = await open()
    await fiveThreads(storage)
    expect(await storage.listThreads(ada)).toMatchObject({ total: 5, page: 0, perPage: 100, hasMore: false })
  })

  it('rejects a negative page and a negative page size', async () => {
    const storage = await open()
    await expect(storage.listThreads({ page: -1 })).rejects.toThrow('page must be >= 0')
    await expect(storage.listThreads({ perPage: -1 })).rejects.toThrow('perPage must be >= 0')
  })
})

describe('Edge cases and error handling', () => {
  it('handles large metadata objects', async () => {
    const storage = await open()
    const metadata = { large: 'x'.repeat(1_000_000), nested: { list: Array.from({ length: 1000 }, (_, n) => ({ n })) } }
    const { id } = await storage.saveThread({ thread: thread({ metadata }) })
    expect((await storage.getThreadById({ threadId: id }))?.metadata).toEqual(metadata)
  })

  it.each(['Special \'quotes\' and "double" \\ / 🦉 \u0000 漢字 </script>', '', ' '])(
    'handles special characters in thread titles: %j',
    async (title) => {
      const storage = await open()
      const { id } = await storage.saveThread({ thread: thread({ title }) })
      expect((await storage.getThreadById({ threadId: id }))?.title).toBe(title)
    },
  )

  it('handles concurrent thread updates, losing none', async () => {
    const storage = await open()
    const { id } = await storage.saveThread({ thread: thread() })
    await Promise.all(Array.from({ length: 20 }, (_, n) => storage.updateThread({ id, metadata: { [`n${n}`]: n } })))
    expect(Object.keys((await storage.getThreadById({ threadId: id }))?.metadata ?? {})).toHaveLength(21)
  })

  it('changes metadata with nothing in between', async () => {
    const storage = await open()
    const { id } = await storage.saveThread({ thread: thread({ metadata: { count: 0 } }) })
    const step = () =>
      storage.updateThreadMetadata({ id, update: ({ metadata }) => ({ count: Number(metadata?.['count']) + 1 }) })
    await Promise.all(Array.from({ length: 20 }, step))
    expect((await storage.getThreadById({ threadId: id }))?.metadata).toEqual({ count: 20 })
    expect(await storage.updateThreadMetadata({ id, resourceId: 'bob', update: () => ({ count: 0 }) })).toBeNull()
  })

  it('never lets a saved thread change hands', async () => {
    const storage = await open()
    const { thread: own } = await conversation(storage, ['secret'], { id: 't' })
    await expect(storage.saveThread({ thread: { ...own, resourceId: 'bob' } })).rejects.toThrow(
      'updateThreadResourceId',
    )
    expect(await storage.getThreadById({ threadId: 't' })).toMatchObject({ resourceId: 'ada' })
  })
})

describe('Thread sorting', () => {
  const all = ['t4', 't3', 't2', 't1', 't0']
  // Changed at: t0 10, t1 12, t2 14, t3 11, t4 13.
  it.each([
    ['createdAt DESC by default', undefined, all],
    ['createdAt ASC', { field: 'createdAt', direction: 'ASC' }, all.toReversed()],
    ['createdAt DESC', { field: 'createdAt', direction: 'DESC' }, all],
    ['updatedAt ASC', { field: 'updatedAt', direction: 'ASC' }, ['t0', 't3', 't1', 't4', 't2']],
    ['updatedAt DESC', { field: 'updatedAt', direction: 'DESC' }, ['t2', 't4', 't1', 't3', 't0']],
    ['createdAt DESC when only field is specified (direction defaults to DESC)', { field: 'createdAt' }, all],
    [
      'updatedAt DESC when only field is specified (direction defaults to DESC)',
      { field: 'updatedAt' },
      ['t2', 't4', 't1', 't3', 't0'],
    ],
    [
      'createdAt ASC when only direction ASC is specified (field defaults to createdAt)',
      { direction: 'ASC' },
      all.toReversed(),
    ],
    ['createdAt DESC when only direction DESC is specified (field defaults to createdAt)', { direction: 'DESC' }, all],
  ] as const)('sorts threads by %s', async (_, orderBy, expected) => {
    const storage = await open()
    await fiveThreads(storage)
    expect(ids(await storage.listThreads({ ...ada, ...(orderBy && { orderBy }) }))).toEqual(expected)
  })

  it('maintains sort order consistency across pages', async () => {
    const storage = await open()
    await fiveThreads(storage)
    const pages = await Promise.all(
      [0, 1, 2].map((page) =>
        storage.listThreads({ ...ada, page, perPage: 2, orderBy: { field: 'updatedAt', direction: 'ASC' } }),
      ),
    )
    expect(pages.flatMap(ids)).toEqual(['t0', 't3', 't1', 't4', 't2'])
  })

  it('handles empty results with sorting parameters', async () => {
    const storage = await open()
    const none = { filter: { resourceId: 'nobody' }, orderBy: { field: 'updatedAt', direction: 'ASC' } } as const
    expect(await storage.listThreads(none)).toMatchObject({ threads: [], total: 0, hasMore: false })
  })

  it('handles a single thread with sorting parameters', async () => {
    const storage = await open()
    await storage.saveThread({ thread: thread({ id: 'only' }) })
    expect(ids(await storage.listThreads({ ...ada, orderBy: { direction: 'ASC' } }))).toEqual(['only'])
  })

  it('handles threads with identical timestamps: each on one page', async () => {
    const storage = await open()
    for (let place = 0; place < 5; place++) await storage.saveThread({ thread: thread({ id: `t${place}` }) })
    const pages = await Promise.all([0, 1, 2].map((page) => storage.listThreads({ ...ada, page, perPage: 2 })))
    expect(pages.flatMap(ids).toSorted()).toEqual(['t0', 't1', 't2', 't3', 't4'])
  })

  it.each([
    ['createdAt DESC by default', undefined, ['t4', 't2', 't0']],
    ['createdAt ASC', { field: 'createdAt', direction: 'ASC' }, ['t0', 't2', 't4']],
    ['updatedAt DESC', { field: 'updatedAt', direction: 'DESC' }, ['t2', 't4', 't0']],
  ] as const)('sorts filtered threads by %s', async (_, orderBy, expected) => {
    const storage = await open()
    await fiveThreads(storage)
    const filter = { resourceId: 'ada', metadata: { category: 'support' } }
    expect(ids(await storage.listThreads({ filter, ...(orderBy && { orderBy }) }))).toEqual(expected)
  })
})

describe('listThreads with filtering', () => {
  it.each([
    ['by resourceId only', { resourceId: 'bob' }, ['other']],
    ['by metadata only', { metadata: { category: 'sales' } }, ['t3', 't1']],
    ['by multiple metadata fields (AND logic)', { metadata: { category: 'support', open: true } }, ['t4', 't2']],
    ['by both resourceId and metadata', { resourceId: 'ada', metadata: { level: 3 } }, ['t3']],
    ['not at all when no filter is provided', undefined, ['other', 't4', 't3', 't2', 't1', 't0']],
    ['to an empty array when no threads match the filter', { resourceId: 'bob', metadata: { category: 'sales' } }, []],
    ['to an empty array when the resourceId does not exist', { resourceId: 'nobody' }, []],
    ['to none with a metadata filter with no matching threads', { metadata: { category: 'none' } }, []],
    ['to those that do not have a metadata field', { metadata: { category: null } }, ['other']],
  ])('lists threads filtered %s', async (_, filter, expected) => {
    const storage = await open()
    await fiveThreads(storage)
    expect(ids(await storage.listThreads(filter ? { filter } : {}))).toEqual(expected)
  })

  it('paginates filtered results correctly', async () => {
    const storage = await open()
    await fiveThreads(storage)
    const filter = { metadata: { category: 'support' } }
    const second = await storage.listThreads({ filter, page: 1, perPage: 2 })
    expect(second).toMatchObject({ total: 3, hasMore: false })
    expect(ids(second)).toEqual(['t0'])
  })

  it('handles perPage: false to get all filtered results', async () => {
    const storage = await open()
    await fiveThreads(storage)
    const found = await storage.listThreads({ filter: { metadata: { category: 'support' } }, perPage: false })
    expect(found).toMatchObject({ total: 3, perPage: false, hasMore: false })
    expect(found.threads).toHaveLength(3)
  })

  it('returns consistent timestamps from getThreadById and listThreads', async () => {
    const storage = await open()
    const { thread: saved } = await conversation(storage, ['one'])
    const { threads } = await storage.listThreads({ filter: { metadata: { key: 'value' } } })
    expect(threads).toEqual([await storage.getThreadById({ threadId: saved.id })])
  })

  it.each(["a'; DROP TABLE threads", '__proto__', 'a.b', ''])('rejects the metadata key %j', async (key) => {
    const storage = await open()
    const metadata = Object.fromEntries([[key, 1]])
    await expect(storage.listThreads({ filter: { metadata } })).rejects.toThrow('Invalid metadata key')
  })
})
