/** The door to PostgreSQL: nothing outside this folder imports the driver. */
export type { Database, Queries, TransactionOptions } from './database.ts'
export { DatabaseError } from './database-error.ts'
export {
  attachEmbedded,
  type EmbeddedDatabase,
  type EmbeddedOptions,
  openEmbedded,
} from './embedded/open.ts'
export { type MigrateOptions, migrate } from './migrate.ts'
export { openPool, type PoolOptions } from './pool.ts'
export { StartError } from './start-error.ts'
export { type Statement, sql } from './statement.ts'
