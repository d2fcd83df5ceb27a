export { DaybookCache, type DaybookCacheOptions } from './daybook-cache.ts'
