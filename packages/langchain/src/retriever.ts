export { DaybookRetriever, type DaybookRetrieverOptions, type RecalledMetadata } from './daybook-retriever.ts'
