/**
 * An object id that a client has chosen belongs to one EHR alone, also where two commits bring it at once (decision 0084). One server asks an
 * index for it. A cluster asks the one node that has the claim of the id (decision 0116).
 */
import { guarded } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { type EhrId, isMadeByServer, type ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Companion } from '../commit.ts'

/** In a cluster the coordinator has the lock, and all commits go through it. */
const lockUid = sql<unknown, [objectId: ObjectId]>({
  name: 'object.lockUid',
  text: guarded`select pg_advisory_xact_lock(hashtextextended('cairn.object ' || $1::text, 0))`,
})

const UNIQUE = 'ids are unique across all EHRs, and the answer says no more than that one is taken'

const otherOwner = sql<{ ehr_id: string }, [objectId: ObjectId, ehrId: EhrId]>({
  name: 'object.otherOwner',
  seesAll: UNIQUE,
  text: 'select ehr_id from cairn.versioned_object where object_id = $1 and ehr_id <> $2 limit 1',
})

/** Waits for another transaction that claims the same id, and returns whose it is then. */
const claim = sql<{ ehr_id: string }, [objectId: ObjectId, ehrId: EhrId]>({
  name: 'object.claim',
  seesAll: UNIQUE,
  text: `insert into cairn.object_claim as c (object_id, ehr_id) values ($1, $2)
         on conflict (object_id) do update set ehr_id = c.ehr_id returning ehr_id`,
})

async function hasOtherOwner(queries: LimitedQueries, ehrId: EhrId, objectId: ObjectId): Promise<boolean> {
  if (queries.isDistributed && !isMadeByServer(objectId))
    return (await queries.query(claim, [objectId, ehrId])).some(({ ehr_id }) => ehr_id !== ehrId)
  await queries.query(lockUid, [objectId])
  return (await queries.query(otherOwner, [objectId, ehrId])).length > 0
}

/**
 * Refuses the commit if another EHR has one of the objects. Of two transactions with the same id, the second gets the lock after the
 * first has ended, and so sees what it wrote. Ids are locked in one order, so that two transactions never wait for each other.
 */
export const ownedByOneEhr =
  (ehrId: EhrId, objectIds: readonly ObjectId[]): Companion =>
  async queries => {
    for (const objectId of [...objectIds].sort())
      if (await hasOtherOwner(queries, ehrId, objectId))
        throw new Refusal('version.exists', 'There is already an object with this uid.')
  }
