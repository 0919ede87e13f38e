/** A position in the write-ahead log of PostgreSQL: a replica that has replayed it shows everything that was committed before. */

export type WalPosition = bigint

/** Reads the notation of PostgreSQL, such as `0/16B3748`; undefined for anything else. */
export function readWalPosition(text: string): WalPosition | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
