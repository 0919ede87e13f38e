/** Divides records by the first digits of their ids: a verification can check several parts at once, and go on after any of them. */

/** More digits would make parts of a few versions each, in the largest database too. */
export const MOST_DIGITS = 5

/** Of a part, more or less: each is read in a snapshot of its own, which takes some milliseconds. */
const VERSIONS = 5_000

/** In a cluster a part is read shard by shard: of each, as many as are read together. */
const VERSIONS_OF_SHARD = 500

/** The first digits of the ids of each part that is left, by the number of versions in all of them. One server has no shards. */
export function partsAfter(digits: string | undefined, versions: number, shards = 0): readonly string[] {
  const ofPart = Math.max(VERSIONS, shards * VERSIONS_OF_SHARD)
  const wanted = Math.round(Math.log(Math.max(versions, 1) / ofPart) / Math.log(16))
  const length = Math.min(Math.max(wanted, digits?.length ?? 0), MOST_DIGITS)
  if (length <= 0) return ['']
  const parts = Array.from({ length: 16 ** length }, (_, at) => at.toString(16).padStart(length, '0'))
  return digits === undefined ? parts : parts.filter(part => part.slice(0, digits.length) > digits)
}
