/** What a query answers: as `pg` does. */
export interface PostgresResult {
  rows: unknown[]
  rowCount: number | null
}

/** One connection of a pool: the part of `pg`'s `PoolClient` that is called. */
export interface PostgresClient {
  /** Whether statements are sent before the answers to earlier ones have come: `pg`'s option of that name. */
  readonly pipeline?: boolean
  query(text: string, values?: unknown[]): Promise<PostgresResult>
  /** Back into the pool; with `true`, the connection is closed instead. */
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of connections: the part of `pg`'s `Pool` that is called. It stays the caller's, who makes it and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  /**
   * The same without a promise, for a pool that can: a promise tells of a connection a moment after it was made, and what
   * kills it in that moment would end the process.
   */
  connect(callback: (error: Error | undefined, client: PostgresClient | undefined) => void): unknown
  readonly ended?: boolean
}
