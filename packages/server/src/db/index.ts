/** The door to PostgreSQL: nothing outside this folder imports the driver. */

export { type ChangePosition, changedSince, readChangePosition } from './changed-rows.ts'
export { type Changes, labelsOfListeners, openChanges, type Topic } from './changes.ts'
export { copyDatabase } from './copy-database.ts'
export type {
  Database,
  DatabaseOf,
  LimitedDatabase,
  LimitedQueries,
  Queries,
  QueriesOf,
  TransactionOptions,
} from './database.ts'
export { DatabaseError } from './database-error.ts'
export { onLivingNode } from './distribution/living-node.ts'
export { readDurability } from './durability.ts'
export { earlierTime } from './earlier-time.ts'
export { attachEmbedded, openEmbedded } from './embedded.ts'
export { lookup } from './lookup.ts'
export { migrate, type PlannedMigration, planMigrations } from './migrate.ts'
export type { WorkKind } from './migration-plan.ts'
export { openPool } from './pool.ts'
export { quoteName, quoteText } from './quote.ts'
export { ensureReaderRole, scramSecret } from './reader-role.ts'
export { grantRights, isDatabaseRole, roleIn } from './roles.ts'
export { StartError } from './start-error.ts'
export { type GuardedStatement, type Statement, sql } from './statement.ts'
export { refuseTransactionPoolingOfReplica } from './transaction-pooling.ts'
export { untilWritten } from './until-written.ts'
