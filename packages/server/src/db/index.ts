/** The door to PostgreSQL: nothing outside this folder imports the driver. */

export { batchCalls } from './batch-calls.ts'
export { type Changes, labelsOfListeners, openChanges, type Topic } from './changes.ts'
export type { Database, Queries, TransactionOptions } from './database.ts'
export { DatabaseError } from './database-error.ts'
export { attachEmbedded, openEmbedded } from './embedded.ts'
export { lookup } from './lookup.ts'
export { migrate } from './migrate.ts'
export { openPool } from './pool.ts'
export { rowsAsLists } from './rows-as-lists.ts'
export { StartError } from './start-error.ts'
export { sql } from './statement.ts'
export { untilWritten } from './until-written.ts'
