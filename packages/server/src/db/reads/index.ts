/** Reads that a replica may answer, and the position in the log that it must have reached. */

export { replicaUrlOf } from './node-states.ts'
export { isOfReplica, limitReads, openReads, type ReadServer, type Reads, readsFrom } from './reads.ts'
export { readWalPosition, type WalPosition } from './wal-position.ts'
