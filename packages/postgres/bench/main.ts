/**
 * What PostgreSQL costs: the growth of a user's recall with the number of users, the round trips of a turn, and whether the
 * order is SQLite's. `node bench/main.ts [--users 100,1000] [--data <file>]`; DAYBOOK_TEST_POSTGRES names another server.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migratePostgres } from '../src/index.ts'
import { startServer } from '../test/server.ts'
import { measureGrowth } from './growth.ts'
import { countRoundTrips } from './round-trips.ts'
import { compareOrders } from './same-order.ts'

const { values } = parseArgs({ options: { users: { type: 'string' }, data: { type: 'string' } } })
const sizes = (values.users ?? '100,1000').split(',').map(Number)
const given = process.env['DAYBOOK_TEST_POSTGRES']
const server = given === undefined ? await startServer(['shared_buffers=512MB', 'max_wal_size=4GB']) : undefined
const superuser = new pg.Pool({ connectionString: given ?? server?.url })

/** Everything is measured with the policies on: they do not hold for a superuser. */
const schema = `bench_${process.pid}`
await superuser.query(`CREATE ROLE ${schema} LOGIN PASSWORD 'bench'; CREATE SCHEMA ${schema} AUTHORIZATION ${schema}`)
for (const users of sizes) await superuser.query(`CREATE SCHEMA ${schema}_${users} AUTHORIZATION ${schema}`)
const url = new URL(given ?? server?.url ?? '')
url.username = schema
url.password = 'bench'
const pool = new pg.Pool({ connectionString: url.href, max: 8, pipeline: true })
const plain = new pg.Pool({ connectionString: url.href, max: 8 })
// A connection may end with the server, after its pool was ended.
for (const one of [superuser, pool, plain]) one.on('error', () => undefined)
await migratePostgres({ pool, schema })
try {
  const { rows } = await pool.query('SHOW server_version')
  console.log(`PostgreSQL ${rows[0]?.server_version}, Node ${process.version}\n`)
  console.log(`## Round trips\n\n${await countRoundTrips({ 'pipeline: true': pool, plain }, schema)}\n`)
  console.log(`## Order\n\n${await compareOrders(pool, schema, values.data)}\n`)
  console.log(`## Growth\n\n${await measureGrowth(pool, schema, sizes)}`)
} finally {
  await Promise.all([pool.end(), plain.end()])
  await superuser.query(`DROP OWNED BY ${schema}; DROP ROLE ${schema}`)
  await superuser.end()
  await server?.stop()
}
