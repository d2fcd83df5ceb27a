import type { ItemStore, ItemWrite, Json } from '../storage/items.ts'
import { type ConformanceCase, storageCase } from './conformance-case.ts'

/** Midnight of a day in March 2026. */
export function day(number: number): string {
  return `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`
}

/** An item for a test; `place` is its namespace and key, joined by slashes. */
export function itemWrite(place: string, value: Json = place, change: Partial<ItemWrite> = {}): ItemWrite {
  const labels = place.split('/')
  return { namespace: labels.slice(0, -1), key: labels.at(-1) ?? '', value, at: day(1), ...change }
}

/** A case that receives the items of an open storage. */
export function itemCase(name: string, check: (items: ItemStore) => Promise<void>): ConformanceCase {
  return storageCase(name, ({ items }) => check(items))
}

/** The namespace and key of each item, in the form that {@link itemWrite} takes. */
export async function placesOf(
  found: Promise<readonly { namespace: readonly string[]; key: string }[]>,
): Promise<string[]> {
  return (await found).map(({ namespace, key }) => [...namespace, key].join('/'))
}
