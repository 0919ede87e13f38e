/** Ids that a second run finds again: UUIDs made from names (RFC 9562, version 5). */
import { createHash } from 'node:crypto'

/** The space of the demo's names; chosen once, so that its ids are nobody else's. */
const SPACE = Buffer.from('5d3d7f0c1d5b4a5c9f7b6f6e2f3a9c41', 'hex')

export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(SPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The issuer of the numbers of the demo's patients. */
export const NAMESPACE = 'demo-hospital'

export const MOST_PATIENTS = 200

/** `P0001`, `P0002`, … */
export const patientId = (number: number): string => `P${String(number).padStart(4, '0')}`

export const ehrIdOf = (number: number): string => uuidOf(`ehr ${patientId(number)}`)
