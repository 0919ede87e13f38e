/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 seconds, which all authenticator apps know. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6

/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20

/** Steps before and after the present one that are accepted: clocks differ, and typing takes time (RFC 6238, section 5.2). */
const TOLERATED = [-1, 0, 1]

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** RFC 4648, section 6, without padding: what people type into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / STEP_MS)

/** RFC 4226, section 5.3. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** Steps around the present one that have this code. People type codes with a space in the middle. */
export function stepsOfCode(secret: Uint8Array, typed: string, now: number): number[] {
  const code = Buffer.from(typed.replace(/\s/g, ''))
  if (code.length !== DIGITS) return []
  return TOLERATED.map(each => stepAt(now) + each).filter(step =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), code),
  )
}

interface TotpAccount {
  readonly secret: Uint8Array
  readonly personId: string
  /** The host of the service: people may have accounts at several. */
  readonly host: string
}

/** The address that apps read from a QR code. The account is a name for the person alone, and is cut to what a code can hold. */
export function totpAddress({ secret, personId, host }: TotpAccount): string {
  const account = encodeURIComponent(`${personId.slice(0, 50)}@${host.slice(0, 60)}`).slice(0, 110)
  const label = account.replace(/%[0-9A-F]?$/, '')
  return `otpauth://totp/Cairn:${label}?secret=${base32(secret)}&issuer=Cairn`
}
