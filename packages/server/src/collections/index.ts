/** Collections of values: groups by key, and a cache within a limit of weight. */
export { type FairLine, openFairLine } from './fair-line.ts'
export { groupBy } from './group-by.ts'
export { type WeightedCache, weightedCache } from './weighted-cache.ts'
