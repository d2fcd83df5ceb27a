import { asked } from './failures.ts'
import type { PostgresClient, PostgresPool } from './pool.ts'

/** A connection that was taken out of its pool. */
export interface TakenClient {
  client: PostgresClient
  /** Back into the pool, or closed when it is broken. */
  giveBack(isBroken: boolean): void
}

const ignore = (): void => undefined

/**
 * Takes a connection that ends no process when it dies while nothing is asked of it: the next statement tells. It is
 * listened to from the moment in which the pool lets go of it.
 */
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
  // A pool that knows promises only has not looked at the callback.
  if (answer instanceof Promise) answer.then(take, reject)
  return promise
}
