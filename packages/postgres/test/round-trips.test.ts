import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Memory, openMemory, type Storage } from '@daybook/memory-core'
import type pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type PostgresPool, postgresStorage } from '../src/index.ts'
import { conversations, fillLayers } from './conversations.ts'
import { type CountedPool, countedPool, type Trips } from './counted-pool.ts'
import { createPool, schema } from './fixture.ts'
import { record } from './record.ts'

const inner = { pipelined: createPool({ pipeline: true }), plain: createPool() }
afterAll(() => Promise.all(Object.values(inner).map((pool) => pool.end())))

async function warmMemory(name: keyof typeof inner): Promise<{ memory: Memory; pool: CountedPool }> {
  const pool = countedPool(inner[name])
  const storage = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
  const memory = await openMemory({ storage, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  for (const [key, messages] of Object.entries(conversations(3, 4).sessions)) await memory.addMessages(key, messages)
  await fillLayers(memory)
  await memory.flush()
  await memory.buildContext({ session: 'chat-0', query: 'Where is the crane?' })
  await memory.flush()
  return { memory, pool }
}

async function counted(pool: CountedPool, call: () => Promise<unknown>): Promise<Trips> {
  pool.take()
  await call()
  return pool.take()
}

/** Rows with what could be lost on the way: quotes, breaks, NUL, lone surrogates, names of parameters, long fractions. */
async function oddRows(): Promise<{ storage: Storage; texts: string[] }> {
  const storage = await postgresStorage({ pool: inner.plain, schema, partitions: 4, namespace: randomUUID() })
  onTestFinished(() => storage.close())
  const texts = [
    '"$1" \\ \'',
    'a\u0000b',
    '\ud800',
    '__proto__',
    '🐘\n\t',
    'null',
    '12345678901234567890',
    'x'.repeat(9_000),
  ]
  await storage.files.write('a.md', 'A')
  await storage.files.write('b/$2.md', 'B')
  const insert = texts.map((id, index) => record(id, { text: id, strength: (index + 1) * 0.1, tags: [id] }))
  await storage.records.write({ insert, marks: Object.fromEntries(texts.map((text) => [text, text])) })
  const source = { path: 'a.md', line: 1 }
  const upsert = texts.map((text) => ({
    id: text,
    layer: 'facts' as const,
    origin: 'o',
    text,
    tokens: ['river', text],
    source,
  }))
  await storage.passages.update({ upsert })
  return { storage, texts }
}

/** A pool whose server fails at one statement. */
function breakingPool(pool: pg.Pool, broken: string): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      return {
        pipeline: client.pipeline === true,
        query: (text, values) => (text.includes(broken) ? client.query('SELECT 1 / 0') : client.query(text, values)),
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}

/** A pool whose server does not answer the end of a transaction that read, until it may. */
function endlessPool(pool: pg.Pool, end: Promise<void>): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      let isReading = false
      return {
        pipeline: client.pipeline === true,
        async query(text, values) {
          if (text.startsWith('BEGIN')) isReading = text.includes('READ ONLY')
          const isEnd = isReading && text === 'COMMIT'
          const answer = await client.query(text, values)
          if (isEnd) await end
          return answer
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}

const question = 'When was the river map reviewed in Ghent?'
/** It finds a fact that was replaced, and so what replaced it. */
const ofReplaced = 'Where do I live, in Porto?'
const said = [{ role: 'user' as const, content: 'I always prefer tabs.' }]
const steps: readonly [name: string, call: (memory: Memory) => Promise<unknown>, pipelined: Trips, plain: Trips][] = [
  ['a recall', (memory) => memory.recall(question), { waits: 3, messages: 20 }, { waits: 6, messages: 11 }],
  [
    'a recall of what was replaced',
    (memory) => memory.recall(ofReplaced),
    { waits: 4, messages: 21 },
    { waits: 8, messages: 12 },
  ],
  [
    'a context',
    (memory) => memory.buildContext({ session: 'chat-0', query: question }),
    { waits: 6, messages: 41 },
    { waits: 16, messages: 22 },
  ],
  [
    'a context of what was replaced',
    (memory) => memory.buildContext({ session: 'chat-0', query: ofReplaced }),
    { waits: 7, messages: 44 },
    { waits: 18, messages: 24 },
  ],
  ['an append', (memory) => memory.addMessages('chat-0', said), { waits: 4, messages: 8 }, { waits: 6, messages: 8 }],
  [
    'a flush of what was said',
    (memory) => memory.addMessages('chat-0', said).then(() => memory.flush()),
    // What was said gets its lines in MEMORY.md, too, and these are indexed.
    { waits: 80, messages: 232 },
    { waits: 146, messages: 196 },
  ],
]

describe('a memory over a network', () => {
  for (const [name, call, ...most] of steps)
    for (const [index, pool] of (['pipelined', 'plain'] as const).entries())
      it(`waits for ${name} at most ${most[index]?.waits} times on a ${pool} pool`, async () => {
        const { memory, pool: trips } = await warmMemory(pool)
        const { waits, messages } = await counted(trips, () => call(memory))
        expect(waits).toBeGreaterThan(0)
        expect(waits).toBeLessThanOrEqual(most[index]?.waits ?? 0)
        expect(messages).toBeLessThanOrEqual(most[index]?.messages ?? 0)
      })
})

describe('reads that are asked for at the same moment', () => {
  it('share a transaction', async () => {
    const pool = countedPool(inner.plain)
    const { files } = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
    await files.write('a.md', 'A')
    pool.take()
    const read = await Promise.all([files.read('a.md'), files.stat('a.md'), files.list('')])
    expect(read.map((one) => JSON.stringify(one).includes('version'))).toEqual([true, true, true])
    // Bytes come in a statement of their own.
    expect(pool.take()).toEqual({ messages: 4, waits: 3 })
  })

  it('are answered as each is alone, whatever their rows say', async () => {
    const { storage, texts } = await oddRows()
    const { files, records, passages } = storage
    const asked: readonly (() => Promise<unknown>)[] = [
      () => files.stat('b/$2.md'),
      () => files.list('', { deep: true }),
      () => files.list('b'),
      () => records.revision(),
      () => records.list({ limit: 100 }),
      () => records.get(texts),
      () => records.marks(texts),
      () => records.changes(0, 100),
      () => passages.search({ terms: ['river', 'øriv'], limit: 10 }),
      () => passages.candidates({ terms: ['river', 'map'], limit: 10, layers: ['facts'] }),
      () => passages.candidates({ terms: ['nothing'], limit: 10 }),
      () => passages.ids('o'),
    ]
    const alone: unknown[] = []
    for (const ask of asked) alone.push(await ask())
    expect(await Promise.all(asked.map((ask) => ask()))).toEqual(alone)
    expect(JSON.stringify(alone)).toContain('0.30000000000000004')
  })

  it('do not fail because one of them does', async () => {
    for (const pool of Object.values(inner)) {
      const namespace = randomUUID()
      const breaking = breakingPool(pool, 'FROM files WHERE namespace = $1 AND path = $2')
      const { files } = await postgresStorage({ pool: breaking, schema, partitions: 4, namespace })
      await files.write('a.md', 'A')
      const [bad, good] = await Promise.allSettled([files.stat('a.md'), files.read('a.md')])
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'storage-failed' } })
      expect(good).toMatchObject({ status: 'fulfilled', value: { text: 'A' } })
    }
  })

  it('stay on the connection of their lock, whoever else reads at that moment', async () => {
    const pool = createPool({ max: 1 })
    const { files, lock } = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
    await files.write('a.md', 'A')
    const outside = AsyncLocalStorage.snapshot()
    let waiting: Promise<unknown> = Promise.resolve()
    await lock(['a'], async () => {
      waiting = outside(() => files.read('a.md'))
      expect((await files.read('a.md'))?.text).toBe('A')
    })
    expect(await waiting).toMatchObject({ text: 'A' })
    await pool.end()
  }, 20_000)

  it('follow one another under a lock without waiting for the end of the one before, in pipeline mode', async () => {
    const end = Promise.withResolvers<void>()
    const pool = endlessPool(inner.pipelined, end.promise)
    const { files, lock } = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
    await files.write('a.md', 'A')
    await lock(['a'], async () => {
      expect((await files.read('a.md'))?.text).toBe('A')
      expect((await files.stat('a.md'))?.size).toBe(1)
      end.resolve()
    })
  }, 10_000)

  it('see what was acknowledged before them, under a lock and outside of it', async () => {
    for (const pool of Object.values(inner)) {
      const { files, lock } = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
      await lock(['a'], async () => {
        for (let turn = 0; turn < 20; turn += 1) {
          await files.write('a.md', `${turn}`)
          const seen = await Promise.all([files.read('a.md'), files.read('a.md')])
          expect(seen.map((one) => one?.text)).toEqual([`${turn}`, `${turn}`])
        }
      })
      expect((await files.read('a.md'))?.text).toBe('19')
    }
  })
})
