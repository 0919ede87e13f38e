/** Collections of values: groups by key, a cache within a limit of weight, work on several at once, and calls that share a run. */
export { type FairLine, openFairLine } from './fair-line.ts'
export { groupBy } from './group-by.ts'
export { workInOrder } from './in-order.ts'
export { shareNext } from './share-next.ts'
export { type WeightedCache, weightedCache } from './weighted-cache.ts'
