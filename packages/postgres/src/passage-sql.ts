import { numbering } from '@daybook/memory-core/storage'
import type { Table } from './table.ts'

/**
 * An inverted index: one posting for each distinct token of each passage. GIN would be smaller but does not work here:
 * its operators are not leakproof, so under row level security PostgreSQL reads every row of the namespace before it
 * may apply them; `=` on text is leakproof. The key of a posting contains everything that the score needs: a user's
 * postings of a term are adjacent, however many users there are, and passages that are not returned are never read.
 * `length` and `count` are those of BM25. A passage's `number` encodes its position: an origin is a range of numbers,
 * and so is a text with its parts. `head` contains the fields that ranking needs, `body` the others; `change` increases
 * with each change of the index.
 */
export const passageTables: readonly Table[] = [
  {
    name: 'passages',
    isPartitioned: true,
    columns: `id text COLLATE "C" NOT NULL, number bigint NOT NULL, change bigint NOT NULL, layer text COLLATE "C" NOT NULL,
      session text COLLATE "C", type text COLLATE "C", created_at text COLLATE "C", length integer NOT NULL,
      digest text NOT NULL, terms text[] COLLATE "C" NOT NULL, head text NOT NULL, body text NOT NULL,
      PRIMARY KEY (namespace, id)`,
    indexes: [
      { name: 'passages_by_number', columns: 'number' },
      { name: 'passages_by_change', columns: 'change, number' },
      { name: 'passages_by_time', columns: 'created_at, number' },
    ],
  },
  {
    name: 'postings',
    isPartitioned: true,
    columns: `term text COLLATE "C" NOT NULL, number bigint NOT NULL, count integer NOT NULL, length integer NOT NULL,
      PRIMARY KEY (namespace, term, number) INCLUDE (count, length)`,
  },
  {
    name: 'origins',
    columns: `origin text COLLATE "C" NOT NULL, first bigint NOT NULL, next bigint NOT NULL,
      PRIMARY KEY (namespace, origin)`,
  },
  {
    name: 'watermarks',
    columns: `key text COLLATE "C" NOT NULL, whole text COLLATE "C", value text NOT NULL, PRIMARY KEY (namespace, key)`,
  },
  {
    name: 'corpora',
    columns: `passages bigint NOT NULL, tokens bigint NOT NULL, origins bigint NOT NULL, changes bigint NOT NULL,
      PRIMARY KEY (namespace)`,
  },
]

/** The index is derived: an older one is dropped and rebuilt. */
export const dropPassagesSql =
  'DROP TABLE IF EXISTS passages, postings, origins, watermarks, corpora, vectors, vector_models'

/** Passages of these ids, and the parts of texts among them. Ranges are computed first, as in `search-sql`. */
export const knownPassagesSql: string = `
  WITH known AS MATERIALIZED (
    SELECT id, number, length, digest FROM passages WHERE namespace = $1 AND id = ANY ($2)
  ), texts AS MATERIALIZED (
    SELECT number AS first, number + ${numbering.partsOfText} AS next FROM known WHERE number % ${numbering.partsOfText} = 0
  )
  SELECT * FROM known
  UNION
  SELECT id, number, length, digest FROM texts
  JOIN passages ON passages.namespace = $1 AND passages.number > first AND passages.number < next`

/** The size of the index, with each of these origins that exists. */
export const corpusSql = `
  SELECT passages, tokens, corpora.origins, changes, origin, first, next
  FROM corpora LEFT JOIN origins ON origins.namespace = $1 AND origin = ANY ($2)
  WHERE corpora.namespace = $1`

/** Removes passages, and their postings by term. */
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

const columns = 'id, number, change, layer, session, type, created_at, length, digest, head, body'

/** Adds passages; the different terms of each are one JSON text. */
export const addPassagesSql: string = `
  INSERT INTO passages (namespace, ${columns}, terms)
  SELECT $1, ${columns}, ARRAY(SELECT jsonb_array_elements_text(terms::jsonb))
  FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::integer[],
    $10::text[], $11::text[], $12::text[], $13::text[]) AS given (${columns}, terms)`

export const addPostingsSql = `
  INSERT INTO postings (namespace, term, number, count, length)
  SELECT $1, term, number, count, length
  FROM unnest($2::text[], $3::bigint[], $4::integer[], $5::integer[]) AS given (term, number, count, length)`

export const moveCorpusSql = `
  WITH moved AS (
    INSERT INTO origins (namespace, origin, first, next)
    SELECT $1, origin, first, next FROM unnest($6::text[], $7::bigint[], $8::bigint[]) AS given (origin, first, next)
    ON CONFLICT (namespace, origin) DO UPDATE SET next = excluded.next
  )
  INSERT INTO corpora (namespace, passages, tokens, origins, changes) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (namespace) DO UPDATE SET
    passages = excluded.passages, tokens = excluded.tokens, origins = excluded.origins,
    changes = excluded.changes`

export const watermarksSql = 'SELECT key, whole, value FROM watermarks WHERE namespace = $1'
export const readPassagesSql =
  'SELECT number, head, body FROM passages WHERE namespace = $1 AND number = ANY ($2::bigint[])'

/** An origin is a range of numbers. */
export const idsSql = `
  SELECT head FROM origins
  JOIN passages ON passages.namespace = $1 AND passages.number >= origins.first AND passages.number < origins.next
  WHERE origins.namespace = $1 AND origins.origin = $2`

/** Clears the name of an origin without passages, which contains a session key. Its number is not used again. */
export const forgetOriginsSql = `
  DELETE FROM origins WHERE namespace = $1 AND NOT EXISTS
    (SELECT FROM passages WHERE passages.namespace = $1 AND number >= first AND number < next)`

export const clearPassagesSql = `
  WITH passages_gone AS (DELETE FROM passages WHERE namespace = $1),
    postings_gone AS (DELETE FROM postings WHERE namespace = $1),
    origins_gone AS (DELETE FROM origins WHERE namespace = $1),
    watermarks_gone AS (DELETE FROM watermarks WHERE namespace = $1),
    vectors_gone AS (DELETE FROM vectors WHERE namespace = $1),
    models_gone AS (DELETE FROM vector_models WHERE namespace = $1)
  DELETE FROM corpora WHERE namespace = $1`
