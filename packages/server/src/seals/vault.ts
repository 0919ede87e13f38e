/** Protects client secrets and signing keys with keys derived from the secret of the installation. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Vault {
  /** Makes the value that is stored instead of a client secret. */
  mac(secret: string): Buffer
  seal(plain: Uint8Array): Buffer
  unseal(sealed: Uint8Array): Buffer
  /** Identifies the secret key without revealing anything about it. */
  readonly check: Buffer
  /** The key of seals in the database. It stays the same when the secret key is changed. */
  readonly stateKey: Buffer
  /** The key of `mac`, sealed by another vault: what was stored stays good when the secret key is changed. */
  macKeySealedBy(other: Vault): Buffer
}

const NONCE = 12
const TAG = 16

/** 256 random bits: enough that a fast hash is safe (argon2id does 58 a second, this 245,000). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The key of the ids and dates that stand for those of records without identity. */
export const identityKeyOf = ({ mac }: Pick<Vault, 'mac'>): string =>
  mac('records without identity').toString('base64url')

/** `sealedMacKey`: that of an installation whose secret key was changed. */
export function openVault(secretKey: string, sealedMacKey?: Uint8Array): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `cairn ${purpose}`, 32))
  const sealKey = derive('signing keys')
  const unseal = (sealed: Uint8Array): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE))
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
  }
  const macKey = sealedMacKey ? unseal(sealedMacKey) : derive('client secrets')
  return {
    mac: secret => createHmac('sha256', macKey).update(secret).digest(),
    seal: plain => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    unseal,
    // Not made by `mac`, which is stored for texts that clients choose.
    stateKey: Buffer.from(hkdfSync('sha256', macKey, '', 'cairn state seals', 32)),
    macKeySealedBy: other => other.seal(macKey),
    check: derive('check'),
  }
}
