/** The door to PostgreSQL: nothing outside this folder imports the driver. */
export type { Database, Queries, StreamOptions } from './database.ts'
export { DatabaseError } from './database-error.ts'
export { attachEmbedded, openEmbedded } from './embedded/open.ts'
export { migrate } from './migrate.ts'
export { openPool } from './pool.ts'
export { StartError } from './start-error.ts'
export { sql } from './statement.ts'
