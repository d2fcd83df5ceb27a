import { setTimeout as delay } from 'node:timers/promises'
import type { Storage } from '@daybook/memory-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStorage } from '../src/index.ts'
import { isLong } from './fixture.ts'
import { record } from './record.ts'
import { type Server, startServer } from './server.ts'

const clients = 8
const operations = isLong ? 1_000 : 100
const at = '2026-03-01T00:00:00.000Z'

interface Opening {
  patienceMs?: number
  pipeline?: boolean
}

let server: Server
const pools: pg.Pool[] = []

beforeAll(async () => {
  server = await startServer(['fsync=off'])
}, 60_000)
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await server.stop()
})

function open(namespace: string, { pipeline = false, ...options }: Opening = {}): Promise<Storage> {
  const pool = new pg.Pool({ connectionString: server.url, max: 3, pipeline })
  pool.on('error', () => undefined)
  pools.push(pool)
  return postgresStorage({ pool, namespace, partitions: 2, ...options })
}

/** One of five kinds of change; each leaves a trace of its own. */
async function change(storage: Storage, id: string, index: number): Promise<void> {
  const kind = index % 5
  if (kind === 0) await storage.files.append('shared.log', `${id}\n`)
  if (kind === 1) await storage.items.put([{ namespace: ['n'], key: id, value: 1, at }])
  if (kind === 2) await storage.records.write({ insert: [record(id)] })
  if (kind === 3) await storage.records.update(['counter'], (one) => ({ ...one, successCount: one.successCount + 1 }))
  if (kind === 4)
    await storage.lock(['tally'], async () => {
      const tally = Number((await storage.files.read('tally'))?.text ?? 0)
      await storage.files.write('tally', String(tally + 1))
    })
}

/** Makes all changes; those that fail are counted as unknown, and never made again. */
async function work(storage: Storage, name: string): Promise<{ done: string[]; unknown: string[] }> {
  const done: string[] = []
  const unknown: string[] = []
  for (let index = 0; index < operations; index += 1) {
    const id = `${name}-${index}`
    await change(storage, id, index).then(
      () => done.push(id),
      () => unknown.push(id),
    )
  }
  return { done, unknown }
}

const kindOf = (id: string): number => Number(id.split('-')[1]) % 5

describe(`eight clients with ${operations} operations each, four of them in pipeline mode`, () => {
  it('lose nothing that was acknowledged and double nothing, while connections are cut and the server crashes', async () => {
    const storages = await Promise.all(
      Array.from({ length: clients }, (_, index) => open('faults', { pipeline: index % 2 === 1 })),
    )
    await storages[0]?.records.write({ put: [record('counter')] })
    let isOver = false
    const cutting = cutConnections(() => isOver)
    const results = await Promise.all(storages.map((storage, index) => work(storage, `c${index}`)))
    isOver = true
    const { cuts, crashes } = await cutting
    expect(cuts).toBeGreaterThan(isLong ? 20 : 8)
    expect(crashes).toBeGreaterThan(isLong ? 1 : 0)

    const storage = await open('faults')
    const done = results.flatMap((result) => result.done)
    const unknown = results.flatMap((result) => result.unknown)
    const of = (kind: number): { acknowledged: string[]; possible: Set<string> } => {
      const acknowledged = done.filter((id) => kindOf(id) === kind)
      return { acknowledged, possible: new Set([...acknowledged, ...unknown.filter((id) => kindOf(id) === kind)]) }
    }
    const lines = ((await storage.files.read('shared.log'))?.text ?? '').trimEnd().split('\n')
    const items = await storage.items.search({ prefix: ['n'], limit: 100_000, at })
    const records = await storage.records.list({ limit: 100_000 })
    const written = [lines, items.map(({ key }) => key), records.map(({ id }) => id).filter((id) => id !== 'counter')]
    for (const [kind, ids] of written.entries()) {
      const { acknowledged, possible } = of(kind)
      expect(new Set(ids).size, `doubled, kind ${kind}`).toBe(ids.length)
      expect(
        acknowledged.filter((id) => !ids.includes(id)),
        `lost, kind ${kind}`,
      ).toEqual([])
      expect(
        ids.filter((id) => !possible.has(id)),
        `invented, kind ${kind}`,
      ).toEqual([])
    }
    const counted = (await storage.records.get(['counter']))[0]?.successCount ?? 0
    const tally = Number((await storage.files.read('tally'))?.text)
    for (const [kind, count] of [[3, counted] as const, [4, tally] as const]) {
      expect(count, `kind ${kind}`).toBeGreaterThanOrEqual(of(kind).acknowledged.length)
      expect(count, `kind ${kind}`).toBeLessThanOrEqual(of(kind).possible.size)
    }
    // Calls repeat themselves: only what a lock lost with its connection is unknown.
    expect(unknown.filter((id) => kindOf(id) !== 4)).toEqual([])
    await Promise.all([...storages, storage].map((one) => one.close()))
  }, 600_000)
})

/** Ends any one connection every few milliseconds, and the whole server now and then. */
async function cutConnections(isOver: () => boolean): Promise<{ cuts: number; crashes: number }> {
  let [cuts, crashes] = [0, 0]
  for (let turn = 1; !isOver(); turn += 1) {
    await delay(10)
    if (turn % 40 === 0) {
      await server.crash()
      crashes += 1
      continue
    }
    const admin = new pg.Client({ connectionString: server.url })
    admin.on('error', () => undefined)
    try {
      await admin.connect()
      const { rowCount } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
      )
      cuts += rowCount ?? 0
      await admin.end()
    } catch {
      // The server was away for a moment.
    }
  }
  return { cuts, crashes }
}

describe('a server that is away', () => {
  it('is waited for, and then told as storage-failed with the way out', async () => {
    const own = await startServer(['fsync=off'])
    const pool = new pg.Pool({ connectionString: own.url })
    pool.on('error', () => undefined)
    const storage = await postgresStorage({ pool, namespace: 'away', partitions: 1, patienceMs: 200 })
    await storage.files.write('a.md', 'A')
    await own.stop()
    await expect(storage.files.read('a.md')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(
        /^PostgreSQL failed \(.*\): nothing of this call is stored; check that the server is running/,
      ),
    })
    await storage.close()
    await pool.end()
  })
})

describe('a connection that dies while nothing is asked of it', () => {
  it('ends no process, when the schema is looked at and made', async () => {
    const inner = new pg.Pool({ connectionString: server.url })
    inner.on('error', () => undefined)
    for (const moment of ['SELECT to_regclass', 'SHOW server_encoding']) {
      const pool = idlePool(inner, moment)
      const opened = postgresStorage({ pool, schema: 'never_made', namespace: 'idle', partitions: 1 })
      await expect(opened).rejects.toMatchObject({ code: 'storage-failed' })
    }
    await inner.end()
  })
})

/** A pool whose connections are ended by the server after one kind of statement, before the next is asked. */
function idlePool(pool: pg.Pool, moment: string): Parameters<typeof postgresStorage>[0]['pool'] {
  return {
    async connect() {
      const client = await pool.connect()
      return {
        async query(text: string, values?: unknown[]) {
          const result = await client.query(text, values)
          if (!text.startsWith(moment)) return result
          const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
          await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
          await delay(50)
          return result
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}

describe('a commit that nobody heard of', () => {
  it('is made once: the call asks by its key and answers what was committed', async () => {
    const storage = await open('commit')
    const inner = pools.at(-1)
    if (!inner) throw new Error('no pool')
    let cuts = 0
    const pool = cuttingPool(inner, () => {
      cuts += 1
      return cuts % 2 === 1
    })
    const cut = await postgresStorage({ pool, namespace: 'commit' })
    for (let turn = 0; turn < 10; turn += 1) await cut.files.append('log', `${turn}\n`)
    expect((await storage.files.read('log'))?.text).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
    expect(await cut.records.write({ insert: [record('a')] })).toEqual({ inserted: ['a'] })
    expect(await cut.records.write({ insert: [record('a')] })).toEqual({ inserted: [] })
    expect(cuts).toBeGreaterThan(10)
  })

  it('is found under a lock, too, and the lock is known to be lost', async () => {
    const storage = await open('locked commit')
    await storage.files.write('log', '')
    const inner = pools.at(-1)
    if (!inner) throw new Error('no pool')
    let cuts = 0
    const pool = cuttingPool(inner, () => {
      cuts += 1
      return cuts === 1
    })
    const cut = await postgresStorage({ pool, namespace: 'locked commit' })
    await cut.lock(['a'], async () => {
      expect((await cut.files.append('log', 'once\n')).size).toBe(5)
      await expect(cut.files.append('log', 'twice\n')).rejects.toMatchObject({
        code: 'storage-failed',
        message: expect.stringMatching(/^the lock was lost with its connection.+: call again, from the lock on/),
      })
    })
    expect((await storage.files.read('log'))?.text).toBe('once\n')
    await cut.lock(['a'], async () => cut.files.append('log', 'twice\n'))
    expect((await storage.files.read('log'))?.text).toBe('once\ntwice\n')
  })
})

/** A pool whose connections break just after some of their commits were made. */
function cuttingPool(pool: pg.Pool, isCut: () => boolean): Parameters<typeof postgresStorage>[0]['pool'] {
  return {
    async connect() {
      const client = await pool.connect()
      return {
        async query(text: string, values?: unknown[]) {
          const result = await client.query(text, values)
          if (text === 'COMMIT' && isCut()) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
          return result
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
  }
}
