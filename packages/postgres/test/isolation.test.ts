import { randomUUID } from 'node:crypto'
import type { Storage } from '@daybook/memory-core'
import {
  fileStoreCases,
  itemStoreCases,
  lockCases,
  passageIndexCases,
  recordStoreCases,
  storageCases,
} from '@daybook/memory-core/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratePostgres, postgresStorage } from '../src/index.ts'
import { idsSql, readPassagesSql } from '../src/passage-sql.ts'
import * as search from '../src/search-sql.ts'
import { createPool, url } from './fixture.ts'

/** A role that may use the tables and nothing else: the policies hold for it, as they do not for a superuser. */
const role = `daybook_app_${randomUUID().slice(0, 8)}`
const schema = `daybook_${randomUUID().slice(0, 8)}`
const admin = createPool({ max: 4 })
const appUrl = new URL(url)
appUrl.username = role
appUrl.password = 'app'
const app = createPool({ connectionString: appUrl.href })

beforeAll(async () => {
  await migratePostgres({ pool: admin, schema, partitions: 2 })
  await admin.query(`
    CREATE ROLE ${role} LOGIN PASSWORD 'app';
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON ${schema}.format FROM ${role}`)
})
afterAll(async () => {
  await app.end()
  await admin.query(`DROP SCHEMA ${schema} CASCADE; DROP OWNED BY ${role}; DROP ROLE ${role}`)
  await admin.end()
})

const open = (namespace: string = randomUUID()): Promise<Storage> => postgresStorage({ pool: app, schema, namespace })
const at = '2026-03-01T00:00:00.000Z'

async function fill(storage: Storage, secret: string): Promise<void> {
  const source = { path: 'a.md', line: 1 }
  await storage.files.write('a.md', secret)
  await storage.items.put([{ namespace: ['n'], key: 'k', value: secret, at }])
  await storage.passages.update({
    upsert: [{ id: 'p', layer: 'facts', origin: 'o', text: secret, tokens: ['crane'], source }],
    watermarks: { w: secret },
  })
  await storage.records.write({ marks: { m: secret } })
}

describe('a role that may use the tables and nothing else', () => {
  const suites = [fileStoreCases, recordStoreCases, itemStoreCases, passageIndexCases, lockCases, storageCases]
  for (const one of suites.flat()) it(one.name, () => one.run(() => open()))
})

describe('namespaces', () => {
  it('see nothing of each other through any port', async () => {
    const [ada, bob] = [await open('ada'), await open('Ada')]
    await fill(ada, 'secret')
    expect(await bob.files.list('', { deep: true })).toEqual([])
    expect(await bob.items.search({ prefix: [], limit: 9, at })).toEqual([])
    expect(await bob.passages.search({ terms: ['crane'], limit: 9 })).toEqual([])
    expect(await bob.passages.watermarks()).toEqual(new Map())
    expect(await bob.records.marks(['m'])).toEqual(new Map())
    await fill(bob, 'other')
    await Promise.all([bob.passages.clear(), bob.records.clear(), bob.items.clear([]), bob.files.remove('a.md')])
    expect((await ada.files.read('a.md'))?.text).toBe('secret')
    expect(await ada.items.count([], at)).toBe(1)
    expect(await ada.passages.ids('o')).toEqual(['p'])
    expect(await ada.records.marks(['m'])).toEqual(new Map([['m', 'secret']]))
    await Promise.all([ada.close(), bob.close()])
  })

  it('are a wall of the database: a statement without a condition sees, changes and adds rows of one only', async () => {
    const [ada, bob] = [await open('ada'), await open('bob')]
    await Promise.all([fill(ada, 'of ada'), fill(bob, 'of bob')])
    const client = await app.connect()
    const namespaced = await tables(client)
    expect(namespaced).toHaveLength(16)
    for (const table of namespaced) {
      await client.query(`BEGIN; SET LOCAL daybook.namespace TO 'bob'`)
      const { rows } = await client.query(`SELECT DISTINCT namespace FROM ${schema}.${table}`)
      expect(rows.filter(({ namespace }) => namespace !== 'bob')).toEqual([])
      await client.query('ROLLBACK')
      expect((await client.query(`SELECT * FROM ${schema}.${table}`)).rows).toEqual([])
    }
    await client.query(`BEGIN; SET LOCAL daybook.namespace TO 'bob'`)
    await client.query(`DELETE FROM ${schema}.files`)
    await client.query('COMMIT')
    expect((await ada.files.read('a.md'))?.text).toBe('of ada')
    expect(await bob.files.read('a.md')).toBeUndefined()
    await client.query(`BEGIN; SET LOCAL daybook.namespace TO 'bob'`)
    const forged = client.query(`INSERT INTO ${schema}.record_marks VALUES ('ada', 'k', 'v')`)
    await expect(forged).rejects.toThrow(/row-level security/)
    await client.query('ROLLBACK')
    client.release()
    await Promise.all([ada.close(), bob.close()])
  })

  it('are a wall inside the partitions, too: asked by their own names, they show nothing', async () => {
    const ada = await open('ada')
    await fill(ada, 'of ada')
    const client = await app.connect()
    await client.query(`BEGIN; SET LOCAL daybook.namespace TO 'ada'`)
    for (const part of ['items_0', 'items_1', 'passages_0', 'passages_1', 'chunks_0', 'chunks_1'])
      expect((await client.query(`SELECT * FROM ${schema}.${part}`)).rows).toEqual([])
    expect((await client.query(`SELECT * FROM ${schema}.items`)).rows).toHaveLength(1)
    await client.query('ROLLBACK')
    client.release()
    await ada.close()
  })

  it('leave every search and every read the indexes: no condition that needs one is kept from it by the policies', async () => {
    const storage = await open('indexed')
    const source = { path: 'a.md', line: 1 }
    const upsert = Array.from({ length: 3_000 }, (_, index) => {
      const tokens = [`w${index}`, `w${index % 50}`]
      return { id: `${index}`, layer: 'facts' as const, origin: `o${index % 60}`, text: '', tokens, source }
    })
    await storage.passages.update({ upsert })
    await admin.query(`ANALYZE ${schema}.postings; ANALYZE ${schema}.passages; ANALYZE ${schema}.origins`)
    const scope = [['facts'], [], null, null, null]
    const statements: [sql: string, values: unknown[]][] = [
      [search.searchSql, [['w7', 'w60'], 10]],
      [search.scopedSearchSql, [['w7', 'w60'], 10, ...scope]],
      [search.everyCandidateSql, [['w7', 'w60'], 10, 10_000]],
      [search.scopedCandidatesSql, [['w7', 'w60'], 10, 10_000, ...scope]],
      [readPassagesSql, [[1, 2, 3]]],
      [idsSql, ['o1']],
    ]
    const client = await app.connect()
    await client.query(`BEGIN; SET LOCAL search_path TO ${schema}; SET LOCAL daybook.namespace TO 'indexed'`)
    // So few rows would be read faster without an index; asked is whether it may be used.
    await client.query(['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET LOCAL enable_${way} TO off`).join(';'))
    const plans: string[] = []
    for (const [sql, values] of statements) {
      const { rows } = await client.query(`EXPLAIN ${sql}`, ['indexed', ...values])
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await client.query('ROLLBACK')
    client.release()
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (?:postings|passages)/)
      const scans = plan.match(/(?:passages|postings)_\d_\w+[^\n]*\n\s*Index Cond: .*/g) ?? []
      expect(scans.length, plan).toBeGreaterThan(0)
      for (const scan of scans) expect(scan, plan).toMatch(/Index Cond: .*\b(?:number|term)\b/)
    }
    await storage.close()
  })
})

describe('the role that owns the tables', () => {
  it('is held by the policies like any other, and needs no right on the database', async () => {
    const owner = `daybook_owner_${randomUUID().slice(0, 8)}`
    await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'app'; CREATE SCHEMA ${owner} AUTHORIZATION ${owner}`)
    const ownUrl = new URL(appUrl)
    ownUrl.username = owner
    const pool = createPool({ connectionString: ownUrl.href })
    const storage = await postgresStorage({ pool, schema: owner, namespace: 'ada', partitions: 2 })
    await fill(storage, 'of ada')
    for (const table of ['files', 'items', 'passages', 'record_marks'])
      expect((await pool.query(`SELECT * FROM ${owner}.${table}`)).rows).toEqual([])
    expect((await storage.files.read('a.md'))?.text).toBe('of ada')
    await storage.close()
    await pool.end()
    await admin.query(`DROP SCHEMA ${owner} CASCADE; DROP OWNED BY ${owner}; DROP ROLE ${owner}`)
  })
})

describe('a schema that the role may not make', () => {
  it('is refused with the way out', async () => {
    const opened = postgresStorage({ pool: app, schema: 'not_there', namespace: 'a' })
    await expect(opened).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(
        /^the schema "not_there" does not exist .*run migratePostgres with a role that may/,
      ),
    })
  })
})

async function tables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = $1 AND column_name = 'namespace'
     AND table_name !~ '_[0-9]+$'`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
