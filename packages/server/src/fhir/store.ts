/** All SQL of the room about records: the EHR of a composition that is known by its id alone. */
import { guarded, seen } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'

const owner = sql<{ ehr_id: EhrId }, [objectId: ObjectId]>({
  name: 'fhir.ehrOfComposition',
  text: guarded`select ehr_id from ${seen.versioned_object()} where object_id = $1 and kind = 'COMPOSITION' limit 1`,
})

/** The EHR that has the composition, deleted or not, and that the caller may see. */
export async function findEhrOf(db: LimitedQueries, objectId: ObjectId): Promise<EhrId | undefined> {
  return (await db.query(owner, [objectId]))[0]?.ehr_id
}
