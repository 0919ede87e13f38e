/** Seals an object as it is in the database, once an operator has looked at it. */
import { guarded, open, seen } from '../../access/index.ts'
import { type Database, type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { findTagged, KIND_NAMES, type SealKey, sealAsItIs, sealTagsOf, TAGS } from '../../seals/index.ts'

const taggedObject = sql<{ ehr_id: EhrId; object_id: ObjectId }, [objectId: string]>({
  name: 'accept.object',
  text: guarded`select ehr_id, object_id from ${seen.versioned_object()} where object_id::text = $1`,
})
/** A statement of its own: a cluster locks rows of one node. */
const lockObject = sql<never, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'accept.lockObject',
  waitsForLocks: true,
  text: guarded`select 1 from ${seen.versioned_object()} where ehr_id = $1 and object_id = $2 for no key update`,
})

/** The next revision must be above the number of changes in the audit trail. */
const recordedChanges = sql<{ changes: number }, [objectId: string]>({
  name: 'accept.changes',
  seesAll: 'reads no records',
  text: guarded`select count(*)::integer as changes from ${open.audit_event}
         where detail -> 'tags' ? $1 and outcome = 'success'`,
})

async function acceptTags(queries: LimitedQueries, key: SealKey, id: string): Promise<boolean> {
  const [object] = await queries.query(taggedObject, [id])
  if (!object) return false
  if ((await queries.query(lockObject, [object.ehr_id, object.object_id])).length === 0) return false
  const [recorded] = await queries.query(recordedChanges, [id])
  const tagged = await findTagged(queries, object.ehr_id, [object.object_id])
  const raised = tagged.map(each => ({
    ...each,
    revision: Math.max(each.revision ?? 0, recorded?.changes ?? 0),
  }))
  await sealTagsOf(queries, key, object.ehr_id, raised)
  return true
}

/** Returns false if there is no such object. */
export async function acceptObject(db: Database, key: SealKey, kind: string, id: string): Promise<boolean> {
  if (kind !== TAGS)
    return KIND_NAMES.includes(kind) && db.transaction(queries => sealAsItIs(queries, key, kind, id))
  const accept = (queries: LimitedQueries) => acceptTags(queries, key, id)
  return (await db.transaction(accept)) || db.ofParties().transaction(accept)
}
