/** Verifies requests of webhooks by the rules of Standard Webhooks. */
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'

export interface SignedRequest {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: string
  /** Signatures by spaces, each with its version. */
  readonly signature: string
  readonly body: string
}

/** An older or newer request may be a copy of one that somebody has kept. */
const TOLERANCE_S = 300

const PUBLIC_HEADER = Buffer.from('302a300506032b6570032100', 'hex')

const decode = (text: string): Buffer => Buffer.from(text, 'base64')

function isHmacOf(secret: string, content: string, signature: Buffer): boolean {
  const own = createHmac('sha256', decode(secret.replace(/^whsec_/, '')))
    .update(content)
    .digest()
  return own.length === signature.length && timingSafeEqual(own, signature)
}

function isEd25519Of(publicKey: string, content: string, signature: Buffer): boolean {
  const der = Buffer.concat([PUBLIC_HEADER, decode(publicKey.replace(/^whpk_/, ''))])
  return verify(
    null,
    Buffer.from(content),
    createPublicKey({ key: der, format: 'der', type: 'spki' }),
    signature,
  )
}

/** The sentence that says why a request is not from the service; undefined if it is. `now`: milliseconds since 1970. */
export function faultOf(key: string, request: SignedRequest, now: number): string | undefined {
  const { id, timestamp, signature, body } = request
  if (id === '' || timestamp === '' || signature === '') return 'a header of Standard Webhooks is missing'
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_S)) return 'the timestamp is too old or too new'
  const [version, isOf] = key.startsWith('whpk_') ? ['v1a', isEd25519Of] : ['v1', isHmacOf]
  const content = `${id}.${timestamp}.${body}`
  const isSigned = signature
    .split(' ')
    .some(
      each => each.startsWith(`${version},`) && isOf(key, content, decode(each.slice(version.length + 1))),
    )
  return isSigned ? undefined : 'the signature is not of this secret'
}
