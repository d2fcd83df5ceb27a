import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { Message } from '../message.ts'
import { commonPrefixes } from './align.ts'
import { sessionsDefaults } from './session.ts'
import { createSessions, type SessionStore } from './sessions.ts'

function open(): SessionStore {
  return createSessions({ storage: inMemoryStorage(), clock: () => 0, report: () => {} }, sessionsDefaults)
}

function user(content: string): Message {
  return { role: 'user', content }
}

function assistant(content: string): Message {
  return { role: 'assistant', content }
}

/** u: user, a: assistant; the rest is the text. */
function talk(...lines: string[]): Message[] {
  return lines.map((line) => (line.startsWith('a') ? assistant(line.slice(2)) : user(line.slice(2))))
}

async function texts(sessions: SessionStore, archived = true): Promise<unknown[]> {
  return (await sessions.messages('s', { archived })).map((message) => message.content)
}

describe('align', () => {
  it('stores the whole conversation once however often it is sent', async () => {
    const sessions = open()
    const first = talk('u hi', 'a hello', 'u yes')
    expect((await sessions.align('s', first)).appended).toHaveLength(3)
    const again = await sessions.align('s', first)
    expect(again.appended).toEqual([])
    expect(again.stored.map((message) => message.content)).toEqual(['hi', 'hello', 'yes'])
    await sessions.align('s', [...first, assistant('ok'), user('yes')])
    expect(await texts(sessions)).toEqual(['hi', 'hello', 'yes', 'ok', 'yes'])
  })

  it('answers the stored counterpart of every visible message but system ones', async () => {
    const sessions = open()
    const { stored } = await sessions.align('s', [{ role: 'system', content: 'be kind' }, ...talk('u a', 'a b')])
    expect(stored.map((message) => message.content)).toEqual(['a', 'b'])
    expect(await sessions.messages('s')).toEqual(stored)
  })

  it('follows a window that slides over repeated texts', async () => {
    const sessions = open()
    await sessions.align('s', talk('u go', 'a ok', 'u go', 'a ok', 'u go', 'a ok'))
    await sessions.align('s', talk('a ok', 'u go', 'a ok', 'u go'))
    expect(await texts(sessions)).toEqual(['go', 'ok', 'go', 'ok', 'go', 'ok', 'go'])
  })

  it('keeps a second "yes" in a row', async () => {
    const sessions = open()
    await sessions.align('s', talk('u yes'))
    await sessions.align('s', talk('u yes', 'u yes'))
    expect(await texts(sessions)).toEqual(['yes', 'yes'])
  })

  it('takes a single visible message that equals an older one as new', async () => {
    const sessions = open()
    await sessions.align('s', talk('u yes', 'a good'))
    await sessions.align('s', talk('u yes'))
    expect(await texts(sessions)).toEqual(['yes', 'good', 'yes'])
  })

  it('takes a single visible message that equals the last one as the same call again', async () => {
    const sessions = open()
    await sessions.align('s', talk('u yes'))
    expect((await sessions.align('s', talk('u yes'))).appended).toEqual([])
  })

  it('finds its window inside a conversation that reaches further back', async () => {
    const sessions = open()
    await sessions.append('s', talk('u b', 'a c'))
    await sessions.align('s', talk('u a', 'u b', 'a c', 'u d'))
    expect(await texts(sessions)).toEqual(['b', 'c', 'd'])
  })

  it('sets aside what an edit of the last message abandons', async () => {
    const sessions = open()
    await sessions.align('s', talk('u a', 'a b', 'u c', 'a d'))
    const { aside, appended } = await sessions.align('s', talk('u a', 'a b', 'u C'))
    expect(aside.map((message) => message.content)).toEqual(['c', 'd'])
    expect(appended.map((message) => message.content)).toEqual(['C'])
    expect(await texts(sessions, false)).toEqual(['a', 'b', 'C'])
    expect(await texts(sessions)).toEqual(['a', 'b', 'c', 'd', 'C'])
  })

  it('sets aside an answer that is generated again', async () => {
    const sessions = open()
    await sessions.align('s', talk('u a', 'a b', 'u c', 'a d'))
    await sessions.align('s', talk('u a', 'a b', 'u c'))
    await sessions.align('s', talk('u a', 'a b', 'u c', 'a e'))
    expect(await texts(sessions, false)).toEqual(['a', 'b', 'c', 'e'])
  })

  it('sets aside archived messages too when the host goes back behind the window', async () => {
    const sessions = open()
    const all = talk('u 1', 'a 2', 'u 3', 'a 4', 'u 5', 'a 6')
    await sessions.align('s', all)
    await sessions.trim('s', 2)
    const { aside } = await sessions.align('s', [...all.slice(0, 2), user('other')])
    expect(aside.map((message) => message.content)).toEqual(['3', '4', '5', '6'])
    expect(await texts(sessions, false)).toEqual(['other'])
    await sessions.align('s', [...all.slice(0, 2), user('other'), assistant('fine')])
    expect(await texts(sessions, false)).toEqual(['other', 'fine'])
  })

  it('finds the place of repeated texts with the help of the archive', async () => {
    const sessions = open()
    const all = Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? user('go') : assistant('ok')))
    await sessions.align('s', all)
    await sessions.trim('s', 4)
    await sessions.align('s', [...all, user('go')])
    expect(await texts(sessions)).toHaveLength(21)
  })

  it('archives what was set aside with what stood around it', async () => {
    const sessions = open()
    await sessions.align('s', talk('u 1', 'a 2', 'u 3', 'a 4'))
    await sessions.align('s', talk('u 1', 'a 2', 'u 5', 'a 6'))
    const before = await sessions.messages('s', { archived: true })
    await sessions.trim('s', 1)
    expect(await sessions.messages('s', { archived: true })).toEqual(before)
    await sessions.append('s', user('7'))
    await sessions.trim('s', 0)
    expect(await texts(sessions)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(await texts(sessions, false)).toEqual([])
  })

  it.each([false, true])(
    'brings back what was set aside when the host returns to it (archived meanwhile: %s)',
    async (isTrimmed) => {
      const sessions = open()
      const withIds = (...ids: string[]) =>
        ids.map((id, place): Message => ({ id, role: place % 2 ? 'assistant' : 'user', content: `text ${id}` }))
      await sessions.align('s', withIds('1', '2', '3', '4'))
      await sessions.align('s', withIds('1', '2', '5', '6'))
      if (isTrimmed) await sessions.trim('s', 1)
      const { aside } = await sessions.align('s', withIds('1', '2', '3', '4'))
      expect(aside.map((message) => message.id)).toEqual(['5', '6'])
      const visible = await sessions.messages('s', { archived: true })
      expect(visible.map((message) => message.id)).toEqual(['1', '2', '5', '6', '3', '4'])
      expect((await sessions.align('s', withIds('1', '2', '3', '4'))).appended).toEqual([])
    },
  )

  it('moves a message with an id when the host puts another one before it', async () => {
    const sessions = open()
    const withIds = (...ids: string[]) =>
      ids.map((id): Message => ({ id, role: Number(id) % 2 ? 'user' : 'assistant', content: `text ${id}` }))
    await sessions.align('s', withIds('1', '2', '3', '4'))
    const { aside, stored } = await sessions.align('s', withIds('1', '2', '9', '3'))
    expect(aside.map((message) => message.id)).toEqual(['4'])
    expect(await sessions.messages('s')).toEqual(stored)
    expect(stored.map((message) => message.id)).toEqual(['1', '2', '9', '3'])
  })

  it('starts anew after a clear, also with the words of before', async () => {
    const sessions = open()
    await sessions.align('s', talk('u hi', 'a hello', 'u bye'))
    await sessions.clear('s')
    await sessions.align('s', talk('u bye'))
    expect(await texts(sessions, false)).toEqual(['bye'])
  })

  it('recognises a cleared conversation that the host still sends', async () => {
    const sessions = open()
    const all = talk('u hi', 'a hello', 'u bye')
    await sessions.align('s', all)
    await sessions.clear('s')
    await sessions.align('s', [...all, assistant('ciao')])
    expect(await texts(sessions)).toEqual(['hi', 'hello', 'bye', 'ciao'])
  })

  it("finds the end behind a host's own summary", async () => {
    const sessions = open()
    await sessions.align('s', talk('u 1', 'a 2', 'u 3', 'a 4'))
    await sessions.align('s', talk('u summary of 1 and 2', 'u 3', 'a 4', 'u 5'))
    expect(await texts(sessions)).toEqual(['1', '2', '3', '4', '5'])
  })

  it('brings nothing back that was removed', async () => {
    const sessions = open()
    const all = talk('u 1', 'a 2', 'u secret', 'a 4', 'u 5', 'a 6')
    const { stored } = await sessions.align('s', all)
    await sessions.remove(
      's',
      stored.slice(2, 3).map((message) => message.id),
    )
    await sessions.align('s', [...all, user('7')])
    expect(await texts(sessions)).toEqual(['1', '2', '4', '5', '6', '7'])
  })

  it('completes an answer that was cut off', async () => {
    const sessions = open()
    await sessions.align('s', talk('u tell me'))
    await sessions.append('s', { ...assistant('Once upon'), metadata: { partial: true, run: 1 } })
    const { appended } = await sessions.align('s', talk('u tell me', 'a Once upon a time', 'u more'))
    expect(appended.map((message) => message.content)).toEqual(['more'])
    const [, whole] = await sessions.messages('s')
    expect(whole).toMatchObject({ content: 'Once upon a time', metadata: { run: 1 } })
    expect(whole?.metadata).not.toHaveProperty('partial')
  })

  it('follows a loop of tool calls', async () => {
    const sessions = open()
    const call: Message = { ...assistant(''), toolCalls: [{ id: 'c1', name: 'exec', input: {} }] }
    const result: Message = { role: 'tool', content: 'done', toolCallId: 'c1' }
    await sessions.align('s', [user('run')])
    await sessions.align('s', [user('run'), call])
    await sessions.align('s', [user('run'), call, result])
    const { stored } = await sessions.align('s', [user('run'), call, result, assistant('ready')])
    expect(await sessions.messages('s')).toEqual(stored)
  })

  const toolLoop = (): Message[] => [
    user('what is the weather?'),
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'weather', input: {} }] },
    { role: 'tool', content: 'sunny', toolCallId: 'c1' },
    assistant('It is sunny.'),
  ]

  it.each([undefined, 'm2'])(
    'knows a result by its call, and keeps its content however a host shows it (id %s)',
    async (id) => {
      const sessions = open()
      const loop = (content: string) =>
        toolLoop().map((message) => (message.role === 'tool' ? { ...message, ...(id && { id }), content } : message))
      await sessions.align('s', loop('sunny'))
      const { appended, aside } = await sessions.align('s', [...loop('[cleared]'), user('thanks')])
      expect(appended.map((message) => message.content)).toEqual(['thanks'])
      expect(aside).toEqual([])
      expect(await texts(sessions)).toEqual(['what is the weather?', '', 'sunny', 'It is sunny.', 'thanks'])
    },
  )

  it('follows a host that keeps only what was said after a tool loop', async () => {
    const sessions = open()
    await sessions.align('s', toolLoop().slice(0, 1))
    await sessions.append('s', toolLoop().slice(1))
    const { appended, aside } = await sessions.align('s', [
      user('what is the weather?'),
      ...talk('a It is sunny.', 'u thanks'),
    ])
    expect(appended.map((message) => message.content)).toEqual(['thanks'])
    expect(aside).toEqual([])
    expect(await sessions.messages('s')).toHaveLength(5)
  })

  it('sets the tool steps aside with the answer when a host without them goes back', async () => {
    const sessions = open()
    await sessions.append('s', [...talk('u hi', 'a hello'), ...toolLoop()])
    const { aside } = await sessions.align('s', talk('u hi', 'a hello', 'u never mind'))
    expect(aside.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(await texts(sessions, false)).toEqual(['hi', 'hello', 'never mind'])
  })

  it('recognises an answer whose parts the host joins without the line breaks between them', async () => {
    const sessions = open()
    const parts = [
      { type: 'text', text: 'One.' },
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Two.' },
    ] as const
    await sessions.append('s', [user('count'), { role: 'assistant', content: parts }])
    const { appended } = await sessions.align('s', talk('u count', 'a One.Two.', 'u more'))
    expect(appended.map((message) => message.content)).toEqual(['more'])
  })

  const picture = (place: object): Message => {
    const file = { type: 'file' as const, mediaType: 'image/png', ...place }
    return { role: 'user', content: [{ type: 'text', text: 'What is this?' }, file] }
  }

  it.each([
    [{ reference: 'https://example.com/a.png' }, { hash: 'aa' }],
    [{ hash: 'aa' }, { reference: 'https://example.com/a.png' }],
  ])(
    'recognises a file that the host shows by content instead of by URL, or the other way round',
    async (one, other) => {
      const sessions = open()
      await sessions.append('s', [picture(one), assistant('A dot.')])
      const { appended, aside } = await sessions.align('s', [
        picture(other),
        assistant('A dot.'),
        user('Which colour?'),
      ])
      expect(appended.map(({ content }) => content)).toEqual(['Which colour?'])
      expect(aside).toEqual([])
    },
  )

  it('keeps the same question about another file apart', async () => {
    const sessions = open()
    await sessions.align('s', [picture({ hash: 'aa' })])
    const { appended } = await sessions.align('s', [picture({ hash: 'bb' })])
    expect(appended).toHaveLength(1)
  })

  it('changes a message that comes with a known id and other content', async () => {
    const sessions = open()
    const host = [
      { ...user('a'), id: '1' },
      { ...assistant('b'), id: '2' },
    ]
    await sessions.align('s', host)
    await sessions.align('s', [{ ...user('A'), id: '1' }, { ...assistant('b'), id: '2' }, user('c')])
    expect(await texts(sessions)).toEqual(['A', 'b', 'c'])
  })

  it('keeps two messages to which a host gave one id', async () => {
    const sessions = open()
    const host = [user('q'), { ...assistant('1'), id: '0' }, user('r'), { ...assistant('2'), id: '0' }]
    await sessions.align('s', host)
    await sessions.align('s', host)
    expect(await texts(sessions)).toEqual(['q', '1', 'r', '2'])
  })

  it('recognises an answer without the call that was aborted', async () => {
    const sessions = open()
    const call = { id: 'c1', name: 'look_up', input: {} }
    await sessions.align('s', [user('look it up'), { ...assistant('Looking it up.'), toolCalls: [call] }])
    const { appended, aside } = await sessions.align('s', talk('u look it up', 'a Looking it up.', 'u and?'))
    expect(appended.map(({ content }) => content)).toEqual(['and?'])
    expect(aside).toEqual([])
  })

  it('passes over an answer that was stopped before its first word', async () => {
    const sessions = open()
    await sessions.align('s', [user('one'), assistant('')])
    const { appended, aside } = await sessions.align('s', talk('u one', 'u two'))
    expect(appended.map(({ content }) => content)).toEqual(['two'])
    expect(aside).toEqual([])
  })

  it('writes nothing for an empty conversation', async () => {
    const sessions = open()
    expect(await sessions.align('s', [])).toEqual({ stored: [], appended: [], aside: [] })
    expect(await sessions.get('s')).toBeUndefined()
  })
})

const word = fc.constantFrom('yes', 'no', 'go on', 'why')

/** What a host does next: the user says something; or an earlier turn is said differently; and the memory may be trimmed. */
const step = fc.record({
  said: word,
  back: fc.option(fc.nat({ max: 3 }), { freq: 4 }),
  retries: fc.nat({ max: 2 }),
  trim: fc.option(fc.nat({ max: 6 }), { freq: 3 }),
  usesTool: fc.boolean(),
})

interface Play {
  visible: Message[]
  sessions: SessionStore
  turn: number
}

/** One turn of a host that sees what `view` lets it see: the call, its retries, the tool loop and the answer. */
async function playTurn(
  play: Play,
  next: { said: string; retries: number; usesTool: boolean },
  view: (all: Message[]) => Message[],
) {
  play.turn++
  play.visible.push(user(next.said))
  for (let call = 0; call <= next.retries; call++) await play.sessions.align('s', view(play.visible))
  if (next.usesTool) {
    const id = `call ${play.turn}`
    play.visible.push({ ...assistant(''), toolCalls: [{ id, name: 'look', input: {} }] })
    play.visible.push({ role: 'tool', content: 'seen', toolCallId: id })
    await play.sessions.align('s', view(play.visible))
  }
  play.visible.push(assistant(`answer ${play.turn}`))
  await play.sessions.align('s', view(play.visible))
}

function said(messages: readonly Message[]): string[] {
  return messages.map((message) => `${message.role} ${message.content}`)
}

describe('align with a host that plays at random', () => {
  it('neither loses nor doubles anything when all is sent again, branches, retries and trims included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const play: Play = { visible: [], sessions: open(), turn: 0 }
        const aside = new Set<string>()
        const align = play.sessions.align
        play.sessions.align = async (...call) => {
          const alignment = await align(...call)
          for (const message of alignment.aside) aside.add(message.id)
          return alignment
        }
        for (const next of steps) {
          const turns = play.visible.flatMap((message, place) => (message.role === 'user' ? [place] : []))
          const branch = next.back === null ? undefined : turns.at(-1 - next.back)
          // A first exchange stays: without it nothing proves that the host means the same conversation.
          if (branch !== undefined && branch > 1) play.visible.length = branch
          await playTurn(play, next, (all) => all)
          if (next.trim !== null) await play.sessions.trim('s', next.trim)
          const stored = await play.sessions.messages('s', { archived: true })
          expect(said(stored.filter((message) => !aside.has(message.id)))).toEqual(said(play.visible))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('neither loses nor doubles anything when only a sliding window is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 2, max: 9 }), async (steps, size) => {
        const play: Play = { visible: [], sessions: open(), turn: 0 }
        for (const next of steps) {
          await playTurn(play, next, (all) => all.slice(-size))
          if (next.trim !== null) await play.sessions.trim('s', next.trim)
          expect(said(await play.sessions.messages('s', { archived: true }))).toEqual(said(play.visible))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('neither loses nor doubles anything when every text is the same and all is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.nat({ max: 5 })), { maxLength: 15 }), async (trims) => {
        const sessions = open()
        const visible: Message[] = []
        for (const keep of trims) {
          visible.push(user('yes'))
          await sessions.align('s', visible)
          visible.push(assistant('yes'))
          await sessions.align('s', visible)
          if (keep !== null) await sessions.trim('s', keep)
          expect(said(await sessions.messages('s', { archived: true }))).toEqual(said(visible))
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('commonPrefixes', () => {
  it('counts what comparing number by number counts', () => {
    const numbers = fc.array(fc.nat({ max: 2 }), { maxLength: 30 })
    fc.assert(
      fc.property(numbers, numbers, (pattern, text) => {
        const slow = text.map((_, start) => {
          let length = 0
          while (length < pattern.length && start + length < text.length && pattern[length] === text[start + length])
            length++
          return length
        })
        expect(commonPrefixes(pattern, text)).toEqual(slow)
      }),
    )
  })
})
