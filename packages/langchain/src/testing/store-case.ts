import type { BaseStore, IndexConfig } from '@langchain/langgraph-checkpoint'

/** How a case wants its store. */
export interface StoreSetting {
  index?: IndexConfig
  /** How long items live, in milliseconds. @default no end */
  ttlMs?: number
  /** Whether a get and a search begin that time anew. @default true */
  refreshOnRead?: boolean
}

/** A store for one case. */
export interface OpenedStore {
  store: BaseStore
  /** Moves the store's clock; cases that need `ttl` call it. */
  advance?: (ms: number) => void
  /** Called when the case is over. */
  close?: () => Promise<void>
}

/** Opens an empty store. */
export type OpenStore = (setting: StoreSetting) => Promise<OpenedStore>

/** What a store may have beyond what LangGraph's interface demands. */
export type StoreAbility = 'index' | 'text' | 'ttl'

/**
 * One thing that every store does. Works with any test runner:
 * `for (const one of storeCases) it(one.name, () => one.run(open))`.
 */
export interface StoreCase {
  /** What is true of the store. */
  name: string
  /** What a store must have for it: `index` (`setting.index`), `text` (a query without an index), `ttl`. */
  needs?: StoreAbility
  /** Opens a store, tries it, and closes it; throws where it differs. */
  run(open: OpenStore): Promise<void>
}

/** What a case tries. */
export type Trial = (opened: Required<OpenedStore>) => Promise<void>

/** Makes a case of its trial. */
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

/** Throws unless both are the same as JSON, whatever the order of their fields. */
export function same(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [printed(found), printed(expected)]
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`)
}

/** Throws unless it holds. */
export function holds(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

/** Throws unless the work is refused. */
export async function refused(work: () => Promise<unknown>, what: string): Promise<void> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('no reason'),
  )
  holds(error !== undefined, `${what}: expected to be refused`)
}

/** The keys of what was found, in its order. */
export function keysOf(items: readonly { key: string }[]): string[] {
  return items.map(({ key }) => key)
}

/** The same, sorted: for where the order says nothing. */
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
