import type { Table } from './table.ts'

/** `place` is the packed namespace: those below a prefix form a range. `whole` is the key if the index cuts it. */
export const itemTable: Table = {
  name: 'items',
  isPartitioned: true,
  columns: `place text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, whole text COLLATE "C",
    created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL, accessed_at text COLLATE "C" NOT NULL,
    expires_at text COLLATE "C", value text NOT NULL, PRIMARY KEY (namespace, place, key)`,
  indexes: [
    { name: 'items_by_update', columns: 'place, updated_at DESC, key' },
    { name: 'items_by_creation', columns: 'place, created_at DESC, key' },
    { name: 'items_by_access', columns: 'place, accessed_at, key' },
    { name: 'items_expiring', columns: 'place, expires_at', where: 'expires_at IS NOT NULL' },
  ],
}

const columns = 'place, key, whole, value, created_at, updated_at, accessed_at, expires_at'
const below = 'namespace = $1 AND place >= $2 AND ($3::text IS NULL OR place < $3)'
const isPresent = (at: string): string => `(expires_at IS NULL OR expires_at > ${at})`

export const getItemsSql: string = `
  SELECT ${columns} FROM items WHERE namespace = $1 AND place = $2 AND key = ANY ($3) AND ${isPresent('$4')}`
export const touchItemsSql: string = `
  UPDATE items SET accessed_at = $4, expires_at = coalesce($5, expires_at)
  WHERE namespace = $1 AND place = $2 AND key = ANY ($3) AND ${isPresent('$4')} RETURNING ${columns}`

/** An expired item counts as absent, so a put inserts instead of replacing it. */
export const putItemsSql = `
  INSERT INTO items AS known (namespace, place, key, whole, created_at, updated_at, accessed_at, expires_at, value)
  SELECT $1, place, key, whole, created, at, at, expires, value
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    AS given (place, key, whole, created, at, expires, value)
  ON CONFLICT (namespace, place, key) DO UPDATE SET
    created_at = CASE WHEN known.expires_at <= excluded.created_at THEN excluded.created_at ELSE known.created_at END,
    updated_at = excluded.updated_at, accessed_at = excluded.accessed_at, expires_at = excluded.expires_at,
    value = excluded.value`

export const removeItemsSql = 'DELETE FROM items WHERE namespace = $1 AND place = $2 AND key = ANY ($3)'
export const clearItemsSql: string = `DELETE FROM items WHERE ${below}`
export const countItemsSql: string = `SELECT count(*) AS items FROM items WHERE ${below} AND ${isPresent('$4')}`
export const pruneExpiredSql: string = `DELETE FROM items WHERE ${below} AND expires_at <= $4`

/** The least recently accessed items, as many as exceed $4. */
export const pruneOldestSql: string = `
  DELETE FROM items AS gone USING (
    SELECT place, key FROM items WHERE ${below} ORDER BY accessed_at, place, key
    LIMIT greatest(0, (SELECT count(*) FROM items WHERE ${below}) - $4::bigint)
  ) AS oldest
  WHERE gone.namespace = $1 AND gone.place = oldest.place AND gone.key = oldest.key`

/** Jumps from each place to the next: the cost grows with the number of places. */
export const placesSql: string = `
  WITH RECURSIVE found (place) AS (
    SELECT min(place) FROM items WHERE ${below} AND ${isPresent('$4')}
    UNION ALL
    SELECT (
      SELECT min(place) FROM items
      WHERE namespace = $1 AND place > found.place AND ($3::text IS NULL OR place < $3) AND ${isPresent('$4')}
    ) FROM found WHERE found.place IS NOT NULL
  )
  SELECT place FROM found WHERE place IS NOT NULL`

/** The first and the last place of a range, expired items included. */
export const edgesSql: string = `SELECT min(place) AS first, max(place) AS last FROM items WHERE ${below}`

const one = 'namespace = $1 AND place = $2 AND $3::text IS NULL'
const orders = {
  updated: 'updated_at DESC, place, key',
  created: 'created_at DESC, place, key',
  key: 'place, key',
} as const

/** The items of one place in the order of an index, those of several places sorted; with offset and limit. */
export function searchItemsSql(order: keyof typeof orders, isOne: boolean): string {
  return `SELECT ${columns} FROM items WHERE ${isOne ? one : below} AND ${isPresent('$4')}
    ORDER BY ${orders[order]} LIMIT $5 OFFSET $6`
}
