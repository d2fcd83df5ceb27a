import type { Table } from './table.ts'

/**
 * The vectors of passages by number. A changed passage is removed with its vector before it is put again, so that a
 * vector never outlives its text. `seq` grows with each write, so that a process reads only new rows.
 */
export const vectorTables: readonly Table[] = [
  {
    name: 'vectors',
    isPartitioned: true,
    columns: 'number bigint NOT NULL, seq bigint NOT NULL, code bytea NOT NULL, PRIMARY KEY (namespace, number)',
    indexes: [{ name: 'vectors_by_seq', columns: 'seq' }],
  },
  {
    name: 'vector_models',
    columns: `name text NOT NULL, dimensions integer NOT NULL, token text NOT NULL, last_seq bigint NOT NULL,
      PRIMARY KEY (namespace)`,
  },
]

export const modelSql = 'SELECT name, dimensions, token, last_seq FROM vector_models WHERE namespace = $1'

/** $2 name, $3 dimensions, $4 token. */
export const beginModelSql = `
  WITH gone AS (DELETE FROM vectors WHERE namespace = $1)
  INSERT INTO vector_models (namespace, name, dimensions, token, last_seq) VALUES ($1, $2, $3, $4, 0)
  ON CONFLICT (namespace) DO UPDATE SET
    name = excluded.name, dimensions = excluded.dimensions, token = excluded.token, last_seq = 0`

/** $2 are numbers of passages, $3 their numbers of writing, $4 codes in base64. */
export const putVectorsSql = `
  WITH moved AS (
    UPDATE vector_models SET last_seq = (SELECT max(seq) FROM unnest($3::bigint[]) AS seq) WHERE namespace = $1
  )
  INSERT INTO vectors (namespace, number, seq, code)
  SELECT $1, number, seq, decode(code, 'base64')
  FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS given (number, seq, code)
  ON CONFLICT (namespace, number) DO UPDATE SET seq = excluded.seq, code = excluded.code`

export const passagesByIdSql = 'SELECT number, head, body FROM passages WHERE namespace = $1 AND id = ANY ($2)'
export const changesSql = 'SELECT changes FROM corpora WHERE namespace = $1'

/** Passages without a vector: $2 is the change to start after, $3 the limit. */
export const missingVectorsSql = `
  SELECT change, head, body FROM passages
  WHERE namespace = $1 AND change > $2 AND NOT EXISTS (
    SELECT FROM vectors WHERE vectors.namespace = $1 AND vectors.number = passages.number)
  ORDER BY change, number LIMIT $3::bigint`

/** All passages, if no vector of the requested model exists. */
export const anyPassagesSql =
  'SELECT change, head, body FROM passages WHERE namespace = $1 AND change > $2 ORDER BY change, number LIMIT $3::bigint'

const joinSql = 'FROM vectors JOIN passages ON passages.namespace = $1 AND passages.number = vectors.number'

/** Rows written after $2, at most $3. */
export const newVectorsSql: string = `
  SELECT seq, encode(code, 'base64') AS code, layer, session, type, created_at ${joinSql}
  WHERE vectors.namespace = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3::bigint`

export const vectorHitsSql: string = `SELECT seq, head, body ${joinSql} WHERE vectors.namespace = $1 AND seq = ANY ($2::bigint[])`
export const vectorsByIdSql: string = `
  SELECT id, encode(code, 'base64') AS code ${joinSql} WHERE vectors.namespace = $1 AND id = ANY ($2)`
export const sequencesSql = 'SELECT seq FROM vectors WHERE namespace = $1'
