/** Collections of values: groups by key, a cache within a limit of weight, work on several at once, calls that share a run, long work in turns with others, and parts that are closed together. */
export { type FairLine, openFairLine } from './fair-line.ts'
export { groupBy } from './group-by.ts'
export { workInOrder } from './in-order.ts'
export { type OpenedParts, openParts } from './opened-parts.ts'
export { shareNext } from './share-next.ts'
export { inTurns, openTurns } from './turns.ts'
export { type WeightedCache, weightedCache } from './weighted-cache.ts'
