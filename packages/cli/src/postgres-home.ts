import { createRequire } from 'node:module'
import { openMemories, openMemory, type Storage } from '@daybook/memory-core'
import type { PostgresPool } from '@daybook/postgres'
import { UsageError } from './exit-codes.ts'
import { sizeOf, withStorage } from './folder-home.ts'
import type { Home } from './open-place.ts'

const schema = 'daybook'

/** The part of `pg` that is used. */
interface Driver {
  Pool: new (options: {
    connectionString: string
    max: number
  }) => PostgresPool & {
    on(event: 'error', listener: () => void): unknown
    query(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>
    end(): Promise<void>
  }
}

/** The memory of one user in PostgreSQL. Loads `@daybook/postgres`, and the driver that comes with it. */
export async function postgresHome(url: string, user: string): Promise<Home> {
  if (!URL.canParse(url))
    throw new UsageError(`--postgres is "${url}", expected postgres://user:password@host:5432/name`)
  const { postgresStorage } = await import('@daybook/postgres').catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    throw new UsageError('--postgres needs a package that is not installed: npm install @daybook/postgres', 1)
  })
  const { Pool }: Driver = createRequire(import.meta.resolve('@daybook/postgres'))('pg')
  const pool = new Pool({ connectionString: url, max: 4 })
  // A lost idle connection is replaced when one is needed.
  pool.on('error', () => undefined)
  const open = (): Promise<Storage> => postgresStorage({ pool, namespace: [user], schema })
  return {
    name: `PostgreSQL at ${new URL(url).host}`,
    async exists() {
      const { rows } = await pool.query('select 1 from information_schema.schemata where schema_name = $1', [schema])
      return rows.length > 0
    },
    open: async (options) => openMemory({ ...options, storage: await open() }),
    async erase({ dryRun }) {
      if (dryRun) return withStorage(open, sizeOf)
      const memories = openMemories({ storage: open })
      const erased = await memories.erase({ user })
      await memories.close()
      return erased
    },
    close: () => pool.end(),
  }
}
