import type { Table } from './table.ts'

/**
 * An inverted index: a posting for each different token of each passage. GIN would be smaller and cannot be used here:
 * its operators are not leakproof, so that under row level security PostgreSQL looks at every row of the namespace
 * before it may ask them; `=` on texts is. A posting has what the score needs, and its key has it, too: a user's
 * postings of a term lie side by side, however many users there are, and passages that are not answered are never read.
 * `length` and `count` are those of BM25. A passage's `number` says where it belongs: an origin is a range of numbers, and
 * so is a text with its parts. `head` is what ranking needs of it, `body` the rest;
 * `change` grows with each change of the index.
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

/** The index is derived: an older one is thrown away, and fills itself again. */
export const dropPassagesSql =
  'DROP TABLE IF EXISTS passages, postings, origins, watermarks, corpora, vectors, vector_models'
