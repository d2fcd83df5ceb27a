import { asked } from './failures.ts'

/** The result of a query, as `pg` returns it. */
export interface PostgresResult {
  rows: unknown[]
  rowCount: number | null
}

/** One connection of a pool: the part of `pg`'s `PoolClient` that is called. */
export interface PostgresClient {
  /** Whether statements are sent before earlier ones are answered: `pg`'s option of that name. */
  readonly pipeline?: boolean
  query(text: string, values?: unknown[]): Promise<PostgresResult>
  /** Returns it to the pool; with `true`, the connection is closed instead. */
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of connections: the part of `pg`'s `Pool` that is used. The caller creates it and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  /**
   * The callback form, for pools that have it: a promise resolves a moment after the connection was made, and an error
   * in that moment would end the process.
   */
  connect(callback: (error: Error | undefined, client: PostgresClient | undefined) => void): unknown
  readonly ended?: boolean
}

export interface TakenClient {
  client: PostgresClient
  /** Returns it to the pool, or closes it if it is broken. */
  giveBack(isBroken: boolean): void
}

const ignore = (): void => undefined

/** A connection with an error listener from the start: its loss ends no process, and the next statement fails. */
export async function takeClient(pool: PostgresPool): Promise<TakenClient> {
  const client = await asked(() => connected(pool))
  return {
    client,
    giveBack(isBroken) {
      client.removeListener('error', ignore)
      client.release(isBroken)
    },
  }
}

function connected(pool: PostgresPool): Promise<PostgresClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PostgresClient>()
  const take = (client: PostgresClient): void => {
    client.on('error', ignore)
    resolve(client)
  }
  const answer = pool.connect((error, client) => (client ? take(client) : reject(error)))
  // A pool with promises only has ignored the callback.
  if (answer instanceof Promise) answer.then(take, reject)
  return promise
}
