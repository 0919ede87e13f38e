/**
 * Advisory locks of an EHR: shared by writers, exclusive for an erasure or a merge. The lock on the EHR's row already keeps the
 * records consistent, but PostgreSQL lets new writers share that row while another transaction waits for it exclusively: with
 * nine busy writers, an erasure waited as long as they went on. Advisory locks are granted in the order of the requests.
 *
 * A lock is of one node: in a cluster it is taken by a statement that reads the row of the EHR, and so on the node that has it.
 */
const key = (ehr: string) => `hashtextextended('cairn.ehr ' || (${ehr})::text, 0)`

/** SQL expression: takes the shared lock until the transaction ends. */
export const sharedLock = (ehr: string): string => `pg_advisory_xact_lock_shared(${key(ehr)})`

/** SQL expression: takes the shared lock, or is false if another transaction has the exclusive lock or waits for it. */
export const sharedLockIfFree = (ehr: string): string => `pg_try_advisory_xact_lock_shared(${key(ehr)})`

/** SQL expression: takes the exclusive lock. */
export const exclusiveLock = (ehr: string): string => `pg_advisory_xact_lock(${key(ehr)})`
