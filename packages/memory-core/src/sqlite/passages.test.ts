import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/storage.ts'
import type { Passage, PassageHit, PassageQuery } from '../storage/passages.ts'
import type { Storage } from '../storage/storage.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`)
}

const words = ['crane', 'stork', 'north', 'river', 'map', 'OR', '"', '渡り', 'é', '']
const session = fc.constantFrom('one', 'two', 'Three')
const time = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')
const passage: fc.Arbitrary<Passage> = fc
  .record({
    id: fc.integer({ min: 0, max: 15 }).map((number) => `p${number}`),
    layer: fc.constantFrom<Passage['layer']>('facts', 'records', 'sessions'),
    type: fc.option(fc.constantFrom('policy', 'fact')),
    tokens: fc.array(fc.constantFrom(...words), { maxLength: 12 }),
    session,
    createdAt: fc.option(time),
  })
  .map(({ id, layer, type, tokens, session: key, createdAt }) => ({
    id,
    layer,
    ...(type === null ? {} : { type }),
    tokens,
    origin: key,
    text: tokens.join(' '),
    source: layer === 'sessions' ? { session: key, messageId: id, role: 'user' } : { path: 'a.md', line: 1 },
    ...(createdAt === null ? {} : { createdAt }),
  }))
const change = fc.record({
  upsert: fc.array(passage, { maxLength: 8 }),
  remove: fc.array(
    fc.integer({ min: 0, max: 15 }).map((number) => `p${number}`),
    { maxLength: 3 },
  ),
})
const query: fc.Arbitrary<PassageQuery> = fc.record(
  {
    terms: fc.array(fc.constantFrom(...words), { maxLength: 4 }),
    layers: fc.subarray<Passage['layer']>(['facts', 'records', 'sessions']),
    types: fc.subarray(['policy', 'fact']),
    sessions: fc.array(session, { maxLength: 2 }),
    since: time,
    until: time,
    limit: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: ['terms', 'limit'] },
)

const rounded = (hits: PassageHit[]) => hits.map((hit) => ({ ...hit, score: hit.score.toFixed(9) }))

const line: Passage = {
  id: 'a',
  layer: 'facts',
  origin: 'o',
  text: 'A crane',
  tokens: ['crane'],
  source: { path: 'a.md', line: 1 },
}

async function fill(storage: Storage): Promise<void> {
  await storage.passages.update({ upsert: [line], watermarks: { 'a.md': '7' } })
}

async function isEmpty(storage: Storage): Promise<boolean> {
  const found = await storage.passages.search({ terms: ['crane'], limit: 1 })
  return found.length === 0 && (await storage.passages.watermarks()).size === 0
}

describe('local passages', () => {
  it.each(['\0', '\u0001', '\uE000', '\uFFFE', '\uD83E'])('give back an id, a type and a text with %j', async (odd) => {
    const storage = await localStorage({ directory: directory() })
    const known = { ...line, id: `a${odd}0`, type: `b${odd}1`, text: `A crane${odd}2` }
    await storage.passages.update({ upsert: [known, { ...line, id: 'a\uFFFD0' }] })
    await storage.passages.update({ upsert: [{ ...known, text: `${known.text}, again` }] })
    const found = await storage.passages.search({ terms: ['crane'], types: [known.type], limit: 9 })
    expect(found.map(({ passage: { id, type, text } }) => [id, type, text])).toEqual([
      [known.id, known.type, `${known.text}, again`],
    ])
    expect(await storage.passages.ids(line.origin)).toHaveLength(2)
    await storage.close()
  })

  it('leave no byte of what was removed in their database', async () => {
    const path = directory()
    const storage = await localStorage({ directory: path })
    const passageOf = (id: string, text: string): Passage => ({
      id,
      layer: 'sessions',
      origin: 'sessions/one',
      text,
      tokens: text.split(' '),
      source: { session: 'one', messageId: id, role: 'user' },
    })
    const filler = Array.from({ length: 50 }, (_, i) => passageOf(`f${i}`, `crane number${i}`))
    await storage.passages.update({ upsert: [...filler, passageOf('secret', 'code zebracod')] })
    await storage.passages.update({ remove: ['secret'] })
    await storage.close()
    expect(fs.readFileSync(join(path, 'state', 'index.db'), 'latin1')).not.toContain('zebracod')
  })

  it('finds the same, in the same order and with the same scores, as the passages in RAM', async () => {
    const local = await localStorage({ directory: directory() })
    const inMemory = inMemoryStorage()
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 4 }),
        fc.array(query, { maxLength: 5 }),
        async (changes, queries) => {
          for (const storage of [local, inMemory]) {
            await storage.passages.clear()
            for (const one of changes) await storage.passages.update(one)
          }
          for (const one of queries)
            expect(rounded(await local.passages.search(one))).toEqual(rounded(await inMemory.passages.search(one)))
          expect(await local.passages.ids('one')).toEqual(await inMemory.passages.ids('one'))
        },
      ),
      { numRuns: 150 },
    )
    await local.close()
  })

  it('keeps passages and watermarks from one opening to the next', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await fill(first)
    await first.close()
    const second = await localStorage({ directory: home })
    expect(await second.passages.watermarks()).toEqual(new Map([['a.md', '7']]))
    expect(await second.passages.ids('o')).toEqual(['a'])
    await second.close()
  })

  it('knows a passage again by its id, whatever it is made of, in one change and in two', async () => {
    const storage = await localStorage({ directory: directory() })
    const passageOf = (id: string, word: string): Passage => ({
      id,
      layer: 'sessions',
      origin: 'sessions/one',
      text: word,
      tokens: [word],
      source: { session: 'one', messageId: id, role: 'user' },
    })
    const ids = ['plain', 'lone \ud83d', 'nul \0', 'not \ufffe', '"quoted"\\', "it's", '渡り👩‍💻', '']
    const both = [...ids.map((id) => passageOf(id, 'first')), ...ids.map((id) => passageOf(id, 'second'))]
    await storage.passages.update({ upsert: both })
    await storage.passages.update({ upsert: ids.map((id) => passageOf(id, 'third')) })
    const found = async (word: string): Promise<number> =>
      (await storage.passages.search({ terms: [word], limit: 20 })).length
    expect([await found('first'), await found('second'), await found('third')]).toEqual([0, 0, ids.length])
    expect(await storage.passages.ids('sessions/one')).toHaveLength(ids.length)
    await storage.close()
  })

  it('writes nothing for a passage that is unchanged', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await fill(storage)
    const size = (): number => fs.statSync(join(home, 'state', 'index.db-wal')).size
    const before = size()
    await storage.passages.update({ watermarks: { 'a.md': '8' } })
    const markOnly = size() - before
    await fill(storage)
    expect(size() - before - markOnly).toBe(markOnly)
    await storage.close()
  })

  it('comes up empty when its database is deleted', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await fill(first)
    await first.close()
    fs.rmSync(join(home, 'state', 'index.db'))
    const second = await localStorage({ directory: home })
    expect(await isEmpty(second)).toBe(true)
    await second.close()
  })

  it('comes up empty when its database is damaged, and can be filled again', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    for (const content of ['no database at all, '.repeat(500), 'short']) {
      fs.writeFileSync(join(home, 'state', 'index.db'), content)
      const storage = await localStorage({ directory: home })
      expect(await isEmpty(storage)).toBe(true)
      await fill(storage)
      expect(await isEmpty(storage)).toBe(false)
      await storage.close()
    }
  })

  it('comes up empty when its database has an older format', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    const database = new DatabaseSync(join(home, 'state', 'index.db'))
    database.exec('CREATE TABLE passages (old TEXT); CREATE TABLE "odd "" name" (old TEXT)')
    database.close()
    const storage = await localStorage({ directory: home })
    await fill(storage)
    expect(await isEmpty(storage)).toBe(false)
    await storage.close()
  })

  it('refuses a database of a newer format, naming both formats and the way out', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    const database = new DatabaseSync(join(home, 'state', 'index.db'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    const storage = await localStorage({ directory: home })
    await expect(storage.passages.watermarks()).rejects.toMatchObject({
      code: 'newer-format',
      message: expect.stringMatching(/has format 99, this version of Daybook reads 9: upgrade .* or delete the file/),
    })
    await storage.close()
  })

  it('begins anew when a number is taken that should be free', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await fill(first)
    await first.close()
    const database = new DatabaseSync(join(home, 'state', 'index.db'))
    database.exec('UPDATE origins SET next = 0')
    database.close()
    const storage = await localStorage({ directory: home })
    await expect(storage.passages.update({ upsert: [{ ...line, id: 'another' }] })).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/was damaged and begins anew/),
    })
    expect(await isEmpty(storage)).toBe(true)
    await storage.close()
  })

  it('begins anew when a watermark is listed under a key that does not find it', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await first.passages.update({ watermarks: { 'bbbb.md': '7', 'dddd.md': '7', 'ffff.md': '7' } })
    await first.close()
    const file = join(home, 'state', 'index.db')
    fs.writeFileSync(file, Buffer.from(fs.readFileSync(file, 'latin1').replace('bbbb.md', 'zzzz.md'), 'latin1'))
    const storage = await localStorage({ directory: home })
    expect([...(await storage.passages.watermarks()).keys()]).toEqual(['zzzz.md', 'dddd.md', 'ffff.md'])
    const change = { watermarks: { 'zzzz.md': '8' }, expected: { 'zzzz.md': '7' } }
    await expect(storage.passages.update(change)).rejects.toMatchObject({ code: 'corrupt' })
    expect(await isEmpty(storage)).toBe(true)
    await storage.close()
  })

  it.each([
    ['a column comes back under another name', 'tokens TEXT', 'tokenS TEXT'],
    ['its tokenizer is none', "tokenize = 'ascii'", "tokenize = 'asbii'"],
    ['a table of the full-text index has another name', "CREATE TABLE 'search_idx'", "CREATE TABLE 'search_idy'"],
    ['its full-text index is of a version that does not exist', 'version\x04', 'version\x44'],
    ['its header lets nobody write', 'SQLite format 3\0\x10\0\x02', 'SQLite format 3\0\x10\0\x22'],
  ])('begins anew when %s', async (_, written, found) => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await fill(first)
    await first.close()
    const file = join(home, 'state', 'index.db')
    const bytes = fs.readFileSync(file, 'latin1')
    expect(bytes).toContain(written)
    fs.writeFileSync(file, Buffer.from(bytes.replace(written, found), 'latin1'))
    const storage = await localStorage({ directory: home })
    const change = { upsert: [{ ...line, tokens: ['heron'] }] }
    await storage.passages.update(change).catch((error) => expect(error).toMatchObject({ code: 'corrupt' }))
    expect(await storage.passages.search({ terms: ['crane'], limit: 9 })).toEqual([])
    expect([...(await storage.passages.watermarks()).keys()]).toEqual([])
    await storage.passages.update(change)
    expect(await storage.passages.search({ terms: ['heron'], limit: 9 })).toHaveLength(1)
    await storage.close()
  })

  it('begins anew when its database is damaged while it is open, and says so', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    const filled = Array.from({ length: 2000 }, (_, line): Passage => {
      const tokens = ['crane', `word${line}`, 'x'.repeat(100)]
      return {
        id: `p${line}`,
        layer: 'facts',
        origin: 'o',
        text: tokens.join(' '),
        tokens,
        source: { path: 'a.md', line },
      }
    })
    await storage.passages.update({ upsert: filled })
    await storage.close()
    const again = await localStorage({ directory: home })
    await again.passages.watermarks()
    const file = join(home, 'state', 'index.db')
    fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size, 0xff))
    await expect(again.passages.search({ terms: ['crane'], limit: 9 })).rejects.toMatchObject({ code: 'corrupt' })
    expect(await isEmpty(again)).toBe(true)
    await fill(again)
    expect(await again.passages.ids('o')).toEqual(['a'])
    await again.close()
  })

  it('merges the small segments that single changes leave', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    for (let turn = 0; turn < 60; turn++)
      await storage.passages.update({ upsert: [{ ...line, id: `p${turn}`, tokens: ['crane', `word${turn}`] }] })
    await storage.close()
    const database = new DatabaseSync(join(home, 'state', 'index.db'))
    const { segments } = database.prepare('SELECT count(DISTINCT segid) AS segments FROM search_idx').get() ?? {}
    database.close()
    expect(Number(segments)).toBe(1)
  })

  it('lets two storages of one directory search and write', async () => {
    const home = directory()
    const [one, other] = [await localStorage({ directory: home }), await localStorage({ directory: home })]
    await Promise.all([one, other].map(fill))
    expect(await other.passages.ids('o')).toEqual(['a'])
    await one.passages.update({ remove: ['a'] })
    expect(await other.passages.ids('o')).toEqual([])
    await one.close()
    await other.close()
  })
})

describe('a term that nearly every passage has', () => {
  const said = (number: number): Passage => ({
    id: `m${number}`,
    layer: 'sessions',
    origin: 'sessions/one',
    text: 'said',
    tokens: ['order', ...(number === 300 ? ['map'] : []), ...(number % 3 === 0 ? ['river'] : [])],
    source: { session: 'one', messageId: `m${number}`, role: 'user' },
    speech: { speaker: [], role: 'user', asks: false, personal: false },
  })

  async function chosen(terms: readonly string[]): Promise<Set<string>> {
    const storage = await localStorage({ directory: directory() })
    await storage.passages.update({ upsert: Array.from({ length: 1_200 }, (_, number) => said(number)) })
    const { candidates } = await storage.passages.candidates({ terms, limit: 120 })
    await storage.close()
    return new Set(candidates.map(({ id }) => id))
  }

  it('chooses no candidates beside a rarer one', async () => {
    expect(await chosen(['order', 'map'])).toEqual(new Set(['m298', 'm299', 'm300', 'm301', 'm302']))
  })

  it('chooses by itself, and gives way to none that only some have', async () => {
    expect((await chosen(['order'])).size).toBeGreaterThanOrEqual(120)
    expect((await chosen(['river', 'map'])).size).toBeGreaterThanOrEqual(120)
  })
})
