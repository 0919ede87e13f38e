/** A preset: the text that documents are compressed against. Its id is a part of its SHA-256. */
import { createHash } from 'node:crypto'

export interface Preset {
  readonly id: number
  readonly text: Buffer
  readonly sha256: Buffer
}

/** 48 bits: a number that JavaScript has exactly. */
const ID_BYTES = 6

export function presetWith(text: string | Buffer): Preset {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const sha256 = createHash('sha256').update(bytes).digest()
  return { id: sha256.readUIntBE(0, ID_BYTES), text: bytes, sha256 }
}
