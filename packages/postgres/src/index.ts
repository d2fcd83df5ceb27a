export { type CopyOptions, type CopyReport, copyMemory } from './copy-memory.ts'
export type { PostgresClient, PostgresPool, PostgresResult } from './pool.ts'
export {
  migratePostgres,
  type PostgresSchemaOptions,
  type PostgresStorageOptions,
  postgresStorage,
} from './storage.ts'
