import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/index.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createResponses, type ResponseItems, type ResponsesOptions, responsesDefaults } from './responses.ts'
import { createSemanticCache } from './semantic-cache.ts'

let directory: string
let storage: Storage
let place: Place
/** The one that was opened last. */
let semanticCache: ReturnType<typeof createSemanticCache> | undefined
let clock = fixedClock()

beforeEach(async () => {
  semanticCache = undefined
  directory = await fs.mkdtemp(join(tmpdir(), 'daybook-responses-'))
  clock = fixedClock('2026-03-01T12:00:00Z')
})

afterEach(async () => {
  await storage.close()
  await fs.rm(directory, { recursive: true })
})

type Place = 'in memory' | 'on disk' | 'in a file'

function open(options: Partial<Required<ResponsesOptions>> = {}, on: Storage = storage) {
  const resolved = { ...responsesDefaults, ...options }
  return createResponses(settingOn(on), resolved, itemsOf(on, resolved.ttlMs))
}

const settingOn = (on: Storage) => ({ storage: on, clock, report: () => undefined })

function itemsOf(on: Storage, ttlMs: number): ResponseItems {
  if (place !== 'in a file') return on.items
  semanticCache = createSemanticCache(settingOn(on), ttlMs)
  return semanticCache
}

const stored = () =>
  (semanticCache ?? storage.items).search({
    prefix: ['responses'],
    limit: 1000,
    order: 'key',
    at: new Date(clock()).toISOString(),
  })
const keys = async (): Promise<string[]> => (await stored()).map(({ key }) => key)

describe.each<[Place, () => Promise<Storage>]>([
  ['in memory', async () => inMemoryStorage()],
  ['on disk', async () => localStorage({ directory: await fs.mkdtemp(join(directory, 'run-')) })],
  ['in a file', async () => localStorage({ directory: await fs.mkdtemp(join(directory, 'run-')) })],
])('responses %s', (tried, openStorage) => {
  beforeEach(async () => {
    place = tried
    storage = await openStorage()
  })

  it('G45 keeps 500 responses for 3,600 seconds unless told otherwise', async () => {
    expect(await open().stats()).toEqual({
      enabled: true,
      size: 0,
      maxEntries: 500,
      ttlMs: 3_600_000,
      hits: 0,
      misses: 0,
    })
  })

  it('G47 answers a response until its time is over, and then removes it', async () => {
    const responses = open({ ttlMs: 1000 })
    expect(await responses.get('a')).toBeUndefined()
    await responses.put('a', 'answer')
    clock.advance(999)
    expect(await responses.get('a')).toBe('answer')
    clock.advance(1)
    expect(await responses.get('a')).toBeUndefined()
    clock.set('2026-03-01T12:00:00Z')
    expect(await keys()).toEqual([])
  })

  it('G47 counts the time from when it was put, not from when it was used, and anew when it is put again', async () => {
    const responses = open({ ttlMs: 1000 })
    await responses.put('a', 'answer')
    clock.advance(600)
    await responses.get('a')
    await responses.put('b', 'answer')
    await responses.put('b', 'again')
    clock.advance(600)
    expect(await responses.get('a')).toBeUndefined()
    await responses.put('b', 'third')
    clock.advance(999)
    expect(await responses.get('b')).toBe('third')
  })

  it('G47 goes by the time that is set now: a shorter one makes an older response go', async () => {
    await open({ ttlMs: 10_000 }).put('a', 'answer')
    clock.advance(5_000)
    expect(await open({ ttlMs: 5_000 }).get('a')).toBeUndefined()
    expect(await keys()).toEqual([])
  })

  it('G47 notes when a response was used', async () => {
    const responses = open()
    await responses.put('a', 'answer')
    clock.advance(60_000)
    await responses.get('a')
    expect(await stored()).toMatchObject([
      { updatedAt: '2026-03-01T12:00:00.000Z', accessedAt: '2026-03-01T12:01:00.000Z' },
    ])
  })

  it('G48 keeps the response with its model, its times and the first 100 characters of the message', async () => {
    const message = `${'x'.repeat(99)}😀 and more`
    expect(await open().put('a', { text: 'answer' }, { model: 'gpt-4o', message })).toBe(true)
    expect(await stored()).toEqual([
      {
        namespace: ['responses'],
        key: 'a',
        value: { response: { text: 'answer' }, model: 'gpt-4o', message_preview: `${'x'.repeat(99)}😀` },
        createdAt: '2026-03-01T12:00:00.000Z',
        updatedAt: '2026-03-01T12:00:00.000Z',
        accessedAt: '2026-03-01T12:00:00.000Z',
        expiresAt: '2026-03-01T13:00:00.000Z',
      },
    ])
  })

  it('G48 keeps and answers nothing when it is off, and has still what it had', async () => {
    await open().put('a', 'answer')
    const off = open({ enabled: false })
    expect(await off.get('a')).toBeUndefined()
    expect(await off.put('b', 'answer')).toBe(false)
    expect(await off.stats()).toMatchObject({ enabled: false, size: 0, hits: 0, misses: 0 })
    expect(await keys()).toEqual(['a'])
    expect(await off.clear()).toBe(1)
  })

  it('G49 lets those go above its number that were used longest ago', async () => {
    const responses = open({ maxEntries: 2 })
    for (const key of ['a', 'b']) {
      await responses.put(key, key)
      clock.advance(1)
    }
    await responses.get('a')
    clock.advance(1)
    await responses.put('c', 'c')
    expect(await keys()).toEqual(['a', 'c'])
    clock.advance(1)
    await open({ maxEntries: 1 }).put('d', 'd')
    expect(await keys()).toEqual(['d'])
  })

  it('G49 counts its responses once while it is full', async () => {
    let counts = 0
    const items: Storage['items'] = {
      ...storage.items,
      count(prefix, at) {
        counts++
        return storage.items.count(prefix, at)
      },
    }
    const options = { ...responsesDefaults, maxEntries: 2 }
    const responses = createResponses(settingOn(storage), options, items)
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      await responses.put(key, key)
      clock.advance(1)
    }
    expect(counts).toBe(3)
    expect(await responses.stats()).toMatchObject({ size: 2 })
  })

  it('G50 skips a response with tool calls, unless told to keep it', async () => {
    expect(await open().put('a', 'answer', { hasToolCalls: true })).toBe(false)
    expect(await keys()).toEqual([])
    expect(await open().put('a', 'answer', { hasToolCalls: false })).toBe(true)
    expect(await open({ toolCalls: 'store' }).put('b', 'answer', { hasToolCalls: true })).toBe(true)
    expect(await keys()).toEqual(['a', 'b'])
  })

  it('G50 invalidates one, clears all, and counts', async () => {
    const responses = open()
    await storage.items.put([{ namespace: ['others'], key: 'a', value: 1, at: '2026-03-01T12:00:00.000Z' }])
    for (const key of ['a', 'b', 'c']) await responses.put(key, key)
    expect(await responses.invalidate('b')).toBe(true)
    expect(await responses.invalidate('b')).toBe(false)
    await responses.get('a')
    await responses.get('b')
    await responses.get('c')
    expect(await responses.stats()).toMatchObject({ size: 2, hits: 2, misses: 1 })
    expect(await responses.clear()).toBe(2)
    expect(await responses.get('a')).toBeUndefined()
    expect(await storage.items.count(['others'], '2026-03-01T12:00:00.000Z')).toBe(1)
  })

  it('X28 makes its key of everything, or of message and model alone', () => {
    const request = { model: 'm', message: 'Hi' }
    const full = open()
    expect(full.key({ ...request, user: 'ada' })).not.toBe(full.key({ ...request, user: 'bob' }))
    expect(full.key(request)).not.toBe(full.key({ ...request, message: 'hi' }))
    const short = open({ key: 'message-and-model' })
    expect(short.key({ ...request, user: 'ada' })).toBe(short.key({ ...request, user: 'bob', message: ' hi' }))
    expect(short.key(request)).not.toBe(full.key(request))
  })

  it('gives back what it was given, odd as it may be, and shares nothing with the caller', async () => {
    const responses = open()
    const values = ['', 'a\u0000b', 0, false, [], [null], JSON.parse('{"__proto__":{"a":[1]}}')]
    for (const [index, value] of values.entries()) {
      await responses.put(`key ${index}`, value)
      expect(JSON.stringify(await responses.get(`key ${index}`))).toBe(JSON.stringify(value))
    }
    const list = ['one']
    const put = responses.put('list', list)
    list.push('two')
    await put
    expect(await responses.get('list')).toEqual(['one'])
  })

  it('keeps of a response what JSON says of it', async () => {
    await open().put('a', Object.assign(JSON.parse('{"text":"x"}'), { at: new Date(0), none: undefined }))
    expect(await open().get('a')).toEqual({ text: 'x', at: '1970-01-01T00:00:00.000Z' })
  })

  it('does not keep a response of more than a million characters', async () => {
    expect(await open().put('a', 'x'.repeat(1_000_000))).toBe(false)
    expect(await open().put('a', 'x'.repeat(999_998))).toBe(true)
  })

  it('answers nothing for what somebody else keeps under its key', async () => {
    for (const value of [7, null, 'text', ['response'], { other: 1 }])
      await storage.items.put([{ namespace: ['responses'], key: 'a', value, at: '2026-03-01T12:00:00.000Z' }])
    expect(await open().get('a')).toBeUndefined()
  })

  it('has no trouble with a lifetime that ends after all dates', async () => {
    const responses = open({ ttlMs: Number.MAX_SAFE_INTEGER })
    await responses.put('a', 'answer')
    expect(await responses.get('a')).toBe('answer')
  })

  it.each([
    ['an empty key', () => open().get(''), /key is ""/],
    ['a long key', () => open().put('x'.repeat(513), 1), /key is "xxx/],
    ['a key with half a character', () => open().invalidate('\ud800'), /key is /],
    ['a response that is undefined', () => open().put('a', JSON.parse('{}').b), /the response is undefined/],
    [
      'a response that is a function',
      () =>
        open().put(
          'a',
          Object.assign(() => 1, JSON.parse('{}')),
        ),
      /the response is/,
    ],
    ['an unknown detail', () => open().put('a', 1, JSON.parse('{"tools":true}')), /no option "tools"/],
    ['a preview that is no text', () => open().put('a', 1, { message: JSON.parse('1') }), /message is 1/],
  ])('refuses %s', async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(message) })
    expect(await keys()).toEqual([])
  })

  it('refuses a response that contains itself', async () => {
    const cycle: { readonly [name: string]: string } = { a: 'b' }
    Object.assign(cycle, { cycle })
    await expect(open().put('a', cycle)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('does what a list with lifetimes does', { timeout: 60_000 }, async () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd')
    const action = fc.record({
      kind: fc.constantFrom('put', 'put', 'get', 'get', 'invalidate', 'clear'),
      key,
      wait: fc.nat(40),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const on = await openStorage()
        const responses = open({ ttlMs: 100, maxEntries: 2 }, on)
        // The least recently used comes first.
        let model: { key: string; value: number; putAt: number }[] = []
        const found = (name: string) => model.find((one) => one.key === name)
        for (const [index, one] of actions.entries()) {
          clock.advance(1 + one.wait)
          model = model.filter(({ putAt }) => clock() - putAt < 100)
          const known = found(one.key)
          const others = model.filter((other) => other !== known)
          if (one.kind === 'put') {
            expect(await responses.put(one.key, index)).toBe(true)
            model = [...others, { key: one.key, value: index, putAt: clock() }].slice(-2)
          } else if (one.kind === 'get') {
            expect(await responses.get(one.key)).toBe(known?.value)
            if (known) model = [...others, known]
          } else if (one.kind === 'invalidate') {
            expect(await responses.invalidate(one.key)).toBe(known !== undefined)
            model = others
          } else {
            expect(await responses.clear()).toBe(model.length)
            model = []
          }
          expect((await responses.stats()).size).toBe(model.length)
        }
        await on.close()
      }),
      { numRuns: tried === 'in memory' ? 150 : 15 },
    )
  })
})

describe('responses on disk', () => {
  beforeEach(() => {
    place = 'on disk'
  })

  it('G45 lie in the state folder, and are there when the memory is opened again', async () => {
    storage = await localStorage({ directory: join(directory, 'workspace') })
    await open().put('a', 'answer')
    await storage.close()
    expect(await fs.readdir(join(directory, 'workspace', 'state'))).toContain('tables.db')
    storage = await localStorage({ directory: join(directory, 'workspace') })
    expect(await open().get('a')).toBe('answer')
  })
})
