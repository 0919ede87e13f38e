/** The signing keys: the current one signs, the next one is already published, retired ones verify until their last token expires. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Database } from '../db/index.ts'
import type { Vault } from '../seals/index.ts'
import { addFirstKeys, listKeys, type NewKey, rotateKeys, type StoredKey } from './key-store.ts'

export const ALGORITHM = 'ES256'

interface Keys {
  readonly signing: { readonly kid: string; readonly key: KeyObject }
  readonly verifying: ReadonlyMap<string, KeyObject>
  readonly jwks: { readonly keys: readonly JWK[] }
}

export interface KeyRing {
  current(): Keys
  /** Reads the keys again; concurrent calls share one read. */
  refresh(): Promise<void>
}

async function newKey(vault: Vault): Promise<NewKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return {
    kid,
    publicJwk: { ...jwk, kid, use: 'sig', alg: ALGORITHM },
    sealedPrivateKey: vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' })),
  }
}

export async function rotate(db: Database, vault: Vault): Promise<void> {
  await rotateKeys(db, await newKey(vault))
}

/** Seconds that a retired key still verifies after its last token has expired, since clocks differ. */
const SLACK_SECONDS = 120

function verifies(key: StoredKey, now: number, tokenLifetime: number): boolean {
  return key.retiredAt === null || key.retiredAt.getTime() + (tokenLifetime + SLACK_SECONDS) * 1000 > now
}

/** Returns the signing key; one that is known is not unsealed again, since the secret key may have been replaced meanwhile. */
function signingKeyOf(stored: StoredKey, vault: Vault, known: Keys | undefined): Keys['signing'] {
  if (known?.signing.kid === stored.kid) return known.signing
  const key = createPrivateKey({ key: vault.unseal(stored.sealedPrivateKey), format: 'der', type: 'pkcs8' })
  return { kid: stored.kid, key }
}

function keysOf(
  stored: readonly StoredKey[],
  vault: Vault,
  now: number,
  tokenLifetime: number,
  known?: Keys,
): Keys {
  const live = stored.filter(key => verifies(key, now, tokenLifetime))
  const signing = live.find(key => key.state === 'current')
  if (!signing) throw new Error('there is no current signing key')
  return {
    signing: signingKeyOf(signing, vault, known),
    verifying: new Map(
      live.map(key => [key.kid, createPublicKey({ key: key.publicJwk as never, format: 'jwk' })]),
    ),
    jwks: { keys: live.map(key => key.publicJwk as JWK) },
  }
}

export async function openKeyRing(
  db: Database,
  vault: Vault,
  { tokenLifetime, now }: { tokenLifetime: number; now: () => number },
): Promise<KeyRing> {
  let stored = await listKeys(db)
  if (stored.length === 0) {
    await addFirstKeys(db, await newKey(vault), await newKey(vault))
    stored = await listKeys(db)
  }
  let keys = keysOf(stored, vault, now(), tokenLifetime)
  let reading: Promise<void> | undefined
  return {
    current: () => keys,
    refresh: () => {
      reading ??= listKeys(db)
        .then(read => {
          keys = keysOf(read, vault, now(), tokenLifetime, keys)
        })
        .finally(() => {
          reading = undefined
        })
      return reading
    },
  }
}
