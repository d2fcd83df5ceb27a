import type { RecordQuery } from '@daybook/memory-core'
import { packedKeys, priorityRank, recordChecks } from '@daybook/memory-core/storage'
import { indexKey } from './index-key.ts'
import { scopeKey } from './record-row.ts'

/** A statement and its values after the namespace. */
export interface Statement {
  sql: string
  values: unknown[]
}

/** Conditions that an index range may leave to a filter on its rows. */
type Filter = 'types' | 'kinds' | 'scopes' | 'tags' | 'name'

/** Ways to read a list: the columns of each range, what its index covers, and which filters that satisfies. */
const ways = {
  name: { from: '', where: "name = $2 AND kind = 'procedural'", covers: ['name'] },
  scope: {
    from: 'unnest($5::text[]) AS scope_key, unnest($3::text[]) AS type_key, unnest($7::smallint[]) AS rank',
    where: 'NOT is_archived AND scope = scope_key AND type = type_key AND priority = rank',
    covers: ['scopes', 'types'],
  },
  type: {
    from: 'unnest($3::text[]) AS type_key, unnest($7::smallint[]) AS rank',
    where: 'NOT is_archived AND type = type_key AND priority = rank',
    covers: ['types'],
  },
  kind: {
    from: 'unnest($4::text[]) AS kind_key, unnest($7::smallint[]) AS rank',
    where: 'NOT is_archived AND kind = kind_key AND priority = rank',
    covers: ['kinds'],
  },
  priority: {
    from: 'unnest($7::smallint[]) AS rank',
    where: 'is_archived = archive AND priority = rank',
    covers: [],
  },
  age: { from: '', where: 'is_archived = archive', covers: [] },
} as const satisfies Record<string, { from: string; where: string; covers: readonly Filter[] }>

const filterSql: Readonly<Record<Filter, string>> = {
  name: "(name = $2 AND kind = 'procedural')",
  types: 'type = ANY ($3)',
  kinds: 'kind = ANY ($4)',
  scopes: 'scope = ANY ($5)',
  tags: 'tags && $6::text[]',
}

const orders = {
  priority: 'priority, strength DESC, id',
  strength: 'strength DESC, id',
  newest: 'created_at DESC, id',
} as const

const mostRows = 1_000_000_000

/**
 * The statement of a list: each index range is read up to the limit, in order, and the best of all are returned. Every
 * value has a number whether it is used or not, so that the types of unused ones are declared once.
 */
export function listStatement(query: RecordQuery): Statement {
  const { order = 'strength', archived = 'no', strengthFrom = Number.NEGATIVE_INFINITY } = query
  const parts = archived === 'all' ? ['false', 'true'] : [archived === 'only' ? 'true' : 'false']
  const ranges = parts.map((archive) => `(${rangeSql(query, archive)})`)
  const typed = `$2::text IS NOT DISTINCT FROM $2 AND $3::text[] IS NOT DISTINCT FROM $3
    AND $4::text[] IS NOT DISTINCT FROM $4 AND $5::text[] IS NOT DISTINCT FROM $5 AND $6::text[] IS NOT DISTINCT FROM $6
    AND $7::smallint[] IS NOT NULL`
  const sql = `SELECT id, strength, body FROM (${ranges.join(' UNION ALL ')}) AS found
    WHERE ${typed} ORDER BY ${orders[order]} LIMIT $9::bigint`
  return { sql, values: [...valuesOf(query), strengthFrom, Math.min(query.limit, mostRows)] }
}

/** The ranges of archived records, or of the others. */
function rangeSql(query: RecordQuery, archive: 'false' | 'true' | string): string {
  const { from, where, covers } = ways[wayOf(query, archive === 'true')]
  const left = givenFilters(query).filter((filter) => !covers.some((covered) => covered === filter))
  const conditions = [
    'namespace = $1',
    where.replace('is_archived = archive', archive === 'true' ? 'is_archived' : 'NOT is_archived'),
    `is_archived = ${archive}`,
    'strength >= $8::float8',
    ...(from.includes('AS rank') ? [] : ['priority = ANY ($7::smallint[])']),
    ...left.map((filter) => filterSql[filter]),
  ]
  const { order = 'strength' } = query
  const range = `SELECT id, priority, strength, created_at, body FROM records
    WHERE ${conditions.join(' AND ')} ORDER BY ${orders[order]} LIMIT $9::bigint`
  return from === '' ? range : `SELECT part.* FROM ${from} CROSS JOIN LATERAL (${range}) AS part`
}

function wayOf({ name, order, scopes, types, kinds }: RecordQuery, isArchived: boolean): keyof typeof ways {
  if (name !== undefined) return 'name'
  if (order === 'newest') return 'age'
  if (isArchived) return 'priority'
  return scopes ? 'scope' : types ? 'type' : kinds ? 'kind' : 'priority'
}

function givenFilters({ name, types, kinds, scopes, tags }: RecordQuery): Filter[] {
  const given: Readonly<Record<Filter, unknown>> = { name, types, kinds, scopes, tags }
  return (['name', 'types', 'kinds', 'scopes', 'tags'] as const).filter((filter) => given[filter] !== undefined)
}

function valuesOf({ name, types, kinds, scopes, tags, priorityFrom = 'low' }: RecordQuery): unknown[] {
  const ranks = Array.from({ length: priorityRank(priorityFrom) + 1 }, (_, rank) => rank)
  return [
    name === undefined ? null : indexKey(name),
    [...new Set<string>(types ?? recordChecks.recordTypes)],
    [...new Set(kinds ?? [])],
    [...new Set((scopes ?? []).map(scopeKey))],
    (tags ?? []).map(packedKeys.packKey),
    ranks,
  ]
}
