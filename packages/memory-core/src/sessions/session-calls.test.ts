import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { ContentPart, Message } from '../message.ts'
import type { Storage } from '../storage/storage.ts'
import type { CallOptions } from './given-messages.ts'
import { sessionsDefaults } from './session.ts'
import { createSessions, type SessionStore } from './sessions.ts'

interface Opened {
  storage: Storage
  sessions: SessionStore
}

/** A session "s" with the messages 1, 2 and 3. */
async function open(): Promise<Opened> {
  const storage = inMemoryStorage()
  const sessions = createSessions({ storage, clock: () => 0, report: () => {} }, sessionsDefaults)
  await sessions.append('s', [
    { id: '1', role: 'user', content: 'one' },
    { id: '2', role: 'assistant', content: 'two' },
    { id: '3', role: 'user', content: 'three' },
  ])
  return { storage, sessions }
}

/** Makes the call wait for its turn, does `meanwhile`, and lets it go on. */
async function waiting<T>({ storage }: Opened, call: () => Promise<T>, meanwhile: () => void): Promise<T> {
  const { promise: turn, resolve: letGo } = Promise.withResolvers<void>()
  const holder = storage.lock(['session:s'], () => turn)
  const work = call()
  work.catch(() => {})
  meanwhile()
  await Promise.resolve()
  letGo()
  await holder
  return work
}

async function contents(sessions: SessionStore): Promise<unknown[]> {
  return (await sessions.messages('s')).map((message) => message.content)
}

describe('what a call was given can be changed as soon as it has returned:', () => {
  it('the messages of an append', async () => {
    const opened = await open()
    const part = { type: 'text' as const, text: 'kept' }
    const content: ContentPart[] = [part]
    const batch: Message[] = [{ role: 'user', content, metadata: { kept: true } }]
    const append = (): Promise<unknown> => opened.sessions.append('s', batch)
    await waiting(opened, append, () => {
      part.text = 'changed'
      delete batch[0]?.metadata
      batch.length = 0
    })
    const stored = await opened.sessions.messages('s', { limit: 1 })
    expect(stored).toMatchObject([{ content: [{ type: 'text', text: 'kept' }], metadata: { kept: true } }])
  })

  it('the one message of an append', async () => {
    const opened = await open()
    const message: Message = { role: 'user', content: 'kept' }
    const append = (): Promise<unknown> => opened.sessions.append('s', message)
    await waiting(opened, append, () => Object.assign(message, { content: 'changed' }))
    expect((await contents(opened.sessions)).at(-1)).toBe('kept')
  })

  it('the messages of an align', async () => {
    const opened = await open()
    const visible: Message[] = [
      { role: 'user', content: 'three' },
      { role: 'assistant', content: 'four' },
    ]
    const { appended } = await waiting(
      opened,
      () => opened.sessions.align('s', visible),
      () => visible.pop(),
    )
    expect(appended).toMatchObject([{ content: 'four' }])
  })

  it('the change of an update', async () => {
    const opened = await open()
    const metadata: Record<string, unknown> = { kept: true }
    const update = (): Promise<unknown> => opened.sessions.update('s', '1', { metadata })
    await waiting(opened, update, () => Object.assign(metadata, { kept: false }))
    expect(await opened.sessions.messages('s')).toMatchObject([{ metadata: { kept: true } }, {}, {}])
  })

  it('the change of a describe', async () => {
    const opened = await open()
    const metadata: Record<string, unknown> = { kept: true }
    const change = { title: 'kept', metadata }
    await waiting(
      opened,
      () => opened.sessions.describe('s', change),
      () => {
        change.title = 'changed'
        metadata['kept'] = false
      },
    )
    expect(await opened.sessions.get('s')).toMatchObject({ title: 'kept', metadata: { kept: true } })
  })

  it('the ids of a remove', async () => {
    const opened = await open()
    const ids = ['1']
    const remove = (): Promise<number> => opened.sessions.remove('s', ids)
    expect(await waiting(opened, remove, () => ids.push('2'))).toBe(1)
    expect(await contents(opened.sessions)).toEqual(['two', 'three'])
  })

  it('the options of a clear', async () => {
    const opened = await open()
    const options = { archived: false }
    const clear = (): Promise<number> => opened.sessions.clear('s', options)
    await waiting(opened, clear, () => Object.assign(options, { archived: true }))
    expect(await opened.sessions.messages('s', { archived: true })).toHaveLength(3)
  })
})

describe('a signal that is aborted while the call waits', () => {
  const next: Message = { role: 'user', content: 'four' }
  it.each<[string, (sessions: SessionStore, options: CallOptions) => Promise<unknown>]>([
    ['append', (sessions, options) => sessions.append('s', next, options)],
    ['align', (sessions, options) => sessions.align('s', [{ role: 'user', content: 'three' }, next], options)],
    ['update', (sessions, options) => sessions.update('s', '1', { content: 'changed' }, options)],
    ['describe', (sessions, options) => sessions.describe('s', { title: 'changed' }, options)],
    ['remove', (sessions, options) => sessions.remove('s', ['1'], options)],
    ['trim', (sessions, options) => sessions.trim('s', 1, options)],
    ['clear', (sessions, options) => sessions.clear('s', options)],
  ])('ends %s with its reason and changes nothing', async (_name, call) => {
    const opened = await open()
    const path = opened.sessions.path('s')
    const before = (await opened.storage.files.read(path))?.text
    const controller = new AbortController()
    const reason = new Error('the user left')
    const work = waiting(
      opened,
      () => call(opened.sessions, { signal: controller.signal }),
      () => controller.abort(reason),
    )
    await expect(work).rejects.toBe(reason)
    expect((await opened.storage.files.read(path))?.text).toBe(before)
  })
})

describe('a call with a bad argument', () => {
  type Call = (sessions: SessionStore) => Promise<unknown>
  const none = undefined as never
  const given = (value: unknown): never => value as never

  it.each<[string, Call, string]>([
    ['append without messages', (s) => s.append('s', none), 'message is undefined, expected { role, content }'],
    ['append of a text', (s) => s.append('s', given('hi')), 'message is "hi", expected { role, content }'],
    ['append of no message', (s) => s.append('s', [{ role: 'user', content: 'x' }, none]), 'messages[1] is undefined'],
    ['align without messages', (s) => s.align('s', none), 'messages is undefined, expected an array'],
    ['align of a text', (s) => s.align('s', given('hi')), 'messages is "hi", expected an array'],
    ['align of a bad role', (s) => s.align('s', [given({ role: 'bot', content: '' })]), 'messages[0].role is "bot"'],
    ['remove of a text', (s) => s.remove('s', given('12')), 'ids is "12", expected an array of message ids'],
    ['remove of numbers', (s) => s.remove('s', given([1])), 'ids is [1], expected an array of message ids'],
    ['remove without ids', (s) => s.remove('s', none), 'ids is undefined'],
    ['describe without a change', (s) => s.describe('s', none), 'change is undefined, expected an object with title'],
    ['describe of another field', (s) => s.describe('s', given({ name: 'x' })), 'there are title, metadata'],
    ['describe with a bad title', (s) => s.describe('s', { title: given(7) }), 'change.title is 7, expected a string'],
    [
      'update without a change',
      (s) => s.update('s', '1', none),
      'change is undefined, expected an object with content',
    ],
    [
      'update of the role',
      (s) => s.update('s', '1', given({ role: 'user' })),
      'change has no option "role"; there are content',
    ],
    ['update with bad content', (s) => s.update('s', '1', { content: given(7) }), 'change.content is 7'],
    ['update with bad metadata', (s) => s.update('s', '1', { metadata: given('x') }), 'change.metadata is "x"'],
    ['update without an id', (s) => s.update('s', none, { content: 'x' }), 'id is undefined'],
    ['trim to a text', (s) => s.trim('s', given('1')), 'keep is "1", expected a number from 0'],
    ['trim to less than nothing', (s) => s.trim('s', -1), 'keep is -1, expected a number from 0'],
    [
      'a misspelt option of messages',
      (s) => s.messages('s', given({ archive: true })),
      'sessions.messages has no option "archive"; there are archived, limit, before',
    ],
    [
      'a misspelt option of clear',
      (s) => s.clear('s', given({ archive: true })),
      'sessions.clear has no option "archive"; there are archived, signal',
    ],
    [
      'a text as flag',
      (s) => s.clear('s', { archived: given('false') }),
      'archived is "false", expected true or false',
    ],
    ['a misspelt option of recap', (s) => s.recap('s', given({ last: 1 })), 'there are limit'],
    ['a misspelt option of append', (s) => s.append('s', [], given({ abort: 1 })), 'there are signal'],
    [
      'a signal that is none',
      (s) => s.align('s', [], { signal: given(true) }),
      'signal is true, expected an AbortSignal',
    ],
    ['half a message', (s) => s.messages('s', { limit: 1.5 }), 'limit is 1.5, expected a whole number from 0'],
    ['less than no message', (s) => s.messages('s', { limit: -1 }), 'limit is -1, expected a whole number from 0'],
    ['a recap of half a message', (s) => s.recap('s', { limit: 0.5 }), 'sessions.recap.limit is 0.5'],
    ['a recap of less than nothing', (s) => s.recap('s', { limit: -1 }), 'sessions.recap.limit is -1'],
    ['a message before a number', (s) => s.messages('s', { before: given(7) }), 'sessions.messages.before is 7'],
  ])('is refused: %s', async (_name, call, words) => {
    const { sessions } = await open()
    const error = await call(sessions).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(MemoryError.isInstance(error) && error.code).toBe('bad-input')
    expect(String(error)).toContain(words)
    expect(await contents(sessions)).toEqual(['one', 'two', 'three'])
  })

  it('stores none of the messages when one is refused', async () => {
    const { sessions } = await open()
    const toolCalls = given([{ toolCallId: 'c', toolName: 'exec' }])
    const batch: Message[] = [
      { role: 'user', content: 'four' },
      { role: 'assistant', content: '', toolCalls },
    ]
    await expect(sessions.append('s', batch)).rejects.toThrow(
      'messages[1].toolCalls[0] is {"toolCallId":"c","toolName":"exec"}, expected an object with id, name, input',
    )
    expect(await contents(sessions)).toEqual(['one', 'two', 'three'])
  })
})

describe('update', () => {
  it('keeps what is not given and takes away what is given as undefined', async () => {
    const { sessions } = await open()
    await sessions.update('s', '1', { name: 'Ada', metadata: { a: 1 } })
    const change = { name: undefined, content: undefined } as never
    expect(await sessions.update('s', '1', change)).toEqual({
      id: '1',
      role: 'user',
      content: 'one',
      createdAt: '1970-01-01T00:00:00.000Z',
      metadata: { a: 1 },
    })
  })
})

describe('append', () => {
  const value = fc.jsonValue({ maxDepth: 2 }).filter((json) => !JSON.stringify(json).includes('__proto__'))
  const text = fc.oneof({ weight: 4, arbitrary: fc.string() }, value)
  const mixed = <Shape>(shape: fc.Arbitrary<Shape>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 4, arbitrary: shape }, value)
  const part = fc.record(
    { type: fc.constantFrom('text', 'reasoning', 'file', 'image'), text, mediaType: text, hash: text },
    { requiredKeys: ['type'] },
  )
  const call = fc.record({ id: text, name: text, input: value, args: value }, { requiredKeys: ['id', 'name', 'input'] })
  const message = fc.record(
    {
      role: fc.constant('assistant'),
      content: mixed(fc.array(mixed(part), { maxLength: 2 })),
      name: text,
      toolCalls: mixed(fc.array(mixed(call), { maxLength: 2 })),
      toolCallId: text,
      metadata: mixed(fc.dictionary(fc.constantFrom('a', 'b'), value)),
      native: mixed(fc.record({ framework: text, value })),
      mood: value,
    },
    { requiredKeys: ['role', 'content'] },
  )

  it('stores all of a message or refuses it', async () => {
    const { sessions } = await open()
    let stored = 0
    await fc.assert(
      fc.asyncProperty(message, async (given) => {
        const appended = await sessions.append('t', given as unknown as Message).catch((error: unknown) => {
          expect(MemoryError.isInstance(error) && error.code).toBe('bad-input')
          return []
        })
        stored += appended.length
        for (const kept of appended)
          expect(kept).toEqual({ ...JSON.parse(JSON.stringify(given)), id: kept.id, createdAt: kept.createdAt })
      }),
      { numRuns: 300 },
    )
    expect(stored).toBeGreaterThan(0)
  })
})
