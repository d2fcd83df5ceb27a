import { numbering, passageQueries } from '@daybook/memory-core/storage'

/** The common part of searches: the postings of the terms ($2), and the number of passages with each. */
const hitsSql = `
  WITH corpus AS MATERIALIZED (
    SELECT passages, tokens, passages::float8 AS size, (tokens + passages * 2)::float8 / passages::float8 AS average
    FROM corpora WHERE namespace = $1 AND passages > 0
  ), hits AS MATERIALIZED (
    SELECT term, number, count, length FROM postings WHERE namespace = $1 AND term = ANY ($2::text[])
  ), known AS MATERIALIZED (
    SELECT term, array_position($2::text[], term) AS place, count(*) AS found FROM hits GROUP BY term
  )`

/** `termWeight` and `termScore` of the core with the namespace's document frequencies, in the same order. */
const scoresSql = `weights AS MATERIALIZED (
    SELECT term, CASE WHEN 2 * found::float8 >= size THEN 0.000001::float8
      ELSE greatest(ln((size - found::float8 + 0.5::float8) / (found::float8 + 0.5::float8)), 0.000001::float8) END AS weight
    FROM known, corpus
  ), scored AS MATERIALIZED (
    SELECT number, sum(weight * ((count * 2.2::float8) / (count + 1.2::float8 * (
      0.25::float8 + (0.75::float8 * (length + 2::float8)) / average)))) AS score
    FROM hits JOIN weights USING (term), corpus
    GROUP BY number
  )`
const rankSql = 'trunc(score * 1e9::float8)'

/**
 * Passages within a scope, from one parameter on: layers or null for all, sessions, types or null for all, since, until.
 */
function withinSql(from: number): string {
  const [layers, sessions, types, since, until] = [0, 1, 2, 3, 4].map((index) => `$${from + index}`)
  return `(${layers}::text[] IS NULL OR layer = ANY (${layers}) OR session = ANY (${sessions}::text[]))
    AND (${types}::text[] IS NULL OR (session IS NULL AND type = ANY (${types})))
    AND (${since}::text IS NULL OR created_at IS NULL OR created_at >= ${since})
    AND (${until}::text IS NULL OR created_at IS NULL OR created_at <= ${until})`
}

/** Without a scope: $3 is the limit. Joins only the rows to return, and equal scores, which ids decide. */
export const searchSql: string = `${hitsSql}, ${scoresSql}, best AS (
    SELECT number, score FROM scored ORDER BY ${rankSql} DESC FETCH FIRST ($3::bigint) ROWS WITH TIES
  )
  SELECT score, head, body FROM best JOIN passages ON passages.namespace = $1 AND passages.number = best.number
  ORDER BY ${rankSql} DESC, id LIMIT $3::bigint`

/** Within a scope: parameters from $4 on. */
export const scopedSearchSql: string = `${hitsSql}, ${scoresSql}
  SELECT score, head, body FROM scored JOIN passages ON passages.namespace = $1 AND passages.number = scored.number
  WHERE ${withinSql(4)}
  ORDER BY ${rankSql} DESC, id LIMIT $3::bigint`

/** Spans are $2 and $3, the limit of each $4; the scope from $5 on. */
export const timedSql: string = `
  SELECT DISTINCT number, head
  FROM unnest($2::text[], $3::text[]) AS spans (since, until) CROSS JOIN LATERAL (
    SELECT number, head FROM passages
    WHERE namespace = $1 AND created_at >= since AND created_at <= until AND number % ${numbering.partsOfText} = 0 AND ${withinSql(5)}
    ORDER BY created_at DESC, number DESC LIMIT $4::bigint
  ) AS newest`

/** Worths as by `choosingTerms` of the core. $4 is the minimum budget of postings; null lets every term choose. */
const worthsSql = `chosen_terms AS MATERIALIZED (
    SELECT term, ln(1 + size / found::float8) AS weight FROM (
      SELECT term, found, sum(found) OVER rarest AS postings, row_number() OVER rarest AS turn
      FROM known WINDOW rarest AS (ORDER BY found, place ROWS UNBOUNDED PRECEDING)
    ) AS all_terms, corpus
    WHERE $4::bigint IS NULL OR turn = 1 OR (
      (postings <= greatest($4::bigint, passages / ${passageQueries.passagesAPosting}) OR turn <= ${passageQueries.leastTerms}) AND NOT (found > ${passageQueries.commonPostings} AND 2 * found > passages)
    )
  ), scored AS MATERIALIZED (
    SELECT number, sum(weight) AS score FROM hits JOIN chosen_terms USING (term) GROUP BY number
  )`

/** Of equal ones those later in their origin, as `bestNumbers` of the core. */
const laterSql = (number: string): string => `${number} % ${numbering.places} DESC, ${number} DESC`

/**
 * The row without a number contains the number of passages with each term, and of all. The other rows are the
 * candidates, with the positions and counts of their terms. The caller joins these: the planner estimates two rows, and
 * would scan all for each. For the same reason, postings are looked up in a table of numbers, which `IS TRUE` enforces.
 * The numbers of neighbours are computed first: a sum in a condition on passages is not leakproof, and would prevent
 * the use of the index.
 */
const candidatesSql = (
  from: string,
  within: string,
): string => `${hitsSql}, ${worthsSql}, ${from}, placed AS MATERIALIZED (
    SELECT chosen.number, layer, head, row_number() OVER (ORDER BY ${rankSql} DESC, ${laterSql('chosen.number')}) AS turn
    FROM chosen JOIN passages ON passages.namespace = $1 AND passages.number = chosen.number
  ), nearby AS MATERIALIZED (
    SELECT text + far * ${numbering.partsOfText} AS number
    FROM (SELECT number - number % ${numbering.partsOfText} AS text FROM placed WHERE turn <= ${numbering.nearbyOf} AND layer = 'sessions') AS led
    CROSS JOIN generate_series(-${numbering.reach}, ${numbering.reach}) AS far
    WHERE far <> 0 AND (text + far * ${numbering.partsOfText}) / ${numbering.places} = text / ${numbering.places}
    EXCEPT SELECT number FROM placed
  ), picked AS MATERIALIZED (
    SELECT number, head FROM placed
    UNION ALL
    SELECT passages.number, head FROM nearby
    JOIN passages ON passages.namespace = $1 AND passages.number = nearby.number${within}
  )
  SELECT NULL::bigint AS number, NULL AS head, string_agg(place || ' ' || found, ' ') AS counts,
    (SELECT passages FROM corpus) AS passages, (SELECT tokens FROM corpus) AS tokens
  FROM known
  UNION ALL
  SELECT number, head, NULL, NULL, NULL FROM picked
  UNION ALL
  SELECT number, NULL, string_agg(array_position($2::text[], term) || ' ' || count, ' '), NULL, NULL
  FROM hits WHERE (number IN (SELECT number FROM picked)) IS TRUE GROUP BY number`

const chosenSql = (from: string): string => `chosen AS MATERIALIZED (
    SELECT number, score FROM (
      SELECT scored.number,
        score * CASE WHEN scored.number % ${numbering.partsOfText} = 0 THEN 1 ELSE ${passageQueries.laterPart} END::float8 AS score
      FROM ${from}
    ) AS all_scored ORDER BY ${rankSql} DESC, ${laterSql('number')} LIMIT $3::bigint
  )`

/** Candidates without a scope: $3 is the limit, $4 the postings that may choose. */
export const everyCandidateSql: string = candidatesSql(chosenSql('scored'), '')

/** Candidates within a scope: from $5 on. */
export const scopedCandidatesSql: string = candidatesSql(
  chosenSql(`scored JOIN passages ON passages.namespace = $1 AND passages.number = scored.number
    WHERE ${withinSql(5)}`),
  ` WHERE ${withinSql(5)}`,
)
