export { createLockQueue, type LockQueue, lockedError, type TurnOptions } from '../async.ts'
export { checkNode } from '../errors.ts'
export { didYouMean } from '../option-checks.ts'
export { compareLabels, compareTexts } from './compare-texts.ts'
export { copyRows, itemPages, markPages, recordPages } from './every-row.ts'
export { comparePaths, pathSegments, safeName } from './file-checks.ts'
export * as itemChecks from './item-checks.ts'
export { isNamespaceWanted, itemFilter, plainPrefix } from './item-query.ts'
export * as numbering from './numbering.ts'
export * as packedKeys from './pack-key.ts'
export type { ChoosingTerm, Corpus, SearchScope } from './passage-query.ts'
export * as passageQueries from './passage-query.ts'
export * as recordChecks from './record-rows.ts'
export {
  changedBody,
  checkedEdit,
  compareRecords,
  isWanted,
  priorityRank,
  type RankedRecord,
  type RecordBody,
  recordBody,
  recordOf,
} from './record-rows.ts'
export { createInFlight, guardedStorage, type InFlight, type StorageParts } from './storage.ts'
export {
  checkVector,
  cosine,
  createVectorSearch,
  isSameModel,
  type StoredVector,
  type VectorPlace,
  type VectorTable,
  vectorCode,
} from './vector-search.ts'
