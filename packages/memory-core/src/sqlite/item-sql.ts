/**
 * Namespaces are packed (`packLabels`), so that all below a prefix form one range. `value` is the last column, so that
 * the others are read without it. Each order within one namespace has an index; `items_by_access` serves counts, too.
 */
export const itemSchema = `
  CREATE TABLE items (
    number INTEGER PRIMARY KEY, namespace TEXT NOT NULL, key TEXT NOT NULL, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, accessed_at TEXT NOT NULL, expires_at TEXT,
    born TEXT NOT NULL, bytes INTEGER NOT NULL, sum INTEGER NOT NULL, value TEXT NOT NULL, UNIQUE (namespace, key)
  ) STRICT;
  CREATE INDEX items_by_update ON items (namespace, updated_at DESC, key, expires_at);
  CREATE INDEX items_by_creation ON items (namespace, created_at DESC, key, expires_at);
  CREATE INDEX items_by_access ON items (namespace, accessed_at, key);
  CREATE INDEX items_expiring ON items (namespace, expires_at) WHERE expires_at IS NOT NULL;`

const itemColumns =
  'namespace, key, value, created_at AS createdAt, updated_at AS updatedAt, accessed_at AS accessedAt, expires_at AS expiresAt, born, bytes, sum'
const one = 'namespace = ?'
const below = 'namespace >= ? AND namespace < ?'
const present = '(expires_at IS NULL OR expires_at > ?)'
const place = `${one} AND key = ?`

export const getItemSql: string = `SELECT ${itemColumns} FROM items WHERE ${place} AND ${present}`
export const touchItemSql: string = `UPDATE items SET accessed_at = ?, expires_at = ?, sum = ? WHERE ${place}`
export const bornItemSql: string = `SELECT ${itemColumns} FROM items WHERE born = ?`
export const ageItemSql: string = `SELECT created_at AS createdAt, expires_at AS expiresAt, born, bytes FROM items WHERE ${place}`
export const putItemSql = `
  INSERT INTO items (namespace, key, created_at, updated_at, accessed_at, expires_at, born, bytes, sum, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (namespace, key) DO UPDATE SET
    created_at = excluded.created_at, updated_at = excluded.updated_at, accessed_at = excluded.accessed_at,
    expires_at = excluded.expires_at, born = excluded.born, bytes = excluded.bytes, sum = excluded.sum, value = excluded.value`
const gone = 'RETURNING born, bytes'
export const removeItemSql: string = `DELETE FROM items WHERE ${place} ${gone}`
export const clearItemsSql: string = `DELETE FROM items WHERE ${below} ${gone}`
export const unbornItemSql: string = `DELETE FROM items WHERE born = ? ${gone}`
export const countItemsSql: string = `SELECT count(*) AS items FROM items INDEXED BY items_by_access WHERE ${below}`
export const countExpiredSql: string = `SELECT count(*) AS items FROM items INDEXED BY items_expiring
  WHERE ${below} AND expires_at IS NOT NULL AND expires_at <= ?`
export const pruneExpiredSql: string = `DELETE FROM items WHERE number IN (
  SELECT number FROM items INDEXED BY items_expiring WHERE ${below} AND expires_at IS NOT NULL AND expires_at <= ?) ${gone}`
export const readItemSql: string = `SELECT ${itemColumns} FROM items WHERE number = ?`

export const nextNamespaceSql: string = `SELECT namespace FROM items WHERE ${below} AND ${present} ORDER BY namespace LIMIT 1`
/** The first and last namespace of a range, expired items included. */
export const edgesSql: string = `SELECT
  (SELECT namespace FROM items WHERE ${below} ORDER BY namespace LIMIT 1) AS first,
  (SELECT namespace FROM items WHERE ${below} ORDER BY namespace DESC LIMIT 1) AS last`

export function pruneOldestSql(isOne: boolean): string {
  return `DELETE FROM items WHERE number IN (
    SELECT number FROM items INDEXED BY items_by_access WHERE ${isOne ? one : below} ORDER BY accessed_at, namespace, key LIMIT ?) ${gone}`
}

const searches = {
  updated: ['INDEXED BY items_by_update', 'updated_at DESC, namespace, key'],
  created: ['INDEXED BY items_by_creation', 'created_at DESC, namespace, key'],
  key: ['', 'namespace, key'],
} as const

/** The numbers of a query's items. One namespace is read in the order of an index; several are sorted. */
export function searchItemsSql(order: keyof typeof searches, isOne: boolean): string {
  const [index, columns] = searches[order]
  return `SELECT number FROM items ${index} WHERE ${isOne ? one : below} AND ${present} ORDER BY ${columns}`
}
