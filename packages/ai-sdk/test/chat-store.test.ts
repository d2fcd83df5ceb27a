import type { UIMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createChatStore } from '../src/index.ts'
import { assistant, rich, user } from './shown-messages.ts'
import { said, temporaryDirectory, temporaryMemories, temporaryMemory } from './temporary-memory.ts'

/** A key `__proto__` is left out where messages are stored. */
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('yes'), fc.constant(''))
const part: fc.Arbitrary<UIMessage['parts'][number]> = fc.oneof(
  text.map((value) => ({ type: 'text' as const, text: value })),
  text.map((value) => ({ type: 'reasoning' as const, text: value, state: 'done' as const })),
  fc.constant({ type: 'step-start' as const }),
  fc.constant({ type: 'file' as const, mediaType: 'text/plain', url: 'https://example.com/a' }),
  json.map((data) => ({ type: 'data-x' as const, data })),
  fc.tuple(fc.nat(9), json).map(([id, output]) => ({
    type: 'tool-look' as const,
    toolCallId: `c${id}`,
    state: 'output-available' as const,
    input: {},
    output,
  })),
)
const message: fc.Arbitrary<UIMessage> = fc.record({
  id: fc.string({ minLength: 1 }),
  role: fc.constantFrom('user', 'assistant', 'system'),
  metadata: json,
  parts: fc.array(part, { maxLength: 5 }),
})
const chats = fc.array(fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 6 }), {
  minLength: 1,
  maxLength: 4,
})
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('a chat store', () => {
  it('gives back what was saved, exactly, after the memory was opened again', async () => {
    const directory = await temporaryDirectory()
    const memory = await temporaryMemory(directory)
    const messages = [
      user('u1', 'How is the sky?'),
      rich,
      user('u2', 'yes'),
      assistant('a2', 'Good.'),
      user('u3', 'yes'),
    ]
    await createChatStore(memory).save('chat', messages)
    await memory.close()
    expect(await createChatStore(await temporaryMemory(directory)).load('chat')).toEqual(messages)
  })

  it('gives back any messages, however often and in whatever order they are saved', async () => {
    // Random data may name a password: { "Pw": … }.
    const memory = await temporaryMemory(undefined, { redaction: false })
    const store = createChatStore(memory)
    await fc.assert(
      fc.asyncProperty(chats, fc.nat(1e9), async (versions, name) => {
        for (const messages of [...versions, versions[0] ?? [], versions.flat().toReversed()]) {
          const unique = [...new Map(messages.map((one) => [one.id, one])).values()]
          await store.save(`chat ${name}`, unique)
          expect(await store.load(`chat ${name}`)).toEqual(asJson(unique))
        }
      }),
      { numRuns: 12 },
    )
  })

  it('takes a whole conversation over that the middleware has stored', async () => {
    const memory = await temporaryMemory()
    for (let turn = 0; turn < 3; turn++)
      await memory.addMessages('chat', [
        { role: 'user', content: 'yes' },
        { role: 'assistant', content: 'Good.' },
      ])
    const messages = [0, 1, 2].flatMap((turn) => [user(`u${turn}`, 'yes'), assistant(`a${turn}`, 'Good.')])
    await createChatStore(memory).save('chat', messages)
    expect(await createChatStore(memory).load('chat')).toEqual(messages)
    expect(await said(memory, 'chat')).toHaveLength(6)
  })

  it('takes the steps over that the middleware has stored for a message that goes on', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const more: UIMessage = {
      id: 'a1',
      role: 'assistant',
      parts: [...assistant('', 'One.').parts, ...assistant('', 'Two.').parts],
    }
    await store.save('chat', [user('u1', 'Go'), assistant('a1', 'One.')])
    await memory.addMessages('chat', { role: 'assistant', content: 'Two.' })
    await store.save('chat', [user('u1', 'Go'), more])
    expect(await store.load('chat')).toEqual([user('u1', 'Go'), more])
    expect(await said(memory, 'chat')).toEqual(['user: Go', 'assistant: One.', 'assistant: Two.'])
  })

  it('writes nothing for what is saved again', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    await store.save('chat', [user('u1', 'Tea?'), assistant('a1', 'Darjeeling.')])
    await store.save('chat', [user('u1', 'Tea?'), rich])
    const writes = [
      vi.spyOn(memory.sessions, 'update'),
      vi.spyOn(memory.sessions, 'append'),
      vi.spyOn(memory.sessions, 'describe'),
    ]
    await store.save('chat', [user('u1', 'Tea?'), rich])
    for (const write of writes) expect(write).not.toHaveBeenCalled()
  })

  it('does not show what the host has abandoned and no one has saved', async () => {
    const memory = await temporaryMemory()
    const answer = { role: 'assistant' as const, content: 'Fine.' }
    const asked = (content: string) => ({ role: 'user' as const, content })
    await memory.sessions.align('chat', [asked('Hi'), answer, asked('Left behind'), answer])
    await memory.sessions.align('chat', [asked('Hi'), answer, asked('Edited')])
    expect((await createChatStore(memory).load('chat')).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(await createChatStore(memory).load('chat'))).not.toContain('Left behind')
  })

  it('stores no call whose input is not complete', async () => {
    const memory = await temporaryMemory()
    const parts: UIMessage['parts'] = [
      { type: 'tool-look', toolCallId: 'c1', state: 'input-streaming', input: undefined },
    ]
    await createChatStore(memory).save('chat', [{ id: 'a1', role: 'assistant', parts }])
    expect((await memory.sessions.messages('chat'))[0]).not.toHaveProperty('toolCalls')
    expect(await createChatStore(memory).load('chat')).toMatchObject([
      { id: 'a1', parts: [{ state: 'input-streaming' }] },
    ])
  })

  it('shows a reply once that was cut off while it was being saved', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    await store.save('chat', [user('u1', 'Go'), assistant('a1', 'Once upon')])
    await memory.addMessages('chat', { role: 'assistant', content: 'Once upon a', metadata: { partial: true } })
    expect((await store.load('chat')).map(({ id }) => id)).toEqual(['u1', 'a1'])
  })

  it('shows no longer what is not saved any more, and forgets none of it', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    await store.save('chat', [user('u1', 'Tea?'), assistant('a1', 'Darjeeling.')])
    await store.save('chat', [user('u1', 'Tea?'), assistant('a2', 'Assam.')])
    expect((await store.load('chat')).map(({ id }) => id)).toEqual(['u1', 'a2'])
    expect(await said(memory, 'chat')).toContain('assistant: Darjeeling.')
  })

  it('keeps a message that goes on after an approval as one', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const before: UIMessage = { ...rich, parts: rich.parts.slice(0, 3) }
    await store.save('chat', [before, user('u1', 'And?')])
    await store.save('chat', [rich, user('u1', 'And?')])
    expect(await store.load('chat')).toEqual([rich, user('u1', 'And?')])
    expect(JSON.stringify(await said(memory, 'chat')).match(/Clear\./g)).toHaveLength(1)
  })

  it('shows the whole chat after its session was consolidated', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const messages = Array.from({ length: 30 }, (_, at) => [
      user(`u${at}`, `I decided ${at}`),
      assistant(`a${at}`, `Fine ${at}`),
    ])
    await store.save('chat', messages.flat())
    await memory.resetSession('chat')
    expect(await store.load('chat')).toEqual(messages.flat())
  })

  it('lists chats, the last one first, and forgets a deleted one for good', async () => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    await store.save('one', [user('u1', 'First')])
    await store.save('two', [user('u1', 'Second')])
    await memory.sessions.describe('two', { title: 'The second' })
    await memory.addMessages('one', { role: 'user', content: 'later', createdAt: new Date(Date.now() + 60_000) })
    expect((await store.list()).map(({ id, title }) => [id, title])).toEqual([
      ['one', undefined],
      ['two', 'The second'],
    ])
    await store.delete('two')
    await store.delete('never was')
    expect((await store.list()).map(({ id }) => id)).toEqual(['one'])
    expect(await store.load('two')).toEqual([])
    expect(JSON.stringify(await memory.sessions.list())).not.toContain('The second')
    expect((await memory.recall('Second')).items).toEqual([])
    await store.save('two', [user('u1', 'Anew')])
    expect((await store.list()).map(({ id }) => id)).toContain('two')
    expect(await store.load('two')).toEqual([user('u1', 'Anew')])
  })

  it('keeps the chats of users apart', async () => {
    const memories = await temporaryMemories()
    await createChatStore(memories, { user: 'ada' }).save('chat', [user('u1', 'I am Ada')])
    expect(await createChatStore(memories, { user: 'bob' }).load('chat')).toEqual([])
    expect(await createChatStore(memories, { user: 'ada' }).load('chat')).toHaveLength(1)
  })

  it.each([
    [[{ id: '', role: 'user', parts: [] }], 'the id of a message is ""'],
    [[user('a', ''), user('a', '')], 'two messages have the id "a"'],
    [[{ id: 'a', role: 'tool', parts: [] }], 'the role of message "a" is "tool"'],
    [[{ id: 'a', role: 'user', content: 'x' }], 'the parts of message "a" are undefined'],
    [[null], 'a message is null'],
    [
      [{ id: 'a', role: 'user', parts: [{ type: 'data-x', data: 1n }] }],
      'cannot be written as JSON, in which a chat is stored (Do not know',
    ],
  ])('refuses %o', async (messages, problem) => {
    const memory = await temporaryMemory()
    const store = createChatStore(memory)
    const saving = Reflect.apply(store.save, store, ['chat', messages])
    await expect(saving).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(problem) })
    expect(await memory.sessions.list()).toEqual([])
  })

  it('refuses a place that is none', async () => {
    const memory = await temporaryMemory()
    const memories = await temporaryMemories()
    for (const given of [
      [],
      [Promise.resolve(memory)],
      [memories],
      [memories, { user: '' }],
      [memory, { user: 'ada' }],
    ])
      expect(() => Reflect.apply(createChatStore, undefined, given)).toThrow(
        expect.objectContaining({ code: 'bad-option' }),
      )
  })
})
