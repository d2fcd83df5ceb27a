import type { Table } from './table.ts'

/**
 * An inverted index: a posting for each different token of each passage. GIN would be smaller and cannot be used here:
 * its operators are not leakproof, so that under row level security PostgreSQL looks at every row of the namespace
 * before it may ask them; `=` on texts is. A posting has what the score needs, and its key has it, too: a user's
 * postings of a term lie side by side, however many users there are, and passages that are not answered are never read. `length` and `count` are those of BM25, `number` is new with each change of a passage.
 */
export const passageTables: readonly Table[] = [
  {
    name: 'passages',
    isPartitioned: true,
    columns: `id text COLLATE "C" NOT NULL, number integer NOT NULL, layer text COLLATE "C" NOT NULL,
      session text COLLATE "C", type text COLLATE "C", created_at text COLLATE "C", origin text COLLATE "C" NOT NULL,
      length integer NOT NULL, digest text NOT NULL, terms text[] COLLATE "C" NOT NULL, body text NOT NULL,
      PRIMARY KEY (namespace, id)`,
    indexes: [
      { name: 'passages_by_number', columns: 'number' },
      { name: 'passages_by_origin', columns: 'origin, id' },
    ],
  },
  {
    name: 'postings',
    isPartitioned: true,
    columns: `term text COLLATE "C" NOT NULL, number integer NOT NULL, count integer NOT NULL, length integer NOT NULL,
      PRIMARY KEY (namespace, term, number) INCLUDE (count, length)`,
    indexes: [],
  },
  {
    name: 'watermarks',
    isPartitioned: false,
    columns: `key text COLLATE "C" NOT NULL, whole text COLLATE "C", value text NOT NULL, PRIMARY KEY (namespace, key)`,
    indexes: [],
  },
  {
    name: 'corpora',
    isPartitioned: false,
    columns: `passages bigint NOT NULL, tokens bigint NOT NULL, last_number integer NOT NULL, PRIMARY KEY (namespace)`,
    indexes: [],
  },
]

export const corpusSql = 'SELECT passages, tokens, last_number FROM corpora WHERE namespace = $1'
export const knownPassagesSql = 'SELECT id, length, digest FROM passages WHERE namespace = $1 AND id = ANY ($2)'

/** Takes passages out, and their postings by the terms that they have. */
export const removePassagesSql = `
  WITH gone AS (
    DELETE FROM passages WHERE namespace = $1 AND id = ANY ($2) RETURNING number, terms
  ), unvectored AS (
    DELETE FROM vectors USING gone WHERE vectors.namespace = $1 AND vectors.number = gone.number
  ), unposted AS (
    SELECT number, term FROM gone CROSS JOIN LATERAL unnest(terms) AS term
  )
  DELETE FROM postings USING unposted
  WHERE postings.namespace = $1 AND postings.term = unposted.term AND postings.number = unposted.number`

const columns = 'id, number, layer, session, type, created_at, origin, length, digest, body'

/** Adds passages; the different terms of each come as one JSON text. */
export const addPassagesSql: string = `
  INSERT INTO passages (namespace, ${columns}, terms)
  SELECT $1, ${columns}, ARRAY(SELECT jsonb_array_elements_text(terms::jsonb))
  FROM unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::integer[],
    $10::text[], $11::text[], $12::text[]) AS given (${columns}, terms)`

export const addPostingsSql = `
  INSERT INTO postings (namespace, term, number, count, length)
  SELECT $1, term, number, count, length
  FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[]) AS given (term, number, count, length)`

export const moveCorpusSql = `
  INSERT INTO corpora (namespace, passages, tokens, last_number) VALUES ($1, $2, $3, $4)
  ON CONFLICT (namespace) DO UPDATE SET
    passages = excluded.passages, tokens = excluded.tokens, last_number = excluded.last_number`

export const moveWatermarksSql = `
  WITH unmarked AS (DELETE FROM watermarks WHERE namespace = $1 AND key = ANY ($2))
  INSERT INTO watermarks (namespace, key, whole, value)
  SELECT $1, key, whole, value FROM unnest($3::text[], $4::text[], $5::text[]) AS given (key, whole, value)
  ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value`

export const findWatermarksSql = 'SELECT key, value FROM watermarks WHERE namespace = $1 AND key = ANY ($2)'
export const watermarksSql = 'SELECT key, whole, value FROM watermarks WHERE namespace = $1'
export const idsSql = 'SELECT id, body FROM passages WHERE namespace = $1 AND origin = $2 ORDER BY id'

export const clearPassagesSql = `
  WITH passages_gone AS (DELETE FROM passages WHERE namespace = $1),
    postings_gone AS (DELETE FROM postings WHERE namespace = $1),
    watermarks_gone AS (DELETE FROM watermarks WHERE namespace = $1),
    vectors_gone AS (DELETE FROM vectors WHERE namespace = $1),
    models_gone AS (DELETE FROM vector_models WHERE namespace = $1)
  DELETE FROM corpora WHERE namespace = $1`

/**
 * BM25 as `termWeight` and `termScore` of the core have it, with the namespace's own document frequencies: the operations
 * are the same, in the same order. Only what is to be answered is joined: of equal scores all, for the ids decide.
 */
const scoredSql = `
  WITH corpus AS MATERIALIZED (
    SELECT passages::float8 AS passages, (tokens + passages * 2)::float8 / passages::float8 AS average
    FROM corpora WHERE namespace = $1 AND passages > 0
  ), hits AS MATERIALIZED (
    SELECT term, number, count::float8 AS count, length::float8 AS length
    FROM postings WHERE namespace = $1 AND term = ANY ($2)
  ), weights AS MATERIALIZED (
    SELECT term, CASE WHEN 2 * found >= passages THEN 0.000001::float8
      ELSE greatest(ln((passages - found + 0.5::float8) / (found + 0.5::float8)), 0.000001::float8) END AS weight
    FROM (SELECT term, count(*)::float8 AS found FROM hits GROUP BY term) AS terms, corpus
  ), scored AS (
    SELECT number, sum(weight * ((count * 2.2::float8) / (count + 1.2::float8 * (
      0.25::float8 + (0.75::float8 * (length + 2::float8)) / average)))) AS score
    FROM hits JOIN weights USING (term), corpus
    GROUP BY number
  )`
const rankSql = 'trunc(score * 1e9::float8)'

/** Everywhere: $3 is the limit. */
export const searchSql: string = `${scoredSql}, best AS (
    SELECT number, score FROM scored ORDER BY ${rankSql} DESC FETCH FIRST ($3::bigint) ROWS WITH TIES
  )
  SELECT score, body FROM best JOIN passages ON passages.namespace = $1 AND passages.number = best.number
  ORDER BY ${rankSql} DESC, id LIMIT $3::bigint`

/** Within a scope: $4 layers or null for all, $5 sessions, $6 types or null for all, $7 since, $8 until. */
export const scopedSearchSql: string = `${scoredSql}
  SELECT score, body FROM scored JOIN passages ON passages.namespace = $1 AND passages.number = scored.number
  WHERE ($4::text[] IS NULL OR layer = ANY ($4) OR session = ANY ($5::text[]))
    AND ($6::text[] IS NULL OR (session IS NULL AND type = ANY ($6)))
    AND ($7::text IS NULL OR created_at IS NULL OR created_at >= $7)
    AND ($8::text IS NULL OR created_at IS NULL OR created_at <= $8)
  ORDER BY ${rankSql} DESC, id LIMIT $3::bigint`
