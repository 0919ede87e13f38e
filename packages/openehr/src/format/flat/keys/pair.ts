/** A key of FLAT, without what stands before it, and its value. */
export type Pair = readonly [key: string, value: unknown]
