export { checkNode } from '../supported-node.ts'
export { type Corpus, compareHits, scopeTokens, termScore, termWeight } from './bm25.ts'
export { compareLabels, compareTexts } from './compare-texts.ts'
export { copyRows } from './copy-storage.ts'
export { itemPages, markPages } from './every-row.ts'
export { guardedStorage, type StorageParts } from './guarded-storage.ts'
export { createInFlight, type InFlight } from './in-flight.ts'
export {
  checkItemQuery,
  checkItemWrite,
  checkNamespaceQuery,
  checkPlace,
  checkPrefix,
  checkPruning,
  checkReading,
} from './item-checks.ts'
export { itemFilter } from './item-filter.ts'
export { jsonText, jsonValue } from './json-text.ts'
export { createLockQueue, type LockQueue, lockedError, type TurnOptions } from './lock-queue.ts'
export { isNamespaceWanted, plainPrefix } from './namespaces.ts'
export type { NearRow } from './near-rows.ts'
export {
  firstNumber,
  lastNumber,
  nearbyOf,
  originOf,
  partsOfText,
  places,
  reach,
  textOf,
  wholeId,
} from './numbering.ts'
export { afterPacked, labelRange, packKey, packLabels, unpackKey, unpackLabels } from './pack-key.ts'
export { commonPostings, leastPostings, leastTerms, passagesAPosting } from './postings-budget.ts'
export { changedBody, checkedEdit, type RecordBody, recordBody, recordOf } from './record-body.ts'
export { checkChanges, checkMarkPage, checkRecord, checkRecordQuery, checkTexts, recordTypes } from './record-checks.ts'
export { countRecords } from './record-counts.ts'
export { isWanted } from './record-filter.ts'
export { compareRecords, priorityRank, type RankedRecord } from './record-order.ts'
export { safeName } from './safe-name.ts'
export { comparePaths, pathSegments } from './safe-path.ts'
export {
  checkWatermark,
  isInScope,
  type SearchScope,
  searchLimit,
  searchScope,
  searchTerms,
  sessionOf,
} from './scope.ts'
export { checkVector, cosine, vectorCode } from './vector-code.ts'
export { compareSimilar, isSameModel } from './vector-order.ts'
export type { VectorPlace } from './vector-places.ts'
export { createVectorRows, type VectorRows } from './vector-rows.ts'
