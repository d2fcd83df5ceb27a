import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { MemoryStorage } from '@mastra/core/storage'
import { LibSQLStore } from '@mastra/libsql'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DaybookStorage } from '../../src/index.ts'
import { minute, thread } from '../samples.ts'
import { temporaryDirectory, temporaryMemories } from '../temporary-memory.ts'

type Call = (storage: MemoryStorage) => Promise<unknown>

const threadId = fc.constantFrom('t0', 't0', 't1', 't1', 't2', 't2', 't3')
/** Each resource has its threads, as it has in an application. */
const ownerOf = (id: string): string => (id < 't2' ? 'ada' : 'bob')
const resourceId = fc.constantFrom('ada', 'bob', 'nobody')
const place = fc.integer({ min: 0, max: 11 })
const text = fc.constantFrom('tea', 'Ünïcode 🦉', '', '"quoted" \\ text')
const flag = fc.constantFrom('a', 'b')
const page = fc.record({ page: fc.constantFrom(0, 0, 1, 2), perPage: fc.constantFrom(0, 1, 2, 3, 4, 40) })
const anyPage = fc.oneof(
  { weight: 3, arbitrary: page },
  fc.constant({ page: 0, perPage: false as const }),
  fc.constant({}),
)
const direction = fc.constantFrom('ASC' as const, 'DESC' as const)

/** A message's time is its own, and so are its thread’s owner and its id: what differs in ties is not compared here. */
function messageOf(id: string, where: number, words: string, mark: string): MastraDBMessage {
  const own = ownerOf(id)
  return {
    id: `${own}-m${where}`,
    role: where % 2 === 0 ? 'user' : 'assistant',
    createdAt: minute(where * 2 + (own === 'ada' ? 0 : 1)),
    threadId: id,
    resourceId: own,
    content: { format: 2, parts: [{ type: 'text', text: words }], content: words, metadata: { mark } },
  }
}

const messageId = fc.tuple(fc.constantFrom('ada', 'bob'), place).map(([own, where]) => `${own}-m${where}`)
const message = fc.tuple(threadId, place, text, flag).map((fields) => messageOf(...fields))
const include = fc.array(fc.record({ id: messageId, withPreviousMessages: fc.nat(2), withNextMessages: fc.nat(2) }), {
  maxLength: 2,
})
const dateRange = fc.record(
  {
    start: place.map((where) => minute(where * 2)),
    end: place.map((where) => minute(where * 2)),
    startExclusive: fc.boolean(),
    endExclusive: fc.boolean(),
  },
  { requiredKeys: [] },
)
const mark = flag.map((value) => ({ mark: value }))
const none = fc.constant({})
const filter = fc.oneof(
  { weight: 3, arbitrary: none },
  fc.record({ dateRange }),
  fc.record({ metadata: mark }),
  fc.record({ dateRange, metadata: mark }),
)

/** Which call, and how; a call that one refuses, both have to refuse. */
const call: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(threadId, place, text, flag).map(
      ([id, where, title, mark]): Call =>
        (storage) =>
          storage.saveThread({ thread: { ...threadOf(id, where), title, metadata: { mark, id } } }),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.array(message, { maxLength: 4 }).map(
      (messages): Call =>
        async (storage) => {
          const threads = await Promise.all(
            messages.map((one) => storage.getThreadById({ threadId: one.threadId ?? '' })),
          )
          if (threads.includes(null)) return 'no thread'
          await storage.saveMessages({ messages })
          return 'saved'
        },
    ),
  },
  fc.tuple(threadId, fc.option(text, { nil: undefined }), flag).map(
    ([id, title, mark]): Call =>
      async (storage) => {
        const { title: after, metadata } = await storage.updateThread({
          id,
          ...(title !== undefined && { title }),
          metadata: { [mark]: 1 },
        })
        return { after, metadata }
      },
  ),
  threadId.map(
    (id): Call =>
      (storage) =>
        storage.deleteThread({ threadId: id }),
  ),
  fc.array(messageId, { maxLength: 3 }).map(
    (ids): Call =>
      (storage) =>
        storage.deleteMessages(ids),
  ),
  fc.tuple(messageId, text, flag).map(
    ([id, content, mark]): Call =>
      (storage) =>
        storage.updateMessages({
          messages: [{ id, content: { content, metadata: { [mark]: 2 } } as MastraDBMessage['content'] }],
        }), // a part is all that it needs
  ),
  fc.tuple(resourceId, text, flag).map(
    ([id, workingMemory, mark]): Call =>
      async (storage) => {
        const { workingMemory: after, metadata } = await storage.updateResource({
          resourceId: id,
          workingMemory,
          metadata: { [mark]: 1 },
        })
        return { after, metadata }
      },
  ),
  resourceId.map(
    (id): Call =>
      async (storage) => {
        const found = await storage.getResourceById({ resourceId: id })
        return found && { workingMemory: found.workingMemory, metadata: found.metadata }
      },
  ),
  threadId.map(
    (id): Call =>
      async (storage) =>
        withoutChange(await storage.getThreadById({ threadId: id })),
  ),
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.option(resourceId, { nil: undefined }),
        fc.option(flag, { nil: undefined, freq: 2 }),
        anyPage,
        direction,
      )
      .map(
        ([owner, mark, paging, order]): Call =>
          async (storage) => {
            const wanted = { ...(owner && { resourceId: owner }), ...(mark && { metadata: { mark } }) }
            const found = await storage.listThreads({
              ...paging,
              filter: wanted,
              orderBy: { field: 'createdAt', direction: order },
            })
            return { ...found, threads: found.threads.map(withoutChange) }
          },
      ),
  },
  {
    weight: 12,
    arbitrary: fc
      .record(
        {
          threadId: fc.oneof(threadId, fc.uniqueArray(threadId, { minLength: 1, maxLength: 3 })),
          paging: anyPage,
          resourceId: fc.constantFrom('ada', 'bob'),
          filter,
          include,
          orderBy: fc.record({ field: fc.constant('createdAt' as const), direction }),
        },
        { requiredKeys: ['threadId', 'paging'] },
      )
      .map(
        ({ paging, include: wanted, ...query }): Call =>
          (storage) => {
            // Where a look-up crosses resources, ours answers less, on purpose: that has a test of its own.
            const owner = ownerOf([query.threadId].flat()[0] ?? '')
            const own = (wanted ?? []).filter(({ id }) => id.startsWith(owner))
            const scope = own.length > 0 ? { resourceId: query.resourceId ?? owner } : {}
            return storage.listMessages({ ...query, ...paging, ...scope, ...(own.length > 0 && { include: own }) })
          },
      ),
  },
  fc.tuple(fc.constantFrom('ada', 'bob', 'nobody'), anyPage, filter).map(
    ([owner, paging, wanted]): Call =>
      (storage) =>
        storage.listMessagesByResourceId({ resourceId: owner, ...paging, filter: wanted }),
  ),
  fc.array(messageId, { maxLength: 3 }).map(
    (ids): Call =>
      async (storage) =>
        (await storage.listMessagesById({ messageIds: ids })).messages.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ),
)

function threadOf(id: string, where: number) {
  // Different for each thread, so that there are no ties.
  const createdAt = minute(where * 4 + Number(id.slice(1)))
  return thread({ id, resourceId: ownerOf(id), createdAt, updatedAt: createdAt })
}

/** When a thread was changed last is the clock's. */
function withoutChange<Thread extends { updatedAt: Date } | null>(found: Thread) {
  return found && { ...found, updatedAt: 'some time' }
}

/** Something to ask about: three threads of four, and messages in each of them. */
const beginning: fc.Arbitrary<Call[]> = fc.array(message, { minLength: 10, maxLength: 20 }).map((messages) => [
  ...['t0', 't1', 't2'].map(
    (id, where): Call =>
      (storage) =>
        storage.saveThread({ thread: threadOf(id, where) }),
  ),
  async (storage) => {
    await storage.saveMessages({ messages: messages.filter((one) => one.threadId !== 't3') })
    return 'saved'
  },
])

/** How many answers had something in them: a comparison of nothing with nothing would show nothing. */
let full = 0

async function outcome(storage: MemoryStorage, one: Call): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify((await one(storage)) ?? null))
  } catch {
    return 'refused'
  }
}

it('answers what @mastra/libsql answers, whatever is called', async () => {
  const directory = await temporaryDirectory()
  const ours = new DaybookStorage({ memory: await temporaryMemories() })
  const store = new LibSQLStore({ id: 'reference', url: `file:${join(directory, 'reference.db')}` })
  await store.init()
  const theirs = await store.getStore('memory')
  if (!theirs) throw new Error('the reference has no memory domain')
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(call, { minLength: 8, maxLength: 24 }), async (first, calls) => {
      await theirs.dangerouslyClearAll()
      await ours.dangerouslyClearAll()
      for (const one of [...first, ...calls]) {
        const answer = await outcome(ours, one)
        expect(answer).toEqual(await outcome(theirs, one))
        if (/"(?:messages|threads)":\[\{/.test(JSON.stringify(answer))) full += 1
      }
    }),
    { numRuns: process.env['DAYBOOK_FAULTS'] === 'long' ? 40 : 8, seed: 20260301 },
  )
  expect(full).toBeGreaterThan(12)
  await store.close()
  await rm(directory, { recursive: true, force: true })
}, 600_000)
