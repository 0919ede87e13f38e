/**
 * Whose turn it is at an EHR: any number of writers, or one who takes it away. What keeps the records whole is the lock on
 * the EHR's row; but PostgreSQL lets writers share that row past one who waits for it alone, so that with nine busy
 * writers an erasure waited for as long as they went on. Advisory locks are granted in the order they were asked for.
 */
const key = (ehr: string) => `hashtextextended('cairn.ehr ' || (${ehr})::text, 0)`

/** SQL expression: takes a turn beside other writers, until the transaction ends. */
export const sharedTurn = (ehr: string): string => `pg_advisory_xact_lock_shared(${key(ehr)})`

/** SQL expression: the same, or false where somebody has it alone or waits to. */
export const sharedTurnIfFree = (ehr: string): string => `pg_try_advisory_xact_lock_shared(${key(ehr)})`

/** SQL expression: takes a turn alone. */
export const loneTurn = (ehr: string): string => `pg_advisory_xact_lock(${key(ehr)})`
