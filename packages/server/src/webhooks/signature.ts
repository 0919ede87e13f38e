/** Signatures by Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Secrets, Signing } from './subscription.ts'

const [HMAC_PREFIX, PRIVATE_PREFIX, PUBLIC_PREFIX] = ['whsec_', 'whsk_', 'whpk_']

/** The bytes of an Ed25519 key are the end of its DER forms, behind fixed headers. */
const KEY_BYTES = 32
const PRIVATE_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A secret that a caller chooses has 24 to 64 bytes, by the rules of Standard Webhooks. */
export function isHmacSecret(text: unknown): text is string {
  if (typeof text !== 'string' || !text.startsWith(HMAC_PREFIX)) return false
  const encoded = text.slice(HMAC_PREFIX.length)
  const { length } = Buffer.from(encoded, 'base64')
  return BASE64.test(encoded) && length >= 24 && length <= 64
}

const keyOf = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_HEADER, Buffer.from(secret.slice(PRIVATE_PREFIX.length), 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })

export function newSigningSecret(signing: Signing): string {
  if (signing === 'hmac') return `${HMAC_PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`
  const der = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  return `${PRIVATE_PREFIX}${der.subarray(-KEY_BYTES).toString('base64')}`
}

/** A receiver verifies with it: the secret itself, or the public key. */
export function verificationKey({ signing, secret }: Pick<Secrets, 'signing' | 'secret'>): string {
  if (signing === 'hmac') return secret
  const der = createPublicKey(keyOf(secret)).export({ format: 'der', type: 'spki' })
  return `${PUBLIC_PREFIX}${der.subarray(-KEY_BYTES).toString('base64')}`
}

function signatureOf(signing: Signing, secret: string, content: string): string {
  if (signing === 'ed25519')
    return `v1a,${sign(null, Buffer.from(content), keyOf(secret)).toString('base64')}`
  const key = Buffer.from(secret.slice(HMAC_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

export interface Message {
  /** The same in every attempt. */
  readonly id: string
  readonly body: string
}

/** `at`: milliseconds since 1970. A previous secret signs as well. */
export function signedHeaders(
  { signing, secret, previousSecret }: Secrets,
  { id, body }: Message,
  at: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map(each => signatureOf(signing, each, `${id}.${timestamp}.${body}`))
      .join(' '),
  }
}
