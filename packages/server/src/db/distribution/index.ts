/** Spreading a database over the nodes of a Citus cluster, and its state, for commands of the operator. */
export { distribute, remainingSteps } from './distribute.ts'
export { readShards, type ShardReport } from './shards.ts'
export { detectDistribution } from './state.ts'
