import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openMemories, openMemory } from '@daybook/memory-core'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migratePostgres, postgresStorage } from '../src/index.ts'
import { rowsOf, tableNames } from './everywhere/rows.ts'
import { createPool, schema, url } from './fixture.ts'

const pool = createPool()
afterAll(() => pool.end())

describe('memories in PostgreSQL', () => {
  it('keep each user apart, outlive the process, and are erased user by user', async () => {
    const run = randomUUID()
    const open = () =>
      openMemories({ storage: (user) => postgresStorage({ pool, schema, partitions: 4, namespace: `${run} ${user}` }) })
    const first = open()
    const [ada, bob] = [await first.for({ user: 'ada' }), await first.for({ user: 'bob' })]
    await ada.addMessages('chat', { role: 'user', content: 'I always prefer pnpm over npm for installing packages.' })
    await bob.addMessages('chat', { role: 'user', content: 'I always prefer yarn for installing packages.' })
    await first.close()

    const second = open()
    const later = await second.for({ user: 'ada' })
    const { items } = await later.recall('Which tool for installing packages?')
    const texts = items.map(({ text }) => text).join('\n')
    expect(texts).toContain('pnpm')
    expect(texts).not.toContain('yarn')
    const block = await later.buildContext({ query: 'install the packages', session: 'chat-2' })
    expect(JSON.stringify(block)).toContain('pnpm')

    await second.erase({ user: 'ada' })
    const fresh = await second.for({ user: 'ada' })
    expect((await fresh.recall('Which tool for installing packages?')).items).toEqual([])
    const other = await second.for({ user: 'bob' })
    expect((await other.recall('installing packages')).items.length).toBeGreaterThan(0)
    await second.close()
  })

  it('S8 keep the user `ada/bot` apart from the agent `bot` of `ada`, and erase a user with every agent', async () => {
    const run = randomUUID()
    const open = () =>
      openMemories({
        storage: (user, agent) => postgresStorage({ pool, schema, partitions: 4, namespace: [run, user, agent] }),
      })
    const first = open()
    const agent = await first.for({ user: 'ada', agent: 'bot' })
    await agent.addMessages('chat', { role: 'user', content: 'I always prefer pnpm over npm.' })
    await first.close()
    const second = open()
    const other = await second.for({ user: 'ada/bot' })
    expect((await other.recall('pnpm')).items).toEqual([])
    expect((await second.erase({ user: 'ada' })).agents).toEqual(['bot'])
    const again = await second.for({ user: 'ada', agent: 'bot' })
    expect((await again.recall('pnpm')).items).toEqual([])
    await second.close()
  })

  it('forget a session with its name, in every table, and say what only VACUUM takes off the pages', async () => {
    const namespace = randomUUID()
    const memory = await openMemory({ storage: await postgresStorage({ pool, schema, partitions: 4, namespace }) })
    const key = 'Zebrafinch talk'
    await memory.addMessages(key, { role: 'user', content: 'I prefer zebrafinches over canaries.' })
    await memory.addMessages('other', { role: 'user', content: 'I prefer pnpm over npm.' })
    await memory.flush()
    const tables = await tableNames()
    const holding = async (text: string): Promise<string[]> => {
      const rows = await Promise.all(tables.map(async (name) => [name, await rowsOf(namespace, name)] as const))
      return rows.flatMap(([name, lines]) => (lines.toLowerCase().includes(text) ? [name] : []))
    }
    expect(await holding('zebrafinch')).toEqual(expect.arrayContaining(['origins', 'passages', 'postings', 'records']))
    const { remains } = await memory.forget({ session: key })
    expect(remains).toEqual([expect.stringContaining('VACUUM')])
    expect(await holding('zebrafinch')).toEqual([])
    expect((await memory.recall('pnpm')).items.length).toBeGreaterThan(0)
    await memory.addMessages(key, { role: 'user', content: 'I am back, says the zebrafinch.' })
    expect((await memory.recall('zebrafinch')).items.map(({ text }) => text)).toEqual([
      'I am back, says the zebrafinch.',
    ])
    await memory.close()
  })

  it('are backed up into a folder, which opens', async () => {
    const directory = join(await mkdtemp(join(tmpdir(), 'daybook-')), 'backup')
    const storage = await postgresStorage({ pool, schema, partitions: 4, namespace: randomUUID() })
    const clock = (): number => Date.parse('2026-03-20T00:00:00.000Z')
    const memory = await openMemory({ storage, clock })
    await memory.addMessages('chat', { role: 'user', content: 'I prefer pnpm over npm.' })
    await memory.flush()
    await memory.backup(directory)
    const copy = await openMemory({ directory, clock })
    expect(await copy.sessions.messages('chat')).toEqual(await memory.sessions.messages('chat'))
    expect(await copy.records.list()).toEqual(await memory.records.list())
    await Promise.all([copy.close(), memory.close()])
    await rm(dirname(directory), { recursive: true })
  })

  it('are one for two machines: what one writes, the other recalls', async () => {
    const namespace = randomUUID()
    const other = createPool()
    const machines = [pool, other].map(async (one) =>
      openMemory({ storage: await postgresStorage({ pool: one, schema, partitions: 4, namespace }) }),
    )
    const [here, there] = await Promise.all(machines)
    if (!here || !there) throw new Error('two memories')
    await here.addMessages('a', { role: 'user', content: 'The crane survey begins in Porto.' })
    await here.flush()
    expect((await there.recall('crane survey')).items[0]?.text).toContain('Porto')
    await there.addMessages('a', { role: 'user', content: 'The crane survey moves to Lisbon.' })
    await there.flush()
    expect((await here.recall('crane Lisbon')).items[0]?.text).toContain('Lisbon')
    expect((await here.sessions.messages('a')).map(({ content }) => content)).toEqual([
      'The crane survey begins in Porto.',
      'The crane survey moves to Lisbon.',
    ])
    await Promise.all([here.close(), there.close()])
    await other.end()
  })
})

describe('postgresStorage', () => {
  const wrong: [object, RegExp][] = [
    [{ namespace: '' }, /^namespace is "", expected 1 to 16,384 characters/],
    [{ namespace: [] }, /^namespace is "a list of 0", expected 1 to 4 texts/],
    [{ namespace: ['a', undefined, 'b'] }, /^namespace is undefined, expected 1 to 16,384 characters/],
    [{ namespace: 'a\ud800' }, /^namespace is .* well-formed text/],
    [{ pool: undefined }, /^pool is "undefined", expected a pool of pg/],
    [{ schema: 'a"; DROP SCHEMA public' }, /^schema is .*expected a name of lower-case letters/],
    [{ schema: 'pg_own' }, /does not begin with "pg_"$/],
    [{ partitions: 0 }, /^partitions is 0, expected a whole number from 1 to 1024$/],
    [{ leaseMs: Number.NaN }, /^leaseMs is NaN, expected a number of milliseconds above 0$/],
    [{ lockTimeoutMs: 0 }, /^lockTimeoutMs is 0/],
    [{ patienceMs: -1 }, /^patienceMs is -1/],
    [{ database: 'x' }, /^there is no option "database"; there are pool, schema/],
    [{ lockTimeout: 1 }, /; did you mean "lockTimeoutMs"\?$/],
  ]
  for (const [change, message] of wrong)
    it(`refuses ${Object.entries(change).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)}`, async () => {
      const options = { pool, schema, namespace: 'a', ...change }
      await expect(postgresStorage(options)).rejects.toMatchObject({
        code: 'bad-option',
        message: expect.stringMatching(message),
      })
    })

  it('refuses a client in place of a pool', async () => {
    const change: object = { pool: new pg.Client({ connectionString: url }) }
    await expect(postgresStorage({ pool, namespace: 'a', ...change })).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringMatching(/^pool is "a Client", expected a Pool: new pg\.Pool/),
    })
  })

  const withOther = (parts: Partial<URL>): string => Object.assign(new URL(url), parts).href
  const refusing: [string, pg.PoolConfig, RegExp][] = [
    ['an unknown database', { connectionString: withOther({ pathname: '/none' }) }, /; create the database/],
    ['an unknown role', { connectionString: withOther({ username: 'none' }) }, /; correct the role/],
    [
      'a server that is read-only',
      { options: '-c default_transaction_read_only=on' },
      /read-only.+ connect to one that/,
    ],
    ['an exhausted pool', { max: 1, connectionTimeoutMillis: 50 }, /all connections of the pool were in use: raise/],
  ]
  it.each(refusing)('fails with the way out for %s', async (name, config, message) => {
    const limited = createPool(config)
    const held = name === 'an exhausted pool' ? await limited.connect() : undefined
    const written = postgresStorage({ pool: limited, schema, namespace: 'a' }).then(({ files }) =>
      files.write('a', 'a'),
    )
    await expect(written).rejects.toMatchObject({ code: 'storage-failed', message: expect.stringMatching(message) })
    held?.release()
    await limited.end()
  })

  it('refuses a schema of a newer version, and leaves it as it is', async () => {
    const newer = `daybook_${randomUUID().slice(0, 8)}`
    await pool.query(`CREATE SCHEMA ${newer}; CREATE TABLE ${newer}.format (version integer, partitions integer);
      INSERT INTO ${newer}.format VALUES (99, 4)`)
    await expect(postgresStorage({ pool, schema: newer, namespace: 'a' })).rejects.toMatchObject({
      code: 'newer-format',
      message: expect.stringMatching(/has format 99, .*: upgrade @daybook\/postgres$/),
    })
    await pool.query(`DROP SCHEMA ${newer} CASCADE`)
  })

  it('makes the schema once when many processes start at the same time', async () => {
    const shared = `daybook_${randomUUID().slice(0, 8)}`
    const pools = Array.from({ length: 5 }, () => createPool({ max: 2 }))
    await Promise.all(pools.map((one) => migratePostgres({ pool: one, schema: shared, partitions: 2 })))
    const { rows } = await pool.query(`SELECT * FROM ${shared}.format`)
    expect(rows).toEqual([{ version: 7, partitions: 2 }])
    await pool.query(`DROP SCHEMA ${shared} CASCADE`)
    await Promise.all(pools.map((one) => one.end()))
  })
})

it.each([
  ['postgresStorage', () => postgresStorage({ pool, schema, namespace: 'never made' })],
  ['migratePostgres', () => migratePostgres({ pool, schema })],
])('F8 %s says first which Node.js is needed', async (_, open) => {
  vi.stubGlobal('process', Object.create(process, { versions: { value: { node: '20.20.2' } } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(open()).rejects.toThrow('this is Node.js 20.20.2, and Daybook needs 22.16')
})
