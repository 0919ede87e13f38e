/** Claims of object ids follow erasures and merges. Only a cluster has them (decision 0116). */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'

/** Claims are on other nodes than their EHR, and have no index by it: their ids are read first. */
const objectsOf = sql<{ object_id: ObjectId }, [ehrId: EhrId]>({
  name: 'claims.objects',
  text: 'select object_id from cairn.versioned_object where ehr_id = $1',
})
const removal = sql<never, [objectIds: readonly ObjectId[]]>({
  name: 'claims.remove',
  text: 'delete from cairn.object_claim where object_id = any($1::uuid[])',
})
const transfer = sql<never, [objectIds: readonly ObjectId[], to: EhrId]>({
  name: 'claims.transfer',
  text: 'update cairn.object_claim set ehr_id = $2 where object_id = any($1::uuid[])',
})

export async function removeClaims(db: Queries, objectIds: readonly ObjectId[]): Promise<void> {
  if (db.isDistributed && objectIds.length > 0) await db.execute(removal, [objectIds])
}

const findObjects = async (db: Queries, ehrId: EhrId): Promise<readonly ObjectId[]> =>
  (await db.query(objectsOf, [ehrId])).map(({ object_id }) => object_id)

export async function removeClaimsOf(db: Queries, ehrId: EhrId): Promise<void> {
  if (db.isDistributed) await removeClaims(db, await findObjects(db, ehrId))
}

export async function transferClaims(db: Queries, from: EhrId, to: EhrId): Promise<void> {
  if (db.isDistributed) await db.execute(transfer, [await findObjects(db, from), to])
}
