import type { Table } from './table.ts'

/**
 * A file is a row; its bytes are chunks of its generation: appending adds a chunk, whatever the size, and replacing
 * starts a new generation. `joined` says whether the last append began with a line break.
 */
export const fileTables: readonly Table[] = [
  {
    name: 'files',
    columns: `path text COLLATE "C" NOT NULL, generation uuid NOT NULL, change bigint NOT NULL, size bigint NOT NULL,
      is_open boolean NOT NULL, joined boolean NOT NULL, PRIMARY KEY (namespace, path)`,
  },
  {
    name: 'chunks',
    isPartitioned: true,
    columns: `generation uuid NOT NULL, start bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (namespace, generation, start)`,
  },
]

const stat = 'generation, change, size'

export const statSql: string = `SELECT ${stat} FROM files WHERE namespace = $1 AND path = $2`
export const claimFileSql: string = `SELECT path, ${stat} FROM files WHERE namespace = $1 AND path = ANY ($2) FOR UPDATE`

export const readFilesSql: string = `
  SELECT path, ${stat}, (
    SELECT string_agg(bytes, ''::bytea ORDER BY start) FROM chunks
    WHERE chunks.namespace = $1 AND chunks.generation = files.generation
  ) AS bytes
  FROM files WHERE namespace = $1 AND path = ANY ($2)`

/** The chunks with bytes from $3 on and before $4. */
export const readChunksSql = `
  WITH file AS (SELECT generation FROM files WHERE namespace = $1 AND path = $2)
  SELECT start, bytes FROM chunks, file
  WHERE chunks.namespace = $1 AND chunks.generation = file.generation AND start < $4 AND start >= coalesce((
    SELECT max(start) FROM chunks AS earlier
    WHERE earlier.namespace = $1 AND earlier.generation = file.generation AND earlier.start <= $3
  ), 0)
  ORDER BY start`

/** One statement for an append to an existing file: its row is locked, so that appends are serialised. */
export const appendSql: string = `
  WITH grown AS (
    UPDATE files SET joined = is_open, size = size + octet_length($3::bytea) + is_open::integer, change = change + 1, is_open = $4
    WHERE namespace = $1 AND path = $2
    RETURNING ${stat}, joined
  ), added AS (
    INSERT INTO chunks (namespace, generation, start, bytes)
    SELECT $1, generation, size - octet_length($3) - joined::integer,
      CASE WHEN joined THEN decode('0a', 'hex') || $3 ELSE $3 END
    FROM grown
  )
  SELECT ${stat} FROM grown`

/** A file at an ancestor of the path, or below it. */
export const clashSql = `SELECT path FROM files
  WHERE namespace = $1 AND (path = ANY ($2) OR (path >= $3 AND path < $4)) LIMIT 1`

export const replaceSql: string = `
  WITH gone AS (
    DELETE FROM chunks WHERE namespace = $1 AND generation = $3
  ), written AS (
    INSERT INTO chunks (namespace, generation, start, bytes)
    SELECT $1, $4, start, bytes FROM unnest($5::bigint[], $6::bytea[]) AS given (start, bytes)
  )
  INSERT INTO files (namespace, path, generation, change, size, is_open, joined) VALUES ($1, $2, $4, 1, $7, $8, false)
  ON CONFLICT (namespace, path) DO UPDATE SET
    generation = excluded.generation, change = 1, size = excluded.size, is_open = excluded.is_open
  RETURNING ${stat}`

export const renameSql = 'UPDATE files SET path = $3 WHERE namespace = $1 AND path = $2'

export const removeFileSql = `
  WITH gone AS (DELETE FROM chunks WHERE namespace = $1 AND generation = $3)
  DELETE FROM files WHERE namespace = $1 AND path = $2`

const entries = `SELECT path, ${stat} FROM files WHERE namespace = $1`

/** The files of a directory: $2 and $3 delimit its paths, $4 is the length of its name. */
export const listSql = {
  deep: `${entries} AND path >= $2 AND ($3::text IS NULL OR path < $3) AND $4::integer >= 0 ORDER BY path`,
  flat: `${entries} AND path >= $2 AND ($3::text IS NULL OR path < $3)
    AND strpos(substr(path, $4::integer + 1), '/') = 0 ORDER BY path`,
} as const
