import { randomUUID } from 'node:crypto'
import { type Lease, MemoryError } from '@daybook/memory-core'
import type { Database } from './database.ts'
import { indexKey } from './index-key.ts'
import type { Table } from './table.ts'

/** Times are the server's, so that no machine's clock matters. */
export const leaseTable: Table = {
  name: 'leases',
  columns: `name text COLLATE "C" NOT NULL, owner uuid, expires_at timestamptz NOT NULL, fence bigint NOT NULL,
    PRIMARY KEY (namespace, name)`,
}

const until = "clock_timestamp() + $4 * interval '1 millisecond'"
const takeSql: string = `
  INSERT INTO leases (namespace, name, owner, expires_at, fence) VALUES ($1, $2, $3, ${until}, 1)
  ON CONFLICT (namespace, name) DO UPDATE SET
    owner = excluded.owner, expires_at = excluded.expires_at, fence = leases.fence + 1
  WHERE leases.owner IS NULL OR leases.expires_at <= clock_timestamp()
  RETURNING fence`
const extendSql: string = `UPDATE leases SET expires_at = ${until} WHERE namespace = $1 AND name = $2 AND owner = $3`
const giveBackSql = 'UPDATE leases SET owner = NULL WHERE namespace = $1 AND name = $2 AND owner = $3'

/** The leases of this process, as rows. Each check renews the lease, so that for `leaseMs` after it no other holder takes over. */
export function createPostgresLeases(database: Database, leaseMs: number) {
  const releases = new Set<() => Promise<void>>()

  const extend = (name: string, owner: string): Promise<number> =>
    database.write((session) => session.run(extendSql, [indexKey(name), owner, leaseMs]))

  function held(name: string, owner: string, fence: number): Lease {
    let failure: unknown
    let givenBack: Promise<number> | undefined
    const timer = setInterval(() => void renew(), leaseMs / 3)
    timer.unref()

    async function renew(): Promise<void> {
      try {
        if ((await extend(name, owner)) === 0) clearInterval(timer)
      } catch (error) {
        // A background renewal has no caller to reject: check() finds a new holder, and throws this as the cause.
        failure = error
      }
    }

    async function release(): Promise<void> {
      clearInterval(timer)
      givenBack ??= database.write((session) => session.run(giveBackSql, [indexKey(name), owner]))
      await givenBack
      releases.delete(release)
    }

    async function check(): Promise<void> {
      if (givenBack === undefined && (await extend(name, owner)) > 0) return
      const message = `the lease ${JSON.stringify(name)} with fence ${fence} is lost: another process took over, or it was given back. Take a new one and start again from what is stored`
      throw new MemoryError('lease-lost', message, { cause: failure })
    }

    releases.add(release)
    return { fence, check, release }
  }

  return {
    async take(name: string): Promise<Lease | undefined> {
      const owner = randomUUID()
      const [row] = await database.write((session) =>
        session.rows<{ fence: string | number }>(takeSql, [indexKey(name), owner, leaseMs]),
      )
      return row && held(name, owner, Number(row.fence))
    },
    /** Releases all leases that are still held. */
    async close(): Promise<void> {
      await Promise.allSettled([...releases].map((release) => release()))
    },
  }
}
