import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { localStorage } from '../local/storage.ts'
import { endedMark } from '../records/marks.ts'
import { createRecordBook, type RecordBook } from '../records/record-book.ts'
import { recordsDefaults } from '../records/record-types.ts'
import { keptWorth } from '../statements/english/worth.ts'
import { everyRecord } from '../storage/every-row.ts'
import { messageId } from '../storage/numbering.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { estimateTokens } from '../text/count-tokens.ts'
import { captureDefaults } from './capture-options.ts'
import { createCapturer } from './capturer.ts'
import type { CapturableMessage } from './findings.ts'

let directory: string
let storage: Storage
let book: RecordBook
let capturer: ReturnType<typeof createCapturer>
let events: MemoryEvent[]
/** The messages that a capturer finds when it looks for others that state the same. */
let stored: CapturableMessage[]

function createBook(): RecordBook {
  const setting = { storage, clock: fixedClock('2026-03-01'), report: (event: MemoryEvent) => void events.push(event) }
  return createRecordBook({ ...setting, countTokens: estimateTokens }, recordsDefaults)
}

const createOne = (of: RecordBook = book, options = captureDefaults): typeof capturer =>
  createCapturer({ storage, report: (event) => void events.push(event) }, of, options, {
    window: async () => new Map(),
    async elsewhere({ text }, isOther) {
      const other = stored.find((one) => one.text === text && isOther(one))
      return other && { source: { session: other.session, messageId: other.messageId }, createdAt: other.createdAt }
    },
    named: async () => [],
  })

const said = (text: string, more: Partial<CapturableMessage> = {}): CapturableMessage => ({
  session: 'chat',
  messageId: 'm1',
  role: 'user',
  text,
  createdAt: '2026-02-01T08:00:00.000Z',
  ...more,
})

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  storage = await localStorage({ directory })
  events = []
  stored = []
  book = createBook()
  capturer = createOne()
})

afterEach(async () => {
  await storage.close()
  await rm(directory, { recursive: true })
})

describe('a capturer', () => {
  it('takes a new session for talk between people if the last one was', async () => {
    const friend = said('Wow, my sister loves that!', { role: 'assistant' })
    const once = { ...friend, session: 'once' }
    const project = said('The project is called Atlas.', { messageId: 'p' })
    const often = [0, 1, 2, 3].map((n) => ({ ...friend, messageId: `m${n}` }))
    expect(await capturer.take([...often, { ...project, session: 'later' }])).toEqual([])
    const assistant = { ...friend, text: 'Certainly. '.repeat(50), session: 'other' }
    expect(await capturer.take([assistant, once, { ...project, session: 'new' }])).toHaveLength(1)
  })

  it('takes no session for talk between people because its last message is offered again', async () => {
    const last = said('Haha, good luck!', { role: 'assistant' })
    for (const _ of [1, 2, 3]) await capturer.take([last])
    expect(await capturer.take([said('Thanks my friend.', { session: 'later' })])).toEqual([])
  })

  it('learns no part of what it keeps again', async () => {
    await capturer.take([said('My daughter Lara cried.')])
    const more = said('Lara cried the first day. Her teacher is now Ms Byrne, 4th class.', { messageId: 'm2' })
    expect((await capturer.take([more])).map(({ text }) => text)).toHaveLength(1)
  })

  it('learns nothing of the part that a user plays, also if the messages are offered again', async () => {
    const texts = [
      "Let's do a mock interview.",
      'I live in Hull.',
      "Ok, stop. I'm allergic to nuts.",
      'I live in Leeds.',
    ]
    const messages = texts.map((text, at) =>
      said(text, { messageId: `m${at}`, createdAt: `2026-02-01T08:0${at}:00.000Z` }),
    )
    const learned = []
    for (const message of messages) learned.push(...(await capturer.take([message])))
    expect(learned.map(({ text }) => text)).toEqual(["I'm allergic to nuts.", 'I live in Leeds.'])
    expect(await capturer.take(messages)).toEqual([])
    expect(await capturer.take([said('I live in Hull.', { session: 'other' })])).toHaveLength(1)
  })

  it('knows from the window of a session that a user plays a part', async () => {
    const first = said("Let's do a mock interview.", { messageId: 'm0' })
    const window = async () => new Map([['m1', first]])
    const one = createCapturer({ storage, report: () => {} }, book, captureDefaults, {
      window,
      elsewhere: async () => undefined,
      named: async () => [],
    })
    expect(await one.take([said('I live in Hull.')], { isBegun: true })).toEqual([])
  })

  it.each([
    [10, true],
    [11, false],
  ])('marks what a request names, if it is not too much, also after a failure: %i', async (count, is) => {
    const named = Array.from({ length: count }, (_, at) => ({ session: 'old', messageId: `m${at}` }))
    const search = vi.fn(async () => named).mockRejectedValueOnce(new Error('no index'))
    const one = createCapturer({ storage, report: () => {} }, book, captureDefaults, {
      window: async () => new Map(),
      elsewhere: async () => undefined,
      named: search,
    })
    await expect(one.take([said('Forget what I told you about Pete')])).rejects.toThrow('no index')
    await one.take([said('Forget what I told you about Pete')])
    const key = endedMark(messageId('old', 'm0'))
    expect((await book.store.marks([key])).has(key)).toBe(is)
  })

  it.each([
    ['My password is [redacted: password] and my key is [redacted: openai-key].', 0],
    ['Remember: my password is [redacted: password].', 0],
    ['I live in Oslo and my password is [redacted: password].', 1],
    ['I work at [redacted: password] in Oslo.', 1],
  ])('learns nothing of which only the mark of a redaction is left: %s', async (text, records) => {
    expect(await capturer.take([said(text)])).toHaveLength(records)
  })

  it('C08 learns what a user message says, with where and when it was said', async () => {
    const [record] = await capturer.take([said('Oh, and never use tabs.')])
    expect(record).toMatchObject({
      type: 'policy',
      priority: 'critical',
      about: 'rule',
      text: 'never use tabs.',
      source: { session: 'chat', messageId: 'm1', quote: 'Oh, and never use tabs.' },
      author: 'user',
      createdAt: '2026-02-01T08:00:00.000Z',
      isNew: true,
    })
    expect(await book.store.list({ limit: 10 })).toHaveLength(1)
  })

  it('reads an answer beside what it answers, also where that came with an earlier call', async () => {
    const reply = said('Here is a plan for your week. '.repeat(40), { role: 'assistant', messageId: 'm1' })
    const answer = said('I often run in the morning.', { messageId: 'm2' })
    const worthOf = async (...calls: CapturableMessage[][]): Promise<number | undefined> => {
      const one = createOne(createBook())
      const learned = []
      for (const call of calls)
        learned.push(...(await one.take(call.map((message) => ({ ...message, session: `chat ${calls.length}` })))))
      return learned[0]?.worth
    }
    const together = await worthOf([reply, answer])
    expect(together).toBeDefined()
    expect(await worthOf([reply], [answer])).toBe(together)
  })

  it('learns from user messages only', async () => {
    const roles = (['assistant', 'system', 'tool'] as const).map((role) =>
      said('never use tabs', { role, messageId: role }),
    )
    expect(await capturer.take(roles)).toEqual([])
    expect(await book.store.revision()).toBe(0)
  })

  it('learns from a message once, however often it is offered and by whom', async () => {
    await capturer.take([said('never use tabs'), said('never use tabs')])
    await capturer.take([said('never use tabs')])
    expect(await createOne(createBook()).take([said('never use tabs')])).toEqual([])
    expect(await book.store.list({ limit: 10 })).toMatchObject([{ reinforcementCount: 1 }])
  })

  it('does not bring back what was forgotten since', async () => {
    const [record] = await capturer.take([said('never use tabs')])
    await book.store.write({ remove: [record?.id ?? ''] })
    expect(await capturer.take([said('never use tabs')])).toEqual([])
    expect(await book.store.list({ limit: 10, archived: 'all' })).toEqual([])
  })

  it('reinforces what another message says too', async () => {
    await capturer.take([said('never use tabs')])
    const again = await capturer.take([said('never use tabs', { messageId: 'm2' })])
    expect(again).toMatchObject([{ isNew: false, reinforcementCount: 2 }])
    expect(await capturer.take([said('never use tabs', { session: 'other' })])).toMatchObject([{ isNew: false }])
  })

  it('looks at a message again when its text changed, and takes back what only its earlier text said', async () => {
    const texts = async () => (await book.store.list({ limit: 10 })).map(({ text }) => text)
    const [, kept] = await capturer.take([said('never use tabs'), said('never use spaces', { messageId: 'm2' })])
    stored = [said('never use spaces', { session: 'other' })]
    await capturer.take(stored)
    expect(await capturer.take([said('always use pnpm')])).toMatchObject([{ text: 'always use pnpm', isNew: true }])
    expect(await texts()).toEqual(expect.arrayContaining(['never use spaces', 'always use pnpm']))
    expect(await texts()).toHaveLength(2)
    // Another session has said it since.
    await capturer.take([said('how are you?', { messageId: 'm2' })])
    expect(await book.store.get([kept?.id ?? ''])).toMatchObject([{ reinforcementCount: 2 }])
    expect(await capturer.take([said('how are you?')])).toEqual([])
    expect(await texts()).toEqual(['never use spaces'])
    // It was read: the same text gives nothing again.
    expect(await capturer.take([said('how are you?')])).toEqual([])
  })

  it('leaves the record of a statement that stays when the rest of its message changes', async () => {
    const [before] = await capturer.take([said('never use tabs')])
    expect(await capturer.take([said('never use tabs. always use pnpm')])).toMatchObject([{ text: 'always use pnpm' }])
    expect(await book.store.get([before?.id ?? ''])).toMatchObject([{ reinforcementCount: 1 }])
    expect(await createOne(createBook()).take([said('never use tabs. always use pnpm')])).toEqual([])
  })

  it('keeps a message apart from one whose session and id join to the same', async () => {
    await capturer.take([said('never use tabs', { session: 'a', messageId: 'b c' })])
    expect(await capturer.take([said('never use tabs', { session: 'a b', messageId: 'c' })])).toHaveLength(1)
  })

  it('learns nothing and marks nothing when the write fails, and everything when it is repeated', async () => {
    let fails = true
    const failing: RecordBook = {
      ...book,
      learn: (records, options) => {
        if (!fails) return book.learn(records, options)
        fails = false
        return Promise.reject(new Error('disk full'))
      },
    }
    const one = createOne(failing)
    await expect(one.take([said('never use tabs')])).rejects.toThrow('disk full')
    expect(await one.take([said('never use tabs')])).toHaveLength(1)
  })

  it.each(['4 December', 'Hamburg'])(
    'learns each correction of a call when the write of one failed: %s',
    async (word) => {
      let fails = true
      const failing: RecordBook = {
        ...book,
        learn: (records, options) => {
          if (!fails || !records.some(({ text }) => text.includes(word))) return book.learn(records, options)
          fails = false
          return Promise.reject(new Error('disk full'))
        },
      }
      const texts = ['My flight is on 3 December.', 'Sorry, 4 December.', 'My office is in Homburg.', 'Sorry, Hamburg.']
      const messages = texts.map((text, at) =>
        said(text, { messageId: `m${at}`, createdAt: `2026-09-01T09:00:0${at}.000Z` }),
      )
      const one = createOne(failing)
      await expect(one.take(messages)).rejects.toThrow('disk full')
      await one.take(messages)
      const left = (await everyRecord(book.store)).filter(({ supersededBy }) => supersededBy === undefined)
      expect(left.map(({ text }) => text).sort()).toEqual(['My flight is on 4 December.', 'My office is in Hamburg.'])
    },
  )

  it('lets calls follow each other, so that the same message at once is learned once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => capturer.take([said('never use tabs')])))
    expect(answers.map((learned) => learned.length)).toEqual([1, 0, 0])
  })

  it('writes once for 500 messages', async () => {
    let writes = 0
    const counting: RecordBook = {
      ...book,
      learn: (records, options) => {
        writes++
        return book.learn(records, options)
      },
    }
    const messages = Array.from({ length: 600 }, (_, n) =>
      said(n % 50 === 0 ? `never use tool ${n}` : 'hello', { messageId: `m${n}` }),
    )
    expect(await createOne(counting).take(messages)).toHaveLength(12)
    expect(writes).toBe(2)
  })

  it('copies the messages before it waits', async () => {
    const message = said('never use tabs')
    const learned = Promise.all([
      capturer.take([said('always use pnpm', { messageId: 'm0' })]),
      capturer.take([message]),
    ])
    message.text = 'never use spaces'
    expect((await learned)[1]).toMatchObject([{ text: 'never use tabs' }])
  })

  it('takes what stands before a colon for no speaker', async () => {
    const [record] = await capturer.take([said('Careful with dessert: my nephew Jo must not eat hazelnuts.')])
    expect(record?.text).toContain('my nephew Jo must not eat hazelnuts')
    expect(record?.source).toEqual({ session: 'chat', messageId: 'm1' })
  })

  it('keeps what happened to somebody or something that is known, however plainly it is said', async () => {
    const before = [
      said('My daughter Zosia is 8', { messageId: 'a1' }),
      said('Our team uses Heroku for the API', { messageId: 'a2' }),
    ]
    await capturer.take(before)
    const news = [
      said('Zosia started school', { session: 'later', messageId: 'b1', createdAt: '2026-02-20T08:00:00.000Z' }),
      said('Tobias started school', { session: 'other', messageId: 'b2', createdAt: '2026-02-20T08:01:00.000Z' }),
    ]
    expect((await capturer.take(news)).map(({ text }) => text)).toEqual(['Zosia started school'])
  })

  it.each([
    ['My nan lives with my uncle', 'nan went into Willow Court on Tuesday', 0.9],
    // Those that only share a word take no place of what they change.
    ['Redis is pinned at 7.0', 'redis was swapped for valkey', keptWorth],
    ['Our standup is at 9:30', 'Standup moves to 10 starting Monday', keptWorth],
    ['My sister Ann is engaged to Tom', 'Ann and Tom broke up', keptWorth],
    ['My brother Jake works at Lidl', "Jake's packed in Lidl", keptWorth],
    ['My nan lives with my uncle', 'nan went into town on Tuesday', undefined],
    ['Redis is pinned at 7.0', 'redis is down again', undefined],
    ['Redis is pinned at 7.0', 'postgres was swapped for mysql', undefined],
    ['Redis is pinned at 7.0', 'maybe redis was swapped for valkey', undefined],
    ['Redis is pinned at 7.0', 'is redis fine again?', undefined],
  ])('keeps a change of what is known, in any words and without an end: %j, %j', async (known, text, worth) => {
    await book.learn([{ text: known, createdAt: '2026-01-01', worth: 0.9 }])
    const news = await capturer.take([said(text, { messageId: 'b1' })])
    expect(news).toMatchObject(worth === undefined ? [] : [{ text, worth }])
    expect(news.filter(({ until }) => until !== undefined)).toEqual([])
  })

  it.each([
    ['The capital of Spain is Rome.', "No, it's not Rome, it's Madrid.", []],
    ['I do not know.', "No, it's not Rome, it's Madrid.", ['I live in Madrid']],
    ['The capital of Spain is Rome.', "Sorry, it's not Rome, it's Madrid.", ['I live in Madrid']],
  ])(
    'corrects the reply before rather than what is known, also when read again: %s | %s',
    async (reply, text, kept) => {
      await book.learn([{ text: 'I live in Rome', createdAt: '2026-01-01', worth: 0.9 }])
      const talk = [said(reply, { role: 'assistant', messageId: 'c0' }), said(text, { messageId: 'c1' })]
      const learned = [...(await capturer.take(talk)), ...(await capturer.take(talk))]
      expect(learned.map((one) => one.text)).toEqual(kept)
    },
  )

  it('keeps no change by a word that many records have', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      text: `The ${'abcdef'[at]}x redis runs`,
      createdAt: '2026-01-01',
    }))
    await book.learn(many)
    expect(await capturer.take([said('redis was swapped for valkey')])).toEqual([])
  })

  it('reads an answer of an assistant in a new session as the first message is read', async () => {
    const hello = said('Hello!', { role: 'assistant', messageId: 'm0' })
    const [record] = await capturer.take([hello, said('I take warfarin already.')])
    expect(record?.text).toBe('I take warfarin already.')
  })

  it('quotes the speaker where there are several', async () => {
    const [record] = await capturer.take([said('I prefer tea', { name: 'Ada' })])
    expect(record?.source?.quote).toBe('Ada: I prefer tea')
    const [other] = await capturer.take([
      said('I prefer juice', { messageId: 'm2', name: `A\n\0\ud83d${'x'.repeat(100_000)}` }),
    ])
    expect(other?.source?.quote).toMatch(/^A \ufffdx{76}: I prefer juice$/)
  })

  it('reports what a batch gave, and nothing when it gave nothing', async () => {
    await capturer.take([said('hello there'), said('never use tabs. I prefer tea.', { messageId: 'm2' })])
    await capturer.take([said('never use tabs', { messageId: 'm3' }), said('hi', { messageId: 'm4' })])
    await capturer.take([said('never use tabs', { messageId: 'm3' })])
    expect(events.map(({ type, level, message, details }) => ({ type, level, message, details }))).toEqual([
      {
        type: 'captured',
        level: 'info',
        message: 'captured 2 records from 1 message, 2 of them new',
        details: { messages: 1, records: 2, new: 2 },
      },
      {
        type: 'captured',
        level: 'info',
        message: 'captured 1 record from 1 message, 0 of them new',
        details: { messages: 1, records: 1, new: 0 },
      },
    ])
  })

  it('takes only the chosen languages', async () => {
    const german = createOne(book, { ...captureDefaults, languages: ['german'] })
    expect(await german.take([said('never use tabs'), said('Ich bevorzuge Tee', { messageId: 'm2' })])).toHaveLength(1)
  })

  it('brings the decay of an archived record back by "remember that"', async () => {
    const [record] = await capturer.take([said('I prefer tea')])
    await book.store.update([record?.id ?? ''], (known) => ({ ...known, archivedAt: '2026-02-02T00:00:00.000Z' }))
    const [again] = await capturer.take([said('remember that I prefer tea', { messageId: 'm2' })])
    expect(again).toMatchObject({ id: record?.id, priority: 'high', reinforcementCount: 2 })
    expect(again).not.toHaveProperty('archivedAt')
  })
})
