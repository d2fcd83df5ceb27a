import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createSessions, type SessionStore } from './sessions.ts'

const key = 'chat'
const path = `sessions/${key}.jsonl`

interface Copy {
  storage: Storage
  sessions: SessionStore
  events: MemoryEvent[]
}

let now = 0

function open(storage: Storage): Copy {
  const events: MemoryEvent[] = []
  const sessions = createSessions(
    { storage, clock: () => now, report: (event) => events.push(event) },
    { directory: 'sessions', window: 50, keep: 25, keepWithoutConsolidation: 25 },
  )
  return { storage, sessions, events }
}

/** Another copy of the same files, as a clone has them. */
async function cloneOf({ storage }: Copy): Promise<Copy> {
  const copy = inMemoryStorage()
  for (const { path: file } of await storage.files.list('', { deep: true }))
    await copy.files.write(file, (await storage.files.read(file))?.text ?? '')
  return open(copy)
}

/** What `merge=union` makes of lines that were only added: those of the one, then those of the other. */
async function union(base: Copy, a: Copy, b: Copy): Promise<Copy> {
  const merged = await cloneOf(a)
  for (const { path: file } of await b.storage.files.list('', { deep: true })) {
    const [before, one, other] = await Promise.all(
      [base, a, b].map(async ({ storage }) => ((await storage.files.read(file))?.text ?? '').split('\n')),
    )
    const kept = (one ?? []).filter((line) => line !== '')
    const added = (other ?? []).filter((line) => line !== '' && !before?.includes(line) && !kept.includes(line))
    await merged.storage.files.write(file, [...kept, ...added].map((line) => `${line}\n`).join(''))
  }
  return merged
}

function said(...texts: string[]) {
  return texts.map((content, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), content }))
}

async function contents({ sessions }: Copy): Promise<string[]> {
  return (await sessions.messages(key, { archived: true })).map(({ content }) => String(content))
}

async function textOf({ storage }: Copy): Promise<string> {
  return (await storage.files.read(path))?.text ?? ''
}

describe('two copies of a session', () => {
  let base: Copy

  beforeEach(async () => {
    now = Date.parse('2026-01-01T00:00:00Z')
    base = open(inMemoryStorage())
    await base.sessions.append(key, said('one', 'two'))
  })

  it('leaves no byte of a message that one copy removed and whose line the other brought back above that', async () => {
    const copy = open(inMemoryStorage())
    const line = (id: string): string =>
      JSON.stringify({ id, role: 'user', content: `said ${id}`, createdAt: '2026-03-01T09:00:00.000Z' })
    const lines = [
      '{"_type":"metadata","daybook":2,"key":"chat","createdAt":"2026-03-01T09:00:00.000Z","lastConsolidated":0}',
      '{"_type":"remove","ids":["first","ours"]}',
      line('theirs'),
      '{"_type":"remove","ids":["first","theirs"]}',
      line('kept'),
    ]
    await copy.storage.files.write(path, lines.map((text) => `${text}\n`).join(''))
    expect(await contents(copy)).toEqual(['said kept'])
    expect(await textOf(copy)).not.toContain('said theirs')
  })

  it('are one conversation in the order of time, whichever comes first', async () => {
    const [a, b] = [await cloneOf(base), await cloneOf(base)]
    now += 1_000
    await a.sessions.append(key, said('a1', 'a2'))
    now += 1_000
    await b.sessions.append(key, said('b1', 'b2'))
    now += 1_000
    await a.sessions.append(key, said('a3', 'a4'))
    const [ab, ba] = [await union(base, a, b), await union(base, b, a)]
    expect(await contents(ab)).toEqual(['one', 'two', 'a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
    expect(await contents(ba)).toEqual(await contents(ab))
    expect(await textOf(ba)).toBe(await textOf(ab))
    expect(ab.events.map(({ type }) => type)).toEqual(['session-merged'])
    // Written in order, it is one file like any other.
    const again = open(ab.storage)
    await again.sessions.append(key, said('five'))
    expect((await contents(again)).at(-1)).toBe('five')
    expect(again.events).toEqual([])
  })

  it('are one, too, where both have begun it', async () => {
    const [a, b] = [open(inMemoryStorage()), open(inMemoryStorage())]
    await b.sessions.append(key, said('b1', 'b2'))
    now += 1_000
    await a.sessions.append(key, said('a1', 'a2'))
    const none = open(inMemoryStorage())
    expect(await contents(await union(none, a, b))).toEqual(['b1', 'b2', 'a1', 'a2'])
    expect(await contents(await union(none, b, a))).toEqual(['b1', 'b2', 'a1', 'a2'])
  })

  it('keeps what followed in one copy, when a clock is behind', async () => {
    const a = await cloneOf(base)
    now += 10_000
    await a.sessions.append(key, said('a1'))
    const b = await cloneOf(a)
    now -= 8_000
    await b.sessions.append(key, said('b1'))
    expect(await contents(await union(a, a, b))).toEqual(['one', 'two', 'a1', 'b1'])
  })

  it('does not bring back what was removed in one copy', async () => {
    const a = await cloneOf(base)
    const b = await cloneOf(base)
    const [, two] = await a.sessions.messages(key)
    await a.sessions.remove(key, [two?.id ?? ''])
    now += 1_000
    await b.sessions.append(key, said('b1'))
    const merged = await union(base, a, b)
    await merged.storage.files.append(path, `${(await textOf(b)).split('\n').at(2)}\n`)
    expect(await textOf(merged)).toContain('"two"')
    expect(await contents(merged)).toEqual(['one', 'b1'])
    expect(await textOf(merged)).not.toContain('"two"')
  })

  it('keeps a message that was stored again after it was removed', async () => {
    await base.sessions.append(key, { id: 'x', role: 'user', content: 'stays' })
    await base.sessions.remove(key, ['x'])
    await base.sessions.append(key, { id: 'x', role: 'user', content: 'stays' })
    expect(await contents(open(base.storage))).toEqual(['one', 'two', 'stays'])
    const merged = await union(base, base, await cloneOf(base))
    expect(await contents(merged)).toEqual(['one', 'two', 'stays'])
  })

  it('leaves in the archive what one copy had archived', async () => {
    const [a, b] = [await cloneOf(base), await cloneOf(base)]
    await a.sessions.clear(key)
    now += 1_000
    await b.sessions.append(key, said('b1'))
    const merged = await cloneOf(a)
    // The removal of the last lines met the new one: both headers, and all lines of the other copy.
    await merged.storage.files.append(path, await textOf(b))
    expect((await merged.sessions.window(key))?.messages.map(({ content }) => content)).toEqual(['b1'])
    expect(await contents(merged)).toEqual(['one', 'two', 'b1'])
  })

  it('takes one of two versions of a message, the same whichever copy comes first', async () => {
    const [a, b] = [await cloneOf(base), await cloneOf(base)]
    const id = (await base.sessions.messages(key))[0]?.id ?? ''
    await a.sessions.update(key, id, { content: 'one, says a' })
    await b.sessions.update(key, id, { content: 'one, says b' })
    const [ab, ba] = [await union(base, a, b), await union(base, b, a)]
    expect(await contents(ab)).toEqual(await contents(ba))
    expect(await contents(ab)).toEqual(['one, says b', 'two'])
  })

  it('counts as consolidated only what both copies have in common', async () => {
    const [a, b] = [await cloneOf(base), await cloneOf(base)]
    now += 1_000
    await a.sessions.append(key, said('a1'))
    await a.sessions.trimLocked(key, [], { lastConsolidated: 3 })
    now -= 500
    await b.sessions.append(key, said('b1'))
    const merged = await union(base, a, b)
    expect(await contents(merged)).toEqual(['one', 'two', 'b1', 'a1'])
    expect((await merged.sessions.get(key))?.lastConsolidated).toBeLessThanOrEqual(2)
  })

  it('keeps every message once, whatever links a person has made of the lines', async () => {
    const linked = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), after: fc.option(fc.string()) })
    await fc.assert(
      fc.asyncProperty(fc.array(linked), fc.boolean(), async (lines, isHeaded) => {
        const { linkTo } = await import('./session-lines.ts')
        const copy = open(inMemoryStorage())
        const header = isHeaded ? `${JSON.stringify({ _type: 'metadata', daybook: 2, key })}\n` : ''
        const text = lines.map(({ id, after }, at) => {
          const link =
            after === null ? {} : { _after: ['a', 'b', 'c', 'd', 'e'].includes(after) ? linkTo(after) : after }
          return `${JSON.stringify({ id, role: 'user', content: `${at}`, ...link })}\n`
        })
        await copy.storage.files.write(path, header + text.join(''))
        const ids = (await copy.sessions.messages(key)).map(({ id }) => id)
        expect(ids.toSorted()).toEqual([...new Set(lines.map(({ id }) => id))].toSorted())
      }),
    )
  })

  it('is the same for both orders of what two copies did', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('say' as const), ms: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(6) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 6 }), fc.array(act, { maxLength: 6 }), async (first, second) => {
        const begun = now
        const copies = [await cloneOf(base), await cloneOf(base)] as const
        for (const [place, acts] of [first, second].entries()) {
          now = begun
          const copy = copies[place] ?? copies[0]
          for (const one of acts) {
            if (one.kind === 'remove') {
              const message = (await copy.sessions.messages(key))[one.at]
              if (message) await copy.sessions.remove(key, [message.id])
            } else {
              now += one.ms
              await copy.sessions.append(key, said(`${place} ${now}`, 'yes'))
            }
          }
        }
        now = begun
        const [a, b] = copies
        const [ab, ba] = [await union(base, a, b), await union(base, b, a)]
        expect(await contents(ab)).toEqual(await contents(ba))
      }),
      { numRuns: 60 },
    )
  })
})
