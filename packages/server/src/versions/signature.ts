/**
 * What a version is signed with: a detached JWS over the SHA-256 of its RFC 8785 form, by the service's Ed25519 key. Its protected
 * header also holds what else of the commit must not change (decision 0041); signatures from before that have none of it.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { canonicalize, canonicalizeText, parseJson } from '@cairn/openehr/format'
import type { RmObject } from '@cairn/openehr/rm'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { type Database, sql } from '../db/index.ts'
import type { Vault } from '../vault.ts'
import { printForSignature } from './envelope.ts'
import type { StoredVersion } from './model.ts'

export interface Signer {
  /** The JWS of a version that has no signature yet. */
  sign(version: StoredVersion, contribution: ContributionDigest): string
  /** The JWS of a digest. */
  signDigest(digest: Buffer): string
  /** Public halves of all keys that versions were ever signed with. */
  readonly jwks: readonly JWK[]
}

const digestOf = (canonical: string | Uint8Array): Buffer => createHash('sha256').update(canonical).digest()

/** SHA-256 of a contribution's audit and the number of its versions, as base64url. */
export type ContributionDigest = string

export const contributionDigest = (audit: string, versions: number): ContributionDigest =>
  digestOf(`${versions}\n${audit}`).toString('base64url')

/** What a signature covers besides the version. */
export interface SignedFacts {
  readonly contribution: ContributionDigest
  /** Absent where the data were made by no template. */
  readonly template?: number
}

/** What was signed of a version as it stands in the database. */
function signedPart(version: StoredVersion): RmObject {
  const { signature: _signature, ...signed } = parseJson(printForSignature(version)) as RmObject
  return signed
}

const signingInput = (header: string, digest: Buffer) =>
  Buffer.from(`${header}.${digest.toString('base64url')}`)

interface KeyRow {
  kid: string
  public_jwk: JWK
  private_key: Buffer
}

const allKeys = sql<KeyRow>({
  name: 'recordKey.all',
  text: 'select kid, public_jwk, private_key from cairn.record_key order by created_at, kid',
})
const addFirstKey = sql<never, [kid: string, publicJwk: string, privateKey: Buffer]>({
  name: 'recordKey.addFirst',
  text: `insert into cairn.record_key (kid, public_jwk, private_key)
         select $1, $2, $3 where not exists (select from cairn.record_key)`,
})

async function storedKeys(db: Database, vault: Vault): Promise<readonly KeyRow[]> {
  const stored = await db.query(allKeys)
  if (stored.length > 0) return stored
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }))
  await db.execute(addFirstKey, [kid, JSON.stringify({ ...jwk, kid, use: 'sig', alg: 'EdDSA' }), sealed])
  return db.query(allKeys)
}

export async function openSigner(db: Database, vault: Vault): Promise<Signer> {
  const keys = await storedKeys(db, vault)
  const newest = keys.at(-1)
  if (!newest) throw new Error('there is no key to sign versions with')
  const key = createPrivateKey({ key: vault.unseal(newest.private_key), format: 'der', type: 'pkcs8' })
  const jws = (digest: Buffer, facts: SignedFacts | undefined): string => {
    const header = { alg: 'EdDSA', kid: newest.kid, ...facts }
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url')
    return `${encoded}..${sign(null, signingInput(encoded, digest), key).toString('base64url')}`
  }
  return {
    jwks: keys.map(each => each.public_jwk),
    sign: (version, contribution) => {
      const { templateKey } = version
      const facts = templateKey === null ? { contribution } : { contribution, template: templateKey }
      return jws(digestOf(canonicalizeText(printForSignature(version))), facts)
    },
    signDigest: digest => jws(digest, undefined),
  }
}

/** A version as it was signed. */
interface SignedVersion {
  readonly version: RmObject
  /** Undefined where the signature is of the older form. */
  readonly facts: SignedFacts | undefined
}

export interface Verifier {
  /** The ORIGINAL_VERSION that was signed; undefined where what is stored is not that. */
  read(version: StoredVersion): SignedVersion | undefined
  /** Whether a digest was signed by one of the keys. */
  isSigned(digest: Buffer, signature: string): boolean
}

/** Checks versions as they stand in the database: whether each is, byte for byte of meaning, the one that was signed. */
export async function openVerifier(db: Database): Promise<Verifier> {
  const keys = new Map<string, KeyObject>()
  for (const { kid, public_jwk } of await db.query(allKeys))
    keys.set(kid, createPublicKey({ key: public_jwk as never, format: 'jwk' }))

  /** The header of a good signature. */
  const checked = (digest: Buffer, jws: string): ({ kid: string } & Partial<SignedFacts>) | undefined => {
    const [encoded = '', payload, signature = ''] = jws.split('.')
    const header = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { kid: string }
    const key = keys.get(header.kid)
    if (!key || payload !== '') return undefined
    const input = signingInput(encoded, digest)
    return verify(null, input, key, Buffer.from(signature, 'base64url')) ? header : undefined
  }
  return {
    read: version => {
      try {
        const { signature } = JSON.parse(version.envelope) as { signature: string }
        const signed = signedPart(version)
        // By another way than when it was signed: each proves the other.
        const header = checked(digestOf(canonicalize(signed)), signature)
        if (!header) return undefined
        const { contribution, template } = header
        const facts =
          contribution === undefined
            ? undefined
            : { contribution, ...(template === undefined ? {} : { template }) }
        return { version: signed, facts }
      } catch {
        return undefined
      }
    },
    isSigned: (digest, signature) => {
      try {
        return checked(digest, signature) !== undefined
      } catch {
        return false
      }
    },
  }
}
