import type { StorageResourceType } from '@mastra/core/storage'
import { describe, expect, it } from 'vitest'
import { createDaybookStore, DaybookMemory, DaybookStorage } from '../../src/index.ts'
import { conversation, message, minute, texts, thread } from '../samples.ts'
import { temporaryDirectory, temporaryMemories, temporaryMemory } from '../temporary-memory.ts'

async function open(): Promise<DaybookStorage> {
  return new DaybookStorage({ memory: await temporaryMemories() })
}

const resource = (fields: Partial<StorageResourceType> = {}): StorageResourceType => ({
  id: 'ada',
  workingMemory: '# Ada',
  metadata: { plan: 'pro' },
  createdAt: minute(0),
  updatedAt: minute(0),
  ...fields,
})
const read = (storage: DaybookStorage) => storage.getResourceById({ resourceId: 'ada' })

describe('Resources', () => {
  it('creates and retrieves a resource with specific ID and dates', async () => {
    const storage = await open()
    expect(await storage.saveResource({ resource: resource() })).toEqual(resource())
    expect(await read(storage)).toEqual(resource())
  })

  it('returns null for a non-existent resource', async () => {
    expect(await read(await open())).toBeNull()
  })

  it.each([
    [
      'workingMemory and metadata',
      { workingMemory: 'new', metadata: { b: 1 } },
      { workingMemory: 'new', metadata: { plan: 'pro', b: 1 } },
    ],
    [
      'only workingMemory when metadata is not provided',
      { workingMemory: 'new' },
      { workingMemory: 'new', metadata: { plan: 'pro' } },
    ],
    [
      'only metadata when workingMemory is not provided',
      { metadata: { plan: 'free' } },
      { workingMemory: '# Ada', metadata: { plan: 'free' } },
    ],
    ['an empty workingMemory', { workingMemory: '' }, { workingMemory: '', metadata: { plan: 'pro' } }],
    ['an empty metadata', { metadata: {} }, { metadata: { plan: 'pro' } }],
  ])('updates %s', async (_, change, expected) => {
    const storage = await open()
    await storage.saveResource({ resource: resource() })
    const answer = await storage.updateResource({ resourceId: 'ada', ...change })
    expect(answer).toMatchObject({ ...expected, createdAt: minute(0) })
    expect(answer.updatedAt.getTime()).toBeGreaterThan(minute(0).getTime())
    expect(await read(storage)).toEqual(answer)
  })

  it('creates a new resource when updating a non-existent resource', async () => {
    const storage = await open()
    await storage.updateResource({ resourceId: 'ada', workingMemory: 'new' })
    expect(await read(storage)).toMatchObject({ id: 'ada', workingMemory: 'new', metadata: {} })
  })

  it('handles null or undefined workingMemory and metadata', async () => {
    const storage = await open()
    const { workingMemory: _w, metadata: _m, ...bare } = resource()
    await storage.saveResource({ resource: bare })
    expect(await read(storage)).toEqual(bare)
  })

  it('handles complex metadata structures and large workingMemory content', async () => {
    const storage = await open()
    const large = resource({
      workingMemory: 'x🦉\u0000'.repeat(250_000),
      metadata: { list: [1, { deep: [null, true] }], '': 'ü' },
    })
    await storage.saveResource({ resource: large })
    expect(await read(storage)).toEqual(large)
  })

  it('handles concurrent updates to the same resource, losing none', async () => {
    const storage = await open()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => storage.updateResource({ resourceId: 'ada', metadata: { [`n${n}`]: n } })),
    )
    expect(Object.keys((await read(storage))?.metadata ?? {})).toHaveLength(20)
  })
})

describe('Copies and transfers', () => {
  it('clones a thread under new ids, with its times', async () => {
    const storage = await open()
    const { messages } = await conversation(storage, ['one', 'two', 'three'], { id: 't' })
    const {
      thread: copy,
      clonedMessages,
      messageIdMap,
    } = await storage.cloneThread({ sourceThreadId: 't', newThreadId: 'copy' })
    const lastMessageId = messages[2]?.id
    expect(copy).toMatchObject({
      id: 'copy',
      resourceId: 'ada',
      title: 'Clone of Tea',
      metadata: { clone: { sourceThreadId: 't', lastMessageId } },
    })
    const found = (await storage.listMessages({ threadId: 'copy' })).messages
    expect(found).toEqual(clonedMessages)
    expect(found).toEqual(messages.map((one) => ({ ...one, id: messageIdMap[one.id], threadId: 'copy' })))
    expect((await storage.listMessages({ threadId: 't' })).messages).toEqual(messages)
  })

  it('copies a thread without answering its messages', async () => {
    const storage = await open()
    const { messages } = await conversation(storage, ['one', 'two', 'three'], { id: 't' })
    const options = { messageLimit: 2 }
    const copy = await storage.copyThread({ sourceThreadId: 't', newThreadId: 'copy', options })
    expect(new Set(Object.keys(copy))).toEqual(new Set(['messageIdMap', 'thread']))
    expect(copy.thread).toMatchObject({ id: 'copy', resourceId: 'ada', title: 'Clone of Tea' })
    const { messageIdMap = {} } = copy
    expect(Object.keys(messageIdMap)).toEqual(messages.slice(1).map(({ id }) => id))
    const found = (await storage.listMessages({ threadId: 'copy' })).messages
    expect(found.map(({ id }) => id)).toEqual(Object.values(messageIdMap))
    expect(texts(found)).toEqual(['two', 'three'])
    await expect(storage.copyThread({ sourceThreadId: 'none' })).rejects.toThrow('not found')
  })

  it('clones what is asked for, to whom is asked for', async () => {
    const storage = await open()
    const { messages } = await conversation(storage, ['one', 'two', 'three', 'four'], { id: 't', title: '' })
    const clone = async (options: object) =>
      texts((await storage.cloneThread({ sourceThreadId: 't', resourceId: 'bob', options })).clonedMessages)
    expect(await clone({ messageLimit: 2 })).toEqual(['three', 'four'])
    const startDate = messages[1]?.createdAt
    expect(await clone({ messageFilter: { startDate, endDate: messages[2]?.createdAt } })).toEqual(['two', 'three'])
    expect(await clone({ messageFilter: { messageIds: [messages[3]?.id] } })).toEqual(['four'])
    expect((await storage.listThreads({ filter: { resourceId: 'bob' } })).threads.map(({ title }) => title)).toEqual([
      '',
      '',
      '',
    ])
  })

  it('refuses to clone what there is not, or over what there is', async () => {
    const storage = await open()
    await conversation(storage, ['one'], { id: 't' })
    await expect(storage.cloneThread({ sourceThreadId: 'none' })).rejects.toThrow('not found')
    await expect(storage.cloneThread({ sourceThreadId: 't', newThreadId: 't' })).rejects.toThrow(
      'a thread "t" already exists: choose another newThreadId',
    )
  })

  it('gives a thread with its messages to another resource, and leaves nothing behind', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const { thread: own, messages } = await conversation(storage, ['one', 'two'], { id: 't' })
    const given = await storage.updateThreadResourceId({ threadId: 't', resourceId: 'bob' })
    expect(given).toMatchObject({ ...own, resourceId: 'bob', updatedAt: given.updatedAt })
    const theirs = messages.map((one) => ({ ...one, resourceId: 'bob' }))
    expect((await storage.listMessages({ threadId: 't', resourceId: 'bob' })).messages).toEqual(theirs)
    expect((await storage.listMessagesById({ messageIds: messages.map(({ id }) => id) })).messages).toEqual(
      theirs.toReversed(),
    )
    expect(await storage.listMessagesByResourceId({ resourceId: 'ada' })).toMatchObject({ total: 0 })
    expect((await storage.listThreads({ filter: { resourceId: 'ada' } })).total).toBe(0)
    expect(await (await memories.for({ user: 'ada' })).sessions.messages('t', { archived: true })).toEqual([])
    await storage.updateThreadResourceId({ threadId: 't', resourceId: 'ada' })
    expect((await storage.listMessages({ threadId: 't' })).messages).toEqual(messages)
    await expect(storage.updateThreadResourceId({ threadId: 'none', resourceId: 'bob' })).rejects.toThrow('not found')
  })

  it('writes nothing for a resource that a thread was taken from meanwhile', async () => {
    const storage = await open()
    const { thread: own } = await conversation(storage, ['one'], { id: 't' })
    const [given, saved] = await Promise.allSettled([
      storage.updateThreadResourceId({ threadId: 't', resourceId: 'bob' }),
      storage.saveMessages({ messages: [message(own, 'late')] }),
    ])
    expect(given.status).toBe('fulfilled')
    const found = texts((await storage.listMessages({ threadId: 't' })).messages)
    expect(found).toEqual(saved.status === 'fulfilled' ? ['one', 'late'] : ['one'])
    expect(await storage.listMessagesByResourceId({ resourceId: 'ada' })).toMatchObject({ total: 0 })
  })
})

describe('Erasure', () => {
  it('removes a user with threads, messages, resource and every entry of the catalogue', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const { messages } = await conversation(storage, ['one'], { id: 't' })
    const bobs = await conversation(storage, ['kept'], { resourceId: 'bob' })
    await storage.saveResource({ resource: resource() })
    await storage.erase({ resourceId: 'ada' })
    expect(await storage.getThreadById({ threadId: 't' })).toBeNull()
    expect(await read(storage)).toBeNull()
    expect((await storage.listThreads({})).threads.map(({ id }) => id)).toEqual([bobs.thread.id])
    const catalogue = await memories.for({ user: 'daybook-mastra-catalogue' })
    const left = JSON.stringify(await catalogue.items.search({ prefix: [], limit: 999, at: minute(0).toISOString() }))
    for (const gone of ['"t"', '"ada"', messages[0]?.id]) expect(left).not.toContain(gone)
    await conversation(storage, ['anew'], { id: 't' })
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual(['anew'])
  })

  it('finds nothing of a user who was erased elsewhere, and lets the thread begin anew for another one', async () => {
    const memories = await temporaryMemories()
    const storage = new DaybookStorage({ memory: memories })
    const { messages } = await conversation(storage, ['one'], { id: 't' })
    await memories.erase({ user: 'ada' })
    expect((await storage.listMessagesById({ messageIds: messages.map(({ id }) => id) })).messages).toEqual([])
    expect(await storage.getThreadById({ threadId: 't' })).toBeNull()
    const { thread: theirs } = await conversation(storage, ['two'], { id: 't', resourceId: 'bob' })
    expect((await storage.listMessages({ threadId: theirs.id })).total).toBe(1)
  })

  it('clears everything of Mastra’s, and nothing else', async () => {
    const memory = await temporaryMemory()
    const storage = new DaybookStorage({ memory, user: 'ada' })
    await memory.facts.append({ text: 'Ada likes tea' })
    await conversation(storage, ['one'], { id: 't' })
    await storage.saveResource({ resource: resource() })
    await storage.dangerouslyClearAll()
    expect((await storage.listThreads({})).total).toBe(0)
    expect(await read(storage)).toBeNull()
    expect(await memory.items.search({ prefix: [], limit: 999, at: minute(0).toISOString() })).toEqual([])
    expect(await memory.facts.read()).toContain('Ada likes tea')
  })
})

describe('Ownership', () => {
  it('keeps what is not the owner’s out of the one memory', async () => {
    const storage = new DaybookStorage({ memory: await temporaryMemory(), user: 'ada' })
    await conversation(storage, ['one'], { id: 't' })
    await expect(storage.saveThread({ thread: thread({ resourceId: 'bob' }) })).rejects.toThrow(
      'is not the option user',
    )
    await expect(storage.saveResource({ resource: resource({ id: 'bob' }) })).rejects.toThrow('is not the option user')
    expect(await storage.getResourceById({ resourceId: 'bob' })).toBeNull()
    expect((await storage.listThreads({ filter: { resourceId: 'bob' } })).total).toBe(0)
  })

  it('stores messages and what is known of their thread in the one memory', async () => {
    const memory = await temporaryMemory()
    const storage = new DaybookStorage({ memory, user: 'ada' })
    const { messages } = await conversation(storage, ['one', 'two', 'three'], { id: 't' })
    const newest = await storage.listMessages({
      threadId: 't',
      perPage: 2,
      orderBy: { field: 'createdAt', direction: 'DESC' },
    })
    expect(newest).toMatchObject({ total: 3, hasMore: true })
    expect(texts(newest.messages)).toEqual(['three', 'two'])
    const found = await storage.listMessagesById({ messageIds: messages.map(({ id }) => id) })
    expect(texts(found.messages)).toEqual(['three', 'two', 'one'])
    const thread = await storage.getThreadById({ threadId: 't' })
    expect(thread?.updatedAt.getTime()).toBeGreaterThan(thread?.createdAt.getTime() ?? Number.POSITIVE_INFINITY)
  })

  it('finds everything again in another process', async () => {
    const directory = await temporaryDirectory()
    const first = await temporaryMemory(directory)
    const { thread: own, messages } = await conversation(new DaybookStorage({ memory: first, user: 'ada' }), [
      'one',
      'two',
    ])
    await first.close()
    const storage = new DaybookStorage({ memory: await temporaryMemory(directory), user: 'ada' })
    expect(
      (await storage.listMessages({ threadId: own.id, perPage: 1, orderBy: { direction: 'DESC' } })).messages,
    ).toEqual(messages.slice(1))
    expect((await storage.listMessagesById({ messageIds: [messages[0]?.id ?? ''] })).messages).toEqual(
      messages.slice(0, 1),
    )
  })

  it.each([
    [{}, 'memory is undefined'],
    [{ memory: {} }, 'memory is an object'],
    [{ memory: { sessions: {} } }, 'expected the resource whose memory this is'],
    [{ memory: { for: 0 }, user: 'ada' }, 'expected none with openMemories'],
    [{ memory: { sessions: {} }, user: '' }, 'user is ""'],
    [{ memory: { for: 0 }, usr: 'ada' }, 'has no option "usr"'],
  ])('refuses the options %j', (options, problem) => {
    expect(() => Reflect.construct(DaybookStorage, [options])).toThrow(problem)
    expect(() => Reflect.apply(createDaybookStore, undefined, [options])).toThrow(problem)
    expect(() => Reflect.construct(DaybookMemory, [options])).toThrow(/DaybookMemory/)
  })

  it('refuses the name under which the catalogue is kept', async () => {
    const storage = await open()
    const own = thread({ resourceId: 'daybook-mastra-catalogue' })
    await expect(storage.saveThread({ thread: own })).rejects.toThrow('no resource may have the id')
  })
})
