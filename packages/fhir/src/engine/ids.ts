/** Deterministic ids of resources: a hash of the composition and the path of the entry (FHIRconnect, ID-Management). */

const PRIME = 0x0000000001000000000000000000013bn
const OFFSET = 0x6c62272e07bb014262b821756295c58dn
const MASK = (1n << 128n) - 1n

/** FNV-1a with 128 bits, as 32 hexadecimal digits: the same everywhere, without a library. */
export function resourceId(composition: string, path: string): string {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(`${composition}|${path}`))
    hash = ((hash ^ BigInt(byte)) * PRIME) & MASK
  return hash.toString(16).padStart(32, '0')
}
