import { MemoryError } from '@daybook/memory-core'
import { isObject } from '@daybook/memory-core/adapters'
import type { BaseStore } from '@langchain/langgraph-checkpoint'

/**
 * The store of a tool's runtime, with its actual type: LangChain declares `runtime.store` with another type, so that
 * `runtime.store.search(…)` does not compile. Also takes the runtime of middleware and the configuration of a node.
 * @throws MemoryError `bad-input` if there is no store
 */
export function storeOf(runtime: { readonly store?: unknown }): BaseStore {
  const { store } = runtime
  if (isStore(store)) return store
  const wayOut = 'pass one: createAgent({ store: new DaybookStore({ memory }) }) or graph.compile({ store })'
  throw new MemoryError('bad-input', `this run has no store; ${wayOut}`)
}

function isStore(store: unknown): store is BaseStore {
  return isObject(store) && 'search' in store && 'put' in store && 'get' in store
}
