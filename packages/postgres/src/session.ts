import { createHash } from 'node:crypto'
import process from 'node:process'
import { asked } from './failures.ts'
import type { PostgresClient } from './pool.ts'

/** A transaction. Statements are constants with numbered parameters, the first of which is the namespace. */
export interface Session {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** The same without bytes and numbers from 2^53 on: without pipeline mode, those of one moment are joined. */
  joined<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** The number of rows that a statement changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>
}

/** The namespace that a transaction sees, and its schema. */
export interface Place {
  /** A plain identifier. */
  schema: string
  /** A safe name: lower-case letters, digits and `_@+.~-`. */
  namespace: string
}

export type LockKey = readonly [number, number]

/** Statements requested together are sent together in pipeline mode, else one after the other. */
export function sessionOn(client: PostgresClient, { namespace }: Place): Session {
  const send = (sql: string, values: readonly unknown[]) => asked(() => client.query(sql, [namespace, ...values]))
  let tail: Promise<unknown> = Promise.resolve()
  const query: typeof send = (sql, values) => {
    if (client.pipeline === true) return send(sql, values)
    const answer = tail.then(() => send(sql, values))
    tail = answer.catch(() => undefined)
    return answer
  }
  const join = createJoining(async ({ sql, values }) => (await query(sql, values)).rows)
  // The only place where rows enter untyped; the statement determines their type.
  const rows = async <Row>(sql: string, values: readonly unknown[] = []) => (await query(sql, values)).rows as Row[]
  const joined = async <Row>(sql: string, values: readonly unknown[] = []) => (await join({ sql, values })) as Row[]
  return {
    rows,
    joined: client.pipeline === true ? rows : joined,
    run: async (sql, values = []) => (await query(sql, values)).rowCount ?? 0,
  }
}

/** `SET LOCAL` takes no parameters, so the texts are checked to be plain; one message costs one round trip. */
export function beginRead(place: Place): string {
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${locals(place)}`
}

/** Begins a transaction that writes, takes a lock, and stores the key by which its commit can be confirmed. */
export function beginWrite(
  place: Place,
  key: string,
  options: { lock?: LockKey | undefined; durable: boolean },
): string {
  const { lock, durable } = options
  return [
    `BEGIN ISOLATION LEVEL READ COMMITTED; ${locals(place)}`,
    ...(durable ? [] : ['SET LOCAL synchronous_commit TO off']),
    `INSERT INTO commits (namespace, id) VALUES ('${plain(place.namespace)}', '${plain(key)}') ON CONFLICT DO NOTHING`,
    ...(lock ? [`SELECT pg_advisory_xact_lock(${Math.trunc(lock[0])}, ${Math.trunc(lock[1])})`] : []),
  ].join('; ')
}

/** The keys of an advisory lock: 64 bits of a hash, so that a collision has a probability of 10^-19. */
export function lockKey({ schema, namespace }: Place, kind: string, name: string): LockKey {
  const hash = createHash('sha256')
    .update(JSON.stringify([schema, namespace, kind, name]))
    .digest()
  return [hash.readInt32BE(0), hash.readInt32BE(4)]
}

function locals({ schema, namespace }: Place): string {
  return `SET LOCAL search_path TO "${plain(schema)}", pg_temp; SET LOCAL daybook.namespace TO '${plain(namespace)}'`
}

function plain(text: string): string {
  if (/^[a-z0-9_@+.~/-]+$/.test(text)) return text
  throw new Error(`${JSON.stringify(text)} cannot stand in a statement`)
}

/** A statement with its parameters after the namespace, which is the first of every statement. */
export interface Statement {
  sql: string
  values: readonly unknown[]
}

type Ask = (statement: Statement) => Promise<unknown[]>

interface Waiting extends Statement {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** Joins reads of one moment into one round trip. JSON has texts, lists and numbers below 2^53, and no bytes. */
function createJoining(ask: Ask): Ask {
  let waiting: Waiting[] = []

  function send(): void {
    const statements = waiting
    waiting = []
    askJoined(ask, statements).then(
      (found) => {
        for (const [index, { resolve }] of statements.entries()) resolve(found[index] ?? [])
      },
      (error: unknown) => {
        for (const { reject } of statements) reject(error)
      },
    )
  }

  return (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    if (waiting.length === 0) process.nextTick(send)
    waiting.push({ ...statement, resolve, reject })
    return promise
  }
}

async function askJoined(ask: Ask, statements: readonly Statement[]): Promise<unknown[][]> {
  const [only, another] = statements
  if (only && !another) return [await ask(only)]
  const found: unknown[][] = statements.map(() => [])
  // The number of its statement, and the row as JSON.
  const rows = (await ask(joinStatements(statements))) as { asked: string | number; row: string }[]
  for (const { asked, row } of rows) found[Number(asked)]?.push(JSON.parse(row))
  return found
}

/** Renumbers the parameters of each statement; `$1` is shared. */
function joinStatements(statements: readonly Statement[]): Statement {
  const values: unknown[] = []
  const parts = statements.map((one, asked) => {
    const before = values.length
    values.push(...one.values)
    const sql = one.sql.replace(/\$(\d+)/g, (name, number) => (number === '1' ? name : `$${Number(number) + before}`))
    return `SELECT ${asked} AS asked, row_number() OVER () AS place, row_to_json(part)::text AS row FROM (${sql}) AS part`
  })
  return { sql: `${parts.join(' UNION ALL ')} ORDER BY asked, place`, values }
}
