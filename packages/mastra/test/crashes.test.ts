import { cpSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Memories, openMemories } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toMessages } from '../src/convert-messages.ts'
import { DaybookStorage } from '../src/index.ts'
import { conversation, message, texts, thread } from './samples.ts'
import { temporaryDirectory, temporaryMemories } from './temporary-memory.ts'

const catalogue = 'daybook-mastra-catalogue'

/** A storage in a directory, and what finds the directory as it is on the disk at a moment. */
async function open(directory?: string) {
  const place = directory ?? (await temporaryDirectory())
  const memories = openMemories({ directory: place })
  onTestFinished(() => memories.close())
  const storage = new DaybookStorage({ memory: memories })
  async function copied(): Promise<string> {
    const copy = await temporaryDirectory()
    // In one go, since the memory is at work: SQLite's journal may be gone before it is copied, and a temporary file all the same.
    cpSync(place, copy, { recursive: true, filter: (source) => !source.endsWith('.tmp') })
    return copy
  }
  return { storage, memories, copied }
}

/** What a machine loses that goes down: the lines of the journals, of the users named, as far as no fsync came after them. */
async function losing(before: string, after: string, users: readonly string[]): Promise<string> {
  for (const user of users)
    for (const folder of ['journal', 'state']) {
      await rm(join(after, user, folder), { recursive: true, force: true })
      await cp(join(before, user, folder), join(after, user, folder), { recursive: true })
    }
  return after
}

/** What is known of the thread without reading it. */
async function rowOf(memories: Memories): Promise<unknown> {
  const { items } = await memories.for({ user: 'ada' })
  return (await items.get(['mastra', 'threads'], ['t']))[0]?.value
}

/** Three messages that are written down, and two that came last: as they are found by whoever opens the directory then. */
async function crashed(lost: readonly string[]) {
  const { storage, copied } = await open()
  const { messages } = await conversation(storage, ['one', 'two', 'three'], { id: 't' })
  await storage.settled()
  const before = await copied()
  const more = [message({ id: 't', resourceId: 'ada' }, 'four'), message({ id: 't', resourceId: 'ada' }, 'five')]
  await storage.saveMessages({ messages: more })
  const directory = await losing(before, await copied(), lost)
  return { ...(await open(directory)), messages: [...messages, ...more], more }
}

const losses: [what: string, lost: readonly string[]][] = [
  ['the process', []],
  ['the machine, and the row of the thread', ['ada']],
  ['the machine, and the catalogue', [catalogue]],
  ['the machine, and both', ['ada', catalogue]],
]
const newest = { threadId: 't', perPage: 2, orderBy: { field: 'createdAt', direction: 'DESC' } } as const

describe.each(losses)('after a crash of %s', (_, lost) => {
  it('has every message that was acknowledged, in its order, and counts them', async () => {
    const { storage } = await crashed(lost)
    const page = await storage.listMessages(newest)
    expect(texts(page.messages)).toEqual(['five', 'four'])
    expect(page).toMatchObject({ total: 5, hasMore: true })
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
    ])
  })

  it('finds, changes and deletes them by their ids alone, once the thread was read', async () => {
    const { storage, memories, messages, more } = await crashed(lost)
    await storage.listMessages({ threadId: 't', perPage: 1 })
    const ids = more.map(({ id }) => id)
    expect(texts((await storage.listMessagesById({ messageIds: ids })).messages)).toEqual(['five', 'four'])
    await storage.deleteMessages(ids)
    expect(await storage.listMessages(newest)).toMatchObject({ total: 3 })
    expect(await rowOf(memories)).toMatchObject({ count: 3, last: messages[2]?.id })
    expect((await storage.listMessagesById({ messageIds: ids })).messages).toEqual([])
  })

  it('takes what a client saves again for what it is', async () => {
    const { storage, memories, more } = await crashed(lost)
    await storage.saveMessages({ messages: more.slice(1) })
    expect(await rowOf(memories)).toMatchObject({ count: 5, stored: 5, isInOrder: true, last: more[1]?.id })
    await storage.saveMessages({ messages: more })
    await storage.saveMessages({ messages: [message({ id: 't', resourceId: 'ada' }, 'six')] })
    expect(await storage.listMessages(newest)).toMatchObject({ total: 6 })
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
    ])
    await storage.saveThread({ thread: thread({ id: 'u' }) })
    await storage.saveMessages({ messages: more.slice(0, 1).map((four) => ({ ...four, threadId: 'u' })) })
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual([
      'one',
      'two',
      'three',
      'five',
      'six',
    ])
    expect(texts((await storage.listMessages({ threadId: 'u' })).messages)).toEqual(['four'])
  })
})

describe('messages that wait to be written down', () => {
  it('are found by their ids alone by whoever opens the memory after the process was killed', async () => {
    const { storage, more } = await crashed([])
    const ids = more.map(({ id }) => id)
    await storage.deleteMessages(ids)
    expect(texts((await storage.listMessages({ threadId: 't' })).messages)).toEqual(['one', 'two', 'three'])
  })

  it('are found by another process at once', async () => {
    const memories = await temporaryMemories()
    const [one, other] = [new DaybookStorage({ memory: memories }), new DaybookStorage({ memory: memories })]
    const { messages } = await conversation(one, ['one', 'two'], { id: 't' })
    const ids = messages.map(({ id }) => id)
    expect((await other.listMessagesById({ messageIds: ids })).messages).toHaveLength(2)
    await other.saveMessages({ messages: [message({ id: 't', resourceId: 'ada' }, 'three')] })
    await one.saveMessages({ messages: [message({ id: 't', resourceId: 'ada' }, 'four')] })
    expect(await other.listMessages(newest)).toMatchObject({ total: 4 })
    await one.deleteMessages(ids)
    expect(texts((await other.listMessages({ threadId: 't' })).messages)).toEqual(['three', 'four'])
  })

  it('are counted anew when the last one was removed through the memory itself', async () => {
    const { storage, memories } = await open()
    const { messages } = await conversation(storage, ['one', 'two', 'three'], { id: 't' })
    const ada = await memories.for({ user: 'ada' })
    await ada.sessions.remove('t', [messages[2]?.id ?? ''])
    expect(await storage.listMessages(newest)).toMatchObject({ total: 2 })
    await storage.saveMessages({ messages: [message({ id: 't', resourceId: 'ada' }, 'four')] })
    const page = await storage.listMessages(newest)
    expect(page.total).toBe(3)
    expect(texts(page.messages)).toEqual(['four', 'two'])
    expect(await rowOf(memories)).toMatchObject({ count: 3, stored: 3, isInOrder: true })
  })

  it('are listed though the process that stored them died before it had counted them', async () => {
    const { storage, memories } = await open()
    await conversation(storage, ['one', 'two'], { id: 't' })
    expect(await storage.listMessages(newest)).toMatchObject({ total: 2 })
    const late = message({ id: 't', resourceId: 'ada' }, 'three')
    await (await memories.for({ user: 'ada' })).addMessages('t', toMessages(late, late.createdAt))
    expect(texts((await storage.listMessages(newest)).messages)).toEqual(['three', 'two'])
    expect(await storage.listMessages(newest)).toMatchObject({ total: 3 })
  })

  it('come back with nobody who was erased meanwhile', async () => {
    const memories = await temporaryMemories()
    const [one, other] = [new DaybookStorage({ memory: memories }), new DaybookStorage({ memory: memories })]
    const { messages } = await conversation(one, ['one'], { id: 't' })
    await other.erase({ resourceId: 'ada' })
    await one.settled()
    const { items } = await memories.for({ user: catalogue })
    const left = JSON.stringify(await items.search({ prefix: [], limit: 999 }))
    expect(left).not.toContain(messages[0]?.id)
    expect(left).not.toContain('ada')
  })

  it('come back with no thread that was deleted while they were written down', async () => {
    const directory = await temporaryDirectory()
    let between = async (): Promise<void> => undefined
    const memories: Memories = openMemories({
      async storage(user) {
        const storage = await localStorage({ directory: join(directory, user) })
        const { items } = storage
        return {
          ...storage,
          items: {
            ...items,
            async put(writes, options) {
              if (writes.some(({ namespace }) => namespace.at(-1) === 'messages')) await between()
              return items.put(writes, options)
            },
          },
        }
      },
    })
    onTestFinished(() => memories.close())
    const [one, other] = [new DaybookStorage({ memory: memories }), new DaybookStorage({ memory: memories })]
    await conversation(one, ['one'], { id: 't' })
    between = async () => {
      between = async () => undefined
      await other.deleteThread({ threadId: 't' })
    }
    await one.settled()
    const { items } = await memories.for({ user: catalogue })
    const left = await items.search({ prefix: ['mastra', 'catalogue'], limit: 99 })
    expect(left.map(({ namespace, key }) => `${namespace.at(-1)} ${key}`)).toEqual(['resources ada'])
  })

  it('stay with the resource that a thread was given to', async () => {
    const memories = await temporaryMemories()
    const [one, other] = [new DaybookStorage({ memory: memories }), new DaybookStorage({ memory: memories })]
    const { messages } = await conversation(one, ['one'], { id: 't' })
    await other.updateThreadResourceId({ threadId: 't', resourceId: 'bob' })
    await one.settled()
    expect(await one.getThreadById({ threadId: 't' })).toMatchObject({ resourceId: 'bob' })
    const found = await one.listMessagesById({ messageIds: [messages[0]?.id ?? ''] })
    expect(found.messages).toMatchObject([{ resourceId: 'bob' }])
  })
})

describe('the price of saving', () => {
  it('is one fsync for a batch, and one more for many of them when it is quiet', async () => {
    const done: string[] = []
    const directory = await temporaryDirectory()
    const memories: Memories = openMemories({
      async storage(user) {
        const storage = await localStorage({ directory: join(directory, user) })
        return {
          ...storage,
          files: {
            ...storage.files,
            append: (path, text) => {
              done.push(`append ${path}`)
              return storage.files.append(path, text)
            },
          },
          items: {
            ...storage.items,
            put: (items, options) => {
              if (options?.durable !== false) done.push(`put for ${user}`)
              return storage.items.put(items, options)
            },
          },
        }
      },
    })
    onTestFinished(() => memories.close())
    const storage = new DaybookStorage({ memory: memories })
    await conversation(storage, ['one'], { id: 't' })
    await storage.settled()
    done.length = 0
    for (let number = 2; number < 7; number++)
      await storage.saveMessages({ messages: [message({ id: 't', resourceId: 'ada' }, `${number}`)] })
    expect(done.filter((call) => call !== `put for ${catalogue}`)).toEqual(Array(5).fill('append sessions/t.jsonl'))
    await storage.settled()
    expect(done.filter((call) => call === `put for ${catalogue}`).length).toBeLessThan(5)
  })
})
