/**
 * Signs and verifies versions: a detached JWS over the SHA-256 of the RFC 8785 form, with the service's Ed25519 key. Its protected
 * header also covers the contribution and the template (decision 0032); older signatures do not.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { canonicalize, parseJson } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { type Database, type Queries, sql } from '../db/index.ts'
import type { Vault } from '../seals/index.ts'
import type { StoredVersion } from './model.ts'
import { type CanonicalMembers, printSigned, printVersion, signedMembers } from './printed/envelope.ts'

export interface Signer {
  /** Returns the JWS of a version without a signature. `envelope`: the members of its envelope. */
  sign(version: StoredVersion, contribution: ContributionDigest, envelope: CanonicalMembers): string
  /** Returns the JWS of a digest. */
  signDigest(digest: Buffer): string
  /** Public halves of all keys that versions were ever signed with. */
  readonly jwks: readonly JWK[]
  /** Adds the public key of another server, whose versions were imported. */
  adopt(jwk: JWK): void
}

const digestOf = (canonical: string): Buffer => hash('sha256', canonical, 'buffer')

/** SHA-256 of a contribution's audit and the number of its versions, as base64url. */
export type ContributionDigest = string

export const contributionDigest = (audit: string, versions: number): ContributionDigest =>
  hash('sha256', `${versions}\n${audit}`, 'base64url')

/** Facts beside the version that a signature covers. */
export interface SignedFacts {
  readonly contribution: ContributionDigest
  /** Absent if the data were made without a template. */
  readonly template?: number
}

/** The protected header of a signature. Neither a key's id nor a digest has a character that JSON would escape. */
export function protectedHeader(kid: string, facts?: SignedFacts): string {
  const covered = facts === undefined ? '' : `,"contribution":"${facts.contribution}"`
  const template = facts?.template === undefined ? '' : `,"template":${facts.template}`
  return Buffer.from(`{"alg":"EdDSA","kid":"${kid}"${covered}${template}}`).toString('base64url')
}

/** Returns the signed part of a stored version: always in the form of the reference model. */
function signedPart(version: StoredVersion): RmObject {
  const { signature: _signature, ...signed } = parseJson(printVersion(version, 'openehr')) as RmObject
  return signed
}

const signingInput = (header: string, digest: Buffer) =>
  Buffer.from(`${header}.${digest.toString('base64url')}`)

interface KeyRow {
  kid: string
  public_jwk: JWK
  /** Null for a key of another server. */
  private_key: Buffer | null
}

const isOwn = (key: KeyRow): key is KeyRow & { private_key: Buffer } => key.private_key !== null

const allKeys = sql<KeyRow>({
  name: 'recordKey.all',
  text: 'select kid, public_jwk, private_key from cairn.record_key order by created_at, kid',
})
const addFirstKey = sql<never, [kid: string, publicJwk: string, privateKey: Buffer]>({
  name: 'recordKey.addFirst',
  seals: { kind: 'record_key', ids: ([id]) => [id] },
  text: 'insert into cairn.record_key (kid, public_jwk, private_key) values ($1, $2, $3)',
})
const lockKeys = sql({
  name: 'recordKey.lock',
  text: 'lock table cairn.record_key in share row exclusive mode',
})

function newKey(vault: Vault) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  return { jwk, sealed: vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' })) }
}

const putSealed = sql<never, [kid: string, privateKey: Buffer]>({
  name: 'recordKey.putSealed',
  text: 'update cairn.record_key set private_key = $2 where kid = $1',
})

/** Seals all keys again, when the secret key of the installation is replaced. */
export async function resealRecordKeys(queries: Queries, reseal: (sealed: Buffer) => Buffer): Promise<void> {
  for (const { kid, private_key } of (await queries.query(allKeys)).filter(isOwn))
    await queries.execute(putSealed, [kid, reseal(private_key)])
}

async function storedKeys(db: Database, vault: Vault): Promise<readonly KeyRow[]> {
  const stored = await db.query(allKeys)
  if (stored.some(isOwn)) return stored
  const { jwk, sealed } = newKey(vault)
  const kid = await calculateJwkThumbprint(jwk)
  return db.transaction(async tx => {
    // Processes that start at the same moment make one key.
    await tx.execute(lockKeys)
    if (!(await tx.query(allKeys)).some(isOwn))
      await tx.execute(addFirstKey, [kid, JSON.stringify({ ...jwk, kid, use: 'sig', alg: 'EdDSA' }), sealed])
    return tx.query(allKeys)
  })
}

export async function openSigner(db: Database, vault: Vault): Promise<Signer> {
  const keys = await storedKeys(db, vault)
  const newest = keys.filter(isOwn).at(-1)
  if (!newest) throw new Error('there is no key to sign versions with')
  const key = createPrivateKey({ key: vault.unseal(newest.private_key), format: 'der', type: 'pkcs8' })
  const jws = (digest: Buffer, facts: SignedFacts | undefined): string => {
    const encoded = protectedHeader(newest.kid, facts)
    return `${encoded}..${sign(null, signingInput(encoded, digest), key).toString('base64url')}`
  }
  const jwks = keys.map(each => each.public_jwk)
  return {
    jwks,
    adopt: jwk => {
      if (!jwks.some(({ kid }) => kid === jwk.kid)) jwks.push(jwk)
    },
    sign: (version, contribution, envelope) => {
      const { templateKey } = version
      const facts = templateKey === null ? { contribution } : { contribution, template: templateKey }
      return jws(digestOf(printSigned(version, envelope)), facts)
    },
    signDigest: digest => jws(digest, undefined),
  }
}

/** A version as it was signed. */
interface SignedVersion {
  readonly version: RmObject
  /** Undefined for an older signature. */
  readonly facts: SignedFacts | undefined
}

export interface Verifier {
  /** Returns the signed ORIGINAL_VERSION; undefined if the stored version differs from it. */
  read(version: StoredVersion): SignedVersion | undefined
  /**
   * Returns the facts that a valid signature covers, none for an older one; undefined if the version differs from the signed one. The data must
   * be in RFC 8785 form. Beside the event loop, since a signature takes a quarter of what an import costs.
   */
  check(version: StoredVersion): Promise<Partial<SignedFacts> | undefined>
  /** Returns true if a digest was signed with one of the keys. */
  isSigned(digest: Buffer, signature: string): boolean
}

interface SignedHeader extends Partial<SignedFacts> {
  readonly kid: string
}

const signedTemplates = sql<{ kid: string; signed_key: number; template_key: number }>({
  name: 'recordKey.templates',
  text: 'select kid, signed_key, template_key from cairn.signed_template',
})

/** Returns the template here that a signature names by its number on the server that signed. */
async function templateReader(db: Queries): Promise<(header: SignedHeader) => number | undefined> {
  const known = new Map(
    (await db.query(signedTemplates)).map(row => [`${row.kid} ${row.signed_key}`, row.template_key]),
  )
  return ({ kid, template }) =>
    template === undefined ? undefined : (known.get(`${kid} ${template}`) ?? template)
}

/** A signature taken apart, with the key that it names. */
interface TakenApart {
  readonly header: SignedHeader
  readonly key: KeyObject
  readonly input: Buffer
  readonly signature: Buffer
}

const verifyBeside = ({ input, key, signature }: TakenApart): Promise<boolean> =>
  new Promise((done, failed) =>
    verify(null, input, key, signature, (error, isRight) => (error ? failed(error) : done(isRight))),
  )

const signatureOf = ({ envelope }: StoredVersion): string =>
  (JSON.parse(envelope) as { signature: string }).signature

/** Makes a verifier, which checks that stored versions are exactly those that were signed. */
export async function openVerifier(db: Queries): Promise<Verifier> {
  const keys = new Map<string, KeyObject>()
  for (const { kid, public_jwk } of await db.query(allKeys))
    keys.set(kid, createPublicKey({ key: public_jwk as never, format: 'jwk' }))
  const templateOf = await templateReader(db)

  const takenApart = (digest: Buffer, jws: string): TakenApart | undefined => {
    const [encoded = '', payload, signature = ''] = jws.split('.')
    const header = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as SignedHeader
    const key = keys.get(header.kid)
    if (!key || payload !== '') return undefined
    const input = signingInput(encoded, digest)
    return { header, key, input, signature: Buffer.from(signature, 'base64url') }
  }
  /** Returns the header of a valid signature. */
  const checked = (digest: Buffer, jws: string): SignedHeader | undefined => {
    const parts = takenApart(digest, jws)
    return parts && verify(null, parts.input, parts.key, parts.signature) ? parts.header : undefined
  }
  const factsOf = (header: SignedHeader): Partial<SignedFacts> => {
    const { contribution } = header
    if (contribution === undefined) return {}
    const template = templateOf(header)
    return { contribution, ...(template === undefined ? {} : { template }) }
  }
  const orUndefined = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  return {
    read: version =>
      orUndefined(() => {
        const signed = signedPart(version)
        // The plain definition over all that is stored: signing puts parts together, and older versions have another order.
        const header = checked(digestOf(canonicalize(signed)), signatureOf(version))
        if (!header) return undefined
        const { contribution, ...others } = factsOf(header)
        return {
          version: signed,
          facts: contribution === undefined ? undefined : { contribution, ...others },
        }
      }),
    check: async version => {
      const parts = orUndefined(() => {
        const digest = digestOf(printSigned(version, signedMembers(version.envelope)))
        return takenApart(digest, signatureOf(version))
      })
      const isRight = parts !== undefined && (await verifyBeside(parts).catch(() => false))
      return isRight ? factsOf(parts.header) : undefined
    },
    isSigned: (digest, signature) => orUndefined(() => checked(digest, signature) !== undefined) === true,
  }
}
