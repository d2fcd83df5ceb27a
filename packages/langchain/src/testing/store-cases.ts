import { batchCases } from './batch-cases.ts'
import { indexCases } from './index-cases.ts'
import { itemCases } from './item-cases.ts'
import { namespaceCases } from './namespace-cases.ts'
import { searchCases, textCases } from './search-cases.ts'
import type { StoreCase } from './store-case.ts'
import { ttlCases } from './ttl-cases.ts'

/** What every BaseStore of LangGraph does; each case says in `needs` what not every store has. */
export const storeCases: readonly StoreCase[] = [
  ...itemCases,
  ...batchCases,
  ...searchCases,
  ...textCases,
  ...namespaceCases,
  ...indexCases,
  ...ttlCases,
]
