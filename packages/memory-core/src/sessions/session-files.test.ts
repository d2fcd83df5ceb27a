import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/index.ts'
import type { Message } from '../message.ts'
import type { FileStore } from '../storage/files.ts'
import type { Storage } from '../storage/storage.ts'
import { sessionsDefaults } from './session.ts'
import { createSessions, type SessionStore } from './sessions.ts'

const file = 'sessions/chat.jsonl'

function open(storage: Storage, events: MemoryEvent[] = []): SessionStore {
  return createSessions({ storage, clock: () => 0, report: (event) => events.push(event) }, sessionsDefaults)
}

function message(id: string, content = `text ${id}`): Message {
  return { id, role: 'user', content }
}

async function ids(sessions: SessionStore, archived = false): Promise<string[]> {
  return (await sessions.messages('chat', { archived })).map(({ id }) => id)
}

/** Notes every call of a file store, with the bytes that it moved. */
function counted(storage: Storage): { storage: Storage; calls: { call: string; bytes: number }[] } {
  const calls: { call: string; bytes: number }[] = []
  const files: FileStore = {
    ...storage.files,
    async read(of) {
      const stored = await storage.files.read(of)
      calls.push({ call: 'read', bytes: stored?.size ?? 0 })
      return stored
    },
    async readRange(of, start, end) {
      const text = await storage.files.readRange(of, start, end)
      calls.push({ call: 'readRange', bytes: text.length })
      return text
    },
    write(to, text, options) {
      calls.push({ call: 'write', bytes: text.length })
      return storage.files.write(to, text, options)
    },
    append(to, text) {
      calls.push({ call: 'append', bytes: text.length })
      return storage.files.append(to, text)
    },
  }
  return { storage: { ...storage, files }, calls }
}

describe('the price of a session', () => {
  it('is 2 MB and a beginning for the recent window of a long one, without what was set aside or removed', async () => {
    const { storage, calls } = counted(inMemoryStorage())
    const lines = Array.from({ length: 5_000 }, (_, n) =>
      JSON.stringify(message(`m${n}`, `${n} ${'long '.repeat(200)}`)),
    )
    const header = JSON.stringify({
      _type: 'metadata',
      daybook: 1,
      key: 'chat',
      createdAt: '',
      summary: 'Said before.',
    })
    const [aside, removed] = [`{"_type":"aside","ids":["m4990"]}`, `{"_type":"remove","ids":["m4991"]}`]
    await storage.files.append(file, `${[header, aside, ...lines, removed].join('\n')}\n`)
    calls.length = 0

    const sessions = open(storage)
    const recent = await sessions.recentWindow('chat')
    expect(calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2_100_000)
    const all = (await sessions.window('chat'))?.messages.map(({ id }) => id)
    const tail = recent?.messages.map(({ id }) => id)
    expect(tail?.length).toBeGreaterThan(1_000)
    expect(tail).toEqual(all?.slice(-(tail?.length ?? 0)))
    expect(recent?.has('m4999')).toBe(true)
    expect(recent?.has('m4990') || recent?.has('m4991')).toBe(false)
    expect(recent?.header.summary).toBe('Said before.')
    expect((await sessions.recentWindow('chat'))?.messages).toHaveLength(4_998)
  })

  it('is one append for all messages of a call, and nothing when nothing is new', async () => {
    const { storage, calls } = counted(inMemoryStorage())
    const sessions = open(storage)
    await sessions.append(
      'chat',
      ['a', 'b', 'c'].map((id) => message(id)),
    )
    await sessions.align(
      'chat',
      ['text a', 'text b', 'text c', 'd', 'e'].map((content) => ({ role: 'user', content })),
    )
    expect(calls.filter(({ call }) => call === 'append')).toHaveLength(2)
    calls.length = 0
    await sessions.append('chat', message('a'))
    await sessions.align('chat', [message('a'), message('b')])
    expect(calls).toEqual([])
  })

  it('does not grow with the session', async () => {
    const { storage, calls } = counted(inMemoryStorage())
    const sessions = open(storage)
    const price = async () => {
      calls.length = 0
      await sessions.append('chat', { role: 'user', content: 'hello' })
      return calls.map(({ call, bytes }) => `${call} ${bytes}`)
    }
    await sessions.append('chat', message('first'))
    const early = await price()
    await sessions.append(
      'chat',
      Array.from({ length: 2000 }, (_, n) => message(`m${n}`)),
    )
    expect(await price()).toEqual(early)
    expect(early).toHaveLength(1)
  })

  it('is the added bytes when another process has written', async () => {
    const inner = inMemoryStorage()
    const { storage, calls } = counted(inner)
    const sessions = open(storage)
    await sessions.append(
      'chat',
      Array.from({ length: 1000 }, (_, n) => message(`m${n}`)),
    )
    await open(inner).append('chat', message('other'))
    calls.length = 0
    expect((await ids(sessions)).at(-1)).toBe('other')
    expect(calls.map(({ call }) => call)).toEqual(['readRange'])
    expect(calls[0]?.bytes).toBeLessThan(200)
  })

  it('is the added bytes also when a text has replacement characters', async () => {
    const { storage, calls } = counted(inMemoryStorage())
    const sessions = open(storage)
    await sessions.append('chat', message('a', '\uFFFD'.repeat(100)))
    const other = open(storage)
    await other.messages('chat')
    await sessions.append('chat', message('b'))
    calls.length = 0
    expect(await other.messages('chat')).toMatchObject([{ content: '\uFFFD'.repeat(100) }, { id: 'b' }])
    expect(calls.map(({ call }) => call)).toEqual(['readRange'])
  })

  it('does not include the archive when a session is opened', async () => {
    const inner = inMemoryStorage()
    await open(inner).append(
      'chat',
      Array.from({ length: 1000 }, (_, n) => message(`m${n}`)),
    )
    await open(inner).trim('chat', 2)
    const { storage, calls } = counted(inner)
    await open(storage).append('chat', { role: 'user', content: 'x' })
    expect(calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1000)
  })
})

describe('damaged files', () => {
  it('takes a torn last line when it is whole and leaves it alone while it is not', async () => {
    const storage = inMemoryStorage()
    const events: MemoryEvent[] = []
    const sessions = open(storage, events)
    await sessions.append('chat', message('a'))
    const line = JSON.stringify({ ...message('b'), createdAt: '2026-01-01T00:00:00.000Z' })
    await storage.files.append(file, line.slice(0, 20))
    expect(await ids(sessions)).toEqual(['a'])
    await rawAppend(storage, line.slice(20))
    expect(await ids(sessions)).toEqual(['a', 'b'])
    await sessions.append('chat', message('c'))
    expect(await ids(sessions)).toEqual(['a', 'b', 'c'])
    expect(await ids(open(storage))).toEqual(['a', 'b', 'c'])
    expect(events).toEqual([])
  })

  it('loses nothing but the torn line, wherever a file is cut', async () => {
    const whole = inMemoryStorage()
    const sessions = open(whole)
    await sessions.append('chat', [message('a', 'ä😀'), message('b', '\uFFFD'), message('c')])
    await sessions.append('chat', message('a', 'other'))
    const text = (await whole.files.read(file))?.text ?? ''
    for (let end = 0; end <= text.length; end++) {
      const storage = inMemoryStorage()
      await storage.files.write(file, text.slice(0, end))
      const again = open(storage)
      const before = await ids(again)
      await again.append('chat', message('z'))
      expect(await ids(again)).toEqual([...before, 'z'])
      expect(await ids(open(storage))).toEqual([...before, 'z'])
      await again.trim('chat', 1)
      expect(await ids(open(storage), true)).toEqual([...before, 'z'])
    }
  })

  it('reads nothing twice after bytes that are no text', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'sessions-'))
    const storage = await localStorage({ directory })
    const sessions = open(storage)
    await sessions.append('chat', message('a'))
    await fs.appendFile(path.join(directory, file), Buffer.from([0x22, 0xe2, 0x82, 0x0a]))
    expect(await ids(sessions)).toEqual(['a'])
    await sessions.append('chat', message('b'))
    await open(storage).append('chat', message('c'))
    expect(await ids(sessions)).toEqual(['a', 'b', 'c'])
    await storage.close()
  })

  it('survives every hostile line', async () => {
    const hostile = [
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '\0',
      '{"role":"god","content":"x"}',
      '{"role":"user"}',
      '{"role":"user","content":5}',
      '{"_type":"remove","ids":5}',
      '{"_type":"unknown"}',
      '{"_type":"metadata"}',
      '{"role":"user","content":[null]}',
      `{"role":"user","content":"x","metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
      '{"id":"","role":"user","content":"x"}',
    ]
    const storage = inMemoryStorage()
    const events: MemoryEvent[] = []
    const sessions = open(storage, events)
    await sessions.append('chat', message('a'))
    await storage.files.append(file, `${hostile.join('\n')}\n`)
    await sessions.append('chat', message('b'))
    expect(await ids(sessions)).toEqual(['a', 'b'])
    expect(events).toHaveLength(hostile.length)
    await sessions.trim('chat', 1)
    expect((await storage.files.list('sessions')).map((entry) => entry.path)).toHaveLength(2)
  })

  it('lets no key of a file reach a prototype', async () => {
    const storage = inMemoryStorage()
    const line =
      '{"id":"x","role":"user","content":"x","__proto__":{"a":1},"metadata":{"__proto__":{"polluted":1},"constructor":{"b":2}}}'
    await storage.files.write(file, `${line}\n`)
    const [read] = await open(storage).messages('chat')
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(read?.metadata)).toBe(Object.prototype)
    expect(read?.metadata).not.toHaveProperty('polluted')
    expect(read?.metadata?.['constructor']).toEqual({ b: 2 })
  })
})

describe('files of other systems', () => {
  it('reads sessions of NeoClaw: no ids, `timestamp`, `toolsUsed`', async () => {
    const storage = inMemoryStorage()
    const lines = [
      { _type: 'metadata', key: 'chat', createdAt: '2025-01-01T00:00:00.000Z', lastConsolidated: 0, channel: 'cli' },
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello', timestamp: '2025-02-02T00:00:00.000Z', toolsUsed: ['exec'], mood: 'good' },
    ]
    await storage.files.write(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const sessions = open(storage)
    const before = await sessions.messages('chat')
    expect(before).toMatchObject([
      { content: 'hi', createdAt: '2025-01-01T00:00:00.000Z', id: expect.stringMatching(/^h-[0-9a-f]{16}$/) },
      { content: 'hi' },
      { createdAt: '2025-02-02T00:00:00.000Z', toolCalls: [{ name: 'exec' }], mood: 'good' },
    ])
    expect(new Set(before.map(({ id }) => id)).size).toBe(3)
    await sessions.trim('chat', 1)
    expect(await open(storage).messages('chat', { archived: true })).toEqual(before)
    expect((await storage.files.read(file))?.text.split('\n', 1)[0]).toContain('"channel":"cli"')
  })

  it('reads sessions of Autobot: no header at all', async () => {
    const storage = inMemoryStorage()
    await storage.files.write(
      file,
      '{"role":"user","content":"hi","timestamp":"2025-03-03T10:00:00Z"}\r\n\r\n{"role":"assistant","content":"yo"}',
    )
    const sessions = open(storage)
    expect(await sessions.get('chat')).toMatchObject({ createdAt: '2025-03-03T10:00:00.000Z', messageCount: 2 })
    await sessions.append('chat', message('c'))
    expect((await sessions.messages('chat')).map(({ content }) => content)).toEqual(['hi', 'yo', 'text c'])
    await sessions.trim('chat', 1)
    expect(await open(storage).get('chat')).toMatchObject({ createdAt: '2025-03-03T10:00:00.000Z', messageCount: 1 })
  })
})

describe('messages without ids', () => {
  it('have the same ids whether a file is read at once or as it grows', async () => {
    const storage = inMemoryStorage()
    const sessions = open(storage)
    const line = '{"role":"user","content":"hi"}'
    await storage.files.write(file, line)
    for (const added of [line, `${line}\n`, `\n${line}`]) {
      await sessions.messages('chat')
      await storage.files.append(file, added)
      expect(await ids(sessions)).toEqual(await ids(open(storage)))
    }
    expect(new Set(await ids(sessions)).size).toBe(4)
  })
})

describe('the archive', () => {
  it('begins a new segment when the next batch would pass 4 MB, and splits a batch that is larger', async () => {
    const storage = inMemoryStorage()
    const sessions = open(storage)
    const big = (id: string): Message => message(id, 'x'.repeat(1_500_000))
    for (const id of ['a', 'b', 'c']) {
      await sessions.append('chat', big(id))
      await sessions.clear('chat')
    }
    await sessions.append('chat', ['d', 'e', 'f', 'g'].map(big))
    await sessions.clear('chat')
    const segments = await storage.files.list(sessions.archiveDirectory('chat'))
    expect(segments.map((segment) => segment.path.slice(-10))).toEqual([
      '0001.jsonl',
      '0002.jsonl',
      '0003.jsonl',
      '0004.jsonl',
    ])
    expect(Math.max(...segments.map((segment) => segment.size))).toBeLessThanOrEqual(4_000_000)
    expect(await ids(open(storage), true)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  it('keeps the damaged lines of a segment that is rewritten', async () => {
    const storage = inMemoryStorage()
    const sessions = open(storage)
    await sessions.append('chat', [message('a'), message('b')])
    await sessions.clear('chat')
    await storage.files.append('sessions/chat.archive/0001.jsonl', 'broken\n')
    await sessions.remove('chat', ['a'])
    expect(await ids(sessions, true)).toEqual(['b'])
    const kept = await storage.files.read('sessions/chat.archive/0001.jsonl.corrupt-19700101T000000000Z.jsonl')
    expect(kept?.text).toBe('broken\n')
  })
})

/** Writes into a file without minding its last line, as a process does that is still at it. */
async function rawAppend(storage: Storage, text: string): Promise<void> {
  const before = await storage.files.read(file)
  await storage.files.write(file, `${before?.text}${text}`)
}

type Step = { who: number; what: 'append' | 'trim' | 'update' | 'remove' | 'read'; n: number }

describe('two processes on one directory', () => {
  const steps = fc.array(
    fc.record<Step>({
      who: fc.nat({ max: 1 }),
      what: fc.constantFrom('append', 'append', 'append', 'trim', 'update', 'remove', 'read'),
      n: fc.nat({ max: 5 }),
    }),
    { maxLength: 30 },
  )

  it('see, keep and lose the same messages, whatever they do in turn', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (play) => {
        const storage = inMemoryStorage()
        const both = [open(storage), open(storage)]
        const expected: { id: string; content: string }[] = []
        for (const [turn, { who, what, n }] of play.entries()) {
          const sessions = both[who] ?? open(storage)
          const chosen = expected.at(-1 - n)
          if (what === 'append') {
            await sessions.append('chat', message(`${turn}`))
            expected.push({ id: `${turn}`, content: `text ${turn}` })
          } else if (what === 'trim') await sessions.trim('chat', n)
          else if (what === 'update' && chosen) {
            chosen.content = `changed ${turn}`
            await sessions.update('chat', chosen.id, { content: chosen.content })
          } else if (what === 'remove' && chosen) {
            await sessions.remove('chat', [chosen.id])
            expected.splice(expected.indexOf(chosen), 1)
          } else await sessions.messages('chat')
        }
        for (const sessions of [...both, open(storage)])
          expect(
            (await sessions.messages('chat', { archived: true })).map(({ id, content }) => ({ id, content })),
          ).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('see what a person saves in place, whatever its length, and keep it when they rewrite the file', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'sessions-'))
    const storage = await localStorage({ directory })
    const events: MemoryEvent[] = []
    const sessions = open(storage, events)
    await sessions.append('chat', [message('a'), message('b')])
    for (const edited of ['text A', 'longer 終わり 😀', 'short', 'another one, longer than before']) {
      const saved = path.join(directory, file)
      const before = (await sessions.messages('chat'))[0]?.content
      const text = await fs.readFile(saved, 'utf8')
      await fs.writeFile(saved, text.replace(`${before}`, edited))
      expect((await sessions.messages('chat')).map(({ content }) => content)).toEqual([edited, 'text b'])
    }
    await sessions.trim('chat', 1)
    const [kept] = await sessions.messages('chat', { archived: true })
    expect(kept?.content).toBe('another one, longer than before')
    expect(events.map(({ type }) => type)).toEqual(['session-trimmed'])
    await storage.close()
    await fs.rm(directory, { recursive: true })
  })

  it('read the new file when it is replaced while the old one is read', async () => {
    const storage = inMemoryStorage()
    const writer = open(storage)
    await writer.append(
      'chat',
      ['a', 'b', 'c'].map((id) => message(id)),
    )
    let meanwhile = async () => {}
    const readRange: FileStore['readRange'] = async (...range) => {
      await meanwhile()
      return storage.files.readRange(...range)
    }
    const reader = open({ ...storage, files: { ...storage.files, readRange } })
    expect(await ids(reader)).toEqual(['a', 'b', 'c'])
    await writer.append('chat', message('d'))
    meanwhile = async () => {
      await writer.trim('chat', 1)
      await writer.append('chat', message('e', 'long enough to reach the old offset '.repeat(20)))
    }
    expect(await ids(reader)).toEqual(['d', 'e'])
  })

  it('know what another process wrote although a slower look at the file has read less of it', async () => {
    const storage = inMemoryStorage()
    const writer = open(storage)
    await writer.append('chat', message('a'))
    const gates: PromiseWithResolvers<void>[] = []
    const readRange: FileStore['readRange'] = async (...range) => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return storage.files.readRange(...range)
    }
    const reader = open({ ...storage, files: { ...storage.files, readRange } })
    expect(await ids(reader)).toEqual(['a'])
    await writer.append('chat', message('b'))
    const looked = ids(reader)
    await expect.poll(() => gates.length).toBe(1)
    await writer.append('chat', message('c'))
    const appended = reader.append('chat', [message('c'), message('d')])
    await expect.poll(() => gates.length).toBe(2)
    gates[0]?.resolve()
    expect(await looked).toEqual(['a', 'b'])
    for (const gate of gates) gate.resolve()
    await expect.poll(() => gates.length).toBe(3)
    gates[2]?.resolve()
    await appended
    expect((await storage.files.read(file))?.text.match(/"id":"\w"/g)).toEqual(
      ['a', 'b', 'c', 'd'].map((id) => `"id":"${id}"`),
    )
  })

  it('lose and double nothing when they write at the same time', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'sessions-'))
    const storages = await Promise.all([localStorage({ directory }), localStorage({ directory })])
    await Promise.all(
      storages.map(async (storage, who) => {
        const sessions = open(storage)
        for (let n = 0; n < 40; n++) {
          await sessions.append('chat', [message(`${who}-${n}`), message(`${who}-${n}b`)])
          if (n % 7 === who) await sessions.trim('chat', 5)
          if (n % 5 === 0) await sessions.update('chat', `${who}-${n}`, { content: 'updated' })
          await Promise.all([sessions.messages('chat'), sessions.get('chat')])
        }
      }),
    )
    const last = await open(storages[0] ?? inMemoryStorage()).messages('chat', { archived: true })
    for (const who of [0, 1]) {
      const own = last.filter(({ id }) => id.startsWith(`${who}-`))
      expect(own.map(({ id }) => id)).toEqual(
        Array.from({ length: 80 }, (_, n) => `${who}-${n >> 1}${n % 2 ? 'b' : ''}`),
      )
      expect(own.filter(({ content }) => content === 'updated')).toHaveLength(8)
    }
    for (const storage of storages) await storage.close()
    await fs.rm(directory, { recursive: true })
  })
})
