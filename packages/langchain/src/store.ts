export { DaybookStore } from './store/daybook-store.ts'
export { decodeLabel, encodeLabel, namespaceOf } from './store/labels.ts'
export { storeOf } from './store/store-of.ts'
export type { DaybookStoreOptions, StoreIndex, StoreTtl } from './store/store-options.ts'
