import type { Table } from './table.ts'

/**
 * Columns exist for what is filtered or sorted by; the record itself is JSON in `body`. `scope` is '' for none, else it
 * begins with "=". Indexes end in the order of the answers: a list reads no more than its limit from each range.
 */
export const recordTables: readonly Table[] = [
  {
    name: 'records',
    isPartitioned: true,
    columns: `id text COLLATE "C" NOT NULL, revision bigint NOT NULL, type text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL, priority smallint NOT NULL, strength double precision NOT NULL, tokens bigint NOT NULL,
      created_at text COLLATE "C" NOT NULL, is_archived boolean NOT NULL, scope text COLLATE "C" NOT NULL,
      name text COLLATE "C", tags text[] COLLATE "C" NOT NULL, body text NOT NULL, PRIMARY KEY (namespace, id)`,
    indexes: [
      { name: 'records_by_scope', columns: 'scope, type, priority, strength DESC, id', where: 'NOT is_archived' },
      { name: 'records_by_type', columns: 'type, priority, strength DESC, id', where: 'NOT is_archived' },
      { name: 'records_by_kind', columns: 'kind, priority, strength DESC, id', where: 'NOT is_archived' },
      { name: 'records_by_priority', columns: 'is_archived, priority, strength DESC, id' },
      { name: 'records_by_age', columns: 'is_archived, created_at DESC, id' },
      { name: 'records_by_name', columns: 'name', where: 'name IS NOT NULL' },
      { name: 'records_by_revision', columns: 'revision' },
    ],
  },
  {
    name: 'removed_records',
    columns: `id text COLLATE "C" NOT NULL, whole text COLLATE "C", revision bigint NOT NULL, PRIMARY KEY (namespace, id)`,
    indexes: [{ name: 'removed_records_by_revision', columns: 'revision' }],
  },
  {
    name: 'record_marks',
    columns: `key text COLLATE "C" NOT NULL, value text NOT NULL, PRIMARY KEY (namespace, key)`,
  },
  { name: 'record_revisions', columns: 'last bigint NOT NULL, PRIMARY KEY (namespace)' },
]

/** The complete key if the index has it cut, which a listing of marks needs. */
export const wholeMarksSql = 'ALTER TABLE record_marks ADD COLUMN whole text COLLATE "C"'

export const revisionSql = 'SELECT last FROM record_revisions WHERE namespace = $1'
export const findRecordsSql = 'SELECT id, revision, strength, body FROM records WHERE namespace = $1 AND id = ANY ($2)'
export const knownRecordsSql = 'SELECT id FROM records WHERE namespace = $1 AND id = ANY ($2)'

const columns = 'id, revision, type, kind, priority, strength, tokens, created_at, is_archived, scope, name, body'
const given = columns.replaceAll(/\w+/g, 'excluded.$&')

/** Puts rows; the tags of each are one JSON text, because PostgreSQL has no lists of lists of different lengths. */
export const putRecordsSql: string = `
  WITH put AS (
    INSERT INTO records (namespace, ${columns}, tags)
    SELECT $1, ${columns}, ARRAY(SELECT jsonb_array_elements_text(tags::jsonb))
    FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::float8[], $8::bigint[], $9::text[],
      $10::boolean[], $11::text[], $12::text[], $13::text[], $14::text[]) AS given (${columns}, tags)
    ON CONFLICT (namespace, id) DO UPDATE SET (${columns}, tags) = ROW (${given}, excluded.tags)
  )
  DELETE FROM removed_records WHERE namespace = $1 AND id = ANY ($2)`

export const removeRecordsSql = `
  WITH gone AS (DELETE FROM records WHERE namespace = $1 AND id = ANY ($2))
  INSERT INTO removed_records (namespace, id, whole, revision)
  SELECT $1, id, whole, revision FROM unnest($2::text[], $3::text[], $4::bigint[]) AS given (id, whole, revision)
  ON CONFLICT (namespace, id) DO UPDATE SET revision = excluded.revision`

export const listMarksSql = `
  SELECT key, whole, value FROM record_marks WHERE namespace = $1 AND key >= $2 ORDER BY key LIMIT $3`

export const moveRevisionSql = `
  INSERT INTO record_revisions (namespace, last) VALUES ($1, $2)
  ON CONFLICT (namespace) DO UPDATE SET last = excluded.last`

/** Records and removals share one counter. */
export const changesSql = `
  SELECT id, NULL AS whole, revision, strength, body FROM records WHERE namespace = $1 AND revision > $2
  UNION ALL
  SELECT id, whole, revision, NULL, NULL FROM removed_records WHERE namespace = $1 AND revision > $2
  ORDER BY revision LIMIT $3`

export const countRecordsSql = `
  SELECT type, kind, is_archived, count(*) AS records, sum(tokens) AS tokens FROM records WHERE namespace = $1
  GROUP BY type, kind, is_archived ORDER BY type, kind, is_archived`

/** Jumps from each scope to the next, so that the cost does not grow with the records of a scope. */
export const scopesSql = `
  WITH RECURSIVE found (scope) AS (
    SELECT min(scope) FROM records WHERE namespace = $1 AND NOT is_archived AND scope > ''
    UNION ALL
    SELECT (SELECT min(scope) FROM records WHERE namespace = $1 AND NOT is_archived AND scope > found.scope)
    FROM found WHERE found.scope IS NOT NULL
  )
  SELECT scope FROM found WHERE scope IS NOT NULL`

/** One record of each of these scopes. */
export const scopedRecordsSql = `
  SELECT DISTINCT ON (scope) scope, id, strength, body FROM records
  WHERE namespace = $1 AND NOT is_archived AND scope = ANY ($2)`

export const clearRecordsSql = `
  WITH records_gone AS (DELETE FROM records WHERE namespace = $1),
    removals_gone AS (DELETE FROM removed_records WHERE namespace = $1),
    marks_gone AS (DELETE FROM record_marks WHERE namespace = $1)
  DELETE FROM record_revisions WHERE namespace = $1`
