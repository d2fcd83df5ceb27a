import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Candidates,
  inMemoryStorage,
  type Layer,
  openMemory,
  type Passage,
  type PassageQuery,
  type Speech,
} from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { numbering } from '@daybook/memory-core/storage'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { postgresStorage } from '../src/index.ts'
import { conversations } from './conversations.ts'
import { createPool, numRuns, openStorage, schema } from './fixture.ts'

const pool = createPool({ pipeline: true })
afterAll(() => pool.end())

/** Candidates come in any order. */
function sorted({ candidates, ...known }: Candidates): unknown {
  return { ...known, candidates: candidates.toSorted((a, b) => a.number - b.number) }
}

function fact(id: string, tokens: readonly string[], origin = 'memory/MEMORY.md'): Passage {
  return { id, layer: 'facts', origin, text: tokens.join(' '), tokens, source: { path: origin, line: 1 } }
}

describe('candidates', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '\0', '🦉', '\ud800')
  const key = fc.constantFrom('one', 'two', '\0"', '🦉')
  const token = fc.constantFrom('crane', 'map', 'the', '渡り', 'it\u0000', '"')
  const time = fc.integer({ min: 1, max: 5 }).map((day) => `2026-03-0${day}T00:00:00.000Z`)
  const speech: fc.Arbitrary<Speech> = fc.record({
    speaker: fc.array(token, { maxLength: 2 }),
    role: fc.constantFrom('user', 'assistant'),
    ...{ asks: fc.boolean(), personal: fc.boolean() },
  })
  const layer = fc.constantFrom<Layer>('facts', 'notes', 'sessions')
  const passage: fc.Arbitrary<Passage> = fc
    .record(
      { id, key, layer, tokens: fc.array(token, { maxLength: 6 }), createdAt: time, speech },
      { requiredKeys: ['id', 'key', 'layer', 'tokens'] },
    )
    .map(({ key: origin, ...rest }) => ({
      ...rest,
      ...{ origin, text: rest.tokens.join(' ') },
      ...(rest.layer === 'sessions' ? {} : { type: origin }),
      source: rest.layer === 'sessions' ? { session: origin, messageId: 'm', role: 'user' } : { path: 'p', line: 1 },
    }))
  const change = fc.record({
    upsert: fc.uniqueArray(passage, { selector: (one) => one.id, maxLength: 8 }),
    remove: fc.array(id, { maxLength: 2 }),
  })
  const query: fc.Arbitrary<PassageQuery> = fc.record(
    {
      terms: fc.array(token, { maxLength: 5 }),
      layers: fc.array(layer, { maxLength: 2 }),
      ...{ sessions: fc.array(key, { maxLength: 2 }), types: fc.array(key, { maxLength: 2 }) },
      ...{ since: time, until: time, limit: fc.integer({ min: 0, max: 4 }) },
    },
    { requiredKeys: ['terms', 'limit'] },
  )

  it('are those of the index in RAM, with the same numbers, whatever is changed and asked', async () => {
    const steps = fc.array(change, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(steps, fc.array(query, { maxLength: 6 }), async (changes, queries) => {
        const answers = [inMemoryStorage(), await openStorage(pool)].map(async ({ passages, close }) => {
          const found: unknown[] = []
          for (const one of changes) await passages.update(one)
          for (const one of queries) {
            const candidates = await passages.candidates(one)
            found.push(sorted(candidates))
            const numbers = candidates.candidates.map(({ number }) => number).sort((a, b) => a - b)
            found.push(await passages.read([...numbers.toReversed(), 1, 0.5, Number.NaN, ...numbers]))
          }
          await close()
          return found
        })
        const [ram, postgres] = await Promise.all(answers)
        expect(postgres).toEqual(ram)
      }),
      { numRuns },
    )
  }, 60_000)

  it('are chosen by the rarest terms where all of them are very common, as a folder does, and counted for all', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
    const storages = [await localStorage({ directory }), await openStorage(pool)]
    const upsert = Array.from({ length: 7_000 }, (_, index) =>
      fact(`p${index}`, ['the', ...(index % 2 ? ['map'] : []), ...(index % 100 ? [] : ['crane']), `w${index}`]),
    )
    for (const { passages } of storages) await passages.update({ upsert })
    // Planned without statistics, this query can take a minute; autovacuum would make them at some moment.
    await pool.query(`ANALYZE ${schema}.postings; ANALYZE ${schema}.passages`)
    for (const [terms, count] of [
      [['the', 'map', 'crane', 'w7'], 3_570],
      [['the', 'map', 'crane'], 3_570],
      [['the', 'map'], 3_500],
      [['the'], 7_000],
    ] as const) {
      const [local, postgres] = await Promise.all(
        storages.map(({ passages }) => passages.candidates({ terms, limit: 100_000 })),
      )
      if (!local || !postgres) throw new Error('two answers')
      expect(local.candidates).toHaveLength(count)
      expect(sorted(postgres)).toEqual(sorted(local))
    }
    for (const storage of storages) await storage.close()
    await rm(directory, { recursive: true })
  }, 60_000)

  it('of one session are chosen by every term, however common it is elsewhere', async () => {
    const storage = await openStorage(pool)
    const message = (session: string, index: number): Passage => ({
      ...fact(`${session} ${index}`, ['the', 'map', 'crane'].slice(0, session === 'one' ? 1 : 3), session),
      ...{ layer: 'sessions', source: { session, messageId: `${index}`, role: 'user' } },
    })
    const upsert = Array.from({ length: 4_000 }, (_, index) => message(index < 10 ? 'one' : 'two', index))
    await storage.passages.update({ upsert })
    const query = { terms: ['the', 'map', 'crane'], layers: ['sessions' as const], limit: 100_000 }
    const ofOne = await storage.passages.candidates({ ...query, sessions: ['one'] })
    expect(ofOne.candidates).toHaveLength(10)
    const ofBoth = await storage.passages.candidates({ ...query, sessions: ['one', 'two'] })
    expect(ofBoth.candidates).toHaveLength(3_990)
    await storage.close()
  })

  it('have the neighbours of the best messages, and of no other', async () => {
    const storage = await openStorage(pool)
    const message = (index: number): Passage => ({
      ...fact(`m${String(index).padStart(4, '0')}`, [index % 10 === 5 ? 'crane' : `w${index}`], 'one'),
      ...{ layer: 'sessions', source: { session: 'one', messageId: `${index}`, role: 'user' } },
    })
    await storage.passages.update({ upsert: Array.from({ length: 1_000 }, (_, index) => message(index)) })
    const { candidates } = await storage.passages.candidates({ terms: ['crane'], limit: 100 })
    expect(candidates.filter(({ counts }) => counts[0] === 1)).toHaveLength(100)
    expect(candidates).toHaveLength(100 + numbering.nearbyOf * 4)
    await storage.close()
  })
})

describe('the numbers of an origin', () => {
  it('are another range than those of any other, and the ids of an origin are those within', async () => {
    const { passages, close } = await openStorage(pool)
    await passages.update({ upsert: [fact('a', ['x'], 'one'), fact('b', ['x'], 'two'), fact('c', ['x'], 'one')] })
    await passages.update({ upsert: [fact('a', ['x'], 'two')] })
    expect(await passages.ids('one')).toEqual(['c'])
    expect(await passages.ids('two')).toEqual(['a', 'b'])
    expect(await passages.ids('three')).toEqual([])
    await close()
  })

  it('do not make neighbours of the last of one and the first of the next', async () => {
    const namespace = randomUUID()
    const { passages, close } = await postgresStorage({ pool, schema, partitions: 4, namespace })
    const message = (session: string, word: string): Passage => ({
      ...fact(`${session} ${word}`, [word], session),
      ...{ layer: 'sessions', source: { session, messageId: word, role: 'user' } },
    })
    await passages.update({ upsert: [message('one', 'first')] })
    const used = `UPDATE ${schema}.origins SET next = first + ${numbering.places - numbering.partsOfText} WHERE namespace = '${namespace}'`
    await pool.query(`BEGIN; SET LOCAL daybook.namespace TO '${namespace}'; ${used}; COMMIT`)
    await passages.update({ upsert: [message('one', 'last'), message('two', 'crane')] })
    const { candidates } = await passages.candidates({ terms: ['last', 'crane'], limit: 9 })
    expect(Math.abs((candidates[0]?.number ?? 0) - (candidates[1]?.number ?? 0))).toBe(numbering.partsOfText)
    const found = await passages.candidates({ terms: ['crane'], limit: 9 })
    expect(found.candidates.map(({ id }) => id)).toEqual(['two crane'])
    await close()
  })

  it('begin anew, with the whole index, when one has none left; a memory fills it again', async () => {
    const namespace = randomUUID()
    const storage = await postgresStorage({ pool, schema, partitions: 4, namespace })
    const memory = await openMemory({ storage, consolidation: { auto: false } })
    const [session, messages] = Object.entries(conversations(3, 1).sessions)[0] ?? ['', []]
    await memory.addMessages(session, messages)
    await memory.flush()
    const used = `UPDATE ${schema}.origins SET next = first + ${numbering.places} WHERE namespace = '${namespace}'`
    await pool.query(`BEGIN; SET LOCAL daybook.namespace TO '${namespace}'; ${used}; COMMIT`)
    await memory.addMessages(session, { role: 'user', content: 'The crane survey begins in Porto.' })
    await memory.flush()
    expect((await memory.recall('Where does the crane survey begin?')).items[0]?.text).toContain('Porto')
    expect((await memory.recall(messages[0]?.content?.toString() ?? '')).items[0]?.text).toBe(messages[0]?.content)
    await memory.close()

    const { passages, close } = await openStorage(pool)
    await passages.update({ upsert: [fact('a', ['x'], 'one')], watermarks: { w: '1' } })
    await pool.query(
      `UPDATE ${schema}.origins SET next = first + ${numbering.places} WHERE origin = 'one' AND first = ${numbering.places}`,
    )
    await passages.update({ upsert: [fact('a', ['y'], 'one'), fact('b', ['x'], 'two')] })
    await expect(passages.update({ upsert: [fact('c', ['x'], 'one')] })).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/^the search index has no number left for "one" and begins anew: read the water/),
    })
    expect(await passages.watermarks()).toEqual(new Map())
    expect(await passages.search({ terms: ['x', 'y'], limit: 9 })).toEqual([])
    await passages.update({ upsert: [fact('c', ['x'], 'one')] })
    expect(await passages.ids('one')).toEqual(['c'])
    await close()
  })
})

describe('a schema of an older format', () => {
  it('gets a new search index, which fills itself again; what is no index stays as it is', async () => {
    const own = `daybook_${randomUUID().slice(0, 8)}`
    const { sessions, questions } = conversations(3, 2)
    const before = await openMemory({
      storage: await postgresStorage({ pool, schema: own, namespace: 'ada', partitions: 2 }),
    })
    for (const [session, messages] of Object.entries(sessions)) await before.addMessages(session, messages)
    await before.flush()
    const expected = await before.recall(questions[0] ?? '')
    expect(expected.items.length).toBeGreaterThan(0)
    await before.close()
    await pool.query(`SET search_path TO ${own}; UPDATE format SET version = 2; DROP TABLE origins;
      ALTER TABLE passages DROP COLUMN head; ALTER TABLE passages ADD COLUMN origin text;
      DELETE FROM postings; ALTER TABLE postings ALTER COLUMN number TYPE integer; RESET search_path`)
    const later = createPool()
    const storage = await postgresStorage({ pool: later, schema: own, namespace: 'ada' })
    expect(await storage.passages.watermarks()).toEqual(new Map())
    const after = await openMemory({ storage })
    // On a busy machine the first recall does not wait until all is indexed.
    await vi.waitFor(async () => expect((await after.recall(questions[0] ?? '')).items).toEqual(expected.items), 30_000)
    await after.close()
    const { rows } = await pool.query(`SELECT version, partitions FROM ${own}.format`)
    expect(rows).toEqual([{ version: 7, partitions: 2 }])
    const parts = await pool.query(`SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = '${own}' AND relname ~ '^(?:passages|postings)_[0-9]+$' AND relrowsecurity AND relforcerowsecurity`)
    expect(Number(parts.rows[0]?.count)).toBe(4)
    await later.end()
    await pool.query(`DROP SCHEMA ${own} CASCADE`)
  })
})
