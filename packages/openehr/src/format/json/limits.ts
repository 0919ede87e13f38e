/** Bounds of JSON documents, so that a hostile one is refused early. */

export interface JsonLimits {
  /** Bytes, or UTF-16 units of text, of the whole document. */
  readonly size: number
  /** Objects and arrays inside one another. */
  readonly depth: number
  /** Items of one array. */
  readonly items: number
  /** Members of one object. */
  readonly members: number
  /** Objects and arrays of the whole document: what it costs to read, validate and store it grows with these. */
  readonly containers: number
  /** UTF-16 units of one string, as written. */
  readonly string: number
}

/** The defaults. The largest document of the test corpus has 0.3 MB, 33 levels and 3,200 objects and arrays. */
export const JSON_LIMITS: JsonLimits = {
  size: 16 * 1024 * 1024,
  depth: 256,
  items: 100_000,
  members: 20_000,
  containers: 200_000,
  string: 12 * 1024 * 1024,
}
