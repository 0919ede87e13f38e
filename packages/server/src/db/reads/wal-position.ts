/**
 * A position in the write-ahead log of PostgreSQL: a replica that has replayed it shows everything that was committed before. Each node of a
 * cluster has a log of its own.
 */

/** By the group of the node in a cluster. The coordinator is group 0, as one server is. */
export type WalPosition = ReadonlyMap<number, bigint>

const PART = /^(?:([1-9]\d{0,9})=)?([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

/** Reads `0/16B3748`, or that of a cluster, `0/16B3748,1=0/3000060`; undefined for anything else. */
export function readWalPosition(text: string): WalPosition | undefined {
  const position = new Map<number, bigint>()
  for (const part of text.split(',')) {
    const [, group = '0', high, low] = PART.exec(part) ?? []
    if (high === undefined || low === undefined) return undefined
    position.set(Number(group), (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`))
  }
  return position
}

/** `positions`: in the notation of PostgreSQL. */
export const printWalPosition = (
  positions: readonly (readonly [group: number, position: string])[],
): string => positions.map(([group, position]) => (group === 0 ? position : `${group}=${position}`)).join(',')

/** True if a replica that has replayed `replayed` shows everything up to `wanted`. */
export const hasReached = (replayed: WalPosition, wanted: WalPosition): boolean =>
  [...wanted].every(([group, position]) => (replayed.get(group) ?? -1n) >= position)
