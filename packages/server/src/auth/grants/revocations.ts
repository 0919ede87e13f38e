/** Grants and tokens that were revoked before their end, kept in memory; at most a few seconds old. */
import type { Database } from '../../db/index.ts'
import { revokedIds, revokedIdsSince } from './store.ts'

export interface Revocations {
  isRevoked(jti: string | undefined, grantId: string | undefined): boolean
  refresh(): Promise<void>
}

/** `lookBackMs`: no token lives longer than this, so that older revocations need not be known. */
export async function openRevocations(
  db: Database,
  now: () => number,
  lookBackMs: number,
): Promise<Revocations> {
  /** By id, with the time until which it has to be known. */
  const revoked = new Map<string, number>()
  const add = (ids: readonly string[]) => {
    for (const id of ids) revoked.set(id, now() + lookBackMs)
  }
  let { ids, position } = await revokedIds(db, new Date(now() - lookBackMs))
  add(ids)
  return {
    isRevoked: (jti, grantId) =>
      revoked.size > 0 &&
      ((jti !== undefined && revoked.has(jti)) || (grantId !== undefined && revoked.has(grantId))),
    refresh: async () => {
      ;({ ids, position } = await revokedIdsSince(db, position))
      add(ids)
      for (const [id, until] of revoked) if (until < now()) revoked.delete(id)
    },
  }
}
