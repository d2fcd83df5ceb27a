import { type ItemStore, MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import { isNamespaceWanted } from '@daybook/memory-core/storage'
import type { ListNamespacesOperation, MatchCondition } from '@langchain/langgraph-checkpoint'
import { itemsRoot } from './stored-items.ts'

/** The namespaces that match an operation, sorted. */
export async function listNamespaces(
  items: ItemStore,
  at: string,
  { matchConditions = [], maxDepth, limit = 100, offset = 0 }: ListNamespacesOperation,
): Promise<string[][]> {
  const conditions = matchConditions.map(checkedCondition)
  const prefixes = conditions.filter(({ matchType }) => matchType === 'prefix')
  const [prefix, ...more] = prefixes.map(({ path }) => path)
  const isPlain = more.length === 0 && prefixes.length === conditions.length
  const asked = { prefix: [...itemsRoot, ...(prefix ?? [])], at }
  const depth = maxDepth === undefined ? {} : { maxDepth: maxDepth + itemsRoot.length }
  if (isPlain) return stripped(await items.namespaces({ ...asked, ...depth, limit, offset }))
  // Matched without the root, so that a suffix cannot match its labels.
  const all = stripped(await items.namespaces({ ...asked, limit: Number.POSITIVE_INFINITY }))
  const wanted = all.filter((namespace) => conditions.every((condition) => fits(namespace, condition)))
  return distinct(wanted.map((namespace) => namespace.slice(0, maxDepth))).slice(offset, offset + limit)
}

function fits(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const wanted = { limit: 1, at: '' }
  return isNamespaceWanted(
    namespace,
    matchType === 'prefix' ? { ...wanted, prefix: path } : { ...wanted, suffix: path },
  )
}

function stripped(namespaces: readonly string[][]): string[][] {
  return namespaces.map((namespace) => namespace.slice(itemsRoot.length))
}

function distinct(namespaces: readonly string[][]): string[][] {
  return [...new Map(namespaces.map((namespace) => [JSON.stringify(namespace), namespace])).values()]
}

function checkedCondition(condition: MatchCondition): MatchCondition {
  const { matchType, path } = condition
  if (matchType === 'prefix' || matchType === 'suffix') return { matchType, path }
  throw new MemoryError('bad-input', `a match type is ${shown(matchType)}, expected "prefix" or "suffix"`)
}
