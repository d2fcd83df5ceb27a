import type { ConformanceCase } from './conformance-case.ts'
import { itemSearchCases } from './item-search-cases.ts'
import { itemWriteCases } from './item-write-cases.ts'
import { namespaceCases } from './namespace-cases.ts'

/** The requirements of every ItemStore. */
export const itemStoreCases: readonly ConformanceCase[] = [...itemWriteCases, ...itemSearchCases, ...namespaceCases]
