/** What client secrets and signing keys are protected with: keys derived from the one secret of the installation. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Vault {
  /** What is kept of a client secret. */
  mac(secret: string): Buffer
  seal(plain: Uint8Array): Buffer
  unseal(sealed: Uint8Array): Buffer
  /** Recognises the same secret key again without telling anything about it. */
  readonly check: Buffer
}

const NONCE = 12
const TAG = 16

/** 256 bits from the system's generator; long enough that no slow hash is needed (58/s for argon2id, 245,000/s so). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export function openVault(secretKey: string): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `cairn ${purpose}`, 32))
  const macKey = derive('client secrets')
  const sealKey = derive('signing keys')
  return {
    mac: secret => createHmac('sha256', macKey).update(secret).digest(),
    seal: plain => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    unseal: sealed => {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE))
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
    },
    check: derive('check'),
  }
}
