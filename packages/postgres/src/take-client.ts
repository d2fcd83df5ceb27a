import { asked } from './failures.ts'
import type { PostgresClient, PostgresPool } from './pool.ts'

/** A connection taken from its pool. */
export interface TakenClient {
  client: PostgresClient
  /** Returns it to the pool, or closes it if it is broken. */
  giveBack(isBroken: boolean): void
}

const ignore = (): void => undefined

/**
 * Takes a connection whose loss does not end the process while it is idle: the next statement fails instead. It has an
 * error listener from the moment the pool hands it out.
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
  // A pool with promises only has ignored the callback.
  if (answer instanceof Promise) answer.then(take, reject)
  return promise
}
