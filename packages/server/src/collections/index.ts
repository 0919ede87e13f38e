/** Collections of values: groups by key, a cache within a limit of weight, and work on several at once. */
export { type FairLine, openFairLine } from './fair-line.ts'
export { groupBy } from './group-by.ts'
export { workInOrder } from './in-order.ts'
export { type WeightedCache, weightedCache } from './weighted-cache.ts'
