export type { OpenedStore, OpenStore, StoreAbility, StoreCase, StoreSetting } from './testing/store-case.ts'
export { storeCases } from './testing/store-cases.ts'
export { WordEmbeddings, wordDimensions } from './testing/word-embeddings.ts'
