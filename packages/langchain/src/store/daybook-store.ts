import { BaseStore, type Operation, type OperationResults, validateNamespace } from '@langchain/langgraph-checkpoint'
import { listNamespaces } from './list-namespaces.ts'
import { type PutStep, type Step, stepOf, type TimedPut } from './operations.ts'
import { createSearch, type SearchItems } from './search-items.ts'
import { checkTtl, type DaybookStoreOptions, type ResolvedStoreOptions, resolveStoreOptions } from './store-options.ts'
import { createStoredItems, type StoredItems, textsOf, toItem } from './stored-items.ts'
import { embedTexts } from './vectors.ts'

/**
 * LangGraph's long-term store in a memory's own database: for `createAgent({ store })`, `graph.compile({ store })` and
 * `runtime.store` in tools. Items are on disk when `put` resolves, and persist across processes. Values are JSON
 * objects; other values are refused, except undefined fields, which are left out. Unlike the memory's other parts it
 * throws: MemoryError like the memory's items, `InvalidNamespaceError` like LangGraph's own stores, and errors of the
 * index's embeddings. Then nothing of that batch is stored, or only what precedes the operation that failed.
 */
export class DaybookStore extends BaseStore {
  readonly #options: ResolvedStoreOptions
  readonly #items: StoredItems
  readonly #search: SearchItems

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookStoreOptions) {
    super()
    this.#options = resolveStoreOptions(options)
    this.#items = createStoredItems(this.#options)
    this.#search = createSearch(this.#items, this.#options)
  }

  /** Runs the operations in order: a get sees the puts before it. Consecutive puts are one write. */
  override batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>>
  override async batch(operations: Operation[]): Promise<unknown[]> {
    const steps = operations.map(stepOf)
    const puts = steps.filter((step) => step.kind === 'put')
    for (const { ttlMs } of puts) checkTtl(ttlMs)
    const { index } = this.#options
    const vectors = index
      ? await embedTexts(
          index,
          puts.flatMap((step) => textsOf(step, index.fields)),
        )
      : new Map()
    const results: unknown[] = []
    for (const run of runsOf(steps)) results.push(...(await this.#do(run, vectors)))
    return results
  }

  /**
   * Stores an item. In an agent's tool and in a graph's node only the first three arguments arrive, because LangGraph's
   * wrapper passes no more.
   * @param index the paths of this item to embed, or false for none. @default those of the store's index
   * @param options.ttlMs its lifetime in milliseconds; null for unlimited. @default the store's `ttl.defaultMs`
   */
  override async put(
    namespace: string[],
    key: string,
    value: Record<string, unknown>,
    index?: false | string[],
    options: { ttlMs?: number | null } = {},
  ): Promise<void> {
    validateNamespace(namespace)
    const operation: TimedPut = { namespace, key, value, ...(index !== undefined && { index }), ...options }
    await this.batch([operation])
  }

  async #do(run: readonly Step[], vectors: ReadonlyMap<string, readonly number[]>): Promise<unknown[]> {
    const puts = run.filter((step) => step.kind === 'put')
    if (puts.length > 0) await this.#items.put(puts, vectors)
    const others = run.filter((step) => step.kind !== 'put')
    return [...puts.map(() => null), ...(await Promise.all(others.map((step) => this.#one(step))))]
  }

  async #one(step: Exclude<Step, PutStep>): Promise<unknown> {
    switch (step.kind) {
      case 'get': {
        const item = await this.#items.get(step.namespace, step.key)
        if (!item) return null
        await this.#items.refresh([item])
        return toItem(item)
      }
      case 'search':
        return this.#search(step)
      case 'list':
        return listNamespaces(this.#options.items, new Date(this.#options.clock()).toISOString(), step)
      case 'remove':
        await this.#items.remove(step.namespace, step.key)
        return null
    }
  }
}

/** Groups steps, in order: consecutive puts together, every other step alone. */
function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (step.kind === 'put' && last?.[0]?.kind === 'put') last.push(step)
    else runs.push([step])
  }
  return runs
}
