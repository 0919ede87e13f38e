/** Ids that a second run finds again: UUIDs made from names (RFC 9562, version 5). */
import { sha1 } from './sha1.ts'

/** The space of the demo's names; chosen once, so that its ids are nobody else's. */
const SPACE = [0x5d, 0x3d, 0x7f, 0x0c, 0x1d, 0x5b, 0x4a, 0x5c, 0x9f, 0x7b, 0x6f, 0x6e, 0x2f, 0x3a, 0x9c, 0x41]

export function uuidOf(name: string): string {
  const bytes = sha1(Uint8Array.from([...SPACE, ...new TextEncoder().encode(name)])).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The issuer of the numbers of the demo's patients. */
export const NAMESPACE = 'demo-hospital'

/** Patients of a demo that names no number: pages of the documentation print what these answer. */
export const USUAL_PATIENTS = 20

export const MOST_PATIENTS = 200

/** `P0001`, `P0002`, … */
export const patientId = (number: number): string => `P${String(number).padStart(4, '0')}`

export const ehrIdOf = (number: number): string => uuidOf(`ehr ${patientId(number)}`)
