import type { RecordQuery } from '@daybook/memory-core'
import { packedKeys, priorityRank, recordChecks } from '@daybook/memory-core/storage'
import { scopeKey } from './record-row.ts'
import type { Statement } from './session.ts'

/** Conditions with lists of values, which are these parameters. */
const listed = {
  types: { column: 'type', values: '$2::text[]' },
  kinds: { column: 'kind', values: '$3::text[]' },
  scopes: { column: 'scope', values: '$4::text[]' },
} as const

type Listed = keyof typeof listed

const orders = {
  priority: 'priority, strength DESC, id',
  strength: 'strength DESC, id',
} as const

/**
 * The statement of a list: each index range is read up to the limit, in order, and the best of all are returned. All
 * values are passed, used or not; `typed` declares the types of those that the query does not mention.
 */
export function listStatement(query: RecordQuery): Statement {
  const { order = 'strength', archived = 'no', strengthFrom = Number.NEGATIVE_INFINITY } = query
  const parts = archived === 'all' ? [false, true] : [archived === 'only']
  const ranges = parts.map((isArchived) => `(${rangeSql(query, isArchived)})`)
  const typed = `$2::text[] IS NOT DISTINCT FROM $2 AND $3::text[] IS NOT DISTINCT FROM $3
    AND $4::text[] IS NOT DISTINCT FROM $4 AND $5::text[] IS NOT DISTINCT FROM $5`
  const sql = `SELECT id, strength, body FROM (${ranges.join(' UNION ALL ')}) AS found
    WHERE ${typed} ORDER BY ${orders[order]} LIMIT $8::bigint`
  return { sql, values: [...valuesOf(query), strengthFrom, query.limit] }
}

/** The ranges of archived records, or of the others: one for each priority and value of the conditions covered. */
function rangeSql(query: RecordQuery, isArchived: boolean): string {
  const { tags, order = 'strength' } = query
  const covers = coveredBy(query, isArchived)
  const left = (['types', 'kinds', 'scopes'] as const).filter((one) => query[one] && !covers.includes(one))
  const conditions = [
    'namespace = $1',
    isArchived ? 'is_archived' : 'NOT is_archived',
    'strength >= $7::float8',
    'priority = each_rank',
    ...covers.map((one) => `${listed[one].column} = each_${listed[one].column}`),
    ...left.map((one) => `${listed[one].column} = ANY (${listed[one].values})`),
    ...(tags ? ['tags && $5::text[]'] : []),
  ]
  const range = `SELECT id, priority, strength, body FROM records
    WHERE ${conditions.join(' AND ')} ORDER BY ${orders[order]} LIMIT $8::bigint`
  const each = covers.map((one) => `unnest(${listed[one].values}) AS each_${listed[one].column}, `)
  return `SELECT part.* FROM ${each.join('')}unnest($6::smallint[]) AS each_rank CROSS JOIN LATERAL (${range}) AS part`
}

/** The conditions that the columns of an index cover. */
function coveredBy({ scopes, types, kinds }: RecordQuery, isArchived: boolean): readonly Listed[] {
  if (isArchived) return []
  return scopes ? ['scopes', 'types'] : types ? ['types'] : kinds ? ['kinds'] : []
}

function valuesOf({ types, kinds, scopes, tags, priorityFrom = 'low' }: RecordQuery): unknown[] {
  const ranks = Array.from({ length: priorityRank(priorityFrom) + 1 }, (_, rank) => rank)
  return [
    [...new Set<string>(types ?? recordChecks.recordTypes)],
    [...new Set(kinds ?? [])],
    [...new Set((scopes ?? []).map(scopeKey))],
    (tags ?? []).map(packedKeys.packKey),
    ranks,
  ]
}
