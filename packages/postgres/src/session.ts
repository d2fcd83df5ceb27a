import { createHash } from 'node:crypto'
import { asked } from './failures.ts'
import { createJoining } from './joined.ts'
import type { PostgresClient } from './pool.ts'

/** A transaction: every statement is a constant with numbered parameters, and the first of them is the namespace. */
export interface Session {
  /** The rows that a statement answers. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * The same for a statement that reads texts, lists and numbers below 2^53, and no bytes: where statements are waited for
   * one after the other, those that are asked at the same moment are one.
   */
  joined<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** The number of rows that a statement changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>
}

/** Whose rows a transaction may see, and where they are. */
export interface Place {
  /** A plain identifier. */
  schema: string
  /** A safe name: lower-case letters, digits and `_@+.~-`. */
  namespace: string
}

/** Two numbers that name an advisory lock. */
export type LockKey = readonly [number, number]

/**
 * Statements that run with this namespace before all other parameters. Those that are asked at once go out together in
 * pipeline mode, else one after the other.
 */
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
  // The only places where rows come in; the statement says what they are.
  const rows = async <Row>(sql: string, values: readonly unknown[] = []) => (await query(sql, values)).rows as Row[]
  const joined = async <Row>(sql: string, values: readonly unknown[] = []) => (await join({ sql, values })) as Row[]
  return {
    rows,
    joined: client.pipeline === true ? rows : joined,
    run: async (sql, values = []) => (await query(sql, values)).rowCount ?? 0,
  }
}

/**
 * Opens a transaction that reads one moment. `SET LOCAL` takes no parameters; the texts that stand in it are checked
 * to be plain, and one message costs one round trip instead of three.
 */
export function beginRead(place: Place): string {
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${locals(place)}`
}

/** Opens a transaction that writes, with the key by which it is known to have been committed, and takes a lock. */
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

/** The keys of an advisory lock: 64 bits of a hash, so that two names meet once in 10^19. */
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
