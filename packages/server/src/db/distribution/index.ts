/** Spreading a database over the nodes of a Citus cluster, and its state, for commands of the operator. */
export { distribute, remainingSteps } from './distribute.ts'
export { type Addresses, cancelServed, copyServed, refuseCopy, sizeOfCopy, switchServed } from './served.ts'
export { readShards, type ShardReport } from './shards.ts'
export { detectDistribution } from './state.ts'
