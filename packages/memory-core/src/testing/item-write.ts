import type { ItemStore, ItemWrite, Json } from '../storage/items.ts'
import { type ConformanceCase, storageCase } from './conformance-case.ts'

/** That day of March 2026, at midnight. */
export function day(number: number): string {
  return `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`
}

/** An item for a test: `place` is its namespace and key, joined by slashes. */
export function itemWrite(place: string, value: Json = place, change: Partial<ItemWrite> = {}): ItemWrite {
  const labels = place.split('/')
  return { namespace: labels.slice(0, -1), key: labels.at(-1) ?? '', value, at: day(1), ...change }
}

/** A case about the items of a storage. */
export function itemCase(name: string, check: (items: ItemStore) => Promise<void>): ConformanceCase {
  return storageCase(name, ({ items }) => check(items))
}

/** The places of items, as {@link itemWrite} takes them. */
export async function placesOf(
  found: Promise<readonly { namespace: readonly string[]; key: string }[]>,
): Promise<string[]> {
  return (await found).map(({ namespace, key }) => [...namespace, key].join('/'))
}
