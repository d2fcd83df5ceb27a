import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/index.ts'
import type { Message } from '../message.ts'
import type { Storage } from '../storage/storage.ts'
import { type FixedClock, fixedClock } from '../testing/fixed-clock.ts'
import { sessionsDefaults } from './session.ts'
import { createSessions, type SessionStore } from './sessions.ts'

let directory: string
let storage: Storage
let sessions: SessionStore
let clock: FixedClock
let events: MemoryEvent[]

function open(): SessionStore {
  return createSessions({ storage, clock, report: (event) => events.push(event) }, sessionsDefaults)
}

function talk(count: number): Message[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `m${place}`,
    role: place % 2 === 0 ? 'user' : 'assistant',
    content: `text ${place}`,
  }))
}

async function ids(archived = false): Promise<string[]> {
  return (await sessions.messages('chat', { archived })).map((message) => message.id)
}

async function fileText(of = sessions.path('chat')): Promise<string> {
  return (await storage.files.read(of))?.text ?? ''
}

describe.each([
  ['in memory', async () => inMemoryStorage()],
  ['on disk', async () => localStorage({ directory })],
])('sessions %s', (_, openStorage) => {
  beforeEach(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'sessions-'))
    storage = await openStorage()
    clock = fixedClock()
    events = []
    sessions = open()
  })

  afterEach(async () => {
    await storage.close()
    await fs.rm(directory, { recursive: true })
  })

  it('B03 keeps the whole conversation in one file of lines', async () => {
    await sessions.append('session', talk(3))
    const lines = (await fileText('sessions/session.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.slice(1).map(({ role, content }) => ({ role, content }))).toEqual(
      talk(3).map(({ role, content }) => ({ role, content })),
    )
    expect(await open().messages('session')).toHaveLength(3)
  })

  it('N22 begins the file with the metadata line of the session', async () => {
    await sessions.append('chat', talk(1))
    expect(JSON.parse((await fileText()).split('\n', 1)[0] ?? '')).toEqual({
      _type: 'metadata',
      daybook: 2,
      key: 'chat',
      createdAt: '2026-01-01T00:00:00.000Z',
      lastConsolidated: 0,
    })
  })

  it('N22 sets lastConsolidated to 0 when it trims', async () => {
    const header = { _type: 'metadata', key: 'chat', createdAt: '2025-05-05T05:05:05.000Z', lastConsolidated: 2 }
    const lines = [header, ...talk(4)].map((line) => JSON.stringify(line))
    await storage.files.write(sessions.path('chat'), `${lines.join('\n')}\n`)
    expect((await sessions.get('chat'))?.lastConsolidated).toBe(2)
    await sessions.trim('chat', 2)
    expect((await open().get('chat'))?.lastConsolidated).toBe(0)
  })

  it('keeps count of what is consolidated when messages are removed or set aside', async () => {
    await sessions.append('chat', talk(8))
    await sessions.trimLocked('chat', ['m0'], { lastConsolidated: 6 })
    await sessions.remove('chat', ['m1', 'm7', 'm0'])
    expect(await sessions.get('chat')).toMatchObject({ messageCount: 5, lastConsolidated: 5 })
    await sessions.append('chat', { id: 'm8', role: 'user', content: 'text 8' })
    await sessions.align('chat', [...talk(6).slice(2), { role: 'user', content: 'other' }])
    for (const again of [sessions, open()])
      expect(await again.get('chat')).toMatchObject({ messageCount: 5, lastConsolidated: 4 })
    await sessions.remove('chat', ['m2'])
    for (const again of [sessions, open()])
      expect(await again.get('chat')).toMatchObject({ messageCount: 4, lastConsolidated: 3 })
  })

  it('N22 skips a corrupt line, reports it once, and keeps it beside the file when that is rewritten', async () => {
    await sessions.append('chat', talk(2))
    await storage.files.append(sessions.path('chat'), '{"role":"user","content":"half\n')
    await sessions.append('chat', { id: 'm2', role: 'user', content: 'after' })
    expect(await ids()).toEqual(['m0', 'm1', 'm2'])
    await ids()
    expect(events).toMatchObject([{ type: 'line-set-aside', path: 'sessions/chat.jsonl', details: { line: 4 } }])
    expect(JSON.stringify(events)).not.toContain('half')
    await sessions.trim('chat', 1)
    expect(await fileText()).not.toContain('half')
    expect(await fileText('sessions/chat.jsonl.corrupt-20260101T000000000Z.jsonl')).toBe(
      '{"role":"user","content":"half\n',
    )
    expect(await sessions.list()).toHaveLength(1)
  })

  it('begins with its oldest message, also if that is from before it was stored', async () => {
    const old = { role: 'user', content: 'x', createdAt: '2020-02-02T00:00:00.000Z' } as const
    const older = { ...old, content: 'y', createdAt: '2020-01-01T00:00:00.000Z' }
    await sessions.append('appended', [old, older])
    await sessions.align('aligned', [old, older])
    await sessions.append('new', { role: 'user', content: 'x' })
    for (const key of ['appended', 'aligned'])
      expect(await sessions.get(key)).toMatchObject({ createdAt: older.createdAt, updatedAt: old.createdAt })
    const { createdAt = '', updatedAt } = (await sessions.get('new')) ?? {}
    expect(createdAt).toBe(updatedAt)
    expect((await sessions.messages('new')).map((message) => message.createdAt)).toEqual([createdAt])
    await sessions.align('nothing', [{ role: 'system', content: 'x' }])
    expect(await sessions.get('nothing')).toBeUndefined()
  })

  it('N21 keeps createdAt through appends, trims, clears and removals', async () => {
    await sessions.append('chat', talk(6))
    const { createdAt } = (await sessions.get('chat')) ?? {}
    clock.advance(86_400_000)
    await sessions.trim('chat', 3)
    await sessions.trimLocked('chat', ['m3'], { summary: 's' })
    await sessions.remove('chat', ['m4'])
    await sessions.clear('chat')
    await sessions.append('chat', { role: 'user', content: 'new' })
    await sessions.clear('chat', { archived: true })
    expect((await open().get('chat'))?.createdAt).toBe(createdAt)
    expect(JSON.parse((await fileText()).split('\n', 1)[0] ?? '')).toMatchObject({ createdAt })
  })

  it('N16 recaps the messages that remain, with their tool calls named', async () => {
    const toolCalls = [{ id: 'c', name: 'exec', input: { command: 'rm' } }]
    await sessions.append('chat', [...talk(3), { id: 'call', role: 'assistant', content: 'done', toolCalls }])
    await sessions.trim('chat', 2)
    expect(await sessions.recap('chat')).toBe(
      '## Recent Conversation Recap\n\n[2026-01-01 00:00] USER: text 2\n[2026-01-01 00:00] ASSISTANT [tools: exec]: done',
    )
    expect(await sessions.recap('chat', { limit: 1 })).not.toContain('text 2')
    expect(await sessions.recap('other')).toBe('')
  })

  it('stores the same id with the same content once', async () => {
    await sessions.append('chat', talk(2))
    const before = await fileText()
    clock.advance(1000)
    await sessions.append('chat', talk(2))
    expect(await fileText()).toBe(before)
  })

  it('replaces the content of a known id in its place and keeps its time', async () => {
    const [first] = await sessions.append('chat', talk(2))
    clock.advance(1000)
    const [changed] = await sessions.append('chat', { id: 'm0', role: 'user', content: 'other' })
    expect(changed).toEqual({ ...first, content: 'other' })
    expect((await open().messages('chat')).map((message) => message.content)).toEqual(['other', 'text 1'])
  })

  it('stores a message without an id each time it is said', async () => {
    await sessions.append('chat', { role: 'user', content: 'yes' })
    await sessions.append('chat', { role: 'user', content: 'yes' })
    expect(new Set(await ids()).size).toBe(2)
  })

  it('keeps the order of appending whatever the times say', async () => {
    await sessions.append('chat', [
      { id: 'late', role: 'user', content: 'a', createdAt: '2026-05-05' },
      { id: 'early', role: 'user', content: 'b', createdAt: '1999-01-01' },
    ])
    expect(await ids()).toEqual(['late', 'early'])
    expect((await sessions.get('chat'))?.updatedAt).toBe('2026-05-05T00:00:00.000Z')
  })

  it('stores nothing of a batch that holds a message it cannot store', async () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    const bad: Message = { role: 'user', content: 'x', metadata: loop }
    await expect(sessions.append('chat', [{ role: 'user', content: 'good' }, bad])).rejects.toMatchObject({
      code: 'bad-input',
    })
    expect(await sessions.get('chat')).toBeUndefined()
  })

  it('is not changed by what a caller does with its messages later', async () => {
    const message = { id: 'x', role: 'user' as const, content: 'a', metadata: { deep: { n: 1 } } }
    const [stored] = await sessions.append('chat', message)
    message.metadata.deep.n = 2
    Object.assign(stored ?? {}, { content: 'mine' })
    const [again] = await sessions.append('chat', { id: 'x', role: 'user', content: 'a', metadata: { deep: { n: 1 } } })
    Object.assign(again ?? {}, { content: 'mine' })
    expect(await sessions.messages('chat')).toMatchObject([{ content: 'a', metadata: { deep: { n: 1 } } }])
  })

  it('neither doubles nor forgets an archived message that is sent again', async () => {
    await sessions.append('chat', talk(4))
    await sessions.trim('chat', 1)
    await sessions.append('chat', talk(4))
    expect(await ids(true)).toEqual(['m0', 'm1', 'm2', 'm3'])
    await open().append('chat', { id: 'm0', role: 'user', content: 'changed' })
    expect((await sessions.messages('chat', { archived: true }))[0]).toMatchObject({ id: 'm0', content: 'changed' })
    expect(await ids()).toEqual(['m3'])
  })

  it('lists each message once when a crash came between archiving and trimming, and trims it once', async () => {
    await sessions.append('chat', talk(4))
    const before = await fileText()
    await sessions.trim('chat', 2)
    await storage.files.write(sessions.path('chat'), before)
    sessions = open()
    expect(await ids(true)).toEqual(['m0', 'm1', 'm2', 'm3'])
    await sessions.trim('chat', 1)
    const archived = await fileText(`${sessions.archiveDirectory('chat')}/0001.jsonl`)
    expect(
      archived
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['m0', 'm1', 'm2'])
  })

  it('keeps the order of archived messages of one append that left in two steps, when they are read again', async () => {
    const given = ['d', 'c', 'b', 'a'].map((id): Message => ({ id, role: 'user', content: id }))
    await sessions.append('chat', given)
    await sessions.trim('chat', 3)
    await sessions.trim('chat', 0)
    sessions = open()
    expect(await ids(true)).toEqual(['d', 'c', 'b', 'a'])
  })

  it('keeps a change that was made after such a crash', async () => {
    await sessions.append('chat', talk(4))
    const before = await fileText()
    await sessions.trim('chat', 2)
    await storage.files.write(sessions.path('chat'), before)
    sessions = open()
    await sessions.update('chat', 'm1', { content: 'changed' })
    await sessions.trim('chat', 1)
    const [, changed] = await open().messages('chat', { archived: true })
    expect(changed).toMatchObject({ id: 'm1', content: 'changed' })
  })

  it('takes a message that came back out of the archive when a crash came between, with or without a repeated call', async () => {
    for (const isRepeated of [true, false]) {
      const key = `chat-${isRepeated}`
      const other: Message = { id: 'other', role: 'user', content: 'another way' }
      const changed: Message = { id: 'm2', role: 'user', content: 'changed' }
      await sessions.append(key, talk(3))
      await sessions.align(key, [...talk(2), other])
      await sessions.append(key, { ...other, id: 'last' })
      await sessions.trim(key, 1)
      const segment = `${sessions.archiveDirectory(key)}/0001.jsonl`
      const before = await fileText(segment)
      expect(before).toContain('text 2')
      await sessions.append(key, changed)
      expect(await fileText(segment)).not.toContain('text 2')
      await storage.files.write(segment, before)
      sessions = open()
      if (isRepeated) await sessions.append(key, changed)
      const all = ['m0', 'm1', 'other', 'last', 'm2']
      const listed = async (): Promise<string[]> =>
        (await sessions.messages(key, { archived: true })).map(({ id }) => id)
      expect(await listed()).toEqual(all)
      expect(await fileText(segment)).not.toContain('text 2')
      await sessions.clear(key)
      expect(await listed()).toEqual(all)
    }
  })

  it('parts no tool call from its result when it trims', async () => {
    await sessions.append('chat', [
      ...talk(1),
      { id: 'call', role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'exec', input: {} }] },
      { id: 'result', role: 'tool', content: 'ok', toolCallId: 'c' },
    ])
    expect(await sessions.trim('chat', 1)).toBe(1)
    expect(await ids()).toEqual(['call', 'result'])
  })

  it('pages backwards through window and archive', async () => {
    await sessions.append('chat', talk(9))
    await sessions.trim('chat', 3)
    const page = async (limit: number, before?: string) =>
      (await sessions.messages('chat', { archived: true, limit, ...(before && { before }) })).map(({ id }) => id)
    expect(await page(2)).toEqual(['m7', 'm8'])
    expect(await page(4, 'm7')).toEqual(['m3', 'm4', 'm5', 'm6'])
    expect(await page(4, 'm3')).toEqual(['m0', 'm1', 'm2'])
    expect(await page(0)).toEqual([])
    await expect(page(1, 'nobody')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('updates a message in the window and in the archive', async () => {
    await sessions.append('chat', talk(3))
    await sessions.trim('chat', 1)
    await sessions.update('chat', 'm0', { content: 'old', metadata: { seen: true } })
    await sessions.update('chat', 'm2', { content: 'new' })
    const messages = await open().messages('chat', { archived: true })
    expect(messages.map((message) => message.content)).toEqual(['old', 'text 1', 'new'])
    await expect(sessions.update('chat', 'nobody', {})).rejects.toMatchObject({ code: 'not-found' })
  })

  it('removes a message from every file and remembers only its id', async () => {
    await sessions.append('chat', talk(4))
    await sessions.update('chat', 'm3', { content: 'text 3 again' })
    await sessions.trim('chat', 2)
    expect(await sessions.remove('chat', ['m0', 'm3', 'nobody'])).toBe(2)
    const all = (await fileText()) + (await fileText(`${sessions.archiveDirectory('chat')}/0001.jsonl`))
    expect(all).not.toContain('text 0')
    expect(all).not.toContain('text 3')
    expect(all).toContain('{"_type":"remove","ids":["m0","m3"],"versions":{"m3":1}}')
    expect(await ids(true)).toEqual(['m1', 'm2'])
    expect(await sessions.remove('chat', ['m0'])).toBe(0)
  })

  it('removes what damaged lines say of a removed message', async () => {
    await sessions.append('chat', talk(2))
    await storage.files.append(sessions.path('chat'), '{"content":"text 0",\n{"content":"other\n')
    await sessions.remove('chat', ['m0'])
    const texts = await Promise.all((await storage.files.list('sessions')).map(({ path: of }) => fileText(of)))
    expect(texts.join('')).not.toContain('text 0')
    expect(texts.join('')).toContain('other')
  })

  it('gives a header to a file that is empty', async () => {
    await storage.files.write(sessions.path('chat'), '')
    await sessions.append('chat', talk(1))
    expect(await fileText()).toMatch(/^{"_type":"metadata"/)
    expect(await open().get('chat')).toMatchObject({ createdAt: '2026-01-01T00:00:00.000Z', messageCount: 1 })
  })

  it('keeps the ids of removed messages through later trims', async () => {
    await sessions.append('chat', talk(4))
    await sessions.remove('chat', ['m1'])
    await sessions.trim('chat', 1)
    expect(await fileText()).toContain('{"_type":"remove","ids":["m1"]}')
  })

  it('keeps the order of archived messages of any times, when the window was emptied between them', async () => {
    for (const [id, createdAt] of [
      ['first', '2026-01-03'],
      ['second', '2026-01-02'],
      ['third', '2026-01-04'],
    ] as const) {
      await sessions.append('chat', [{ id, role: 'user', content: id, createdAt }])
      await sessions.clear('chat')
    }
    sessions = open()
    expect(await ids(true)).toEqual(['first', 'second', 'third'])
  })

  it('clears the window and its summary but keeps the messages', async () => {
    await sessions.append('chat', talk(3))
    await sessions.trimLocked('chat', ['m0'], { summary: 'so far' })
    expect((await sessions.get('chat'))?.summary).toBe('so far')
    expect(await sessions.clear('chat')).toBe(2)
    expect(await sessions.get('chat')).not.toHaveProperty('summary')
    expect(await ids()).toEqual([])
    expect(await ids(true)).toEqual(['m0', 'm1', 'm2'])
  })

  it('clears everything when asked, what was set aside included', async () => {
    await sessions.append('chat', talk(3))
    await storage.files.append(sessions.path('chat'), 'text 0 broken\n')
    await sessions.trim('chat', 1)
    expect(await sessions.clear('chat', { archived: true })).toBe(3)
    expect(await ids(true)).toEqual([])
    const left = await storage.files.list('sessions', { deep: true })
    expect(left.map((entry) => entry.path)).toEqual(['sessions/chat.jsonl'])
    expect(await fileText()).not.toContain('text')
  })

  it('describes a session, an empty title and one without messages included', async () => {
    await sessions.describe('chat', { title: 'Trip', metadata: { a: 1 } })
    await sessions.describe('chat', { title: '' })
    expect(await open().get('chat')).toMatchObject({ title: '', metadata: { a: 1 }, messageCount: 0 })
    await sessions.append('chat', talk(3))
    await sessions.trim('chat', 1)
    expect(await open().get('chat')).toMatchObject({ title: '', metadata: { a: 1 }, messageCount: 1 })
  })

  it('lists sessions, the one that was active last at the end', async () => {
    await sessions.append('Old Chat', { role: 'user', content: 'x', createdAt: '2024-01-01' })
    await sessions.append('b', talk(1))
    clock.advance(5000)
    await sessions.append('a', talk(2))
    clock.advance(5000)
    await sessions.append('b', talk(2))
    await sessions.clear('b')
    const list = await open().list()
    expect(list.map((session) => session.key)).toEqual(['Old Chat', 'a', 'b'])
    expect(list.map((session) => session.messageCount)).toEqual([1, 2, 0])
  })

  it('leaves files that are no sessions out of the list, with a report', async () => {
    await sessions.append('good', talk(1))
    await storage.files.write('sessions/garbage.jsonl', 'not json\n')
    await storage.files.write('sessions/future.jsonl', '{"_type":"metadata","daybook":3,"key":"future"}\n')
    await storage.files.write('sessions/Upper.jsonl', '{}\n')
    expect((await sessions.list()).map((session) => session.key)).toEqual(['good'])
    expect(events.map((event) => event.path)).toEqual(
      expect.arrayContaining(['sessions/garbage.jsonl', 'sessions/future.jsonl', 'sessions/Upper.jsonl']),
    )
  })

  it('refuses to read or extend a session of a newer format', async () => {
    await storage.files.write(sessions.path('chat'), '{"_type":"metadata","daybook":3,"key":"chat"}\n')
    await expect(sessions.get('chat')).rejects.toMatchObject({ code: 'newer-format' })
    await expect(sessions.append('chat', talk(1))).rejects.toMatchObject({ code: 'newer-format' })
  })

  it.each(['../x', 'a/b', 'CON', 'k'.repeat(10_000), '💬', 'a.jsonl', 'x.archive', '__proto__'])(
    'keeps the session with the key %.20s apart and inside its folder',
    async (key) => {
      await sessions.append('other', talk(1))
      await sessions.append(key, talk(2))
      expect(await open().messages(key)).toHaveLength(2)
      expect(new Set((await open().list()).map((session) => session.key))).toEqual(new Set([key, 'other']))
      const written = await storage.files.list('sessions', { deep: true })
      expect(written.map((entry) => entry.path).sort()).toEqual([sessions.path('other'), sessions.path(key)].sort())
    },
  )

  it('refuses an empty key', async () => {
    for (const call of [() => sessions.append('', talk(1)), () => sessions.get(''), () => sessions.describe('', {})])
      await expect(call()).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('answers for a session that does not exist', async () => {
    expect(await sessions.get('chat')).toBeUndefined()
    expect(await ids(true)).toEqual([])
    expect(await sessions.window('chat')).toBeUndefined()
    expect(await sessions.trim('chat', 1)).toBe(0)
    expect(await sessions.clear('chat')).toBe(0)
    expect(await sessions.remove('chat', ['x'])).toBe(0)
    expect(await sessions.append('chat', [])).toEqual([])
    expect(await storage.files.list('sessions')).toEqual([])
  })
})
