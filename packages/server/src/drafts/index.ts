/** The room of drafts: what people have begun to write, and nobody else reads. */
import { allows } from '../access/index.ts'
import type { Database, LimitedDatabase } from '../db/index.ts'
import { type BoundEndpoint, bind, limitDatabase } from '../http/index.ts'
import { type DraftNeeds, draftEndpoints } from './endpoints.ts'
import { sweepDrafts } from './store.ts'

export { resealDrafts } from './store.ts'

type DraftRoomNeeds = Omit<DraftNeeds, 'seen' | 'seenParties' | 'mayWrite'> & {
  readonly parties: LimitedDatabase
}

export function draftRoomEndpoints({ parties, ...given }: DraftRoomNeeds): BoundEndpoint[] {
  const needs: DraftNeeds = { ...given, seen: given.db, seenParties: parties, mayWrite: () => true }
  return bind(draftEndpoints, needs, call => ({
    ...needs,
    seen: limitDatabase(given.db, call),
    seenParties: limitDatabase(parties, call),
    mayWrite: (right, name) => allows(call.rights, { ...right, name }),
  }))
}

/** Removes drafts that nobody has saved for so many days. */
export const removeOldDrafts = (db: Database, now: number, lifeDays: number): Promise<number> =>
  sweepDrafts(db, new Date(now - lifeDays * 86_400_000))
