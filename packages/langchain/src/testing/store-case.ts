import type { BaseStore, IndexConfig } from '@langchain/langgraph-checkpoint'

/** The store that a case needs. */
export interface StoreSetting {
  index?: IndexConfig
  /** The lifetime of items in milliseconds. @default unlimited */
  ttlMs?: number
  /** Whether a get or a search restarts that lifetime. @default true */
  refreshOnRead?: boolean
}

/** A store for one case. */
export interface OpenedStore {
  store: BaseStore
  /** Advances the store's clock; required by cases that need `ttl`. */
  advance?: (ms: number) => void
  /** Called after the case. */
  close?: () => Promise<void>
}

/** Opens an empty store. */
export type OpenStore = (setting: StoreSetting) => Promise<OpenedStore>

/** Abilities that LangGraph's interface does not require. */
export type StoreAbility = 'index' | 'text' | 'ttl'

/**
 * One requirement of every store. Works with any test runner: `for (const one of storeCases) it(one.name, () =>
 * one.run(open))`.
 */
export interface StoreCase {
  /** The requirement, as a statement about the store. */
  name: string
  /** The abilities that it needs: `index` (`setting.index`), `text` (a query without an index), `ttl`. */
  needs?: StoreAbility
  /** Opens a store, checks it, and closes it. Throws if the requirement is not met. */
  run(open: OpenStore): Promise<void>
}

/** The check of a case. */
export type Trial = (opened: Required<OpenedStore>) => Promise<void>

export function storeCase(
  name: string,
  trial: Trial,
  given: { needs?: StoreAbility; setting?: StoreSetting } = {},
): StoreCase {
  const { needs, setting = {} } = given
  return {
    name,
    ...(needs && { needs }),
    async run(open) {
      const opened = await open(setting)
      try {
        await trial({ advance: cannotAdvance, close: async () => undefined, ...opened })
      } finally {
        await opened.close?.()
      }
    },
  }
}

function cannotAdvance(): void {
  throw new Error('this case moves the clock: let open() answer { store, advance }')
}

/** Throws unless both are equal as JSON; the order of fields is ignored. */
export function same(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [printed(found), printed(expected)]
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`)
}

/** Throws unless the condition is true. */
export function holds(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

/** Throws unless the call is rejected. */
export async function refused(work: () => Promise<unknown>, what: string): Promise<void> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('no reason'),
  )
  holds(error !== undefined, `${what}: expected to be refused`)
}

/** The keys of items, in order. */
export function keysOf(items: readonly { key: string }[]): string[] {
  return items.map(({ key }) => key)
}

/** The keys of items, sorted, for results without an order. */
export function sortedKeys(items: readonly { key: string }[]): string[] {
  return keysOf(items).sort((a, b) => (a < b ? -1 : 1))
}

function printed(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return text ?? 'undefined'
}
