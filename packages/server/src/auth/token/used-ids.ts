/** Ids of assertions and proofs are taken once, whichever process sees them. */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/index.ts'
import { isFirstUse } from '../grants/store.ts'

/** `issuer` is who made the id: ids of different makers may be equal. Returns true the first time. */
export function takeId(db: Database, issuer: string, id: string, expiresAt: number): Promise<boolean> {
  const digest = createHash('sha256').update(`${issuer}\n${id}`).digest()
  return isFirstUse(db, digest, new Date(expiresAt))
}
