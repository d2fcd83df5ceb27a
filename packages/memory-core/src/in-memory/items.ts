import { withoutUndefined } from '../option-checks.ts'
import { compareLabels, compareTexts } from '../storage/compare-texts.ts'
import { storedItem } from '../storage/item-checks.ts'
import { isNamespaceWanted, itemFilter } from '../storage/item-query.ts'
import type { ItemQuery, ItemStore, StoredItem } from '../storage/items.ts'

/** Items in RAM. Searching, counting and pruning read every item. Callers get copies, which they may change. */
export function createInMemoryItems(): ItemStore {
  const held = new Map<string, StoredItem>()

  function present(namespace: readonly string[], key: string, at: string): StoredItem | undefined {
    const found = held.get(placeOf(namespace, key))
    return found && isPresent(found, at) ? found : undefined
  }

  function below(prefix: readonly string[], at?: string): StoredItem[] {
    const isBelow = ({ namespace }: StoredItem): boolean => prefix.every((label, index) => label === namespace[index])
    return [...held.values()].filter((item) => isBelow(item) && (at === undefined || isPresent(item, at)))
  }

  function drop(items: readonly StoredItem[]): number {
    for (const { namespace, key } of items) held.delete(placeOf(namespace, key))
    return items.length
  }

  return {
    async get(namespace, keys, options) {
      const { at, touch } = options
      return keys.map((key) => {
        const found = present(namespace, key, at)
        if (found && touch) Object.assign(found, { accessedAt: at }, withoutUndefined(touch))
        return found && structuredClone(found)
      })
    },
    async put(items) {
      // Everything that can throw comes first: all are written, or none.
      for (const item of items.map(storedItem)) {
        const known = present(item.namespace, item.key, item.updatedAt)
        held.set(placeOf(item.namespace, item.key), { ...item, createdAt: known?.createdAt ?? item.createdAt })
      }
    },
    async remove(namespace, keys) {
      return keys.filter((key) => held.delete(placeOf(namespace, key))).length
    },
    clear: async (prefix) => drop(below(prefix)),
    async search(query) {
      const isWanted = itemFilter(query.filter)
      const { offset = 0, limit } = query
      const found = below(query.prefix, query.at).filter(({ value }) => isWanted(value))
      const page = found.sort(itemOrder(query.order)).slice(offset, offset + limit)
      return page.map((item) => structuredClone(item))
    },
    async namespaces(query) {
      const { offset = 0, limit, maxDepth, at } = query
      const wanted = below([], at).filter(({ namespace }) => isNamespaceWanted(namespace, query))
      const cut = wanted.map(({ namespace }) => namespace.slice(0, maxDepth))
      const different = new Map(cut.map((one) => [placeOf(one, ''), one]))
      return [...different.values()].sort(compareLabels).slice(offset, offset + limit)
    },
    async count(prefix, at) {
      return below(prefix, at).length
    },
    async prune(prefix, options) {
      const { at, keep = Number.POSITIVE_INFINITY } = options
      const expired = drop(below(prefix).filter((item) => !isPresent(item, at)))
      const byAccess = below(prefix).sort((a, b) => compareTexts(a.accessedAt, b.accessedAt) || itemOrder('key')(a, b))
      return expired + drop(byAccess.slice(0, Math.max(0, byAccess.length - keep)))
    },
  }
}

function placeOf(namespace: readonly string[], key: string): string {
  return JSON.stringify([namespace, key])
}

function isPresent({ expiresAt }: StoredItem, at: string): boolean {
  return expiresAt === undefined || expiresAt > at
}

function itemOrder(order: ItemQuery['order'] = 'updated'): (a: StoredItem, b: StoredItem) => number {
  const byPlace = (a: StoredItem, b: StoredItem): number =>
    compareLabels(a.namespace, b.namespace) || compareTexts(a.key, b.key)
  if (order === 'key') return byPlace
  const field = order === 'created' ? 'createdAt' : 'updatedAt'
  return (a, b) => compareTexts(b[field], a[field]) || byPlace(a, b)
}
