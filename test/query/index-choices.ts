/** Indexes that a planner may be told of: statements are right whether these are there or not. */
import type { KnownIndexes } from '../../packages/server/src/indexes/index.ts'

const choice = (has: boolean): KnownIndexes => ({ generation: 0, has: () => has, refresh: async () => {} })

export const NO_INDEX = choice(false)
export const EVERY_INDEX = choice(true)
