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
    indexes: [],
  },
  {
    name: 'origins',
    isPartitioned: false,
    columns: `origin text COLLATE "C" NOT NULL, first bigint NOT NULL, next bigint NOT NULL,
      PRIMARY KEY (namespace, origin)`,
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
    columns: `passages bigint NOT NULL, tokens bigint NOT NULL, origins bigint NOT NULL, changes bigint NOT NULL,
      PRIMARY KEY (namespace)`,
    indexes: [],
  },
]

/** The index is derived: an older one is dropped and rebuilt. */
export const dropPassagesSql =
  'DROP TABLE IF EXISTS passages, postings, origins, watermarks, corpora, vectors, vector_models'
