import { batchCases } from './batch-cases.ts'
import { indexCases } from './index-cases.ts'
import { itemCases } from './item-cases.ts'
import { namespaceCases } from './namespace-cases.ts'
import { searchCases, textCases } from './search-cases.ts'
import type { StoreCase } from './store-case.ts'
import { ttlCases } from './ttl-cases.ts'

/** The requirements of every BaseStore of LangGraph; `needs` lists the abilities that a case requires. */
export const storeCases: readonly StoreCase[] = [
  ...itemCases,
  ...batchCases,
  ...searchCases,
  ...textCases,
  ...namespaceCases,
  ...indexCases,
  ...ttlCases,
]
