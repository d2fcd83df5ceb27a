import type { ConformanceCase } from './conformance-case.ts'
import { recordChangeCases } from './record-change-cases.ts'
import { recordListCases } from './record-list-cases.ts'
import { recordWriteCases } from './record-write-cases.ts'

/** The requirements of every RecordStore. */
export const recordStoreCases: readonly ConformanceCase[] = [
  ...recordWriteCases,
  ...recordListCases,
  ...recordChangeCases,
]
