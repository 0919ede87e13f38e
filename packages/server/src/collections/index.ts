/** Collections of values: groups by key, a cache within a limit of weight, work on several at once, calls that share a run, and parts that are closed together. */
export { type FairLine, openFairLine } from './fair-line.ts'
export { groupBy } from './group-by.ts'
export { workInOrder } from './in-order.ts'
export { type OpenedParts, openParts } from './opened-parts.ts'
export { shareNext } from './share-next.ts'
export { type WeightedCache, weightedCache } from './weighted-cache.ts'
