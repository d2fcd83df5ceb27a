import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { localStorage } from '../local/index.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createResponses, type Responses, responsesDefaults } from './responses.ts'
import { createSemanticCache, semanticCachePath } from './semantic-cache.ts'

let directory: string
let file: string
let clock = fixedClock()
let events: MemoryEvent[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-cache-'))
  file = join(directory, semanticCachePath)
  clock = fixedClock('2026-03-01T12:00:00Z')
  events = []
  onTestFinished(() => rm(directory, { recursive: true }))
})

/** The cache as one process has it. */
async function open(
  maxEntries = 500,
): Promise<{ cache: ReturnType<typeof createSemanticCache>; responses: Responses; storage: Storage }> {
  const storage = await localStorage({ directory })
  onTestFinished(() => storage.close())
  const setting = { storage, clock, report: (event: MemoryEvent) => events.push(event) }
  const cache = createSemanticCache(setting, responsesDefaults.ttlMs)
  return { cache, storage, responses: createResponses(setting, { ...responsesDefaults, maxEntries }, cache) }
}

const text = () => readFile(file, 'utf8')
const entries = async (): Promise<Record<string, Record<string, unknown>>> => JSON.parse(await text())

describe('the file of cached responses', () => {
  it('writes when a response was used with the next change, or when it is flushed', async () => {
    const { responses, cache } = await open()
    await responses.put('a', 'answer')
    clock.advance(1500)
    await responses.get('a')
    expect(await entries()).toMatchObject({ a: { accessed_at: 1_772_366_400 } })
    await cache.flush()
    expect(await entries()).toMatchObject({ a: { created_at: 1_772_366_400, accessed_at: 1_772_366_401.5 } })
    const before = await text()
    await cache.flush()
    expect(await text()).toBe(before)
  })

  it('sees at once what another process keeps, and both keep what they put at the same time', async () => {
    const [one, other] = [await open(), await open()]
    const keys = Array.from({ length: 20 }, (_, place) => `key ${place}`)
    await Promise.all(keys.map((key, place) => (place % 2 === 0 ? one : other).responses.put(key, place)))
    for (const [place, key] of keys.entries()) {
      expect(await one.responses.get(key)).toBe(place)
      expect(await other.responses.get(key)).toBe(place)
    }
    await one.responses.invalidate('key 1')
    expect(await other.responses.get('key 1')).toBeUndefined()
  })

  it.each([
    ['no JSON', '{"a": {"response": "cut'],
    ['a list', '[]'],
    ['an entry without its times', '{"a": {"response": "x"}}'],
    ['an entry of a time that is none', '{"a": {"response": "x", "created_at": 1e300, "accessed_at": 1}}'],
    ['an entry without a response', '{"a": {"response": "x", "created_at": 1, "accessed_at": "b"}}'],
    ['null', 'null'],
  ])('is empty when it holds %s, says so once, and is replaced by the next change', async (_, damaged) => {
    const { responses } = await open()
    await responses.put('a', 'answer')
    await writeFile(file, damaged)
    const again = await open()
    expect(await again.responses.stats()).toMatchObject({ size: 0 })
    expect(await again.responses.stats()).toMatchObject({ size: 0 })
    expect(events).toEqual([expect.objectContaining({ type: 'responses-unreadable', path: semanticCachePath })])
    await again.responses.put('b', 'other')
    expect(Object.keys(await entries())).toEqual(['b'])
  })

  it('takes what a person has written into it', async () => {
    const { responses } = await open()
    await responses.put('a', 'answer')
    await writeFile(file, (await text()).replace('answer', 'better'))
    expect(await responses.get('a')).toBe('better')
  })

  it('stays below 4,000,000 characters: the responses that were used longest ago go', async () => {
    const { responses } = await open()
    for (const key of ['a', 'b', 'c', 'd']) {
      await responses.put(key, key.repeat(900_000))
      clock.advance(1)
    }
    await responses.get('a')
    clock.advance(1)
    await responses.put('e', 'e'.repeat(900_000))
    expect((await text()).length).toBeLessThanOrEqual(4_000_000)
    expect(Object.keys(await entries())).toEqual(['a', 'c', 'd', 'e'])
  })

  it('goes when nothing is left in it, and is not made by looking', async () => {
    const { responses } = await open()
    await responses.get('a')
    await expect(text()).rejects.toMatchObject({ code: 'ENOENT' })
    await responses.put('a', 'answer')
    await responses.clear()
    await expect(text()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('answers what the file holds when a change could not be written', async () => {
    const { storage } = await open()
    const setting = { storage, clock, report: () => undefined }
    const cache = createSemanticCache(setting, responsesDefaults.ttlMs)
    const responses = createResponses(setting, responsesDefaults, cache)
    await responses.put('a', 'answer')
    const write = storage.files.write
    storage.files.write = () => Promise.reject(new Error('disk full'))
    await expect(responses.put('b', 'other')).rejects.toThrow('disk full')
    await responses.get('a')
    await cache.flush()
    storage.files.write = write
    expect(await responses.get('b')).toBeUndefined()
    expect(await responses.get('a')).toBe('answer')
  })
})
