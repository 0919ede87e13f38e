/** An object id that a client has chosen belongs to one EHR alone, also where two commits bring it at once (decision 0084). */
import { guarded } from '../../access/index.ts'
import { sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Companion } from '../commit.ts'

/** In a cluster the coordinator has the lock, and all commits go through it. */
const lockUid = sql<unknown, [objectId: ObjectId]>({
  name: 'object.lockUid',
  text: guarded`select pg_advisory_xact_lock(hashtextextended('cairn.object ' || $1::text, 0))`,
})

const otherOwner = sql<{ ehr_id: string }, [objectId: ObjectId, ehrId: EhrId]>({
  name: 'object.otherOwner',
  seesAll: 'ids are unique across all EHRs, and the answer says no more than that one is taken',
  text: 'select ehr_id from cairn.versioned_object where object_id = $1 and ehr_id <> $2 limit 1',
})

/**
 * Refuses the commit if another EHR has one of the objects. Of two transactions with the same id, the second gets the lock after the
 * first has ended, and so sees what it wrote. Ids are locked in one order, so that two transactions never wait for each other.
 */
export const ownedByOneEhr =
  (ehrId: EhrId, objectIds: readonly ObjectId[]): Companion =>
  async queries => {
    for (const objectId of [...objectIds].sort()) {
      await queries.query(lockUid, [objectId])
      if ((await queries.query(otherOwner, [objectId, ehrId])).length > 0)
        throw new Refusal('version.exists', 'There is already an object with this uid.')
    }
  }
