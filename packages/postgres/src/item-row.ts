import { type ItemWrite, MemoryError, type StoredItem } from '@daybook/memory-core'
import { compareTexts, itemChecks, packedKeys } from '@daybook/memory-core/storage'
import { indexKey, wholeKey } from './index-key.ts'
import { columnsOf } from './table.ts'

export interface ItemRow {
  place: string
  key: string
  whole: string | null
  value: string
  created_at: string
  updated_at: string
  accessed_at: string
  expires_at: string | null
}

/** An item to write; of several writes of one key only the last is kept. */
type GivenRow = ReturnType<typeof toRow>

const longestPlace = 1_000

/** The packed namespace of an item. @throws MemoryError `bad-input` for more than 1,000 bytes */
export function placeOf(namespace: readonly string[]): string {
  const place = packedKeys.packLabels(namespace)
  if (Buffer.byteLength(place) <= longestPlace) return place
  const found = `a namespace of ${Buffer.byteLength(place)} bytes`
  throw new MemoryError(
    'bad-input',
    `namespace is ${found}, expected at most ${longestPlace}: make labels with safeName`,
  )
}

/** Writes as columns for `putItemsSql`: sorted, so that two writers never deadlock. */
export function itemColumns(items: readonly ItemWrite[]): unknown[] {
  const rows = new Map<string, GivenRow>()
  for (const item of items) {
    const row = toRow(item)
    const id = JSON.stringify([row.place, row.key])
    const earlier = rows.get(id)
    const isThere = earlier !== undefined && (earlier.expiresAt === null || earlier.expiresAt > row.at)
    rows.set(id, isThere ? { ...row, createdAt: earlier.createdAt } : row)
  }
  const sorted = [...rows.values()].sort((a, b) => compareTexts(a.place, b.place) || compareTexts(a.key, b.key))
  return columnsOf(sorted, ['place', 'key', 'whole', 'createdAt', 'at', 'expiresAt', 'value'])
}

/** The item of a row. @throws MemoryError `corrupt` if its value is not JSON */
export function toItem(row: ItemRow): StoredItem {
  const key = packedKeys.unpackKey(row.whole ?? row.key)
  return {
    namespace: packedKeys.unpackLabels(row.place),
    key,
    value: parsed(row.value, key),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    accessedAt: row.accessed_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  }
}

function toRow(item: ItemWrite) {
  const { namespace, key, at, expiresAt = null } = item
  const value = itemChecks.jsonText(item.value, `the value of ${JSON.stringify(key.slice(0, 80))}`)
  return { place: placeOf(namespace), key: indexKey(key), whole: wholeKey(key), createdAt: at, at, expiresAt, value }
}

function parsed(value: string, key: string): StoredItem['value'] {
  try {
    return itemChecks.jsonValue(value)
  } catch (error) {
    const message = `the value of the stored item ${JSON.stringify(key)} is not JSON: put it again`
    throw new MemoryError('corrupt', message, { cause: error })
  }
}
